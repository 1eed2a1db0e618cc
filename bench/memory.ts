import { databaseMb, median, residentMb } from './cpu.ts';
import { cookieOf, inTurn, makeTakers, startProgram, testsOfTen } from './families.ts';
import { openConnection } from './http.ts';
import { type Options, pause, type Section, table } from './report.ts';
import { answer, complete, result, type Sitting, start } from './sitting.ts';

/** Attempts a second: about half of what the program can do on two cores. */
const PACE = 50;
const WORKERS = 16;

interface Sample {
  seconds: number;
  mb: number;
}

export async function measureMemory({ long, say }: Options): Promise<Section> {
  const length = long ? 1_800 : 45;
  // Until then the heap is still finding its size.
  const warmUp = long ? 600 : 20;
  const program = await startProgram();
  try {
    const takers = inTurn(await makeTakers(program.db, long ? 20_000 : 2_000));
    const tests = await testsOfTen(program.db);
    await pause(5_000);
    const idle = { app: residentMb(program.pid), database: databaseMb(program.postmaster) };
    const samples: Sample[] = [];
    const since = performance.now();
    const elapsed = () => (performance.now() - since) / 1000;
    let attempts = 0;
    let errors = 0;
    const work = async () => {
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
        if (samples.length % 60 === 0) say(`memory: ${samples.at(-1)?.mb.toFixed(0)} MB after ${samples.length} s`);
      }
    };
    await Promise.all([watch(), ...Array.from({ length: WORKERS }, work)]);
    const loaded = { app: residentMb(program.pid), database: databaseMb(program.postmaster) };
    await pause(long ? 30_000 : 3_000);
    const after = { app: residentMb(program.pid), database: databaseMb(program.postmaster) };

    const steady = samples.filter(({ seconds }) => seconds >= warmUp);
    const rise = slopeOf(steady) * 3600;
    const mb = (value: number | undefined) => (value === undefined ? 'not readable' : value.toFixed(0));
    return {
      title: 'Memory',
      lines: [
        `${length} s at ${(attempts / length).toFixed(0)} whole attempts a second, ${errors} errors. The app's resident size, and the database's with what its processes share counted once, in MB.`,
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
        `Slope of the app over the last ${length - warmUp} s: ${rise.toFixed(1)} MB/h.${long ? '' : ' So short a time says nothing about an hour; the long run does.'}`,
        '',
      ],
      targets: long
        ? [
            {
              what: 'growth of the app over the soak, after ten minutes',
              wanted: '≤ 1 MB/h',
              measured: `${rise.toFixed(1)} MB/h`,
              met: Number(rise.toFixed(1)) <= 1,
            },
          ]
        : [],
    };
  } finally {
    await program.close();
  }
}

/** MB a second: the line that lies closest to the samples. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const [x, y] = [mean(({ seconds }) => seconds), mean(({ mb }) => mb)];
  const above = samples.reduce((sum, { seconds, mb }) => sum + (seconds - x) * (mb - y), 0);
  const below = samples.reduce((sum, { seconds }) => sum + (seconds - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
