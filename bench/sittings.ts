import type { SealedSitting } from '../src/domains/sitting/attempts/sealed-sitting.contract.ts';
import { pauseAfter } from '../src/web/device/queue.rules.ts';
import { percentile } from './cpu.ts';
import { cookieOf, inTurn, makeTakers, type Program, startProgram, type Taker, testsOfTen } from './families.ts';
import { openConnection } from './http.ts';
import { CHILDREN, THINK, whileChildrenAnswer } from './meanwhile.ts';
import { atMost, count, ms, type Options, pause, type Section, seconds, table } from './report.ts';
import { LETTERS } from './sitting.ts';

/** Maximum response time of other children's answers, as a multiple of that without sittings (p95). */
const RATIO = 2;
/** Connections over which the tests are prepared. */
const CONNECTIONS = 8;
/** How often a phone tries to send its sitting. */
const TRIES = 12;

/** A prepared test that was completed offline, as its phone stores it. */
interface Done {
  taker: Taker;
  attemptId: number;
  /** The answers of the sitting, in the order of the questions' ids. */
  given: string;
  body: object;
}

/** The outcome of the sittings. */
interface Outcome {
  /** Number of calls under way. */
  open: number;
  /** For each sitting, the milliseconds from its first sending until it was accepted. */
  took: number[];
  refused: number;
  notTaken: number;
}

const nothingYet = (): Outcome => ({ open: 0, took: [], refused: 0, notTaken: 0 });

/** Measures the time after a power cut, when all phones of a town send their offline sittings while other children answer. */
export async function measureSittings({ long, say }: Options): Promise<Section> {
  // The short run sends at the same rate: 200 a second.
  const plan = long ? { phones: 2_000, within: 10_000 } : { phones: 300, within: 1_500 };
  const program = await startProgram();
  try {
    const tests = await testsOfTen(program.db);
    const others = inTurn(await makeTakers(program.db, 400));
    const warming = await prepare(program, await makeTakers(program.db, 100), tests);
    const phones = await prepare(program, await makeTakers(program.db, plan.phones), tests);
    say(`${count(phones.length)} tests prepared`);
    // Warm-up: a program that has just started is still compiling its code.
    await whileChildrenAnswer(program, others, tests, async () => {
      await send(program, warming, 1_000, nothingYet());
      await pause(2_000);
    });
    const idle = () => whileChildrenAnswer(program, others, tests, () => pause(Math.max(plan.within, 4_000)));
    const before = await idle();
    const outcome = nothingYet();
    // An answer is not counted while all remaining phones only wait before they try again.
    const busy = await whileChildrenAnswer(
      program,
      others,
      tests,
      () => send(program, phones, plan.within, outcome),
      () => outcome.open > 0,
    );
    const quiet = [...before, ...(await idle())];
    const there = await countWhole(program, phones);
    say(`${count(there)} of ${count(phones.length)} there`);
    return sectionOf({ ...plan, there, outcome, quiet, busy });
  } finally {
    await program.close();
  }
}

