// Open-loop load: simulated children keep answering whether or not earlier answers succeed, and retry by the app's own
// rules. A probe measures when writes succeed again.

import { pauseAfter, readRetryAfter } from '../../src/web/device/queue.rules.ts';
import { aTaker, nextAnswer, send, type Taker } from '../../test/support/faults.ts';
import { type KeptAnswer, Ledger } from '../../test/support/ledger.ts';
import type { RunningApp } from '../../test/support/running-app.ts';
import { type Cluster, insist, NAMES, type Name, pause } from './machines.ts';

type Answer = ReturnType<typeof nextAnswer>;

/** Answers after which a phone completes its test and begins another: what was lost before is then not hidden by a later answer. */
const ANSWERS_PER_ATTEMPT = 30;

interface Refusals {
  statuses: Record<string, number>;
  withoutRetryAfter: number;
}

export class Load {
  acknowledged = 0;
  tapped = 0;
  /** Number of attempts that phones completed. */
  completed = 0;
  readonly ledger = new Ledger();
  readonly refusals: Refusals = { statuses: {}, withoutRetryAfter: 0 };
  /** Moments at which a write of the probe succeeded. */
  readonly successes: number[] = [];
  #queues = new Map<Taker, Map<number, Answer>>();
  #takers: Taker[] = [];
  #prober: Taker | undefined;
  #going = true;
  #tapping = true;
  #loops: Promise<void>[] = [];
  #apps: readonly RunningApp[];

  constructor(apps: readonly RunningApp[]) {
    this.#apps = apps;
  }

  async begin(phones: number): Promise<void> {
    const first = this.#apps[0] as RunningApp;
    while (this.#takers.length < phones + 1) this.#takers.push(await insist(() => aTaker(first.url)));
    this.#prober = this.#takers.at(-1);
    for (const [index, taker] of this.#takers.entries()) {
      const queue = new Map<number, Answer>();
      this.#queues.set(taker, queue);
      const probing = taker === this.#prober;
      this.#loops.push(this.#tap(taker, queue, probing), this.#empty(taker, queue, index, probing));
    }
  }

  async #tap(taker: Taker, queue: Map<number, Answer>, probing: boolean): Promise<void> {
    while (this.#going) {
      if (this.#tapping && (probing || taker.turn < ANSWERS_PER_ATTEMPT)) {
        const answer = nextAnswer(taker);
        // A newer choice for the same question replaces the one that waits.
        queue.delete(answer.questionId);
        queue.set(answer.questionId, answer);
        this.ledger.sending(answer);
        this.tapped += 1;
      }
      await pause(probing ? 200 : 400);
    }
  }

  async #empty(taker: Taker, queue: Map<number, Answer>, index: number, probing: boolean): Promise<void> {
    let failures = 0;
    while (this.#going) {
      const answer = queue.values().next().value;
      const app = this.#apps[(index + failures) % this.#apps.length] as RunningApp;
      if (!answer) {
        if (!probing && taker.turn >= ANSWERS_PER_ATTEMPT && !(await this.#another(taker, app))) failures += 1;
        await pause(20);
        continue;
      }
      let retryAfter: number | null = null;
      try {
        const reply = await send(app.url, 'POST', '/api/answers', { cookie: taker.cookie, body: answer });
        if (reply.status === 200) {
          this.ledger.acknowledged(answer);
          if (queue.get(answer.questionId) === answer) queue.delete(answer.questionId);
          this.acknowledged += 1;
          failures = 0;
          if (probing) this.successes.push(Date.now());
          continue;
        }
        const header = reply.headers['retry-after'] ?? null;
        retryAfter = readRetryAfter(header, Date.now());
        this.#refused(String(reply.status));
        if (!header) this.refusals.withoutRetryAfter += 1;
      } catch {
        this.#refused('lost');
      }
      failures += 1;
      // The probe does not wait as phones do, so that it finds the first moment at which writes succeed.
      await pause(probing ? 200 : pauseAfter(failures, retryAfter));
    }
  }

  /** Completes the test of a phone and begins the next; returns whether both were acknowledged. */
  async #another(taker: Taker, app: RunningApp): Promise<boolean> {
    const given = { cookie: taker.cookie };
    const steps = [
      () => send(app.url, 'PUT', `/api/attempts/${taker.attemptId}`, { ...given, body: { completed: true } }),
      () =>
        send(app.url, 'POST', '/api/attempts', { ...given, body: { childId: taker.childId, testId: taker.testId } }),
    ];
    for (const step of steps) {
      const reply = await step().catch(() => undefined);
      if (!reply || reply.status >= 300) {
        this.#refused(String(reply?.status ?? 'lost'));
        if (reply && !reply.headers['retry-after']) this.refusals.withoutRetryAfter += 1;
        await pause(pauseAfter(1, readRetryAfter(reply?.headers['retry-after'] ?? null, Date.now())));
        return false;
      }
      if (reply.body.questions) {
        taker.attemptId = reply.body.id;
        taker.questions = reply.body.questions.map(({ id }: { id: number }) => id);
        taker.turn = 0;
        this.completed += 1;
      }
    }
    return true;
  }

