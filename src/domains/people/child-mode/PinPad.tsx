import { type ReactNode, useEffect } from 'react';
import { PIN_DIGITS } from '../../../shared/pin.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import styles from './ChildMode.module.css';

interface PinPadProps {
  value: string;
  onChange: (value: string) => void;
  onDone: () => void;
  /** Label of the key that submits the PIN. */
  done: string;
  /** Whether the last PIN was wrong; shown until a key is pressed. */
  wrong: boolean;
  /** The text between the dots and the keys: how many digits are needed, or what was wrong with them. */
  children: ReactNode;
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** Renders a keypad for a PIN. The digits are never displayed. */
export function PinPad({ value, onChange, onDone, done, wrong, children }: PinPadProps) {
  const { least, most } = PIN_DIGITS;
  const typed = value.length === 1 ? '1 número escrito' : `${value.length} números escritos`;
  const isLong = value.length >= least;
  const add = (digit: number) => value.length < most && onChange(value + digit);
  // The PIN can also be typed on a keyboard; Enter submits it unless it presses the control that has the focus.
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey) return;
      if (/^\d$/.test(key)) add(Number(key));
      else if (key === 'Backspace') onChange(value.slice(0, -1));
      else if (key === 'Enter' && isLong && !(target as Element).closest('button, a, input')) onDone();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  return (
    <>
      <div
        className={cx(styles.dots, wrong && styles.wrong)}
        role="img"
        tabIndex={-1}
        data-autofocus=""
        aria-label={typed}
      >
        {PLACES.slice(0, most).map((place, index) => (
          <i key={place} className={cx(index < value.length && styles.on, index >= least && styles.spare)} />
        ))}
      </div>
      {/* Announces the number of digits, never the digits. Empty without digits, so that `children` can announce an error. */}
      <p className="sr" role="status">
        {value && typed}
      </p>
      {children}
      <div className={styles.keys}>
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => (
          <button key={digit} type="button" onClick={() => add(digit)}>
            {digit}
          </button>
        ))}
        <button
          type="button"
          className={styles.back}
          aria-label="Apagar o último número"
          onClick={() => onChange(value.slice(0, -1))}
        >
          <svg
            width="28"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d="M9 5h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H9l-6-7zM12 9.5l5 5M17 9.5l-5 5" />
          </svg>
        </button>
        <button type="button" onClick={() => add(0)}>
          0
        </button>
        <button type="button" className={styles.go} aria-disabled={!isLong} onClick={() => isLong && onDone()}>
          {done}
        </button>
      </div>
    </>
  );
}
