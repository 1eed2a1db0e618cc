import { cookieOf, type Program, type Taker } from './families.ts';
import { openConnection, type Reply } from './http.ts';
import { pause } from './report.ts';
import { answer, complete, type Sitting, start } from './sitting.ts';

/** Number of children who take tests during the measurement, and the pause of each between two answers in milliseconds. */
export const CHILDREN = 6;
export const THINK = 40;
/** Pause after a refusal in milliseconds, and the largest number of refusals in a row. */
const REFUSED = 1_000;
const TRIES = 10;

/**
 * Returns the milliseconds of each answer of these children until `work` has ended; the time of a refused answer runs until it is accepted.
 *
 * @param counts whether an answer that is given now is to be counted.
 */
export async function whileChildrenAnswer(
  program: Program,
  nextTaker: () => Taker,
  tests: readonly number[],
  work: () => Promise<void>,
  counts: () => boolean = () => true,
): Promise<number[]> {
  const took: number[] = [];
  let done = false;
  let turn = 0;
  const child = async () => {
    const connection = openConnection(program.url);
    while (!done) {
      turn += 1;
      const mine = turn;
      const taker = nextTaker();
      connection.as(cookieOf(taker));
      const begun = await untilTaken(201, () => start(connection, taker, tests[mine % tests.length] as number));
      const sitting = begun.json() as Sitting;
      for (let place = 0; place < sitting.questions.length && !done; place += 1) {
        const counted = counts();
        const reply = await untilTaken(200, () => answer(connection, sitting, place, mine));
        if (counted) took.push(reply.took);
        await pause(THINK);
      }
      await complete(connection, sitting);
    }
    connection.close();
  };
  const children = Promise.all(Array.from({ length: CHILDREN }, child));
  await Promise.race([
    children,
    work().finally(() => {
      done = true;
    }),
  ]);
  await children;
  return took;
}

async function untilTaken(status: number, call: () => Promise<Reply>): Promise<Reply> {
  const since = performance.now();
  for (let tries = 1; ; tries += 1) {
    const reply = await call();
    if (reply.status === status) return { ...reply, took: performance.now() - since };
    if (reply.status !== 503 || tries === TRIES) throw new Error(`a child's call was answered with ${reply.status}`);
    await pause(REFUSED);
  }
}
