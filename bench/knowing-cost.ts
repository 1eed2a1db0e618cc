// CPU and response times of the next question of a diagnostic, of the map, and of answers during a calibration.
import { chooseNext, priorOfClass } from '../src/domains/knowing/diagnostic/diagnostic.rules.ts';
import { rebuildKnowledge } from '../src/domains/knowing/knowledge/knowledge.server.ts';
import type { Database } from '../src/server/db/db.ts';
import { appCpu, median, ownCpu, percentile } from './cpu.ts';
import { cookieOf, makeTakers, type Program, startProgram, type Taker, testsOfTen } from './families.ts';
import { openConnection } from './http.ts';
import { type Part, readBank, sequence } from './knowing-bank.ts';
import { atMost, count, ms, pause } from './report.ts';
import { answer, type Sitting, start } from './sitting.ts';

/** Measures the CPU of one choice among 5,600 questions after 24 answers. */
export function nextQuestion(): Part {
  const whole = readBank(5)
    .slice(0, 5600)
    .map((item) => ({ ...item, schoolClass: 4 }));
  const random = sequence(71);
  const asked = Array.from({ length: 24 }, (_, index) => index * 200);
  const answers = asked.map((_, index) => ({ isRight: index % 3 > 0, selectedAnswer: 'A' }));
  const choose = () => chooseNext({ asked, answers }, whole, priorOfClass('4º Ano'), new Set(), random);
  for (let turn = 0; turn < 20; turn += 1) choose();
  const turns = 100;
  const begin = ownCpu();
  for (let turn = 0; turn < turns; turn += 1) choose();
  return {
    lines: [],
    targets: [atMost('CPU to choose the next question among 5,600', (ownCpu() - begin) / turns, 15, 'ms', 2)],
  };
}

/** Attempts of each child, each on another day, and answers in each attempt. */
const ATTEMPTS = 50;
const EACH = 10;

/**
 * Creates children of the 4th class, each with fifty completed tests over a year. Every question is answered; each child has its own share
 * of right answers, on average three of four.
 */
async function populate(program: Program, answers: number): Promise<Taker[]> {
  const { db } = program;
  const takers = await makeTakers(db, Math.ceil(answers / (ATTEMPTS * EACH)));
  const children = takers.map(({ childId }) => childId);
  await db.transaction(async (transaction) => {
    // The rows are consistent by construction; checking a million foreign keys would take most of the time.
    await transaction.count('set local session_replication_role = replica');
    await transaction.count(
      `with test as (
         select *, row_number() over (order by id) - 1 as place, count(*) over () as all_tests from tests
         where active and version_id is not null and school_class = '4º Ano' and question_count = 10
       )
       insert into attempts (child_id, test_id, version_id, discipline, school_class, time_limit, attempt_date, deadline_at, state, completed,
         finished_at, valid, total_score, points, points_possible, time_spent, correct_answers, incorrect_answers, effort)
       select child, test.id, version_id, test.discipline, test.school_class, 900, began, began + interval '15 minutes', 'completed', true,
         began + interval '7 minutes', true, 70, 7, 10, 420, 7, 3, 'full'
       from unnest($1::int[]) as child cross join generate_series(0, $2::int - 1) as k join test on test.place = (child + k) % all_tests,
         lateral (select now() - make_interval(days => 1 + 7 * k) as began) as day`,
      [children, ATTEMPTS],
    );
    await transaction.count(
      `insert into answers (attempt_id, question_id, selected_answer, response_time, sequence, saved_at)
       select a.id, q.question_id, case when (a.id * 7 + q.position * 13) % 100 < 40 + a.child_id % 50 then q.correct_answer else q.letters[1 + a.id % 4] end,
         12, q.position, a.attempt_date
       from attempts a join version_questions q on q.version_id = a.version_id where a.child_id = any($1::int[])`,
      [children],
    );
  });
  await db.script('vacuum analyze');
  return takers;
}

/** Measures the program's CPU for a map, both whole and as the dashboard requests it, of children with fifty tests each. */
async function mapRead(program: Program, takers: readonly Taker[]): Promise<Part> {
  await rebuildKnowledge(program.db);
  const connection = openConnection(program.url);
  const costOf = async (query: string) => {
    const calls = 300;
    const one = async (index: number) => {
      const taker = takers[index % takers.length] as Taker;
      const reply = await connection
        .as(cookieOf(taker))
        .call('GET', `/api/children/${taker.childId}/knowledge${query}`);
      if (reply.status !== 200) throw new Error(`the map: ${reply.status}`);
    };
    for (let index = 0; index < 50; index += 1) await one(index);
    const before = appCpu(program.pid);
    for (let index = 0; index < calls; index += 1) await one(index);
    return (appCpu(program.pid) - before) / calls;
  };
  const [whole, brief] = [await costOf(''), await costOf('?brief=1')];
  connection.close();
  return {
    lines: [
      `The map of a child with ${ATTEMPTS} tests: ${ms(whole)} ms of CPU whole, ${ms(brief)} ms as on the dashboard.`,
      '',
    ],
    targets: [atMost('CPU to read a map', whole, 5, 'ms', 1)],
  };
}

