import { MAX_BEHIND_MS } from '../../src/server/db/replica.ts';
import { contradictions, type Final, type Operation, type Outcome } from './history.ts';
import { aFamily, type Caller, type RunningApp } from './running-app.ts';

const LETTERS = 'ABCD';
const AMOUNT = 9_000;
/** Milliseconds below which no answer was read: all attempts are *a lápis*, and a report tells how many there are. */
const QUICK_MS = 1;
/** The replica may be behind by its limit, and is checked every second, within a second for each of the two servers. */
export const REPLICA_BEHIND_MS = MAX_BEHIND_MS + 3_000;
const RECENT = 3;
/** Milliseconds after a call without a certain outcome: a process that is down refuses thousands a second. */
const RETRY_MS = 100;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

type Reply = Awaited<ReturnType<Caller['call']>>;
type Asked = { reply: Reply | undefined; at: { sent: number; ended: number; outcome: Outcome } };

/** Runs a statement in the database of the run, as its owner. */
export type Ask = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

interface Settings {
  /** Milliseconds between two calls of a family. */
  between?: number;
  /** Milliseconds by which a reply of a `stale` endpoint may be behind; 0 where there is no replica. */
  behind?: number;
}

/**
 * Families who take tests and buy plans, each calling all processes in turn with one session, read the dashboard (primary) and reports
 * (replica), and an administrator who reads the money received. Every call is recorded, to be checked by `contradictions`.
 */
export class History {
  readonly operations: Operation[] = [];
  /** Number of calls that were recorded; one reply can be several operations. */
  calls = 0;
  /** Replies other than success and 503 with `Retry-After`. */
  readonly wrong: string[] = [];
  /** Number of replies to reports, by status. */
  readonly reports: Record<string, number> = {};
  readonly between: number;
  readonly behind: number;
  stopped = false;
  #apps: readonly RunningApp[];
  #ask: Ask;
  #children: number[] = [];
  #running: Promise<void>[] = [];

  constructor(apps: readonly RunningApp[], ask: Ask, { between = 0, behind = 0 }: Settings = {}) {
    this.#apps = apps;
    this.#ask = ask;
    this.between = between;
    this.behind = behind;
  }

  async begin(families: number): Promise<void> {
    const url = (this.#apps[0] as RunningApp).url;
    const begun: Family[] = [];
    for (let index = 0; index < families; index += 1) {
      const family = await aFamily(url);
      const { body } = await family.call('GET', '/api/tests?class=4º Ano');
      await this.#ask(
        `update users set subscription_type = 'family-plus', subscription_end = now() + interval '1 year'
         where id = (select user_id from children where id = $1)`,
        [family.childId],
      );
      await this.#ask('update children set cover = 1 where id = $1', [family.childId]);
      this.#children.push(family.childId);
      begun.push(new Family(this, this.#callersOf(family), family.childId, body[0].id, index));
    }
    const admin = await aFamily(url);
    const [user] = await this.#ask<{ id: number }>(
      `update users set user_role = 'admin', is_admin = true where id = (select user_id from children where id = $1) returning id`,
      [admin.childId],
    );
    await this.#ask(`insert into second_factors (user_id, secret, enabled_at) values ($1, 'x', now())`, [user?.id]);
    await this.#ask('update sessions set confirmed_at = now() where user_id = $1', [user?.id]);
    this.#running = [...begun.map((family) => family.run()), this.#readMoney(this.#callersOf(admin))];
  }

  /** The same session on each process. */
  #callersOf({ cookie }: Caller): Caller[] {
    return this.#apps.map((app) => ({
      cookie,
      async call(method, path, body, headers) {
        const response = await fetch(app.url + path, {
          method,
          headers: {
            cookie: cookie(),
            ...headers,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        const json = response.headers.get('content-type')?.includes('json');
        return { status: response.status, headers: response.headers, body: json && text ? JSON.parse(text) : text };
      },
    }));
  }

  /** Calls a process, and returns the reply with how it is to be taken: only a refusal by its content is certain. */
  async timed(caller: Caller, ...[method, path, body, headers]: Parameters<Caller['call']>): Promise<Asked> {
    if (this.between > 0) await pause(this.between);
    const sent = performance.now();
    const reply = await caller.call(method, path, body, headers).catch(() => undefined);
    const ended = performance.now();
    const certain = reply && reply.status < 500 && reply.status !== 429;
    const outcome: Outcome = reply && reply.status < 300 ? 'done' : certain ? 'refused' : 'unknown';
    this.calls += 1;
    if (reply && outcome !== 'done' && !(reply.status === 503 && reply.headers.get('retry-after')))
      this.wrong.push(`${method} ${path}: ${reply.status}`);
    if (outcome === 'unknown') await pause(RETRY_MS);
    return { reply, at: { sent, ended, outcome } };
  }

  /** Every second reading asks for fresh data, as a page does after a change: that comes from the primary. */
  async #readMoney(callers: readonly Caller[]): Promise<void> {
    for (let turn = 0; !this.stopped; turn += 1) {
      const isFresh = Math.floor(turn / callers.length) % 2 === 0;
      const headers = isFresh ? { 'cache-control': 'max-age=0' } : {};
      const caller = callers[turn % callers.length] as Caller;
      const { reply, at } = await this.timed(caller, 'GET', '/api/admin/payments/summary', undefined, headers);
      if (reply?.status === 200) {
        const value = reply.body.received as number;
        this.operations.push({ kind: 'total', of: 'payments', value, behind: isFresh ? 0 : this.behind, ...at });
      }
      await pause(200);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.#running);
  }

