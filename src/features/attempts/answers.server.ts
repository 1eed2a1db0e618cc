import type { Database } from '../../server/db.ts';
import { type AnswerToSave, upsertAnswersInTime } from './answers.store.ts';

/** Most answers in one statement, and most statements at a time: while one writes to the disk another can be prepared. */
const TOGETHER = 64;
const LANES = 2;

interface Waiting {
  answer: AnswerToSave;
  resolve: (saved: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * Saves an answer that comes in time, together with all that arrive at the same moment or while others are being written:
 * one journey to the database and one commit for all of them. It waits for nobody when there is nobody to wait for, and it is
 * acknowledged only when it is kept.
 *
 * @returns false when it was not saved; `upsertAnswer` then saves it all the same or says why not.
 */
export function saveInTime(db: Database, answer: AnswerToSave): Promise<boolean> {
  let writer = writers.get(db);
  if (!writer) {
    writer = createWriter(db);
    writers.set(db, writer);
  }
  return writer(answer);
}
const writers = new WeakMap<Database, (answer: AnswerToSave) => Promise<boolean>>();

function createWriter(db: Database): (answer: AnswerToSave) => Promise<boolean> {
  let waiting: Waiting[] = [];
  let busy = 0;

  /** The next that can go together: a question that is answered twice goes in two statements, in the order of arrival. */
  const take = (): Waiting[] => {
    const taken = new Map<string, Waiting>();
    const left: Waiting[] = [];
    for (const one of waiting) {
      const key = `${one.answer.attemptId}:${one.answer.questionId}`;
      if (taken.size < TOGETHER && !taken.has(key)) taken.set(key, one);
      else left.push(one);
    }
    waiting = left;
    return [...taken.values()];
  };

  const write = async (): Promise<void> => {
    const together = take();
    try {
      const saved = await upsertAnswersInTime(
        db,
        together.map(({ answer }) => answer),
      );
      for (const [place, { resolve }] of together.entries()) resolve(saved.has(place));
    } catch (error) {
      // What one of them holds that the database does not take must not cost the others: each is then tried by itself.
      const isTheirs = together.length > 1 && /^2[23]/.test(String((error as { code?: string }).code));
      for (const { resolve, reject } of together) isTheirs ? resolve(false) : reject(error);
    }
    if (waiting.length > 0) return write();
    busy -= 1;
  };

  return (answer) =>
    new Promise((resolve, reject) => {
      waiting.push({ answer, resolve, reject });
      if (busy === LANES) return;
      busy += 1;
      // After the other requests that this turn of the event loop brings.
      setImmediate(() => {
        if (waiting.length > 0) void write();
        else busy -= 1;
      });
    });
}
