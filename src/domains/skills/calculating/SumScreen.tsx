import { useEffect, useRef, useState } from 'react';
import { letGo, useLeaveGuard } from '../../../web/call/leave-guard.tsx';
import { ReadAloud } from '../../../web/parts/ReadAloud.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconChevronRight, IconClose, icon } from '../../../web/ui/base/Icon.tsx';
import { ActionDialog } from '../../../web/ui/forms/ActionDialog.tsx';
import { CoverBar } from '../../../web/ui/paper/Cover.tsx';
import { FioProgress } from '../../../web/ui/paper/Fio.tsx';
import styles from './Calculating.module.css';
import type { Calculator } from './calculating-device.web.ts';

const IconErase = /* @__PURE__ */ icon(
  'M10 5a2 2 0 0 0-1.3.5l-6.3 5.7a1 1 0 0 0 0 1.6l6.3 5.7A2 2 0 0 0 10 19h10a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2zM12 9l6 6M18 9l-6 6',
);

/** Digits that a result can have. */
const MAX_DIGITS = 3;
/** Characters above which a sum is set smaller, so that it fits a narrow screen with its box. */
const LONG = 8;
/** Dots of the thread, and how many of them are behind the child: it shows neither how many are left nor how much time. */
const DOTS = 10;
const BEHIND = 6;

interface SumScreenProps {
  child: Calculator['child'];
  /** What stands before the box: "8 + 7 =", or a number to copy. */
  asked: string;
  /** How a screen reader says it; `asked` if absent. */
  said?: string | undefined;
  heading?: string | undefined;
  done: number;
  /** Called with the number and the milliseconds since it was asked. */
  onAnswer: (written: number, ms: number) => void;
  onStop: () => void;
  /** Whether it asks before it stops, also at the browser's Back. */
  asksFirst?: boolean;
}

/** One sum with its box and a keypad of digits; a keyboard writes too. It stays for all sums, so that the focus does too. */
export function SumScreen({ child, asked, said, heading, done, onAnswer, onStop, asksFirst = false }: SumScreenProps) {
  const [isAsking, setAsking] = useState(false);
  useLeaveGuard(0, asksFirst, () => setAsking(true));
  useEffect(() => (asksFirst ? () => void letGo() : undefined), [asksFirst]);
  const [text, setText] = useState('');
  const shownAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts again with every sum
  useEffect(() => {
    shownAt.current = performance.now();
  }, [asked, done]);
  const write = (digit: string) => setText((before) => (before.length < MAX_DIGITS ? before + digit : before));
  const erase = () => setText((before) => before.slice(0, -1));
  const confirm = () => {
    if (text === '') return;
    setText('');
    onAnswer(Number(text), Math.round(performance.now() - shownAt.current));
  };
  useKeyboard({ write, erase, confirm }, isAsking);
  const behind = Math.min(done, BEHIND);
  return (
    <div className={styles['screen']}>
      <CoverBar cover={child.cover} name={child.firstName}>
        <Button
          variant="secondary"
          size="s"
          icon={<IconClose size={20} />}
          onClick={asksFirst ? () => setAsking(true) : onStop}
        >
          Parar
        </Button>
      </CoverBar>
      <main className={styles['asked']}>
        <FioProgress
          states={Array.from({ length: DOTS }, (_, index) => (index < behind ? 'done' : 'todo'))}
          current={behind}
        />
        <h1 className={heading ? styles['heading'] : 'sr'} aria-describedby="sum">
          {heading ?? 'Contas de cabeça'}
        </h1>
        {heading && <ReadAloud inline pieces={[{ text: heading, language: 'pt' }]} />}
        <p className={cx(styles['sum'], asked.length > LONG && styles['long'])}>
          <span id="sum" aria-live="polite">
            <span aria-hidden={said !== undefined}>{asked}</span>
            {said !== undefined && <span className="sr">{said}</span>}
          </span>
          <output className={cx(styles['box'], 'notranslate')} aria-label="A tua resposta">
            {text}
          </output>
        </p>
      </main>
      <div className={styles['below']}>
        <fieldset className={styles['keys']} aria-label="Teclado">
          {[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => (
            <button
              key={digit}
              type="button"
              className={digit === 0 ? styles['zero'] : undefined}
              onClick={() => write(String(digit))}
            >
              {digit}
            </button>
          ))}
          <button type="button" className={styles['erase']} aria-label="Apagar" onClick={erase}>
            <IconErase size={28} />
          </button>
        </fieldset>
        <Button size="l" full onClick={confirm} disabled={text === ''}>
          Seguinte <IconChevronRight size={24} />
        </Button>
      </div>
      <ActionDialog
        open={isAsking}
        title="Parar as contas?"
        action="Parar"
        cancel="Continuar"
        onAction={onStop}
        onClose={() => setAsking(false)}
      >
        <p>Se parares agora, começas outra vez do princípio.</p>
      </ActionDialog>
    </div>
  );
}

interface Keys {
  write: (digit: string) => void;
  erase: () => void;
  confirm: () => void;
}

function useKeyboard(keys: Keys, isIdle: boolean): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (isIdle) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { write, erase, confirm } = latest.current;
      if (/^\d$/.test(event.key)) write(event.key);
      else if (event.key === 'Backspace') erase();
      // On a button Enter presses it.
      else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) confirm();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isIdle]);
}
