import { openDatabase } from '../src/server/db/db.ts';
import { bareServer } from './bare.ts';
import { appCpu, databaseCpu, machineCpu, median, ownCpu, percentile } from './cpu.ts';
import { cookieOf, inTurn, makeTakers, type Program, startProgram, testsOfTen } from './families.ts';
import { type Connection, openConnection } from './http.ts';
import { type LimitFigures, type Load, limit, POOL, versionsOf } from './limit.ts';
import { type PlainFigures, type PlainStatements, plainStatements } from './pgbench.ts';
import { atMost, ms, type Options, pause, type Section, table } from './report.ts';
import { answer, CALLS, type CallName, complete, result, type Sitting, start } from './sitting.ts';

export interface ExamFigures {
  attempts: number;
  perSecond: number;
  appCpu: number;
  databaseCpu: number;
  generatorCpu: number;
  /** Share of the machine's CPU in this slice that was used neither by the bench nor by the measured program. */
  foreign: number;
  errors: number;
  /** p50, p95, p99 in ms, by call. */
  calls: Record<CallName, [number, number, number]>;
}

/** Whole attempts over HTTP: start, ten answers, complete, result. */
export async function exam(program: Pick<Program, 'url' | 'pid' | 'postmaster'>, load: Load): Promise<ExamFigures> {
  const times: Record<CallName, number[]> = { start: [], answer: [], complete: [], result: [] };
  const { tests, nextTaker } = load;
  let attempts = 0;
  let errors = 0;
  let turn = 0;
  const one = async (connection: Connection) => {
    turn += 1;
    const mine = turn;
    const taker = nextTaker();
    connection.as(cookieOf(taker));
    const started = await start(connection, taker, tests[mine % tests.length] as number);
    times.start.push(started.took);
    if (started.status !== 201) {
      errors += 1;
      return;
    }
    const sitting = started.json() as Sitting;
    for (let place = 0; place < sitting.questions.length; place += 1) {
      const { status, took } = await answer(connection, sitting, place, mine);
      times.answer.push(took);
      if (status !== 200) errors += 1;
    }
    const done = await complete(connection, sitting);
    times.complete.push(done.took);
    const seen = await result(connection, sitting);
    times.result.push(seen.took);
    if (done.status !== 200 || seen.status !== 200) errors += 1;
    attempts += 1;
  };
  const before = countersOf(program);
  const since = performance.now();
  await Promise.all(
    Array.from({ length: load.concurrency }, async () => {
      const connection = openConnection(program.url, load.encodings);
      while (performance.now() < since + load.milliseconds) await one(connection);
      connection.close();
    }),
  );
  const took = performance.now() - since;
  const after = countersOf(program);
  const used = (name: keyof typeof after) => after[name] - before[name];
  return {
    attempts,
    perSecond: (attempts * 1000) / took,
    appCpu: used('app') / attempts,
    databaseCpu: used('database') / attempts,
    generatorCpu: used('own') / attempts,
    foreign: Math.max(0, 1 - (used('app') + used('database') + used('own')) / used('machine')),
    errors,
    calls: Object.fromEntries(
      CALLS.map((name) => [name, [0.5, 0.95, 0.99].map((share) => percentile(times[name], share))]),
    ) as ExamFigures['calls'],
  };
}

const countersOf = ({ pid, postmaster }: Pick<Program, 'pid' | 'postmaster'>) => ({
  app: appCpu(pid),
  database: databaseCpu(postmaster),
  own: ownCpu(),
  machine: machineCpu(),
});

/** Number of different tests. Few, so that the warm-up creates nearly all their orders; prime, so that a child gets another test at its next turn. */
const TESTS = 31;

/** CPU milliseconds a second that the program uses without any call. */
interface Idle {
  app: number;
  database: number;
}