const WRITERS = 4;

/** Returns the milliseconds of each answer of some children, who each answer one question after another until `work` has ended. */
async function answersUntil(
  program: Program,
  takers: readonly Taker[],
  isOver: () => Promise<boolean>,
): Promise<number[]> {
  const tests = await testsOfTen(program.db);
  const times: number[] = [];
  let going = true;
  const writers = takers.slice(0, WRITERS).map(async (taker, index) => {
    const connection = openConnection(program.url).as(cookieOf(taker));
    const sitting = (await start(connection, taker, tests[index] as number)).json() as Sitting;
    // A calibration on a busy machine takes longer than a test: without this the answers would miss their deadline.
    await program.db.count(`update attempts set deadline_at = now() + interval '1 day' where id = $1`, [sitting.id]);
    for (let turn = 0; going; turn += 1) {
      const reply = await answer(connection, sitting, turn % EACH, turn);
      if (reply.status !== 200) throw new Error(`an answer: ${reply.status}`);
      times.push(reply.took);
      await pause(5);
    }
    connection.close();
  });
  while (!(await isOver())) await pause(200);
  going = false;
  await Promise.all(writers);
  return times;
}

const DUE = `calibrated_at is null or calibrated_at < now() - interval '1 day'`;

const calibrations = async (db: Database, where: string): Promise<number> =>
  (await db.row<{ count: number }>(`select count(*)::int as count from calibrations where ${where}`))?.count ?? 0;

/** Seconds of answers without a calibration, measured before the calibration of each discipline. */
const QUIET_SECONDS = 10;

/**
 * Measures the 95th percentile of response times while the program calibrates the bank from this number of answers, one discipline after
 * another, and before each calibration.
 */
async function whileCalibrating(
  program: Program,
  takers: readonly Taker[],
  answers: number,
  say: (text: string) => void,
): Promise<Part> {
  const { db } = program;
  const disciplines = await db.rows<{ discipline: string }>('select distinct discipline from attempts order by 1');
  const rounds: { quiet: number; busy: number }[] = [];
  let took = 0;
  for (const { discipline } of disciplines) {
    say(`knowing: answers without and with a calibration of ${discipline}`);
    const quietUntil = performance.now() + QUIET_SECONDS * 1_000;
    const quiet = await answersUntil(program, takers, async () => performance.now() > quietUntil);
    await db.count(`update calibrations set calibrated_at = now() - interval '2 days' where discipline = $1`, [
      discipline,
    ]);
    await db.count(
      `update jobs.job set start_after = now() where name = 'calibrate-bank' and state in ('created', 'retry')`,
    );
    while ((await calibrations(db, 'claimed_at is not null')) === 0) await pause(100);
    const began = performance.now();
    const busy = await answersUntil(program, takers, async () => (await calibrations(db, DUE)) === 0);
    took += performance.now() - began;
    rounds.push({ quiet: percentile(quiet, 0.95), busy: percentile(busy, 0.95) });
  }
  const ratio = median(rounds.map(({ quiet, busy }) => busy / quiet));
  return {
    lines: [
      `While ${count(answers)} answers were calibrated in the program (${(took / 1_000).toFixed(0)} s in all), answers took at the 95th percentile, before and during each of ${rounds.length} disciplines, in ms: ${rounds.map(({ quiet, busy }) => `${ms(quiet)} and ${ms(busy)}`).join(', ')}.`,
      '',
    ],
    targets: [
      atMost(
        `answers during a calibration of ${count(answers)} answers, p95 against before, median of the disciplines`,
        ratio,
        1.5,
        '×',
        2,
      ),
      atMost(`that calibration in the program`, took / 60_000, 5, 'min', 1),
    ],
  };
}

/** Returns the parts that need the running program. */
export async function costs(answers: number, say: (text: string) => void): Promise<Part> {
  const program = await startProgram();
  try {
    // The program calibrates by itself after its start. Wait until that is over, because the answers are inserted afterwards.
    while ((await calibrations(program.db, `not (${DUE})`)) === 0 || (await calibrations(program.db, DUE)) > 0)
      await pause(200);
    const takers = await populate(program, answers);
    const parts = [
      await mapRead(program, takers),
      await whileCalibrating(program, takers.slice().reverse(), answers, say),
    ];
    return { lines: parts.flatMap(({ lines }) => lines), targets: parts.flatMap(({ targets }) => targets) };
  } finally {
    await program.close();
  }
}
