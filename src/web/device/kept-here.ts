import { useEffect, useState } from 'react';
import { isKeptHere } from './is-kept-here.ts';

export { isKeptHere };

// The names below are those of code that pages without anything to send do not load: journal.ts and queue-sending.ts.

/** Event on the window: the server has accepted or refused something that waited and belongs to no attempt. Replies read before are out of date. */
export const WAITING_CHANGED = 'waiting-changed';

/** Returns whether practice of this device waits to be sent. */
export function hasUnsentPractice(): boolean {
  try {
    return localStorage.getItem('treino-por-enviar') !== null;
  } catch {
    return false;
  }
}

/**
 * Returns what sends everything that waits on this device, with what an earlier version stored elsewhere; undefined on a device on which
 * nothing can wait, which then loads no code. In browsers that cannot tell, the code is loaded.
 */
export async function bringQueue() {
  const practice = hasUnsentPractice();
  if (!practice && !(await isKeptHere('caderneta'))) return undefined;
  // It stays where it is if that fails, until the next page.
  if (practice) await import('./old-reviews.ts').then((old) => old.takeOverReviews()).catch(() => {});
  return (await import('./answer-queue.ts')).answerQueue;
}

/**
 * Returns what `isKeptHere` resolves to, and false until then. It is used for parts whose code is loaded only if the device has the
 * database.
 */
export function useKeptHere(name: string): boolean {
  const [kept, setKept] = useState(false);
  useEffect(() => {
    let gone = false;
    isKeptHere(name).then(
      (found) => !gone && setKept(found),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [name]);
  return kept;
}
