// Measures how long the app's queries wait for locks, from pg_locks. Unlike response times, this does not depend on the load of the machine.
import { clientFor } from '../src/server/db/database-address.ts';

/** Polling interval in milliseconds. */
const LOOK_MS = 20;

export interface LockWait {
  milliseconds: number;
  /** The beginning of the statement that waited, and of the one it waited for. */
  waiting: string;
  blocking: string;
}

/**
 * Starts measuring.
 *
 * @returns a function that stops measuring and returns the longest wait.
 */
export async function watchLocks(url: string): Promise<() => Promise<LockWait>> {
  const client = clientFor(url, 'caderneta-topology');
  await client.connect();
  let longest: LockWait = { milliseconds: 0, waiting: '', blocking: '' };
  let watching = true;
  const look = async () => {
    while (watching) {
      const { rows } = await client.query<LockWait>(
        `select (extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as milliseconds, left(a.query, 160) as waiting,
           coalesce((select left(b.query, 160) from pg_stat_activity b where b.pid = (pg_blocking_pids(a.pid))[1]), '') as blocking
         from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and l.locktype in ('relation', 'transactionid', 'tuple') and a.application_name = 'caderneta'
           and l.waitstart is not null
         order by l.waitstart limit 1`,
      );
      const [wait] = rows;
      if (wait && wait.milliseconds > longest.milliseconds) longest = wait;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };
  const looking = look();
  return async () => {
    watching = false;
    await looking;
    await client.end();
    return longest;
  };
}
