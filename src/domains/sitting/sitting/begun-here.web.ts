import { useEffect, useReducer, useState } from 'react';
import { keptAt } from '../../../delivery/browser/kept.ts';
import type { KeptSitting } from '../../../web/device/device-store.ts';
import type { Refusal } from '../../../web/device/device-tables.ts';
import { isKeptHere } from '../../../web/device/kept-here.ts';
import { useNow } from '../../../web/device/now.ts';
import type { ArriveBy } from '../../../web/device/prepared-store.ts';
import type { Sitting } from '../attempts/attempts.contract.ts';
import { type Begun, kindOnDevice, mergeBegun } from './begun.rules.ts';

/** Milliseconds after which the remaining minutes are recomputed. */
const AGAIN_MS = 15_000;

export type SaidRefusal = Refusal & { said: string };

/** The tests of a user on this device. */
export interface Here {
  /** The user of the tests; undefined if nobody has used this device. */
  userId: number | undefined;
  running: Begun[];
  /** `${childId}:${testId}` of tests that were finished on this device. */
  over: string[];
  /** What waits to be sent, in words. */
  waiting: { tests: string[]; others: string[] };
  /** Number of prepared tests that have not begun. It is shown where the page is a saved copy and the device's tests are not listed. */
  ready: number;
  /** What the server did not accept, in words too. */
  refused: SaidRefusal[];
  /** Whether something is still closed since a sibling had the phone. */
  isClosed?: boolean;
  /** By when what was begun or finished here without network has to arrive. */
  arriveBy?: ArriveBy | undefined;
}

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
    readKept(userId)
      .then((found) => {
        if (!gone) setHere(found);
      })
      .catch(() => {});
    const timer = setTimeout(look, AGAIN_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
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

/** Reads the device's sittings. On a device without any it loads no code; in browsers that cannot tell, the database is opened. */
async function readKept(known: number | null): Promise<Here> {
  if (!(await isKeptHere('caderneta'))) return NOTHING;
  const [
    { readPerson, readSittings, recoverJournal },
    { hasClosed, readRefused, readWaiting },
    { isGivenUp, wordsOfWaiting },
    { refusedInWords },
    { timeOnOpening },
  ] = await Promise.all([
    import('../../../web/device/device-store.ts'),
    import('../../../web/device/waiting-store.ts'),
    import('../../../web/device/waiting.rules.ts'),
    import('./refused.web.ts'),
    import('./sitting.rules.ts'),
  ]);
  const userId = known ?? (await readPerson())?.id;
  if (userId === undefined) return NOTHING;
  await recoverJournal();
  const mine = ((await readSittings()) as KeptSitting<Sitting>[]).filter((kept) => kept.userId === userId);
  const running = mine
    .filter(({ state }) => state === 'open')
    .map((kept): Begun => {
      const { testId, childId, child, test, deadline } = kept.sitting;
      return {
        kind: kindOnDevice(test.theme, Boolean(kept.prepared)),
        testId,
        childId,
        firstName: child.firstName,
        discipline: test.discipline,
        theme: test.theme,
        endsAt: Date.now() + Date.parse(deadline) - timeOnOpening(kept, Date.now()),
      };
    });
  const [waiting, refused] = await Promise.all([readWaiting(userId), readRefused(userId)]);
  const over = mine
    .filter(({ state }) => state !== 'open')
    .map(({ sitting: { childId, testId } }) => `${childId}:${testId}`);
  return {
    userId,
    running,
    over,
    waiting: wordsOfWaiting(waiting.filter((row) => !isGivenUp(row))),
    refused: refused.map((one) => ({ ...one, said: refusedInWords(one) })),
    ready: keptAt() ? await countReady(userId) : 0,
    arriveBy: await arriveByOf(mine),
    isClosed: await hasClosed(userId),
  };
}

/** Sittings of tests that were prepared here and have not arrived. */
async function arriveByOf(sittings: readonly KeptSitting<Sitting>[]): Promise<ArriveBy | undefined> {
  const taken = sittings.filter(({ prepared, state }) => prepared && state !== 'finished');
  if (taken.length === 0) return undefined;
  const { readArriveBy } = await import('../../../web/device/prepared-store.ts');
  return readArriveBy(taken.map(({ sitting }) => sitting.id));
}

async function countReady(userId: number): Promise<number> {
  const { canBegin, readPrepared } = await import('../../../web/device/prepared-store.ts');
  return (await readPrepared(userId)).filter(canBegin).length;
}
