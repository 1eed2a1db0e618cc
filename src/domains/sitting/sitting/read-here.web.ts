import { keptAt } from '../../../delivery/browser/kept.ts';
import { type KeptSitting, readPerson, readSittings, recoverJournal } from '../../../web/device/device-store.ts';
import type { Refusal } from '../../../web/device/device-tables.ts';
import { type News, readNews } from '../../../web/device/prepared-store.ts';
import { isGivenUp, wordsOfWaiting } from '../../../web/device/waiting.rules.ts';
import { readRefused, readWaiting } from '../../../web/device/waiting-store.ts';
import type { Sitting } from '../attempts/attempts.contract.ts';
import { type Begun, kindOnDevice } from './begun.rules.ts';
import { refusedInWords } from './refused.web.ts';
import { timeOnOpening } from './sitting.rules.ts';

export type SaidRefusal = Refusal & { said: string };

/** The tests of a user on this device. */
export interface Here extends Partial<Omit<News, 'ready'>> {
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
}

/**
 * Returns what is on this device of a user.
 *
 * @param known null for the user whom the device knows.
 * @returns undefined if nobody has used it.
 */
export async function readHere(known: number | null): Promise<Here | undefined> {
  const userId = known ?? (await readPerson())?.id;
  if (userId === undefined) return undefined;
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
  const [waiting, refused, { ready, ...news }] = await Promise.all([
    readWaiting(userId),
    readRefused(userId),
    readNews(userId),
  ]);
  const over = mine
    .filter(({ state }) => state !== 'open')
    .map(({ sitting: { childId, testId } }) => `${childId}:${testId}`);
  return {
    userId,
    running,
    over,
    waiting: wordsOfWaiting(waiting.filter((row) => !isGivenUp(row))),
    refused: refused.map((one) => ({ ...one, said: refusedInWords(one) })),
    ready: keptAt() ? ready : 0,
    ...news,
  };
}
