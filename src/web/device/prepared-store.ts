import { setTestKept } from '../../delivery/browser/early-start.ts';
import {
  type AnySealed,
  type AnySitting,
  type KeptPrepared,
  type KeptSitting,
  run,
  sittingKey,
} from './device-tables.ts';

// Prepared tests on this device. They are in the same database as the sittings, so that starting one is a single transaction.

/** Stores prepared tests, and replaces those of the same attempt. */
export async function keepPrepared(userId: number, sealed: readonly AnySealed[], clockOffset: number): Promise<void> {
  await run('readwrite', async (tables) => {
    for (const one of sealed)
      await tables.put('prepared', { attemptId: one.attemptId, userId, sealed: one, clockOffset });
  });
  // Otherwise the page of the test would start another attempt by itself.
  for (const { childId, testId } of sealed) setTestKept(childId, testId);
}

/** This user's prepared tests on this device, in the order in which they expire. Started ones are sittings and not included. */
export async function readPrepared<S extends AnySealed>(userId: number): Promise<KeptPrepared<S>[]> {
  const all = await run('readonly', async (tables) => {
    const begun = new Set((await tables.all('sittings')).map(({ sitting }) => sitting.id));
    return (await tables.all('prepared')).filter((kept) => kept.userId === userId && !begun.has(kept.attemptId));
  });
  return (all as KeptPrepared<S>[]).sort((one, other) => one.sealed.expiresAt.localeCompare(other.sealed.expiresAt));
}

/** When something has to have arrived. All in milliseconds since 1970. */
export interface ArriveBy {
  at: number;
  /** The present time by the server's clock. */
  now: number;
}

/** What a family has to know of this device beside what runs and waits. */
export interface News {
  /** Number of prepared tests that can be begun. */
  ready: number;
  /** By when what was begun or finished here without network has to arrive, the earliest. */
  arriveBy: ArriveBy | undefined;
  /** Whether something is still closed since a sibling had the phone: opening it takes the server and free storage. */
  isClosed: boolean;
}

export const readNews = async (userId: number): Promise<News> => ({
  ready: (await readPrepared(userId)).filter(canBegin).length,
  ...(await run('readonly', async (tables) => {
    const taken = (await tables.all('sittings')).filter((kept) => kept.userId === userId && kept.state !== 'finished');
    const ids = taken.map(({ sitting }) => sitting.id);
    const [arriveBy] = (await tables.all('prepared'))
      .filter(({ attemptId }) => ids.includes(attemptId))
      .map(({ sealed, clockOffset }) => ({ at: Date.parse(sealed.expiresAt), now: Date.now() + clockOffset }))
      .sort((one, other) => one.at - other.at);
    return { arriveBy, isClosed: (await tables.all('closed')).some((closed) => closed.userId === userId) };
  })),
});

/** Returns whether a prepared test can still be begun, by the server's clock. */
export const canBegin = ({ sealed, clockOffset }: KeptPrepared): boolean =>
  Date.now() + clockOffset < Date.parse(sealed.beginBefore ?? sealed.expiresAt);

export const dropPrepared = (attemptId: number): Promise<void> =>
  run('readwrite', (tables) => tables.remove('prepared', attemptId));

/** Starts a prepared test on this device, which turns it into a running sitting. */
export function beginPrepared<S extends AnySitting>(
  kept: KeptPrepared,
  sittingOf: (startedAt: number) => S,
): Promise<KeptSitting<S>> {
  const { userId, sealed, clockOffset } = kept;
  const key = sittingKey(userId, sealed.childId, sealed.testId);
  return run('readwrite', async (tables) => {
    const known = await tables.get('sittings', key);
    if (known?.sitting.id === sealed.attemptId) return known as KeptSitting<S>;
    const startedAt = Date.now() + clockOffset;
    const begun: KeptSitting<S> = {
      key,
      userId,
      sitting: sittingOf(startedAt),
      clockOffset,
      seenAt: startedAt,
      current: 0,
      choices: {},
      lastSequence: 0,
      state: 'open',
      prepared: { ticket: sealed.ticket, clockOffset, startedAt },
    };
    await tables.put('sittings', begun);
    return begun;
  });
}
