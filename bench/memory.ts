import { freePort } from '../test/support/running-app.ts';
import { databaseMb, median, residentMb } from './cpu.ts';
import { cookieOf, inTurn, makeTakers, startProgram, testsOfTen } from './families.ts';
import { openConnection } from './http.ts';
import { openInspector } from './inspector.ts';
import { measureWork } from './memory-work.ts';
import { atMost, type Options, pause, type Section, table } from './report.ts';
import { answer, complete, result, type Sitting, start } from './sitting.ts';

/** Attempts a second: about half of what the program can do on two cores. */
const PACE = 50;
const WORKERS = 16;

/** Seconds between two garbage collections in the long run. The memory in use after a collection is what the program really holds. */
const COLLECTS_EVERY_SECONDS = 60;

interface Sample {
  seconds: number;
  mb: number;
}

export async function measureMemory({ long, say }: Options): Promise<Section> {
  const length = long ? 1_800 : 45;
  // Seconds in which the heap has not reached its usual size yet.
  const warmUp = long ? 600 : 20;
  const work = await measureWork(long ? 30 : 8);
  const port = await freePort();
  const program = await startProgram(long ? { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` } : {});
  const inspector = long ? await openInspector(port) : undefined;
  try {
    const takers = inTurn(await makeTakers(program.db, long ? 20_000 : 2_000));
    const tests = await testsOfTen(program.db);
    await pause(5_000);
    const idle = { app: residentMb(program.pid), database: databaseMb(program.postmaster) };
    const samples: Sample[] = [];
    /** Samples after each collection: live and resident memory. */
    const held: Sample[] = [];
    const resident: Sample[] = [];
    const since = performance.now();
    const elapsed = () => (performance.now() - since) / 1000;
    let attempts = 0;
    let errors = 0;
    const caller = async () => {
      const connection = openConnection(program.url);
      while (elapsed() < length) {
        attempts += 1;
        const mine = attempts;
        await pause((mine / PACE - elapsed()) * 1000);
        const taker = takers();
        connection.as(cookieOf(taker));
        const begun = await start(connection, taker, tests[mine % tests.length] as number);
        if (begun.status !== 201) {
          errors += 1;
          continue;
        }
        const sitting = begun.json() as Sitting;
        for (let place = 0; place < 10; place += 1) await answer(connection, sitting, place, mine);
        await complete(connection, sitting);
        if ((await result(connection, sitting)).status !== 200) errors += 1;
      }
      connection.close();
    };
    const watch = async () => {
      while (elapsed() < length) {
        await pause(1_000);
        samples.push({ seconds: elapsed(), mb: residentMb(program.pid) });
        if (inspector && samples.length % COLLECTS_EVERY_SECONDS === 0) {
          await inspector.ask('HeapProfiler.collectGarbage');
          const { usedSize } = await inspector.ask('Runtime.getHeapUsage');
          held.push({ seconds: elapsed(), mb: Number(usedSize) / 1e6 });
          resident.push({ seconds: elapsed(), mb: residentMb(program.pid) });
        }
        if (samples.length % 60 === 0) say(`memory: ${samples.at(-1)?.mb.toFixed(0)} MB after ${samples.length} s`);
      }
    };
    await Promise.all([watch(), ...Array.from({ length: WORKERS }, caller)]);
    const loaded = { app: residentMb(program.pid), database: databaseMb(program.postmaster) };
    await pause(long ? 30_000 : 3_000);
    const after = { app: residentMb(program.pid), database: databaseMb(program.postmaster) };

    return sectionOf({ long, length, warmUp, work, attempts, errors, idle, loaded, after, samples, held, resident });
  } finally {
    inspector?.close();
    await program.close();
  }
}

interface Figures {
  long: boolean;
  /** Seconds of the load, and of its warm-up, which the growth per hour leaves out. */
  length: number;
  warmUp: number;
  work: Awaited<ReturnType<typeof measureWork>>;
  attempts: number;
  errors: number;
  idle: Sizes;
  loaded: Sizes;
  after: Sizes;
  samples: readonly Sample[];
  held: readonly Sample[];
  resident: readonly Sample[];
}

/** Sizes in MB. */
interface Sizes {
  app: number;
  database: number | undefined;
}

function sectionOf(figures: Figures): Section {
  const { long, length, warmUp, work, attempts, errors, idle, loaded, after, samples, held, resident } = figures;
  const steady = samples.filter(({ seconds }) => seconds >= warmUp);
  const afterWarmUp = (all: readonly Sample[]) => all.filter(({ seconds }) => seconds >= warmUp);
  const perHour = (all: readonly Sample[]) => slopeOf(afterWarmUp(all)) * 3600;
  const rise = perHour(held);
  const last = (all: readonly Sample[]) => `${afterWarmUp(all)[0]?.mb.toFixed(1)} → ${all.at(-1)?.mb.toFixed(1)} MB`;
  const grownBy = (all: readonly Sample[]) => (all.at(-1)?.mb ?? 0) - (afterWarmUp(all)[0]?.mb ?? 0);
  const mb = (value: number | undefined) => (value === undefined ? 'not readable' : value.toFixed(0));
  return {
    title: 'Memory',
    lines: [
      ...work.lines,
      `${length} s at ${(attempts / length).toFixed(0)} whole attempts a second, ${errors} errors. Resident size in MB, what the database's processes share counted once.`,
      '',
      ...table([
        ['', 'idle', 'under load, median', 'under load, most', 'at the end of the load', 'afterwards'],
        [
          'app',
          mb(idle.app),
          mb(median(steady.map((sample) => sample.mb))),
          mb(Math.max(...samples.map((sample) => sample.mb))),
          mb(loaded.app),
          mb(after.app),
        ],
        ['database', mb(idle.database), '', '', mb(loaded.database), mb(after.database)],
      ]),
      long
        ? `Garbage was collected once a minute. Behind that, over the last ${length - warmUp} s: objects alive ${last(held)} (${rise.toFixed(1)} MB/h), resident ${last(resident)} (${perHour(resident).toFixed(1)} MB/h).`
        : 'So short a time says nothing about growth; the long run does.',
      '',
    ],
    targets: long
      ? [
          ...work.targets,
          atMost('growth of the resident size over the soak, after ten minutes', grownBy(resident), 10, 'MB', 1),
          {
            what: 'growth of what the app keeps alive over the soak, after ten minutes',
            wanted: '≤ 1 MB/h',
            measured: `${rise.toFixed(1)} MB/h`,
            met: Number(rise.toFixed(1)) <= 1,
          },
        ]
      : work.targets,
  };
}

/** Returns the slope in MB a second of the regression line through the samples. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const [x, y] = [mean(({ seconds }) => seconds), mean(({ mb }) => mb)];
  const above = samples.reduce((sum, { seconds, mb }) => sum + (seconds - x) * (mb - y), 0);
  const below = samples.reduce((sum, { seconds }) => sum + (seconds - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
