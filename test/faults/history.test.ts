import { afterAll, expect, test } from 'vitest';
import { note, type OwnServer, ownServer, pause } from '../support/faults.ts';
import { contradictions, type Final, type Operation, type Outcome } from '../support/history.ts';
import { aFamily, type Caller, type RunningApp, runningApp } from '../support/running-app.ts';

// A history of concurrent calls to two processes, one of which or whose database is killed now and then, is checked for contradictions
// (test/support/history.test.ts plants them).

const ROUNDS = Number(process.env['HISTORY_ROUNDS'] ?? 1);
const FAMILIES = 6;
const LETTERS = 'ABCD';
/** Calls that must be recorded before the next fault. */
const BETWEEN = Number(process.env['HISTORY_BETWEEN'] ?? 200);

const server: OwnServer = await ownServer();
const apps: RunningApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.dispose();
  await server.dispose();
});

const operations: Operation[] = [];
let stopped = false;

type Reply = Awaited<ReturnType<Caller['call']>>;

/** Calls one process after the other, and returns the reply with how it is to be taken: only a refusal by its content is certain. */
async function timed(callers: readonly Caller[], turn: number, method: string, path: string, body?: unknown) {
  const caller = callers[turn % callers.length] as Caller;
  const sent = performance.now();
  const reply: Reply | undefined = await caller.call(method, path, body).catch(() => undefined);
  const certain = reply && reply.status < 500 && reply.status !== 429;
  const outcome: Outcome = reply && reply.status < 300 ? 'done' : certain ? 'refused' : 'unknown';
  return { reply, at: { sent, ended: performance.now(), outcome } };
}

/** A family that takes one test after the other and buys plans, on both processes with one session. */
class Family {
  #callers: Caller[] = [];
  #childId = 0;
  #testId = 0;
  #turn: number;

  constructor(turn: number) {
    this.#turn = turn;
  }

  async begin(): Promise<void> {
    const family = await aFamily((apps[0] as RunningApp).url);
    this.#childId = family.childId;
    this.#callers = apps.map(({ url }) => ({
      cookie: family.cookie,
      async call(method, path, body) {
        const response = await fetch(url + path, {
          method,
          headers: { cookie: family.cookie(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        return {
          status: response.status,
          headers: response.headers,
          body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
        };
      },
    }));
    const { body } = await family.call('GET', '/api/tests?class=4º Ano');
    this.#testId = body[0].id;
  }

  #call(method: string, path: string, body?: unknown) {
    this.#turn += 1;
    return timed(this.#callers, this.#turn, method, path, body);
  }

  async run(): Promise<void> {
    while (!stopped) {
      await this.#attempt();
      await this.#buy();
    }
  }

  /** Starts a test, or goes on with the one that a lost reply had started. */
  async #start(): Promise<{ id: number; questions: number[] } | undefined> {
    const { reply } = await this.#call('POST', '/api/attempts', { childId: this.#childId, testId: this.#testId });
    if (reply?.status !== 201 && reply?.status !== 200) return void (await pause(100));
    return { id: reply.body.id, questions: reply.body.questions.map(({ id }: { id: number }) => id) };
  }

