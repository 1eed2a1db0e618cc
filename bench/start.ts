import { percentile } from './cpu.ts';
import { cookieOf, makeTakers, startProgram, type Taker, testsOfTen } from './families.ts';
import { openConnection } from './http.ts';
import { count, ms, type Options, pause, type Section, table } from './report.ts';
import { answer, complete, result, type Sitting, start } from './sitting.ts';

interface Plan {
  takers: number;
  /** Seconds over which the attempts begin, evenly spread. */
  within: number;
  /** Shortest and longest pause before an answer, in seconds. */
  think: readonly [number, number];
}

export async function measureStart({ long, say }: Options): Promise<Section> {
  // The short run begins attempts at the same rate: 200 a second.
  const plan: Plan = long
    ? { takers: 2_000, within: 10, think: [30, 90] }
    : { takers: 300, within: 1.5, think: [1, 4] };
  const program = await startProgram();
  try {
    const takers = await makeTakers(program.db, plan.takers + 200);
    const tests = await testsOfTen(program.db);
    const outcome: Outcome = { start: [], answer: [], complete: [], result: [], errors: new Map() };
    // Warm-up: a program that has just started is still compiling its code.
    const warming: Outcome = { start: [], answer: [], complete: [], result: [], errors: new Map() };
    await Promise.all(
      takers.slice(plan.takers).map((taker, index) => sit(program.url, taker, tests, index, 0, warming)),
    );
    const since = performance.now();
    await Promise.all(
      takers.slice(0, plan.takers).map(async (taker, index) => {
        await pause((index / plan.takers) * plan.within * 1000);
        const [least, most] = plan.think;
        // Pauses are evenly spread and the same in every run.
        const think = least + (((index * 7919) % plan.takers) / plan.takers) * (most - least);
        await sit(program.url, taker, tests, index, think * 1000, outcome);
      }),
    );
    say(`${plan.takers} takers in ${((performance.now() - since) / 1000).toFixed(1)} s`);
    return sectionOf(plan, outcome);
  } finally {
    await program.close();
  }
}

type Times = Record<'start' | 'answer' | 'complete' | 'result', number[]>;
type Outcome = Times & { errors: Map<string, number> };

async function sit(url: string, taker: Taker, tests: readonly number[], index: number, think: number, into: Outcome) {
  const wrong = (what: string) => into.errors.set(what, (into.errors.get(what) ?? 0) + 1);
  // Each phone has a separate connection, opened within the time that is measured.
  const connection = openConnection(url).as(cookieOf(taker));
  const begun = await start(connection, taker, tests[index % tests.length] as number);
  into.start.push(begun.took);
  if (begun.status !== 201) {
    wrong(`start ${begun.status}`);
    return connection.close();
  }
  const sitting = begun.json() as Sitting;
  await pause(think);
  for (let place = 0; place < 10; place += 1) {
    const reply = await answer(connection, sitting, place, index);
    into.answer.push(reply.took);
    if (reply.status !== 200) wrong(`answer ${reply.status}`);
    await pause(100);
  }
  const done = await complete(connection, sitting);
  into.complete.push(done.took);
  if (done.status !== 200) wrong(`complete ${done.status}`);
  const seen = await result(connection, sitting);
  into.result.push(seen.took);
  if (seen.status !== 200) wrong(`result ${seen.status}`);
  connection.close();
}

function sectionOf(plan: Plan, outcome: Outcome): Section {
  const errors = [...outcome.errors.values()].reduce((sum, one) => sum + one, 0);
  const rows = (['start', 'answer', 'complete', 'result'] as const).map((name) => [
    name,
    count(outcome[name].length),
    ...[0.5, 0.95, 0.99, 1].map((share) => ms(percentile(outcome[name], share))),
  ]);
  const told = [...outcome.errors].map(([what, times]) => `${what}: ${times}`).join(', ');
  return {
    title: 'Start',
    lines: [
      `${count(plan.takers)} takers begin within ${plan.within} s, each on a connection of its own, think ${plan.think.join('–')} s, answer ten questions 0.1 s apart, finish and look at the result. A refusal (503) counts as an error.`,
      '',
      ...table([['call, ms', 'calls', 'p50', 'p95', 'p99', 'longest'], ...rows]),
      ...(errors === 0 ? [] : [`Errors: ${told}.`, '']),
      'A university’s Moodle 4.5 on 12 + 4 virtual CPUs held 2,000 simultaneous takers with 0 errors (2026).',
      '',
    ],
    targets: [
      { what: `errors among ${count(plan.takers)} takers`, wanted: '0', measured: String(errors), met: errors === 0 },
    ],
  };
}
