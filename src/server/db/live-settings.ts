import { TRIMESTER_STARTS, type TrimesterStarts } from '../../shared/calendar.ts';
import type { Brand } from '../config.ts';
import type { Queryable } from './db.ts';

/** Settings that an administrator can change and that are read on every page; cached in memory. */
export interface LiveSettings {
  /** Changed names; the others come from the environment. */
  readonly brand: Partial<Brand>;
  /** Announcement displayed on every page while set. */
  readonly notice: string | null;
  readonly trimesters: TrimesterStarts;
}

/** Keys in the settings table. */
export const SETTING = { brand: 'brand', notice: 'notice', trimesters: 'trimesters' } as const;

/** Seconds between two readings: after these, changes by other processes are visible. */
const REFRESH_SECONDS = 3;

const DEFAULTS: LiveSettings = { brand: {}, notice: null, trimesters: TRIMESTER_STARTS };
const known = new WeakMap<Queryable, LiveSettings>();

/** Returns the last values read, or the defaults until the first reading. */
export const liveSettings = (db: Queryable): LiveSettings => known.get(db) ?? DEFAULTS;

/** Reads the settings now: at start, and in the process that changed one. */
export async function readLiveSettings(db: Queryable): Promise<LiveSettings> {
  const rows = await db.rows<{ key: string; value: unknown }>(
    `select key, value from settings where key in ('brand', 'notice', 'trimesters')`,
  );
  const read: LiveSettings = { ...DEFAULTS, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
  known.set(db, read);
  return read;
}

/**
 * Refreshes the cache periodically. While the database is unavailable the values are kept.
 *
 * @returns a function that stops it.
 */
export function followSettings(db: Queryable): () => void {
  let reading = false;
  const read = () => {
    if (reading) return;
    reading = true;
    readLiveSettings(db)
      .catch(() => {})
      .finally(() => {
        reading = false;
      });
  };
  const timer = setInterval(read, REFRESH_SECONDS * 1_000);
  timer.unref();
  return () => clearInterval(timer);
}
