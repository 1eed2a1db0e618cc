import { createHash, randomBytes } from 'node:crypto';
import { findSession } from '../src/features/accounts/accounts.store.ts';
import {
  completeAttempt,
  findAnswers,
  findStartContext,
  insertAttempt,
  lockAttempt,
  upsertAnswer,
} from '../src/features/attempts/attempts.store.ts';
import { findAttempt } from '../src/features/results/results.store.ts';
import { hashToken } from '../src/server/config.ts';
import { type Database, openDatabase } from '../src/server/db.ts';
import { monthInLuanda, nextMonth, startOfDay, trimesterOf } from '../src/shared/calendar.ts';
import { appCpu, databaseCpu, percentile } from './cpu.ts';
import { createClient } from './http.ts';

/** A family that takes tests in a loop: its session, its child, and what it may take. */
export interface Taker {
  userId: number;
  childId: number;
  token: string;
}

/** Families straight into the database: what is measured is taking tests, not hashing passwords. */
export async function makeTakers(db: Database, wanted: number): Promise<Taker[]> {
  const takers: Taker[] = [];
  const run = randomBytes(4).toString('hex');
  for (let index = 0; index < wanted; index += 1) {
    const name = `medida-${run}-${index}`;
    const user = await db.row<{ id: number }>(
      `insert into users (username, username_key, password_hash, email, full_name, subscription_type, subscription_end, terms_version)
       values ($1, $1, 'none', 'medida@familia.example', 'Medida', 'family-plus', now() + interval '1 year', 'bench') returning id`,
      [name],
    );
    const userId = user?.id as number;
    const child = await db.row<{ id: number }>(
      `insert into children (user_id, full_name, school_class, cover, consent_version) values ($1, 'Maria', '4º Ano', 1, 'bench') returning id`,
      [userId],
    );
    const token = createHash('sha256').update(name).digest('base64url');
    await db.count(
      `insert into sessions (token_hash, user_id, expires_at, device, address) values ($1, $2, now() + interval '1 day', 'bench', '127.0.0.1')`,
      [hashToken(token), userId],
    );
    takers.push({ userId, childId: child?.id as number, token });
  }
  return takers;
}

export interface ExamFigures {
  concurrency: number;
  attempts: number;
  attemptsPerSecond: number;
  appCpuPerAttempt: number;
  databaseCpuPerAttempt: number;
  errors: number;
  /** p50, p95, p99 in ms, by call. */
  calls: Record<string, [number, number, number]>;
}

interface Measured {
  pid: number;
  postmaster: number;
}

const LETTERS = 'ABCD';

/** Whole attempts over HTTP: start, ten answers, complete, result. */
export async function exam(
  base: string,
  takers: readonly Taker[],
  tests: readonly number[],
  seconds: number,
  { pid, postmaster }: Measured,
): Promise<ExamFigures> {
  const client = createClient(base, takers.length);
  const times: Record<string, number[]> = { start: [], answer: [], complete: [], result: [] };
  let attempts = 0;
  let errors = 0;
  const cpu = { app: appCpu(pid), database: databaseCpu(postmaster) };
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    takers.map(async ({ childId, token }, index) => {
      const cookie = `sid=${token}`;
      for (let turn = 0; performance.now() < until; turn += 1) {
        const testId = tests[(turn + index) % tests.length];
        const start = await client.call('POST', '/api/attempts', cookie, { childId, testId });
        times['start']?.push(start.took);
        const sitting = start.body as { id: number; questions: { id: number }[] };
        if (start.status !== 201) {
          errors += 1;
          continue;
        }
        for (const [place, question] of sitting.questions.entries()) {
          const answer = await client.call('POST', '/api/answers', cookie, {
            attemptId: sitting.id,
            questionId: question.id,
            selectedAnswer: LETTERS[(place + turn) % 4],
            responseTime: 12,
            sequence: place,
          });
          times['answer']?.push(answer.took);
          if (answer.status !== 200) errors += 1;
        }
        const complete = await client.call('PUT', `/api/attempts/${sitting.id}`, cookie, { completed: true });
        times['complete']?.push(complete.took);
        const result = await client.call('GET', `/api/attempts/${sitting.id}`, cookie);
        times['result']?.push(result.took);
        if (complete.status !== 200 || result.status !== 200) errors += 1;
        attempts += 1;
      }
    }),
  );
  const took = (performance.now() - started) / 1000;
  client.close();
  return {
    concurrency: takers.length,
    attempts,
    attemptsPerSecond: attempts / took,
    appCpuPerAttempt: (appCpu(pid) - cpu.app) / attempts,
    databaseCpuPerAttempt: (databaseCpu(postmaster) - cpu.database) / attempts,
    errors,
    calls: Object.fromEntries(
      Object.entries(times).map(([name, values]) => [
        name,
        [percentile(values, 0.5), percentile(values, 0.95), percentile(values, 0.99)],
      ]),
    ),
  };
}

