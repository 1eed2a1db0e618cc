import { isIPv4, isIPv6 } from 'node:net';
import type { Queryable } from '../db/db.ts';
import { tooMany } from './errors.ts';

/** A maximum number of hits per time window. */
export interface Limit {
  readonly name: string;
  readonly hits: number;
  readonly seconds: number;
}

/** PDFs per family: each takes about 50 ms of CPU time, and a family needs only a few. */
export const FAMILY_FILES = { name: 'pdf', hits: 60, seconds: 3600 } as const;

/** Returns the key of a limit per address: an IPv4 address or an IPv6 /64, because a client can choose any address in its /64. */
export function networkOf(address: string): string {
  return networkOfWidth(address, 32, 64);
}

/** Returns the surrounding network: IPv4 /24, IPv6 /48. */
export function wideNetworkOf(address: string): string {
  return networkOfWidth(address, 24, 48);
}

function networkOfWidth(address: string, v4: 24 | 32, v6: 48 | 64): string {
  const bare = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  const four = mapped?.[1] ?? bare;
  if (isIPv4(four)) return v4 === 32 ? four : `${four.slice(0, four.lastIndexOf('.'))}.0/24`;
  if (!isIPv6(bare)) return address;
  // The URL parser normalises the address.
  const [left = '', right = ''] = new URL(`http://[${bare}]/`).hostname.slice(1, -1).split('::');
  const [before, after] = [left, right].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${all.slice(0, v6 / 16).join(':')}::/${v6}`;
}

interface Count {
  hits: number;
  wait: number;
}

const keyOf = (limit: Limit, who: string) => `${limit.name}:${who}`;

/**
 * Refuses when the limit is reached. Does not count, so that callers can count only failures.
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

/**
 * Counts a hit in the window opened by the first hit. The count is a database row, shared by all processes. Windows begin with a whole second,
 * so that first hits at the same time, which do not see each other, meet in one row.
 *
 * @returns the number of hits in the window.
 */
export async function countHit(db: Queryable, limit: Limit, who: string): Promise<number> {
  const row = await db.row<{ hits: number }>(
    `insert into rate_limits (key, window_start)
     values ($1, coalesce((select max(window_start) from rate_limits where key = $1 and window_start > now() - make_interval(secs => $2)),
       date_trunc('second', now())))
     on conflict (key, window_start) do update set hits = rate_limits.hits + 1
     returning hits`,
    [keyOf(limit, who), limit.seconds],
  );
  return row?.hits ?? 1;
}

/**
 * Counts a hit and refuses it if it is above the limit. Calls at the same time are counted one after another, so none passes unnoticed.
 *
 * @throws Refused 429 with the seconds until the window ends.
 */
export async function consumeRateLimit(db: Queryable, limit: Limit, who: string): Promise<void> {
  if ((await countHit(db, limit, who)) > limit.hits) await refuseOver(db, limit, who);
}

/** Resets a count, as after a correct password. */
export async function clearHits(db: Queryable, limit: Limit, who: string): Promise<void> {
  await db.count('delete from rate_limits where key = $1', [keyOf(limit, who)]);
}

/** Resets every count of a limit whose key begins with `prefix`. It reads all counts, so it is for rare calls. */
export async function clearHitsFrom(db: Queryable, limit: Limit, prefix: string): Promise<void> {
  await db.count('delete from rate_limits where starts_with(key, $1)', [keyOf(limit, prefix)]);
}

/** Returns whether the limit is reached. */
export async function isOver(db: Queryable, limit: Limit, who: string): Promise<boolean> {
  const found = await db.row<{ hits: number }>(
    `select hits from rate_limits where key = $1 and window_start > now() - make_interval(secs => $2) order by window_start desc limit 1`,
    [keyOf(limit, who), limit.seconds],
  );
  return (found?.hits ?? 0) >= limit.hits;
}

/** Deletes expired windows. The longest window is an hour. */
export async function forgetOldHits(db: Queryable): Promise<number> {
  return db.count(`delete from rate_limits where window_start < now() - interval '2 hours'`);
}
