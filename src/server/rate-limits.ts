import { isIPv6 } from 'node:net';
import type { Queryable } from './db.ts';
import { tooMany } from './errors.ts';

/** So many hits of one kind in a window of time. */
export interface Limit {
  readonly name: string;
  readonly hits: number;
  readonly seconds: number;
}

/** PDFs that one family has made: each takes the processor for about 50 ms, and a family needs a handful. */
export const FAMILY_FILES = { name: 'pdf', hits: 60, seconds: 3600 } as const;

/**
 * Whom a limit of an address counts: an IPv4 address, and of IPv6 the /64 that every caller has to choose addresses from.
 * Otherwise a new address for each guess would be a new beginning.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped) return mapped[1] as string;
  if (!isIPv6(bare)) return address;
  // Written the one way that URLs have for it.
  const [left = '', right = ''] = new URL(`http://[${bare}]/`).hostname.slice(1, -1).split('::');
  const [before, after] = [left, right].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${all.slice(0, 4).join(':')}::/64`;
}

interface Count {
  hits: number;
  wait: number;
}

const keyOf = (limit: Limit, who: string) => `${limit.name}:${who}`;

/**
 * Refuses when the limit is reached. Counting and asking are apart, so that only failures need to count.
 *
 * @throws Refused 429 with the seconds until the window ends.
 */
export async function refuseOver(db: Queryable, limit: Limit, who: string): Promise<void> {
  const found = await db.row<Count>(
    `select hits, ceil(extract(epoch from window_start + make_interval(secs => $2) - now()))::int as wait
     from rate_limits where key = $1 and window_start > now() - make_interval(secs => $2) order by window_start desc limit 1`,
    [keyOf(limit, who), limit.seconds],
  );
  if (found && found.hits >= limit.hits) throw tooMany(Math.max(found.wait, 1));
}

/** Counts one hit, in the window that the first hit opened. Holds across processes: the count is one row. */
export async function countHit(db: Queryable, limit: Limit, who: string): Promise<void> {
  await db.count(
    `insert into rate_limits (key, window_start)
     values ($1, coalesce((select max(window_start) from rate_limits where key = $1 and window_start > now() - make_interval(secs => $2)), now()))
     on conflict (key, window_start) do update set hits = rate_limits.hits + 1`,
    [keyOf(limit, who), limit.seconds],
  );
}

/** Forgets a count, as after the right password. */
export async function clearHits(db: Queryable, limit: Limit, who: string): Promise<void> {
  await db.count('delete from rate_limits where key = $1', [keyOf(limit, who)]);
}

/** Drops what no window needs any more. The longest window is an hour. */
export async function forgetOldHits(db: Queryable): Promise<number> {
  return db.count(`delete from rate_limits where window_start < now() - interval '2 hours'`);
}
