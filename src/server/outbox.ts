import type { Database, Queryable } from './db.ts';
import type { Figure } from './figures.ts';
import type { Log } from './log.ts';

/** An event for later features. */
export interface Event {
  id: number;
  kind: string;
  payload: Record<string, unknown>;
}

/** Handles an event in the transaction that marks it delivered. */
export type Listener = (transaction: Queryable, event: Event) => Promise<void>;

const listeners = new Map<string, Listener[]>();

/** Registers a later feature's listener for an earlier feature's events. Idempotent. */
export function listen(kind: string, listener: Listener): void {
  const known = listeners.get(kind) ?? [];
  if (!known.includes(listener)) listeners.set(kind, [...known, listener]);
}

/** Writes an event in the caller's transaction. */
export async function emit(transaction: Queryable, kind: string, payload: Record<string, unknown>): Promise<void> {
  await transaction.count('insert into outbox (kind, payload) values ($1, $2)', [kind, JSON.stringify(payload)]);
}

/**
 * Delivers waiting events, oldest first. Safe to run in several processes: each row is locked by one of them. An event
 * whose listener fails is retried at the next run.
 *
 * @returns how many were delivered.
 */
export async function deliver(db: Database, log: Log, most = 200): Promise<number> {
  let delivered = 0;
  let after = 0;
  for (; delivered < most; ) {
    const turn = await db
      .transaction(async (transaction) => {
        const event = await transaction.row<Event>(
          'select id, kind, payload from outbox where delivered_at is null and id > $1 order by id limit 1 for update skip locked',
          [after],
        );
        if (!event) return undefined;
        for (const listener of listeners.get(event.kind) ?? []) await listener(transaction, event);
        await transaction.count('update outbox set delivered_at = now() where id = $1', [event.id]);
        return { id: event.id, failed: false };
      })
      .catch(async (error: Error) => {
        const stuck = await db.row<{ id: number }>(
          'select id from outbox where delivered_at is null and id > $1 order by id limit 1',
          [after],
        );
        if (!stuck) return undefined;
        log.error({ event: stuck.id, err: { message: error.message } }, 'an event could not be delivered');
        return { id: stuck.id, failed: true };
      });
    if (!turn) break;
    after = turn.id;
    if (!turn.failed) delivered += 1;
  }
  return delivered;
}

/** Delivered events are kept for a month for troubleshooting. */
export async function forgetDelivered(db: Queryable): Promise<number> {
  return db.count(`delete from outbox where delivered_at < now() - interval '30 days'`);
}

/** Number of waiting events, and the age of the oldest. */
export const outboxFigures = (db: Queryable): Figure[] => [
  {
    name: 'outbox_waiting',
    help: 'Events that wait to be delivered, counted up to 10,000',
    read: async () =>
      (await db.row<{ n: number }>(
        'select count(*) as n from (select 1 from outbox where delivered_at is null limit 10000) waiting',
      ))!.n,
  },
  {
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest event that waits',
    read: async () =>
      (
        await db.row<{ age: number }>(
          `select extract(epoch from now() - created_at)::float as age from outbox where delivered_at is null order by id limit 1`,
        )
      )?.age ?? 0,
  },
];
