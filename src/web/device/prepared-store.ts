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

/** When the sitting of one of these attempts has to have arrived, the earliest first. All in milliseconds since 1970. */
export interface ArriveBy {
  at: number;
  /** The present time by the server's clock. */
  now: number;
}

/** Returns by when what was taken of these attempts has to arrive; undefined if none of them was prepared here. */
export async function readArriveBy(attemptIds: readonly number[]): Promise<ArriveBy | undefined> {
  const all = await run('readonly', (tables) => tables.all('prepared'));
  return all
    .filter(({ attemptId }) => attemptIds.includes(attemptId))
    .map(({ sealed, clockOffset }) => ({ at: Date.parse(sealed.expiresAt), now: Date.now() + clockOffset }))
    .sort((one, other) => one.at - other.at)[0];
}

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
