import { useEffect, useReducer, useState } from 'react';
import { isKeptHere } from '../../../web/device/kept-here.ts';
import { useNow } from '../../../web/device/now.ts';
import { type Begun, mergeBegun } from './begun.rules.ts';
import type { Here, SaidRefusal } from './read-here.web.ts';

/** Milliseconds after which the remaining minutes are recomputed. */
const AGAIN_MS = 15_000;
/** The same while something waits to be sent and there is a network: otherwise the screen would say for long that something waits that has arrived. */
const SOON_MS = 2_000;

/** Returns the milliseconds after which the device is read again. @param online whether the browser reports a network. */
export const lookAgainAfter = ({ waiting: { tests, others } }: Pick<Here, 'waiting'>, online: boolean): number =>
  online && tests.length + others.length > 0 ? SOON_MS : AGAIN_MS;

export type { Here, SaidRefusal };

const NOTHING: Here = {
  userId: undefined,
  running: [],
  over: [],
  waiting: { tests: [], others: [] },
  ready: 0,
  refused: [],
};

/** Returns the tests on this device; reads them again at intervals, at which the remaining minutes are recomputed too. */
export function useTestsHere(userId: number | null): Here & { look: () => void } {
  const [here, setHere] = useState(NOTHING);
  const [looks, look] = useReducer((times: number) => times + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `looks` reads again
  useEffect(() => {
    let gone = false;
    let timer = setTimeout(look, AGAIN_MS);
    readKept(userId)
      .then((found) => {
        if (gone) return;
        setHere(found);
        clearTimeout(timer);
        timer = setTimeout(look, lookAgainAfter(found, navigator.onLine));
      })
      .catch(() => {});
    addEventListener('online', look);
    return () => {
      gone = true;
      clearTimeout(timer);
      removeEventListener('online', look);
    };
  }, [userId, looks]);
  return { ...here, look };
}

/**
 * Returns what can be gone on with, on the server or on this device, what ends first coming first.
 *
 * @param userId null when the server could not be asked: the user is then the one whom the device knows.
 * @param told what the server said; undefined if it could not be asked.
 * @param childId only this child's; undefined for all.
 */
export function useBegun(userId: number | null, told: readonly Told[] | undefined, childId?: number): Begun[] {
  const here = useTestsHere(userId);
  const now = useNow().getTime();
  return mergeBegun(here, (told ?? []).map(fromServer), now).filter(
    (one) => childId === undefined || one.childId === childId,
  );
}

/** Something begun, in the words of `GET /api/begun`. */
export type Told = Omit<Begun, 'endsAt'> & { deadline: string };

export const fromServer = ({ deadline, ...begun }: Told): Begun => ({ ...begun, endsAt: Date.parse(deadline) });

/** Reads what is on this device. On a device without anything it loads no code; in browsers that cannot tell, the database is opened. */
async function readKept(known: number | null): Promise<Here> {
  if (!(await isKeptHere('caderneta'))) return NOTHING;
  return (await (await import('./read-here.web.ts')).readHere(known)) ?? NOTHING;
}
