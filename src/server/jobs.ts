import { PgBoss } from 'pg-boss';
import type { Queryable } from './db.ts';
import { type Figure, tally } from './figures.ts';
import type { Log } from './log.ts';
import { tracedWork } from './tracing.ts';

/** Work done over and over, once however many processes run. */
export interface Periodic {
  name: string;
  /** Seconds between the end of one turn and the start of the next. */
  every: number;
  work: () => Promise<unknown>;
}

export interface Jobs {
  stop(): Promise<void>;
}

const turns = tally('job_turns_total', 'Turns of periodic work that this process did, by name', 'job');
const failures = tally('job_failures_total', 'Turns of periodic work that failed in this process, by name', 'job');
/** Seconds after its time from which a job counts as late; the longest pause between two looks is half of it. */
const LATE = 60;

/** Jobs whose time has come and gone. The table is small: what is done leaves it within the hour. */
export const jobFigures = (db: Queryable): Figure[] => [
  {
    name: 'jobs_late',
    help: `Jobs that should have begun more than ${LATE} seconds ago`,
    read: async () => {
      const there = await db.row<{ there: boolean }>(`select to_regclass('jobs.job') is not null as there`);
      if (!there?.there) return 0;
      const late = await db.row<{ n: number }>(
        `select count(*) as n from jobs.job where state in ('created', 'retry') and start_after < now() - make_interval(secs => $1)`,
        [LATE],
      );
      return late?.n ?? 0;
    },
  },
];

/** For the driver beneath: a connection that dies without a word must not keep a worker waiting for ever. */
const IMPATIENT = { connectionTimeoutMillis: 5_000, query_timeout: 30_000, keepAlive: true };

/**
 * Runs periodic work from a queue kept in the database (pg-boss).
 *
 * Cron there has a grain of a minute, too coarse for closing tests on time; so each turn queues the next one, and a
 * fixed key keeps a single copy of it waiting. A turn that fails is logged and comes round again like any other.
 */
export async function startJobs(url: string, work: readonly Periodic[], log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
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
    // `short` keeps one copy of the next turn waiting, however often and from wherever it is asked for. A turn cut off by
    // a crash blocks nobody: work is written so that two turns at once do no harm.
    await boss.createQueue(name, { policy: 'short', retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 });
    const askFor = (startAfter: number) => boss.send(name, {}, { startAfter });
    await boss.work(name, { pollingIntervalSeconds: Math.min(Math.max(every / 5, 0.5), 30) }, async () => {
      try {
        await tracedWork(`job ${name}`, turn);
        turns(name);
      } catch (error) {
        failures(name);
        log.error({ job: name, err: { message: (error as Error).message } }, 'periodic work failed');
      } finally {
        await askFor(every);
      }
    });
    await askFor(0);
    // Should the next turn not get queued because the database was away, this queues it.
    reminders.push(setInterval(() => void askFor(0).catch(() => {}), Math.max(every * 2, 30) * 1000).unref());
  }
  return {
    stop: async () => {
      for (const reminder of reminders) clearInterval(reminder);
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
