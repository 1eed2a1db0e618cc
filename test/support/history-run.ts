import http from 'node:http';
import { MAX_BEHIND_MS } from '../../src/server/db/replica.ts';
import { Lost, pause, type Reply, send } from './faults.ts';
import { contradictions, type Final, type Operation, type Outcome } from './history.ts';
import { Family } from './history-families.ts';
import { aTaughtTest, Teacher } from './history-teachers.ts';
import { aFamily, type RunningApp } from './running-app.ts';

/** The replica may be behind by its limit, and is checked every second, within a second for each of the two servers. */
export const REPLICA_BEHIND_MS = MAX_BEHIND_MS + 3_000;
/** Milliseconds after a call without a certain outcome: a process that is down refuses thousands a second. */
const RETRY_MS = 250;
/** Milliseconds between two readings of the money received. */
const MONEY_MS = 200;
const TEACHERS = 3;
/** Number of accounts made at the same time: each needs a password hash. */
const TOGETHER = 4;

export interface Asked {
  /** Absent if the connection was lost. */
  reply: Reply | undefined;
  at: { sent: number; ended: number; outcome: Outcome };
}

/** Runs a statement in the database of the run, as its owner. */
export type Ask = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

interface Settings {
  /** Milliseconds between two calls of a family. */
  between?: number;
  /** Milliseconds by which a reply of a `stale` endpoint may be behind; 0 where there is no replica. */
  behind?: number;
}

/** Somebody who makes one call after the other, from one session, to all processes in turn. */
export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Asked>;

/**
 * Families who take tests and buy plans, read the dashboard (primary) and reports (replica), teachers who change the questions of one test
 * against each other while the families take it, and an administrator who reads the money received. Every call is recorded, to be checked by
 * `contradictions`.
 */
export class History {
  readonly operations: Operation[] = [];
  /** Number of calls that got a reply; one reply can be several operations. */
  calls = 0;
  /** Replies other than success, 503 with `Retry-After`, and 409 to a change of a question. */
  readonly wrong: string[] = [];
  /** Number of replies to reports, by status. */
  readonly reports: Record<string, number> = {};
  readonly between: number;
  readonly behind: number;
  stopped = false;
  #apps: readonly RunningApp[];
  #ask: Ask;
  #agent = new http.Agent({ keepAlive: true });
  #children: number[] = [];
  #taught: number[] = [];
  #people: (() => Promise<void>)[] = [];
  #running: Promise<unknown> = Promise.resolve();

  constructor(apps: readonly RunningApp[], ask: Ask, { between = 0, behind = 0 }: Settings = {}) {
    this.#apps = apps;
    this.#ask = ask;
    this.between = between;
    this.behind = behind;
  }