async function idleOf(program: Program): Promise<Idle> {
  await untilSettled(program);
  const before = countersOf(program);
  await pause(IDLE_FOR);
  const after = countersOf(program);
  const each = (name: 'app' | 'database') => ((after[name] - before[name]) * 1000) / IDLE_FOR;
  return { app: each('app'), database: each('database') };
}
const IDLE_FOR = 10_000;
/** Milliseconds to wait until the daily jobs have begun: longer than the longest polling interval of the queue, 30 s. */
const DAILY_JOBS_BEGIN = 35_000;

/**
 * Waits until the jobs have done the work that attempts cause, events delivered and mails sent, and until no job that takes longer is
 * running: the daily ones begin within half a minute after a start, and would count for the attempts.
 */
async function untilSettled({ db }: Program): Promise<void> {
  for (;;) {
    const left = await db.row<{ n: number }>(
      `select (select count(*) from outbox where delivered_at is null)
         + (select count(*) from mails where state = 'waiting' and next_try_at <= now())
         + (select count(*) from jobs.job where state = 'active' and started_on < clock_timestamp() - interval '1 second') as n`,
    );
    if (left?.n === 0) return;
    await pause(200);
  }
}

/**
 * The exam with all the work that it causes: CPU is counted until the jobs have delivered the events and sent the mails. For the time after
 * the last call, the CPU that the idle program uses is subtracted.
 */
async function examAndJobs(
  program: Program,
  load: Load,
  idle: Idle,
): Promise<ExamFigures & { jobsAfterwards: number }> {
  await untilSettled(program);
  const figures = await exam(program, load);
  const before = countersOf(program);
  const since = performance.now();
  await untilSettled(program);
  const after = countersOf(program);
  const seconds = (performance.now() - since) / 1000;
  const more = (name: 'app' | 'database') =>
    Math.max(0, after[name] - before[name] - idle[name] * seconds) / figures.attempts;
  const [app, database] = [more('app'), more('database')];
  return {
    ...figures,
    appCpu: figures.appCpu + app,
    databaseCpu: figures.databaseCpu + database,
    jobsAfterwards: app + database,
  };
}

/** The peer's figures (Moodle 4.5, the same ten questions), by concurrency. */
const PEER: Record<number, { perSecond: number; cpu: string; answer: string }> = {
  1: { perSecond: 0.99, cpu: '990 (550 + 430)', answer: '79 / 87 / 93' },
  8: { perSecond: 1.71, cpu: '1080 (610 + 460)', answer: '378 / 475 / 515' },
  32: { perSecond: 1.7, cpu: '1130 (650 + 490)', answer: '1538 / 1935 / 2047' },
};

/** Limit of CPU as a multiple of the bare server's, by concurrency. */
const BARE_RATIO: Record<number, number> = { 1: 4, 8: 3.5, 32: 3 };

interface Figures {
  exams: Awaited<ReturnType<typeof examAndJobs>>[];
  limits: LimitFigures[];
  plain: PlainFigures[];
  bare: PlainFigures[];
}

const middle = <T>(all: readonly T[], pick: (one: T) => number): number => median(all.map(pick));

