import { cx } from '../../../web/ui/base/cx.ts';
import { icon } from '../../../web/ui/base/Icon.tsx';
import { DIGITS, type Key, keysFor } from './keypad.rules.ts';
import styles from './WrittenAnswer.module.css';

const IconErase = /* @__PURE__ */ icon(
  'M10 5a2 2 0 0 0-1.3.5l-6.3 5.7a1 1 0 0 0 0 1.6l6.3 5.7A2 2 0 0 0 10 19h10a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2zM12 9l6 6M18 9l-6 6',
);
const IconFraction = /* @__PURE__ */ icon('M9 3h6v5H9zM4 12h16M9 16h2M13 16h2v2M15 20v1h-2M11 21H9v-1M9 18v-2');

const NAMES = { erase: 'Apagar', comma: 'Vírgula', fraction: 'Fracção', minus: 'Menos' } as const;
const SIGNS = { erase: <IconErase size={28} />, comma: ',', fraction: <IconFraction size={30} />, minus: '−' } as const;

interface KeypadProps {
  schoolClass: string | undefined;
  onKey: (key: Key) => void;
  /** Whether a fraction is being written: its key then switches between the two parts. */
  isFraction: boolean;
}

/** Renders the keys for a number. Before the app has come, a script handles them by their `data-key` (first-question.web.ts). */
export function Keypad({ schoolClass, onKey, isFraction }: KeypadProps) {
  const keys = keysFor(schoolClass);
  return (
    <>
      <div className={styles.room} aria-hidden="true" />
      <div className={styles.keypad}>
        <fieldset className={styles.keys} aria-label="Teclado">
          {DIGITS.map((digit) => (
            <button
              key={digit}
              type="button"
              data-key={digit}
              className={cx(digit === '0' && styles.zero)}
              onClick={() => onKey(digit)}
            >
              {digit}
            </button>
          ))}
          {(['erase', 'comma', 'fraction', 'minus'] as const)
            .filter((key) => keys.includes(key))
            .map((key) => (
              <button
                key={key}
                type="button"
                data-key={key}
                className={cx(styles.other, styles[key], key === 'fraction' && isFraction && styles.on)}
                aria-label={key === 'fraction' && isFraction ? 'Fracção: a outra parte' : NAMES[key]}
                onClick={() => onKey(key)}
              >
                {SIGNS[key]}
              </button>
            ))}
        </fieldset>
      </div>
    </>
  );
}
