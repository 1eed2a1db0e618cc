import { PgBoss } from 'pg-boss';
import { connectionOptions } from '../db/database-address.ts';
import { messageWithoutRow } from '../db/database-errors.ts';
import type { Queryable } from '../db/db.ts';
import { type Figure, tally } from '../watch/figures.ts';
import type { Log } from '../watch/log.ts';
import { tracedWork } from '../watch/tracing.ts';

/**
 * A periodic job. Only one copy waits in the queue, but a long run can overlap with the next one in another process: `work` must be safe to
 * run twice at once.
 */
export interface Periodic {
  name: string;
  /** Seconds between the end of a run and the start of the next. */
  every: number;
  work: () => Promise<unknown>;
}

export interface Jobs {
  stop(): Promise<void>;
}

const turns = tally('job_turns_total', 'Turns of periodic work that this process did, by name', 'job');
const failures = tally('job_failures_total', 'Turns of periodic work that failed in this process, by name', 'job');
/** Seconds after which a due job counts as late; twice the longest polling interval. */
const LATE_SECONDS = 60;

/** Returns the metric of overdue jobs. The table is small: completed jobs are deleted within an hour. */
export const jobFigures = (db: Queryable): Figure[] => [
  {
    name: 'jobs_late',
    help: `Jobs that should have begun more than ${LATE_SECONDS} seconds ago`,
    read: async () => {
      const there = await db.row<{ there: boolean }>(`select to_regclass('jobs.job') is not null as there`);
      if (!there?.there) return 0;
      const late = await db.row<{ n: number }>(
        `select count(*) as n from jobs.job where state in ('created', 'retry') and start_after < now() - make_interval(secs => $1)`,
        [LATE_SECONDS],
      );
      return late?.n ?? 0;
    },
  },
];

/** Timeouts and TCP keep-alive for the driver: a silently lost connection must not block a worker. */
const IMPATIENT = { connectionTimeoutMillis: 5_000, query_timeout: 30_000, keepAlive: true };

/**
 * Runs periodic jobs from a queue in the database (pg-boss).
 *
 * Its cron has a resolution of one minute, too coarse for closing tests on time, so each run queues the next one. The
 * policy of the queue keeps a single copy waiting. A failed run is logged and repeated at the next turn.
 */
export async function startJobs(url: string, work: readonly Periodic[], log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    ...connectionOptions(url),
    schema: 'jobs',
    max: 3,
    ...IMPATIENT,
    application_name: 'caderneta-jobs',
    schedule: false,
  });
  boss.on('error', (error) => log.warn({ err: { message: error.message } }, 'job queue'));
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  const reminders: NodeJS.Timeout[] = [];
  for (const { name, every, work: turn } of work) {
    // The `short` policy keeps a single copy of the next run in the queue. A run interrupted by a crash blocks nothing:
    // jobs are safe to run twice at once.
    await boss.createQueue(name, { policy: 'short', retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 });
    const askFor = (startAfter: number) => boss.send(name, {}, { startAfter });
    await boss.work(name, { pollingIntervalSeconds: Math.min(Math.max(every / 5, 0.5), 30) }, async () => {
      try {
        await tracedWork(`job ${name}`, turn);
        turns(name);
      } catch (error) {
        failures(name);
        log.error({ job: name, err: { message: messageWithoutRow(error) } }, 'periodic work failed');
      } finally {
        await askFor(every);
      }
    });
    await askFor(0);
    // Queues the next run in case queueing failed while the database was unavailable.
    reminders.push(setInterval(() => void askFor(0).catch(() => {}), Math.max(every * 2, 30) * 1000).unref());
  }
  return {
    stop: async () => {
      for (const reminder of reminders) clearInterval(reminder);
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