  #refused(what: string): void {
    this.refusals.statuses[what] = (this.refusals.statuses[what] ?? 0) + 1;
  }

  waiting(): number {
    return [...this.#queues.values()].reduce((sum, queue) => sum + queue.size, 0);
  }

  /** Returns the seconds of the longest interval without a successful write after `since`, once writes succeed again. */
  async backSince(since: number, settle = 4_000): Promise<number> {
    const deadline = Date.now() + 90_000;
    while (Date.now() < deadline) {
      const after = this.successes.filter((moment) => moment >= since);
      const steady = after.filter((moment) => moment > Date.now() - 2_000).length >= 3;
      if (steady && Date.now() - since > settle) {
        // Not until the end of that interval: before a switchover the primary makes a checkpoint, and goes on writing meanwhile.
        const moments = [since, ...after];
        return Math.max(...after.map((moment, index) => moment - (moments[index] as number))) / 1_000;
      }
      await pause(100);
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Waits until a phone has completed a test; gives up after five minutes. */
  async someCompleted(): Promise<void> {
    const deadline = Date.now() + 300_000;
    while (this.completed === 0 && Date.now() < deadline) await pause(100);
  }

  /** Stops the children and lets the phones send the answers that are queued. */
  async drain(): Promise<number> {
    this.#tapping = false;
    const deadline = Date.now() + 150_000;
    while (this.waiting() > 0 && Date.now() < deadline) await pause(100);
    return this.waiting();
  }

  resume(): void {
    this.#tapping = true;
  }

  async stop(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#loops);
  }

  /** Compares all that was acknowledged since the beginning with the database, and returns what does not fit. */
  async faults(cluster: Cluster, primary: Name): Promise<string[]> {
    const rows = await cluster.statement<KeptAnswer>(
      primary,
      `select attempt_id as "attemptId", question_id as "questionId", selected_answer as letter, sequence from answers
       where attempt_id = any($1)`,
      'caderneta',
      [this.ledger.attempts],
    );
    return this.ledger.faults(rows);
  }
}

interface Written {
  id: number;
  timeline: string;
  sent: number;
  acknowledged: number;
}

/**
 * Writes directly to each machine, bypassing Patroni and haproxy. Two machines that both accept writes are detected in two ways: a write is
 * acknowledged on an older timeline after one was acknowledged on a newer timeline, or an acknowledged write is missing later.
 */
export class SplitBrain {
  #written: Written[] = [];
  #going = true;
  #loops: Promise<void>[] = [];
  #next = 0;
  #cluster: Cluster;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  async begin(primary: Name): Promise<void> {
    await this.#cluster.statement(primary, 'create table machine_writes (id int primary key)', 'postgres');
    this.#loops = NAMES.map(async (name) => {
      while (this.#going) {
        this.#next += 1;
        const id = this.#next;
        const sent = Date.now();
        const rows = await Promise.race([
          this.#cluster
            .statement<{ timeline: string }>(
              name,
              'insert into machine_writes values ($1) returning substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline',
              'postgres',
              [id],
            )
            .catch(() => []),
          pause(30_000).then(() => []),
        ]);
        if (rows[0]) this.#written.push({ id, timeline: rows[0].timeline, sent, acknowledged: Date.now() });
        await pause(200);
      }
    });
  }

  async end(primary: Name): Promise<{ writes: number; onTwo: number; gone: number }> {
    this.#going = false;
    await Promise.all(this.#loops);
    // A write counts when it was sent to the older timeline after the newer one had acknowledged a write.
    const onTwo = this.#written.filter(({ timeline, sent }) =>
      this.#written.some((newer) => newer.timeline > timeline && newer.acknowledged < sent),
    ).length;
    const kept = await this.#cluster.statement<{ id: number }>(primary, 'select id from machine_writes', 'postgres');
    const ids = new Set(kept.map(({ id }) => id));
    return { writes: this.#written.length, onTwo, gone: this.#written.filter(({ id }) => !ids.has(id)).length };
  }
}
