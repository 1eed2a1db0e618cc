import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../../../web/ui/base/cx.ts';
import type { WrittenWay } from './answering.contract.ts';
import { Keypad } from './Keypad.tsx';
import {
  EMPTY,
  type Entry,
  entryOf,
  fractionIn,
  isFull,
  type Key,
  press,
  shownEntry,
  stateOf,
} from './keypad.rules.ts';
import { readInWords } from './number-words.rules.ts';
import styles from './WrittenAnswer.module.css';
import { MAX_SIGNS, shownNumber } from './written-number.rules.ts';
import { wordText } from './written-word.rules.ts';

export interface WrittenAnswerProps {
  asks: { way: WrittenWay; unit?: string | undefined };
  /** What was written so far, in its stored spelling; a letter that was chosen elsewhere is not shown. */
  value: string | undefined;
  /** Called whenever there is an answer: a complete number, or a word. */
  onWrite: (text: string) => void;
  /** Decides which keys there are; all if it is not known. */
  schoolClass?: string | undefined;
  /** Of the answer, for a screen reader and a spell checker. */
  language?: string | undefined;
  /** What stands below the box. The keypad never covers it. */
  below?: ReactNode;
}

/** Renders the box for an answer that is written: a number with a keypad of its own, or a word with the phone's keyboard. */
export function WrittenAnswer(props: WrittenAnswerProps) {
  const Answer = { number: NumberAnswer, word: WordAnswer }[props.asks.way];
  return <Answer {...props} />;
}

const isLetter = (text: string) => /^[A-F]$/.test(text);

/** Returns the entry of the current question, which follows answers that come from elsewhere, such as another tab. */
function useEntry(value: string | undefined): [Entry, (entry: Entry, written: string | undefined) => void] {
  const [entry, setEntry] = useState(() => (value === undefined || isLetter(value) ? EMPTY : entryOf(value)));
  const own = useRef(value);
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    setEntry(value === undefined || isLetter(value) ? EMPTY : entryOf(value));
  }, [value]);
  return [
    entry,
    (changed, written) => {
      if (written !== undefined) own.current = written;
      setEntry(changed);
    },
  ];
}

function NumberAnswer({ asks: { unit }, value, onWrite, schoolClass, below }: WrittenAnswerProps) {
  const [entry, setEntry] = useEntry(value);
  const [isRefused, setRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const state = stateOf(entry.text, unit);
  const change = (changed: Entry) => {
    const next = stateOf(changed.text, unit);
    const written = next.kind === 'number' ? next.text : undefined;
    setEntry(changed, written);
    setRefused(false);
    if (written !== undefined) onWrite(written);
  };
  const pressKey = (key: Key) => {
    const changed = press(entry, key);
    if (changed.text !== entry.text || changed.at !== entry.at) change(changed);
    else if (key !== 'erase' && isFull(entry)) setRefused(true);
  };
  /** Puts one of the two numbers, or nothing, in place of a doubtful one; whoever uses a keyboard goes on writing there. */
  const choose = (text: string) => {
    change(entryOf(text));
    input.current?.focus();
  };
  useProblem(
    input,
    state.kind === 'unfinished'
      ? 'Acaba o número, ou apaga-o.'
      : state.kind === 'ambiguous'
        ? 'Escolhe um dos dois números.'
        : '',
  );
  useTyping(input);
  useInView(input);
  const fraction = fractionIn(entry.text);
  return (
    <>
      <div className={styles.answer}>
        <span className={cx(styles.box, fraction && styles.tall)}>
          <input
            ref={input}
            type="text"
            inputMode="none"
            autoComplete="off"
            data-written="number"
            aria-label={unit ? `A tua resposta, em ${unit}` : 'A tua resposta'}
            value={shownEntry(entry.text)}
            onChange={({ target }) => change({ text: target.value, at: 'under' })}
          />
          {fraction && <Fraction of={fraction} at={entry.at} />}
        </span>
        {unit && (
          <span className={styles.unit} aria-hidden="true">
            {unit}
          </span>
        )}
      </div>
      <p className={styles.say} role="status">
        {isRefused && `No máximo ${MAX_SIGNS} algarismos e sinais.`}
      </p>
      {state.kind === 'ambiguous' && <Doubt readings={state.readings} onChoose={choose} />}
      {below}
      <Keypad schoolClass={schoolClass} onKey={pressKey} isFraction={fraction !== null} />
    </>
  );
}

/** Renders a fraction in its two boxes, over the text of the input, which a screen reader reads. */
function Fraction({
  of: { before, over, under },
  at,
}: {
  of: NonNullable<ReturnType<typeof fractionIn>>;
  at: Entry['at'];
}) {
  const part = (text: string, isHere: boolean) => (
    <span className={cx(text === '' && styles.hole, isHere && styles.here)}>{text}</span>
  );
  return (
    <span className={styles.shown} aria-hidden="true">
      {before && <b>{before}</b>}
      <span className={styles.stack}>
        {part(over, at === 'over')}
        {part(under, at === 'under')}
      </span>
    </span>
  );
}

/** Asks which of two numbers was meant. Neither is marked as more likely. */
function Doubt({ readings, onChoose }: { readings: readonly [string, string]; onChoose: (text: string) => void }) {
  const group = useRef<HTMLFieldSetElement>(null);
  // On a small screen it would be below the keypad.
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    group.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <fieldset ref={group} className={styles.doubt}>
      <legend>Qual querias escrever?</legend>
      {readings.map((text) => (
        <button key={text} type="button" onClick={() => onChoose(text)}>
          <b>{shownNumber(text)}</b>
          <span>{readInWords(text)}</span>
        </button>
      ))}
      <button type="button" className={styles.again} onClick={() => onChoose('')}>
        Escrever outra vez
      </button>
    </fieldset>
  );
}

function WordAnswer({ value, onWrite, language, below }: WrittenAnswerProps) {
  const [entry, setEntry] = useEntry(value);
  return (
    <>
      <div className={styles.answer}>
        <span className={styles.box}>
          <input
            type="text"
            className={styles.word}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            data-written="word"
            lang={language}
            aria-label="A tua resposta"
            value={entry.text}
            onChange={({ target }) => {
              const written = wordText(target.value);
              setEntry({ text: target.value, at: 'under' }, written);
              if (written !== undefined) onWrite(written);
            }}
          />
        </span>
      </div>
      {below}
    </>
  );
}

/** Keeps the form from being submitted while the number is unfinished; the browser then says why. */
function useProblem(input: React.RefObject<HTMLInputElement | null>, problem: string): void {
  useEffect(() => input.current?.setCustomValidity(problem), [input, problem]);
}

/** Lets a keyboard write without the box having the focus. */
function useTyping(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isElsewhere = target instanceof HTMLInputElement || document.querySelector('dialog[open]');
      if (!isElsewhere && !ctrlKey && !metaKey && !altKey && /^[\d,.\-/]$/.test(key)) input.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input]);
}

/** Scrolls so far that the box is above the keypad, with the end of the question in view. */
function useInView(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    // After the screen has scrolled to the top of the question.
    const frame = requestAnimationFrame(() => input.current?.parentElement?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [input]);
}
