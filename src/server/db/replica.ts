// Reading from a replica of the database. It is used only while it has replayed everything that the primary had written a few seconds ago.
// The contracts of endpoints say which of them may read from it (`stale`).

import { isDatabaseLost, Refused, refusalFor } from '../http/errors.ts';
import type { Figure } from '../watch/figures.ts';
import type { Log } from '../watch/log.ts';
import { type Database, openDatabase } from './db.ts';

/** Milliseconds by which the replica may be behind the primary. */
export const MAX_BEHIND_MS = 3_000;
/** Milliseconds between two checks, and the time in which each server must reply. */
const CHECK_EVERY_MS = 1_000;
const CHECK_WITHIN_MS = 1_000;

const POSITION =
  'select pg_current_wal_flush_lsn()::text as position, (select system_identifier::text from pg_control_system()) as system';
// The address may lead to the primary while there is no replica (haproxy's read port).
const STATE = `select (select system_identifier::text from pg_control_system()) as system,
  coalesce(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end >= $1::pg_lsn, false) as fresh`;

type State = 'usable' | 'behind' | 'unreachable' | 'foreign';

export interface Replica {
  readonly db: Database;
  /** Returns whether reads may use the replica now. */
  usable(): boolean;
  /**
   * Runs read-only work on the replica.
   *
   * @throws ReplicaLost when the work failed there; the primary can still be used.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Checks now, in addition to the check every second. */
  check(): Promise<State>;
  figures(): Figure[];
  close(): Promise<void>;
}

/** Thrown when work on the replica could not be finished. */
export class ReplicaLost extends Error {}

/** Remembers positions in the write-ahead log, each with the time at which the primary had written it. */
class Positions {
  #known: { at: number; position: string }[] = [];

  add(at: number, position: string): void {
    this.#known.push({ at, position });
  }

  /**
   * Returns the position that a server must have replayed to be at most `MAX_BEHIND_MS` behind, or undefined when the primary has not
   * replied lately.
   */
  required(now: number): string | undefined {
    this.#known = this.#known.filter(({ at }) => at >= now - MAX_BEHIND_MS);
    return this.#known[0]?.position;
  }
}

/** Keeps the state of the replica, and ends the reads under way when the replica is lost. */
function createStanding(log: Log) {
  let state: State = 'unreachable';
  /** Rejects each read under way. Only while it lasts, so that its reply is not kept in memory afterwards. */
  const reading = new Set<(error: ReplicaLost) => void>();

  const become = (next: State, reason?: unknown) => {
    if (next === 'unreachable') {
      // Calls that wait for the replica are moved to the primary.
      for (const reject of reading) reject(new ReplicaLost('the replica does not reply'));
    }
    if (next === state) return;
    state = next;
    const details = { state, ...(reason ? { err: { message: (reason as Error).message } } : {}) };
    if (state === 'usable') log.info(details, 'replica');
    else log.warn(details, 'replica is not used');
  };

  /** Waits for a read on the replica. @throws ReplicaLost as soon as the replica is lost. */
  const whileReachable = async <T>(read: Promise<T>): Promise<T> => {
    const lost = Promise.withResolvers<never>();
    reading.add(lost.reject);
    try {
      return await Promise.race([read, lost.promise]);
    } finally {
      reading.delete(lost.reject);
    }
  };

  return { become, state: () => state, whileReachable };
}

/**
 * Asks both servers for their positions, and sets the state of the replica.
 *
 * @param positions those of the primary so far, to which its current one is added.
 * @returns the new state.
 */
async function checkReplica(
  ofPrimary: Database,
  ofReplica: Database,
  positions: Positions,
  standing: ReturnType<typeof createStanding>,
): Promise<State> {
  const at = performance.now();
  let system: string | undefined;
  try {
    const now = await ofPrimary.row<{ position: string; system: string }>(POSITION);
    if (now) positions.add(at, now.position);
    system = now?.system;
  } catch {
    // The primary cannot be reached. Once the known positions are too old, it is unknown how far behind the replica is.
  }
  try {
    const position = positions.required(performance.now());
    const found = await ofReplica.row<{ system: string; fresh: boolean }>(STATE, [position ?? null]);
    if (system !== undefined && found?.system !== system) standing.become('foreign');
    else standing.become(found?.fresh ? 'usable' : 'behind');
  } catch (error) {
    standing.become('unreachable', error);
  }
  return standing.state();
}

/**
 * Opens a pool on the replica at `url`, which must lead to one server at a time, and checks it every second.
 *
 * The lag is measured by log positions, not by the replica's clock: a replica is fresh when it has replayed everything that the primary had
 * written `MAX_BEHIND_MS` ago. This also works on an idle primary, and for a replica that is cut off from it.
 */
export function openReplica(primary: Database, url: string, log: Log): Replica {
  const onIdleError = (error: Error) => log.warn({ err: { message: error.message } }, 'idle replica connection lost');
  const checking = { connections: 1, statementTimeout: CHECK_WITHIN_MS, onIdleError };
  // The checks use separate connections, so that they do not wait behind other statements.
  const [ofPrimary, ofReplica] = [openDatabase(primary.url, checking), openDatabase(url, checking)];
  const db = openDatabase(url, { onIdleError });
  const positions = new Positions();
  const standing = createStanding(log);

  const check = () => checkReplica(ofPrimary, ofReplica, positions, standing);
  let running: Promise<State> | undefined;
  const checkOnce = (): Promise<State> => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
  void checkOnce();
  const timer = setInterval(() => void checkOnce(), CHECK_EVERY_MS);
  timer.unref();

  return {
    db,
    usable: () => standing.state() === 'usable',
    async read(work) {
      try {
        return await standing.whileReachable(work(db));
      } catch (error) {
        if (error instanceof ReplicaLost) throw error;
        if (!isOfReplica(error)) throw error;
        if (isDatabaseLost(error)) standing.become('unreachable', error);
        throw new ReplicaLost((error as Error).message, { cause: error });
      }
    },
    check: checkOnce,
    figures: () => [
      {
        name: 'replica_usable',
        help: 'Whether reads go to the replica (1) or to the primary (0)',
        read: async () => Number(standing.state() === 'usable'),
      },
    ],
    async close() {
      clearInterval(timer);
      await running;
      await Promise.all([ofPrimary.close(), ofReplica.close(), db.close()]);
    },
  };
}

/** Returns whether the primary may succeed where the replica failed: unreachable, busy, read-only, or a conflict with replay (40001). */
const isOfReplica = (error: unknown): boolean =>
  !(error instanceof Refused) &&
  refusalFor(error)?.code === 'unavailable' &&
  (error as { code?: unknown }).code !== '57014';

/** Reads from the replica, or from the primary if the replica is lost meanwhile. */
export async function readStale<T>(
  replica: Replica,
  work: (db: Database) => Promise<T>,
  onPrimary: () => Promise<T>,
): Promise<T> {
  try {
    return await replica.read(work);
  } catch (error) {
    if (error instanceof ReplicaLost) return onPrimary();
    throw error;
  }
}