export async function measureExam({ long, say }: Options): Promise<Section> {
  const rounds = long ? 7 : 3;
  const milliseconds = long ? 10_000 : 3_000;
  const program = await startProgram();
  try {
    const takers = inTurn(await makeTakers(program.db, long ? 20_000 : 3_000));
    const tests = (await testsOfTen(program.db)).slice(0, TESTS);
    const plainly = await plainStatements(program, tests[0] as number, await makeTakers(program.db, 32));
    const bareOne = await bareServer(program, tests[0] as number, await makeTakers(program.db, 32));
    // As autovacuum would have done in a database older than a few minutes.
    await program.db.script('vacuum analyze');
    const driver = openDatabase(program.databaseUrl, { connections: POOL });
    const versions = await versionsOf(driver);
    const load = (concurrency: number, time = milliseconds): Load => ({
      concurrency,
      milliseconds: time,
      nextTaker: takers,
      tests,
    });
    // Warm-up, until both have compiled their hot code and nearly all orders of the tests exist. Each order is created once.
    await exam(program, load(16, 30_000));
    await pause(DAILY_JOBS_BEGIN);
    await limit(driver, versions, program.postmaster, load(16, 2_000));
    await plainly.run(16, 2_000);
    await bareOne.run(16, 5_000);

    const idle = await idleOf(program);
    const figures = new Map<number, Figures>();
    for (const concurrency of [1, 8, 32]) {
      const exams: Figures['exams'] = [];
      const limits: LimitFigures[] = [];
      const plain: PlainFigures[] = [];
      const bare: PlainFigures[] = [];
      for (let round = 0; round < rounds; round += 1) {
        exams.push(await examAndJobs(program, load(concurrency), idle));
        limits.push(await limit(driver, versions, program.postmaster, load(concurrency)));
        plain.push(await plainly.run(concurrency, milliseconds));
        bare.push(await bareOne.run(concurrency, milliseconds));
        say(
          `exam × ${concurrency}, round ${round + 1}: ${exams.at(-1)?.perSecond.toFixed(0)} attempts/s, the limit ${limits.at(-1)?.perSecond.toFixed(0)}, ${plainly.driver} ${plain.at(-1)?.perSecond.toFixed(0)}, the bare server ${bare.at(-1)?.perSecond.toFixed(0)}`,
        );
      }
      figures.set(concurrency, { exams, limits, plain, bare });
    }
    await driver.close();
    bareOne.close();
    return sectionOf(figures, plainly, idle, rounds, milliseconds);
  } finally {
    await program.close();
  }
}

const cpuOfPlain = (plain: PlainFigures): number => plain.driverCpu + plain.databaseCpu;

