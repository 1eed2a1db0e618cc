import { type CSSProperties, Fragment, useEffect, useRef, useState } from 'react';
import { latest } from '../../../shared/skills/latest.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { coverClass } from '../../../web/ui/paper/Cover.tsx';
import { type Recorded, type Recorder, record } from '../recording/recorder.web.ts';
import styles from './Reading.module.css';
import { type Look, NORMAL_LOOK, type Reader } from './reading-device.web.ts';
import type { Form } from './step.web.ts';

interface ChildReadsProps {
  reader: Reader;
  form: Form;
  stream: MediaStream;
  onEnd: (recorded: Recorded) => void;
}

/** Nothing but the text and one button: no clock, no mark. The first voice, or the button, begins the reading. */
export function ChildReads({
  reader: { child, readingClass, look = NORMAL_LOOK },
  form,
  stream,
  onEnd,
}: ChildReadsProps) {
  const [hasBegun, setHasBegun] = useState(false);
  const recorder = useRef<Recorder>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream is recorded once
  useEffect(() => {
    let isOver = false;
    const current = record(stream, {
      onBegin: () => setHasBegun(true),
      onMinute: () => {},
      onEnd: (recorded) => !isOver && onEnd(recorded),
    });
    recorder.current = current;
    return () => {
      isOver = true;
      current.stop();
    };
  }, [stream]);
  useAwake();
  return (
    <main className={cx(styles['child'], coverClass(child.cover))}>
      <h1>{form.title}</h1>
      <p className={styles['recording']} role="status">
        {hasBegun && 'A gravar'}
      </p>
      <Shown form={form} look={look} isYoung={readingClass === 1 || form.kind === 'first'} />
      <div className={styles['bottom']}>
        <Button
          size="l"
          full
          className={styles['big']}
          onClick={() => (hasBegun ? recorder.current?.stop() : recorder.current?.begin())}
        >
          {hasBegun ? 'Acabou de ler' : 'Começou'}
        </Button>
      </div>
    </main>
  );
}

/** Height of the letters in pixels, from the smallest allowed on; the youngest get eight more. */
const SIZES: Record<Look['size'], number> = { normal: 24, large: 30, larger: 38 };

/** The text as the child reads it: one column, large, never cut within a word; for the youngest one sentence a line. */
function Shown({ form: { kind, items, paragraphs }, look, isYoung }: { form: Form; look: Look; isYoung: boolean }) {
  const [guide, setGuide] = useState<number>();
  if (kind === 'letters' || kind === 'words')
    return (
      <div
        className={cx(styles['items'], kind === 'words' && styles['wordItems'])}
        style={{ '--columns': kind === 'letters' ? 5 : 3 } as CSSProperties}
      >
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items never change
          <span key={index}>{item}</span>
        ))}
      </div>
    );
  return (
    <div className={styles['story']} style={{ '--size': `${SIZES[look.size] + (isYoung ? 8 : 0)}px` } as CSSProperties}>
      {paragraphs.map((start, at) => (
        <p key={start}>
          {sentencesOf(items.slice(start, paragraphs[at + 1] ?? items.length), start).map(({ from, words }) => (
            <span
              key={from}
              className={cx(isYoung && styles['sentence'], guide === from && styles['guided'])}
              style={{ whiteSpace: 'normal' }}
              onPointerDown={() => look.hasGuide && setGuide((before) => (before === from ? undefined : from))}
            >
              {words.map((word, index) => (
                // The space stands outside, so that a line can break there.
                // biome-ignore lint/suspicious/noArrayIndexKey: words never change
                <Fragment key={index}>
                  <span>{word}</span>{' '}
                </Fragment>
              ))}
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

/** Cuts words into sentences, each with the index of its first word. */
function sentencesOf(words: readonly string[], start: number): { from: number; words: string[] }[] {
  const sentences: { from: number; words: string[] }[] = [];
  let isOpen = false;
  words.forEach((word, index) => {
    if (!isOpen) sentences.push({ from: start + index, words: [] });
    latest(sentences)?.words.push(word);
    isOpen = !/[.!?…]["»”]?$/.test(word);
  });
  return sentences;
}

/** Keeps the screen on while the child reads, where the browser can. */
function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    navigator.wakeLock?.request('screen').then(
      (got) => {
        lock = got;
      },
      () => {},
    );
    return () => void lock?.release().catch(() => {});
  }, []);
}