  async #attempt(): Promise<void> {
    const started = await this.#start();
    if (!started) return;
    const { id: attempt, questions } = started;
    let sequence = 0;
    const sequences = new Map<string, number>();
    // Each question is answered with rising letters, so that a letter tells which answer it is.
    for (const letter of LETTERS) {
      for (const question of questions) {
        sequence += 1;
        sequences.set(`${question}${letter}`, sequence);
        const given = { attemptId: attempt, questionId: question, selectedAnswer: letter, sequence };
        const { at } = await this.#call('POST', '/api/answers', given);
        operations.push({ kind: 'write', attempt, question, letter, sequence, ...at });
      }
      await this.#read(attempt, sequences);
      if (stopped) return;
    }
    await this.#complete(attempt);
  }

  async #read(attempt: number, sequences: ReadonlyMap<string, number>): Promise<void> {
    const { reply, at } = await this.#call('POST', '/api/attempts', { childId: this.#childId, testId: this.#testId });
    if (reply?.status !== 200 || reply.body.id !== attempt) return;
    const answers = (reply.body.answers as { questionId: number; selectedAnswer: string }[]).map((answer) => ({
      question: answer.questionId,
      letter: answer.selectedAnswer,
      sequence: sequences.get(`${answer.questionId}${answer.selectedAnswer}`) ?? 0,
    }));
    operations.push({
      kind: 'read',
      attempt,
      answers,
      behind: 0,
      key: /"correctAnswer"/.test(JSON.stringify(reply.body)),
      ...at,
    });
  }

  async #complete(attempt: number): Promise<void> {
    for (let done = false; !done && !stopped; ) {
      const { reply, at } = await this.#call('PUT', `/api/attempts/${attempt}`, { completed: true });
      done = reply?.status === 200;
      operations.push({ kind: 'completion', attempt, score: done ? reply?.body.totalScore : undefined, ...at });
    }
    for (let turn = 0; turn < 2; turn += 1) {
      const { reply, at } = await this.#call('GET', `/api/attempts/${attempt}`);
      if (reply?.status !== 200) continue;
      operations.push({ kind: 'score', attempt, score: reply.body.attempt.totalScore, behind: 0, ...at });
    }
  }

  async #buy(): Promise<void> {
    const amount = 9_000;
    const begun = await this.#call('POST', '/api/emis/initiate-payment', {
      planId: 'individual',
      amount,
      paymentMethod: 'reference',
    });
    const transaction = begun.reply?.body?.payment?.transactionId as string | undefined;
    if (begun.reply?.status !== 200 || !transaction) return;
    const { at } = await this.#call('POST', `/api/emis/complete-payment/${transaction}`, {});
    operations.push({ kind: 'payment', transaction, amount, ...at });
  }
}

async function finalState(): Promise<Final> {
  const rows = <Row>(text: string) => server.run<Row>(text, [], 'history');
  return {
    answers: await rows(
      'select attempt_id as attempt, question_id as question, selected_answer as letter, sequence from answers',
    ),
    scores: await rows(`select id as attempt, total_score as score from attempts where state = 'completed'`),
    payments: await rows(
      `select transaction_id::text as transaction, amount::int, status = 'completed' as completed from emis_payments`,
    ),
    receipts: await rows(
      `select r.number::int, p.transaction_id::text as transaction, r.amount::int from receipts r join emis_payments p on p.id = r.payment_id`,
    ),
  };
}

test(
  `kills of each process and of the database, ${ROUNDS} times, leave no contradiction in what families saw`,
  async () => {
    await server.run('create database history');
    const environment = {
      DATABASE_URL: server.url('history'),
      SECRET_KEY: 'a-secret-only-for-tests-a-secret-only-for-tests',
    };
    for (let count = 0; count < 2; count += 1) apps.push(await runningApp(environment));
    for (const app of apps) await app.start();
    const families = Array.from({ length: FAMILIES }, (_, index) => new Family(index));
    for (const family of families) await family.begin();
    await server.run(
      `update users set subscription_type = 'family-plus', subscription_end = now() + interval '1 year'`,
      [],
      'history',
    );
    await server.run('update children set cover = 1', [], 'history');

    const running = families.map((family) => family.run());
    const enough = async () => {
      const next = operations.length + BETWEEN;
      await expect.poll(() => operations.length, { timeout: 300_000 }).toBeGreaterThan(next);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const app of apps) {
        await enough();
        await app.kill();
        await app.start();
      }
      await enough();
      await server.kill();
      await server.restart();
    }
    await enough();
    stopped = true;
    await Promise.all(running);

    const count = (kind: Operation['kind']) =>
      operations.filter((one) => one.kind === kind && one.outcome === 'done').length;
    for (const kind of ['write', 'read', 'completion', 'score', 'payment'] as const)
      expect(count(kind), kind).toBeGreaterThan(0);
    expect(operations.some(({ outcome }) => outcome === 'unknown')).toBe(true);
    note('operations', {
      all: operations.length,
      unknown: operations.filter(({ outcome }) => outcome === 'unknown').length,
    });
    expect(contradictions(operations, await finalState())).toEqual([]);
  },
  300_000 * (2 + ROUNDS),
);