/** Returns the app's CPU as a multiple of another's in the same round: the middle value, and the range. */
function ratiosOf(exams: Figures['exams'], others: readonly number[]) {
  const ratios = exams.map((one, index) => (one.appCpu + one.databaseCpu) / (others[index] as number));
  const middle = median(ratios);
  return {
    middle,
    text: `${middle.toFixed(2)} × (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  };
}

function besideRow(concurrency: number, exams: Figures['exams'], others: readonly PlainFigures[]): (string | number)[] {
  const [drives, below] = [middle(others, (one) => one.driverCpu), middle(others, (one) => one.databaseCpu)];
  return [
    concurrency,
    middle(others, (one) => one.perSecond).toFixed(1),
    `${middle(others, cpuOfPlain).toFixed(2)} (${drives.toFixed(2)} + ${below.toFixed(2)})`,
    ratiosOf(exams, others.map(cpuOfPlain)).text,
  ];
}

/** @param shares attempts a second as a share of the limit (limit.ts), by concurrency. */
function targetsOf(figures: ReadonlyMap<number, Figures>, shares: ReadonlyMap<number, number>): Section['targets'] {
  const errors = [...figures.values()].flatMap(({ exams }) => exams).reduce((sum, one) => sum + one.errors, 0);
  const share = shares.get(32) ?? 0;
  return [
    ...[...figures].map(([concurrency, { exams, bare }]) =>
      atMost(
        `CPU per attempt at concurrency ${concurrency}, app + database, beside a bare Node server`,
        ratiosOf(exams, bare.map(cpuOfPlain)).middle,
        BARE_RATIO[concurrency] as number,
        '×',
        2,
      ),
    ),
    {
      what: 'attempts/s at concurrency 32, as a share of the limit',
      wanted: '≥ 0.5',
      measured: share.toFixed(2),
      met: Number(share.toFixed(2)) >= 0.5,
    },
    atMost('errors of the exam', errors, 0, 'calls'),
  ];
}

function callRows(figures: ReadonlyMap<number, Figures>): (string | number)[][] {
  const calls: (string | number)[][] = [['call, ms p50/p95/p99', '1', '8', '32']];
  for (const name of CALLS) {
    calls.push([
      name,
      ...[...figures.values()].map(({ exams }) =>
        [0, 1, 2].map((index) => ms(middle(exams, (one) => one.calls[name][index as 0]))).join('/'),
      ),
    ]);
  }
  calls.push(['Moodle, save and next', ...[1, 8, 32].map((concurrency) => PEER[concurrency]?.answer ?? '')]);
  return calls;
}

function sectionOf(
  figures: ReadonlyMap<number, Figures>,
  { driver: plainDriver }: PlainStatements,
  idle: Idle,
  rounds: number,
  milliseconds: number,
): Section {
  const rows: (string | number)[][] = [
    [
      'concurrency',
      'attempts/s',
      'share of the limit',
      'CPU-ms per attempt (app + database)',
      'of it jobs after the last call',
      'limit: CPU-ms (driver + database)',
      'Moodle attempts/s',
      'Moodle CPU-ms',
    ],
  ];
  const besideHead = (who: string) => [
    'concurrency',
    'attempts/s',
    `CPU-ms per attempt (${who} + database)`,
    'the app beside it, median (least to most)',
  ];
  const plainRows: (string | number)[][] = [besideHead('driver')];
  const bareRows: (string | number)[][] = [besideHead('server')];
  const shares = new Map<number, number>();
  let foreign = 0;
  for (const [concurrency, { exams, limits, plain, bare }] of figures) {
    const rate = middle(exams, (one) => one.perSecond);
    const app = middle(exams, (one) => one.appCpu);
    const database = middle(exams, (one) => one.databaseCpu);
    const share = middle(
      exams.map((one, index) => ({ one, limit: limits[index] as LimitFigures })),
      (pair) => pair.one.perSecond / pair.limit.perSecond,
    );
    const driver = middle(limits, (one) => one.driverCpu);
    const below = middle(limits, (one) => one.databaseCpu);
    foreign = Math.max(foreign, ...exams.map((one) => one.foreign));
    rows.push([
      concurrency,
      rate.toFixed(1),
      share.toFixed(2),
      `${(app + database).toFixed(2)} (${app.toFixed(2)} + ${database.toFixed(2)})`,
      middle(exams, (one) => one.jobsAfterwards).toFixed(2),
      `${(driver + below).toFixed(2)} (${driver.toFixed(2)} + ${below.toFixed(2)})`,
      PEER[concurrency]?.perSecond ?? '',
      PEER[concurrency]?.cpu ?? '',
    ]);
    plainRows.push(besideRow(concurrency, exams, plain));
    bareRows.push(besideRow(concurrency, exams, bare));
    shares.set(concurrency, share);
  }
  return {
    title: 'Exam',
    lines: [
      `Whole attempts over HTTP (start, ten answers, complete, result; brotli) against one app process; the limit is the same SQL statements sent straight by the driver. The CPU of an attempt is counted until its events are delivered and its mail is sent, without the ${(idle.app + idle.database).toFixed(0)} CPU-ms a second of the idle program. Generator, app and database share the cores. Medians of ${rounds} rounds of ${milliseconds / 1000} s, in turn. At most ${Math.round(foreign * 100)} % of the machine's busy time in an exam belonged to something else.`,
      '',
      ...table(rows),
      `Thirteen plain statements an attempt (one insert, ten answers, one update, one read; each committed by itself, nothing checked), sent by ${plainDriver} in turn with the exam:`,
      '',
      ...table(plainRows),
      `The same statements behind Node's HTTP server: \`node:http\`, \`JSON.parse\` and the driver with ${POOL} connections. It checks nothing, and has no sessions, times of answers, averages or messages.`,
      '',
      ...table(bareRows),
      ...table(callRows(figures)),
    ],
    targets: targetsOf(figures, shares),
  };
}
