import { pause } from './faults.ts';
import type { Call, History } from './history-run.ts';

const LETTERS = 'ABCD';
const AMOUNT = 9_000;
/** Purchases that a family makes at once, and then an hour: the service allows 30 an hour. */
const PURCHASES = { first: 4, hourly: 24 };
const HOUR_MS = 3_600_000;
/** Milliseconds below which no answer was read: all attempts are *a lápis*, and a report tells how many there are. */
const QUICK_MS = 1;
const RECENT = 3;

interface Question {
  id: number;
  statement: string;
}

/** A family that takes its tests in turn and buys plans. */
export class Family {
  #history: History;
  #call: Call;
  #childId: number;
  /** The first is taken twice as often; the last is changed by teachers. */
  #testIds: readonly [number, number];
  /** Number of attempts that were completed. */
  #attempts = 0;
  #bought = 0;
  #since = performance.now();

  constructor(history: History, call: Call, childId: number, testIds: readonly [number, number]) {
    this.#history = history;
    this.#call = call;
    this.#childId = childId;
    this.#testIds = testIds;
  }

  async run(): Promise<void> {
    while (!this.#history.stopped) {
      // A start whose reply was lost is repeated at once: otherwise the list of recent tests may have newer ones only.
      if (await this.#attempt(this.#testIds[this.#attempts % 3 === 2 ? 1 : 0])) this.#attempts += 1;
      const allowed = PURCHASES.first + (PURCHASES.hourly * (performance.now() - this.#since)) / HOUR_MS;
      if (this.#bought < Math.floor(allowed)) await this.#buy();
    }
  }

  /** Starts a test, or goes on with the one that a lost reply had started. */
  async #start(testId: number): Promise<{ id: number; questions: number[] } | undefined> {
    const { reply, at } = await this.#call('POST', '/api/attempts', { childId: this.#childId, testId });
    if (reply?.status !== 201 && reply?.status !== 200) return void (await pause(100));
    const { id, questions } = reply.body as { id: number; questions: Question[] };
    this.#show(testId, id, questions, reply.status === 201, at);
    return { id, questions: questions.map((question) => question.id) };
  }

  /** Records the texts of a test that teachers change. @param isNew whether the attempt was begun by this call. */
  #show(testId: number, attempt: number, questions: Question[], isNew: boolean, at: Awaited<ReturnType<Call>>['at']) {
    if (testId !== this.#testIds[1]) return;
    for (const { id, statement } of questions)
      this.#history.operations.push({ kind: 'shown', question: id, text: statement, attempt, isNew, ...at });
  }

  /** @returns whether the test was started, and then also completed. */
  async #attempt(testId: number): Promise<boolean> {
    const started = await this.#start(testId);
    if (!started) return false;
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
      await this.#readAnswers(testId, attempt, sequences);
    }
    await this.#complete(attempt);
    await this.#readScores(attempt);
    return true;
  }

  async #readAnswers(testId: number, attempt: number, sequences: ReadonlyMap<string, number>): Promise<void> {
    const { reply, at } = await this.#call('POST', '/api/attempts', { childId: this.#childId, testId });
    if (reply?.status !== 200 || reply.body.id !== attempt) return;
    this.#show(testId, attempt, reply.body.questions, false, at);
    const answers = (reply.body.answers as { questionId: number; selectedAnswer: string }[]).map((answer) => ({
      question: answer.questionId,
      letter: answer.selectedAnswer,
      sequence: sequences.get(`${answer.questionId}${answer.selectedAnswer}`) ?? 0,
    }));
    const key = /"correctAnswer"/.test(JSON.stringify(reply.body));
    this.#history.operations.push({ kind: 'read', attempt, answers, behind: 0, key, ...at });
  }

  async #complete(attempt: number): Promise<void> {
    for (let done = false; !done; ) {
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
    this.#bought += 1;
    const order = { planId: 'individual', amount: AMOUNT, paymentMethod: 'reference' };
    const begun = await this.#call('POST', '/api/emis/initiate-payment', order);
    const transaction = begun.reply?.body?.payment?.transactionId as string | undefined;
    if (begun.reply?.status !== 200 || !transaction) return;
    const { at } = await this.#call('POST', `/api/emis/complete-payment/${transaction}`, {});
    this.#history.operations.push({ kind: 'payment', transaction, amount: AMOUNT, ...at });
  }
}
