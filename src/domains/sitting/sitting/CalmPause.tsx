import { useEffect, useState } from 'react';
import { FioProgress } from '../../../web/ui/paper/Fio.tsx';
import styles from './CalmPause.module.css';
import type { measureWork } from './sitting-work.web.ts';

/** Milliseconds for which the question is covered: long enough to interrupt tapping, too short to bother a child that was reading. */
const PAUSE_MS = 3_000;

/** The pause of a sitting after quick answers. It ends by itself, and its time does not count as time on the question. */
export function usePause(measured: ReturnType<typeof measureWork>): { isPaused: boolean; begin: () => void } {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (!isPaused) return;
    measured.cover(true);
    const timer = setTimeout(() => setPaused(false), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      measured.cover(false);
    };
  }, [isPaused, measured]);
  return { isPaused, begin: () => setPaused(true) };
}

/** Covers the question for a moment and invites the child to read it again. It blames nobody: an answer that was quick may be right. */
export function CalmPause({ answered, current }: { answered: readonly boolean[]; current: number }) {
  return (
    <div className={styles.pause} role="status">
      <FioProgress states={answered.map((isDone) => (isDone ? 'done' : 'todo'))} current={current} />
      <p className={styles.say}>Lê outra vez com calma.</p>
      <p>A pergunta espera por ti.</p>
    </div>
  );
}
