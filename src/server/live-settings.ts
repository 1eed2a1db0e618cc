import { TRIMESTER_STARTS, type TrimesterStarts } from '../shared/calendar.ts';
import type { Brand } from './config.ts';
import type { Queryable } from './db.ts';

/** What an administrator may change and every page or sum depends on; kept in memory, so that asking for it is free. */
export interface LiveSettings {
  /** The names that were changed; the others are those of the environment. */
  readonly brand: Partial<Brand>;
  /** Said in a bar on every page while it is there. */
  readonly notice: string | null;
  readonly trimesters: TrimesterStarts;
}

/** Their keys in the table of settings. */
export const SETTING = { brand: 'brand', notice: 'notice', trimesters: 'trimesters' } as const;

/** Seconds after which a change made by another process is known here. */
const KNOWN_AFTER = 3;

const DEFAULTS: LiveSettings = { brand: {}, notice: null, trimesters: TRIMESTER_STARTS };
const known = new WeakMap<Queryable, LiveSettings>();

/** The settings as last read; the defaults until then. */
export const liveSettings = (db: Queryable): LiveSettings => known.get(db) ?? DEFAULTS;

/** Reads them now: at the start, and in the process that has changed one. */
export async function readLiveSettings(db: Queryable): Promise<LiveSettings> {
  const rows = await db.rows<{ key: string; value: unknown }>(
    `select key, value from settings where key in ('brand', 'notice', 'trimesters')`,
  );
  const read: LiveSettings = { ...DEFAULTS, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
  known.set(db, read);
  return read;
}

/**
 * Keeps them true while other processes may change them. A database that is away changes nothing.
 *
 * @returns how to stop.
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
  const timer = setInterval(read, KNOWN_AFTER * 1_000);
  timer.unref();
  return () => clearInterval(timer);
}