/** Prepares and answers a test for each taker. */
async function prepare({ url }: Program, takers: readonly Taker[], tests: readonly number[]): Promise<Done[]> {
  const done: Done[] = [];
  let next = 0;
  const work = async () => {
    const connection = openConnection(url);
    while (next < takers.length) {
      const mine = next;
      next += 1;
      const taker = takers[mine] as Taker;
      const wanted = { childId: taker.childId, testIds: [tests[mine % tests.length] as number] };
      const reply = await connection.as(cookieOf(taker)).call('POST', '/api/prepared', wanted);
      if (reply.status !== 201) throw new Error(`preparing was answered with ${reply.status}`);
      const [sealed] = reply.json() as [SealedSitting];
      done.push(takenAlong(taker, sealed, mine));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return done;
}

function takenAlong(taker: Taker, { attemptId, ticket, questions }: SealedSitting, turn: number): Done {
  const letters = questions.map((_, place) => LETTERS[(place + turn) % 4] as string);
  const startedAt = Date.now();
  const at = (elapsedMs: number) => new Date(startedAt + elapsedMs).toISOString();
  const answers = questions.map(({ id }, place) => ({
    questionId: id,
    selectedAnswer: letters[place],
    elapsedMs: place * 10,
    at: at(place * 10),
    responseTime: 12,
    firstShownMs: place * 10,
    firstTapMs: place * 10 + 5,
    lastTapMs: place * 10 + 5,
    visibleMs: 12_000,
    changes: 0,
  }));
  const work = { shown: questions.map(({ id }) => id), awayTimes: 0, awayMs: 0, textsHeard: 0 };
  const body = { ticket, startedAt: at(0), finishedAt: at(100), elapsedMs: 100, answers, ...work };
  const given = questions
    .map(({ id }, place) => ({ id, letter: letters[place] }))
    .sort((one, other) => one.id - other.id)
    .map(({ id, letter }) => `${id}${letter}`)
    .join(',');
  return { taker, attemptId, given, body };
}

/** Sends each sitting, spread evenly over the time; a refused phone retries as the app does. */
async function send({ url }: Program, phones: readonly Done[], within: number, outcome: Outcome): Promise<void> {
  await Promise.all(
    phones.map(async ({ taker, attemptId, body }, index) => {
      await pause((index / phones.length) * within);
      const connection = openConnection(url).as(cookieOf(taker));
      const since = performance.now();
      for (let tries = 1; tries <= TRIES; tries += 1) {
        outcome.open += 1;
        const { status, retryAfter } = await connection.call('POST', `/api/prepared/${attemptId}/sitting`, body);
        outcome.open -= 1;
        if (status === 200) {
          outcome.took.push(performance.now() - since);
          return connection.close();
        }
        outcome.refused += 1;
        await pause(pauseAfter(tries, retryAfter));
      }
      outcome.notTaken += 1;
      connection.close();
    }),
  );
}

/** Counts the sittings that are in the database, graded, with every answer as it was given. */
async function countWhole({ db }: Program, phones: readonly Done[]): Promise<number> {
  const rows = await db.rows<{ id: number; answers: string }>(
    `select a.id, (select string_agg(w.question_id || w.selected_answer, ',' order by w.question_id) from answers w where w.attempt_id = a.id) as answers
     from attempts a where a.id = any($1) and a.completed and a.offline`,
    [phones.map(({ attemptId }) => attemptId)],
  );
  const found = new Map(rows.map(({ id, answers }) => [id, answers]));
  return phones.filter(({ attemptId, given }) => found.get(attemptId) === given).length;
}

function sectionOf(measured: {
  phones: number;
  within: number;
  there: number;
  outcome: Outcome;
  quiet: number[];
  busy: number[];
}): Section {
  const { phones, within, there, outcome, quiet, busy } = measured;
  const [took, idle, during] = [outcome.took, quiet, busy].map((times) =>
    [0.5, 0.95, 0.99].map((share) => percentile(times, share)),
  ) as [number[], number[], number[]];
  const row = (what: string, times: number[], how: number) => [what, times.map(ms).join('/'), count(how)];
  return {
    title: 'Sittings after a power cut',
    lines: [
      `${count(phones)} phones send a test of ten questions done without network, each over its own connection, within ${seconds(within)} s; refused ones try again as the app does. Meanwhile ${CHILDREN} children take tests, an answer each every ${THINK} ms; idle is the same without the phones, before and after. ${count(there)} were stored and graded with each answer; ${count(outcome.refused)} tries were refused, ${count(outcome.notTaken)} phones gave up.`,
      '',
      ...table([
        ['', 'p50/p95/p99, ms', 'calls'],
        row('a sitting, from its first try', took, outcome.took.length),
        row('an answer of others, idle', idle, quiet.length),
        row('an answer of others, meanwhile', during, busy.length),
      ]),
    ],
    targets: [
      atMost(`sittings lost of ${count(phones)}`, phones - there, 0, ''),
      atMost(
        'an answer of others while sittings arrive, p95 beside idle',
        (during[1] ?? 0) / (idle[1] ?? 0),
        RATIO,
        '×',
        2,
      ),
    ],
  };
}