export interface LimitFigures {
  concurrency: number;
  attemptsPerSecond: number;
  databaseCpuPerAttempt: number;
}

/** The same statements, sent straight by the driver from one process: what the database alone could bear. */
export async function limit(
  url: string,
  takers: readonly Taker[],
  tests: readonly number[],
  seconds: number,
  postmaster: number,
): Promise<LimitFigures> {
  const db = openDatabase(url, { connections: 16 });
  const name = monthInLuanda(new Date());
  const month = { start: startOfDay(name), end: startOfDay(nextMonth(name)) };
  const versions = new Map(
    (
      await db.rows<{ id: number; ids: number[] }>(
        'select version_id as id, array_agg(question_id order by position) as ids from version_questions group by 1',
      )
    ).map((row) => [row.id, row.ids]),
  );
  let attempts = 0;
  const cpu = databaseCpu(postmaster);
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    takers.map(async ({ userId, childId, token }, index) => {
      const tokenHash = hashToken(token);
      for (let turn = 0; performance.now() < until; turn += 1) {
        const testId = tests[(turn + index) % tests.length] as number;
        await findSession(db, tokenHash);
        const context = await findStartContext(db, userId, childId, testId, month);
        const test = context?.test;
        if (!test?.versionId) throw new Error('no test');
        const attempt = await insertAttempt(db, {
          childId,
          testId,
          versionId: test.versionId,
          discipline: test.discipline,
          schoolClass: test.schoolClass,
          clientId: null,
          timeLimit: 900,
          device: null,
          freeMonth: null,
        });
        if (!attempt) throw new Error('not started');
        for (const [place, questionId] of (versions.get(test.versionId) ?? []).entries()) {
          const letter = LETTERS[(place + turn) % 4] as string;
          await upsertAnswer(db, {
            tokenHash,
            attemptId: attempt.id,
            questionId,
            letter,
            option: letter,
            responseTime: 12,
            sequence: place,
            answeredAt: null,
          });
        }
        await findSession(db, tokenHash);
        await db.transaction(async (transaction) => {
          await lockAttempt(transaction, attempt.id, userId);
          await findAnswers(transaction, attempt.id);
          const finishedAt = new Date();
          await completeAttempt(transaction, {
            attemptId: attempt.id,
            points: 3,
            possible: 10,
            percentage: 30,
            correct: 3,
            incorrect: 7,
            answered: true,
            finishedAt,
            ...trimesterOf(finishedAt),
            event: { attemptId: attempt.id, childId },
          });
        });
        await findSession(db, tokenHash);
        await findAttempt(db, userId, attempt.id);
        attempts += 1;
      }
    }),
  );
  const took = (performance.now() - started) / 1000;
  const used = databaseCpu(postmaster) - cpu;
  await db.close();
  return { concurrency: takers.length, attemptsPerSecond: attempts / took, databaseCpuPerAttempt: used / attempts };
}