  async begin(families: number): Promise<void> {
    const maker = await this.#staff('teacher');
    const { testId, questions } = await aTaughtTest(this, maker);
    this.#taught.push(...questions);
    const begun: (() => Promise<void>)[] = [];
    while (begun.length < families) {
      const together = Math.min(TOGETHER, families - begun.length);
      const made = Array.from({ length: together }, (_, index) => this.#family(begun.length + index, testId));
      begun.push(...(await Promise.all(made)));
    }
    for (let index = 0; index < TEACHERS; index += 1) {
      const teacher = new Teacher(this, await this.#staff('teacher'), testId, index);
      begun.push(() => teacher.run());
    }
    const admin = await this.#staff('admin');
    this.#people = [...begun, () => this.#readMoney(admin)];
    this.go();
  }

  /** Begins, or goes on after `stop`. */
  go(): void {
    this.stopped = false;
    this.#running = Promise.all(this.#people.map((run) => run()));
  }

  async #family(index: number, taughtId: number): Promise<() => Promise<void>> {
    const account = await aFamily((this.#apps[0] as RunningApp).url);
    const { body } = await account.call('GET', '/api/tests?class=4º Ano');
    const testId = body.find((test: { id: number }) => test.id !== taughtId).id as number;
    await this.#ask(
      `update users set subscription_type = 'family-plus', subscription_end = now() + interval '1 year'
       where id = (select user_id from children where id = $1)`,
      [account.childId],
    );
    await this.#ask('update children set cover = 1 where id = $1', [account.childId]);
    this.#children.push(account.childId);
    const family = new Family(this, this.#callOf(account.cookie(), index), account.childId, [testId, taughtId]);
    return () => family.run();
  }

  /** Makes an account of the staff, with a fresh confirmation of a second factor. */
  async #staff(role: 'teacher' | 'admin'): Promise<Call> {
    const account = await aFamily((this.#apps[0] as RunningApp).url);
    const [user] = await this.#ask<{ id: number }>(
      `update users set user_role = $2, is_admin = ($2 = 'admin'), is_teacher = ($2 = 'teacher')
       where id = (select user_id from children where id = $1) returning id`,
      [account.childId, role],
    );
    await this.#ask(`insert into second_factors (user_id, secret, enabled_at) values ($1, 'x', now())`, [user?.id]);
    await this.#ask('update sessions set confirmed_at = now() where user_id = $1', [user?.id]);
    return this.#callOf(account.cookie(), 0);
  }

  /** @param turn which process is called first. */
  #callOf(cookie: string, turn: number): Call {
    let next = turn;
    return (method, path, body, headers = {}) => {
      const { url } = this.#apps[next % this.#apps.length] as RunningApp;
      next += 1;
      return this.#timed(method, path, () => send(url, method, path, { cookie, body, headers, agent: this.#agent }));
    };
  }

  /** Makes a call, and returns the reply with how it is to be taken: only a refusal by its content is certain. */
  async #timed(method: string, path: string, call: () => Promise<Reply>): Promise<Asked> {
    if (this.between > 0) await pause(this.between);
    const sent = performance.now();
    const reply = await call().catch((error: unknown) => {
      if (!(error instanceof Lost)) this.wrong.push(String(error));
      return undefined;
    });
    const ended = performance.now();
    const certain = reply && reply.status < 500 && reply.status !== 429;
    const outcome: Outcome = reply && reply.status < 300 ? 'done' : certain ? 'refused' : 'unknown';
    if (reply) this.calls += 1;
    if (reply && outcome !== 'done' && !isExpected(reply, method))
      this.wrong.push(`${method} ${path}: ${reply.status}`);
    if (outcome === 'unknown') await pause(RETRY_MS);
    return { reply, at: { sent, ended, outcome } };
  }

  /** Every third and fourth reading asks for fresh data, as a page does after a change: that comes from the primary. */
  async #readMoney(call: Call): Promise<void> {
    for (let turn = 0; !this.stopped; turn += 1) {
      const isFresh = turn % 4 < 2;
      const headers: Record<string, string> = isFresh ? { 'cache-control': 'max-age=0' } : {};
      const { reply, at } = await call('GET', '/api/admin/payments/summary', undefined, headers);
      if (reply?.status === 200) {
        const value = reply.body.received as number;
        this.operations.push({ kind: 'total', of: 'payments', value, behind: isFresh ? 0 : this.behind, ...at });
      }
      await pause(MONEY_MS);
    }
  }

  /** Resolves after the given number of further replies. @throws what somebody met that is no reply. */
  async more(replies: number): Promise<void> {
    const enough = this.calls + replies;
    const waited = async () => {
      while (this.calls < enough) await pause(50);
    };
    await Promise.race([waited(), this.#running]);
  }

  /** Resolves when everybody has come to an end: families finish the attempts that they have begun. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.#running;
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
      questions: await this.#ask(
        `select id as question, revision, statement as text from questions where id = any($1)`,
        [this.#taught],
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

/** A process that is overloaded or without its database says when to come again, and a teacher who was too late may look again. */
const isExpected = ({ status, headers }: Reply, method: string) =>
  (status === 503 && headers['retry-after'] !== undefined) || (status === 409 && method === 'PUT');
