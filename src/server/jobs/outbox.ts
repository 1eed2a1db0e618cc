import { messageWithoutRow } from '../db/database-errors.ts';
import type { Database, Queryable } from '../db/db.ts';
import { inSlices } from '../db/slices.ts';
import type { Figure } from '../watch/figures.ts';
import type { Log } from '../watch/log.ts';
import { thenRest } from './giving-way.ts';

/** An event for later features. */
export interface Event {
  id: number;
  kind: string;
  payload: Record<string, unknown>;
}

/** Handles an event, in the same transaction that marks it as delivered. */
export type Listener = (transaction: Queryable, event: Event) => Promise<void>;

/** Handles several events of one kind, in the same transaction that marks them as delivered. There is at least one. */
export type ManyListener = (transaction: Queryable, events: readonly Event[]) => Promise<void>;

interface Listening {
  listener: Listener | ManyListener;
  handle: ManyListener;
  /** Whether the listener takes several events at once. */
  many: boolean;
}

const listeners = new Map<string, Listening[]>();

function add(kind: string, given: Listening): void {
  const known = listeners.get(kind) ?? [];
  if (!known.some(({ listener }) => listener === given.listener)) listeners.set(kind, [...known, given]);
}

/** Registers a later feature's listener for an earlier feature's events. Idempotent. */
export function listen(kind: string, listener: Listener): void {
  const handle: ManyListener = async (transaction, events) => {
    for (const event of events) await listener(transaction, event);
  };
  add(kind, { listener, handle, many: false });
}

/** Like `listen`, for events that are frequent: up to `AT_ONCE` of them are delivered in one transaction. */
export const listenToMany = (kind: string, listener: ManyListener): void =>
  add(kind, { listener, handle: listener, many: true });

/** Writes an event in the caller's transaction. */
export async function emit(transaction: Queryable, kind: string, payload: Record<string, unknown>): Promise<void> {
  await transaction.count('insert into outbox (kind, payload) values ($1, $2)', [kind, JSON.stringify(payload)]);
}

/** Maximum number of events in one transaction: rows that their listeners lock stay locked for about ten milliseconds. */
const AT_ONCE = 25;

/**
 * Delivers waiting events, oldest first, and gives way to requests. Safe to run in several processes: each row is locked by one of them.
 * When delivering several events together fails, each of them is delivered separately; an event that fails again is retried at the next
 * run.
 *
 * @returns how many were delivered.
 */
export async function deliver(db: Database, log: Log, most = 200): Promise<number> {
  let delivered = 0;
  let after = 0;
  /** Number of events that are still to be delivered one by one. */
  let alone = 0;
  while (delivered < most) {
    const atOnce = alone > 0 ? 1 : Math.min(AT_ONCE, most - delivered);
    try {
      const events = await thenRest(() => deliverNext(db, after, atOnce));
      if (events.length === 0) break;
      after = events.at(-1)?.id ?? after;
      delivered += events.length;
      alone = Math.max(0, alone - 1);
    } catch (error) {
      if (atOnce > 1) {
        alone = atOnce;
        continue;
      }
      // Events that another process is delivering are skipped, as in `deliverNext`.
      const stuck = await db.row<{ id: number }>(
        'select id from outbox where delivered_at is null and id > $1 order by id limit 1 for update skip locked',
        [after],
      );
      if (!stuck) break;
      log.error({ event: stuck.id, err: { message: messageWithoutRow(error) } }, 'an event could not be delivered');
      after = stuck.id;
      alone -= 1;
    }
  }
  return delivered;
}

/** Delivers the next event, or the next events of its kind if all its listeners accept several. @returns the delivered events. */
function deliverNext(db: Database, after: number, most: number): Promise<Event[]> {
  return db.transaction(async (transaction) => {
    const waiting = await transaction.rows<Event>(
      'select id, kind, payload from outbox where delivered_at is null and id > $1 order by id limit $2 for update skip locked',
      [after, most],
    );
    const kind = waiting[0]?.kind ?? '';
    const those = listeners.get(kind) ?? [];
    const other = waiting.findIndex((event) => event.kind !== kind);
    const run = other < 0 ? waiting : waiting.slice(0, other);
    const events = those.every(({ many }) => many) ? run : run.slice(0, 1);
    if (events.length === 0) return [];
    for (const { handle } of those) await handle(transaction, events);
    await transaction.last.count('update outbox set delivered_at = now() where id = any ((select $1::int[])::int[])', [
      events.map(({ id }) => id),
    ]);
    return events;
  });
}

/** Deletes events delivered more than a month ago. Until then they are kept for troubleshooting. */
export function forgetDelivered(db: Queryable, slice?: number): Promise<number> {
  return inSlices(
    (most) =>
      // Reads only the oldest events, so that the whole table need not be scanned when there is nothing to delete.
      db.count(
        `with oldest as materialized (select id, delivered_at from outbox order by id limit $1)
         delete from outbox o using oldest where o.id = oldest.id and oldest.delivered_at < now() - interval '30 days'`,
        [most],
      ),
    slice,
  );
}

/** Returns the metrics of the outbox: the number of waiting events, and the age of the oldest. */
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