  count(kind: Operation['kind']): number {
    return this.operations.filter((one) => one.kind === kind && one.outcome === 'done').length;
  }

  get unknown(): number {
    return this.operations.filter(({ outcome }) => outcome === 'unknown').length;
  }

  /** Compares the history with what the database holds; call it after `stop`. */
  async contradictions(): Promise<string[]> {
    const ofFamilies = 'in (select id from attempts where child_id = any($1))';
    const children = [this.#children];
    const final: Final = {
      answers: await this.#ask(
        `select attempt_id as attempt, question_id as question, selected_answer as letter, sequence from answers where attempt_id ${ofFamilies}`,
        children,
      ),
      scores: await this.#ask(
        `select id as attempt, child_id as child, total_score as score, effort = 'low' as counted from attempts
         where state = 'completed' and id ${ofFamilies}`,
        children,
      ),
      payments: await this.#ask(
        `select transaction_id::text as transaction, amount::int, status = 'completed' as completed from emis_payments`,
      ),
      receipts: await this.#ask(
        `select r.number::int, p.transaction_id::text as transaction, r.amount::int
         from receipts r join emis_payments p on p.id = r.payment_id`,
      ),
    };
    return contradictions(this.operations, final);
  }
}

/** A family that takes one test after the other and buys plans. */
class Family {
  #history: History;
  #callers: readonly Caller[];
  #childId: number;
  #testId: number;
  #turn: number;

  constructor(history: History, callers: readonly Caller[], childId: number, testId: number, turn: number) {
    this.#history = history;
    this.#callers = callers;
    this.#childId = childId;
    this.#testId = testId;
    this.#turn = turn;
  }

  #call(...given: Parameters<Caller['call']>): Promise<Asked> {
    this.#turn += 1;
    return this.#history.timed(this.#callers[this.#turn % this.#callers.length] as Caller, ...given);
  }

  async run(): Promise<void> {
    while (!this.#history.stopped) {
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
        const answer = { attemptId: attempt, questionId: question, selectedAnswer: letter, sequence };
        const { at } = await this.#call('POST', '/api/answers', { ...answer, visibleMs: QUICK_MS });
        this.#history.operations.push({ kind: 'write', attempt, question, letter, sequence, ...at });
      }
      await this.#readAnswers(attempt, sequences);
      if (this.#history.stopped) return;
    }
    await this.#complete(attempt);
    await this.#readScores(attempt);
  }

  async #readAnswers(attempt: number, sequences: ReadonlyMap<string, number>): Promise<void> {
    const { reply, at } = await this.#call('POST', '/api/attempts', { childId: this.#childId, testId: this.#testId });
    if (reply?.status !== 200 || reply.body.id !== attempt) return;
    const answers = (reply.body.answers as { questionId: number; selectedAnswer: string }[]).map((answer) => ({
      question: answer.questionId,
      letter: answer.selectedAnswer,
      sequence: sequences.get(`${answer.questionId}${answer.selectedAnswer}`) ?? 0,
    }));
    const key = /"correctAnswer"/.test(JSON.stringify(reply.body));
    this.#history.operations.push({ kind: 'read', attempt, answers, behind: 0, key, ...at });
  }

  async #complete(attempt: number): Promise<void> {
    for (let done = false; !done && !this.#history.stopped; ) {
      const { reply, at } = await this.#call('PUT', `/api/attempts/${attempt}`, { completed: true });
      done = reply?.status === 200;
      const score = done ? (reply?.body.totalScore as number) : undefined;
      this.#history.operations.push({ kind: 'completion', attempt, score, ...at });
    }
  }

  /** Reads the result and the dashboard, which come from the primary, and the report, which may come from the replica. */
  async #readScores(attempt: number): Promise<void> {
    const { operations, behind, reports } = this.#history;
    const result = await this.#call('GET', `/api/attempts/${attempt}`);
    if (result.reply?.status === 200) {
      const score = result.reply.body.attempt.totalScore as number | null;
      operations.push({ kind: 'score', attempt, score, behind: 0, ...result.at });
    }
    const recent = await this.#call('GET', `/api/recent-tests?childId=${this.#childId}&limit=${RECENT}`);
    if (recent.reply?.status === 200) {
      const listed = new Map<number, number | null>([[attempt, null]]);
      for (const row of recent.reply.body) listed.set(row.attempt.id, row.attempt.totalScore);
      for (const [id, score] of listed) operations.push({ kind: 'score', attempt: id, score, behind: 0, ...recent.at });
    }
    const report = await this.#call('GET', `/api/children/${this.#childId}/report`);
    const status = String(report.reply?.status ?? 'lost');
    reports[status] = (reports[status] ?? 0) + 1;
    if (report.reply?.status !== 200) return;
    const value = report.reply.body.pencil as number;
    operations.push({ kind: 'total', of: `child ${this.#childId}`, value, behind, ...report.at });
  }

  async #buy(): Promise<void> {
    const order = { planId: 'individual', amount: AMOUNT, paymentMethod: 'reference' };
    const begun = await this.#call('POST', '/api/emis/initiate-payment', order);
    const transaction = begun.reply?.body?.payment?.transactionId as string | undefined;
    if (begun.reply?.status !== 200 || !transaction) return;
    const { at } = await this.#call('POST', `/api/emis/complete-payment/${transaction}`, {});
    this.#history.operations.push({ kind: 'payment', transaction, amount: AMOUNT, ...at });
  }
}
