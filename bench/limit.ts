import { randomUUID } from 'node:crypto';
import { findAttempt } from '../src/domains/knowing/results/results.store.ts';
import { findSession } from '../src/domains/people/accounts/accounts.store.ts';
import { findAnswers, upsertAnswersInTime } from '../src/domains/sitting/attempts/answers.store.ts';
import {
  completeAttempt,
  findStartContext,
  insertAttempt,
  lockAttempt,
} from '../src/domains/sitting/attempts/attempts.store.ts';
import { hashToken } from '../src/server/config.ts';
import type { Database } from '../src/server/db/db.ts';
import { trimesterOf } from '../src/shared/calendar.ts';
import { databaseCpu, ownCpu } from './cpu.ts';
import type { Taker } from './families.ts';
import { DEVICE, LETTERS } from './sitting.ts';

export interface Load {
  concurrency: number;
  milliseconds: number;
  nextTaker: () => Taker;
  tests: readonly number[];
  encodings?: string;
}

/** Number of connections; the app opens as many. */
export const POOL = 8;

export interface LimitFigures {
  perSecond: number;
  driverCpu: number;
  databaseCpu: number;
}

type Versions = ReadonlyMap<number, readonly number[]>;

/** Returns questions of each frozen version: the app keeps these in memory as well. */
export async function versionsOf(db: Database): Promise<Versions> {
  const rows = await db.rows<{ id: number; ids: number[] }>(
    'select version_id as id, array_agg(question_id order by position) as ids from version_questions group by 1',
  );
  return new Map(rows.map(({ id, ids }) => [id, ids]));
}

/** Measures the same statements, sent directly by the driver from one process: the limit that database and driver alone set. */
export async function limit(db: Database, versions: Versions, postmaster: number, load: Load): Promise<LimitFigures> {
  const { tests, nextTaker } = load;
  let attempts = 0;
  let turn = 0;
  const one = async () => {
    turn += 1;
    const mine = turn;
    const { userId, childId, token } = nextTaker();
    const testId = tests[mine % tests.length] as number;
    const tokenHash = hashToken(token);
    await findSession(db, tokenHash);
    const clientId = randomUUID();
    const context = await findStartContext(db, userId, childId, testId, clientId);
    const test = context?.test;
    if (!test?.versionId) throw new Error('no test');
    const attempt = await insertAttempt(db, {
      childId,
      testId,
      versionId: test.versionId,
      discipline: test.discipline,
      schoolClass: test.schoolClass,
      clientId,
      timeLimit: 900,
      duration: 15,
      device: DEVICE,
      freeMonth: null,
      freeRehearsal: false,
      holdsPlaceOf: null,
      currentVersionId: test.versionId,
    });
    if (!attempt) throw new Error('not started');
    for (const [place, questionId] of (versions.get(test.versionId) ?? []).entries()) {
      const letter = LETTERS[(place + mine) % 4] as string;
      await upsertAnswersInTime(db, [
        {
          tokenHash,
          attemptId: attempt.id,
          questionId,
          letter,
          option: letter,
          responseTime: 12,
          sequence: place + 1,
          answeredAt: new Date(),
        },
      ]);
    }
    await findSession(db, tokenHash);
    await db.transaction(async (transaction) => {
      await Promise.all([lockAttempt(transaction, attempt.id, userId), findAnswers(transaction, attempt.id)]);
      const finishedAt = new Date();
      await completeAttempt(transaction.last, {
        attemptId: attempt.id,
        points: 3,
        possible: 10,
        percentage: 30,
        correct: 3,
        incorrect: 7,
        answered: true,
        interrupted: false,
        effort: { level: 'full', quick: 0, slowestQuickMs: null, quickQuestions: [] },
        work: { shown: null, awayTimes: null, awayMs: null, textsHeard: null, pausedAtMs: null },
        finishedAt,
        ...trimesterOf(finishedAt),
        event: { attemptId: attempt.id, childId },
      });
    });
    await findSession(db, tokenHash);
    await findAttempt(db, userId, attempt.id);
    attempts += 1;
  };
  const before = { database: databaseCpu(postmaster), own: ownCpu() };
  const since = performance.now();
  await Promise.all(
    Array.from({ length: load.concurrency }, async () => {
      while (performance.now() < since + load.milliseconds) await one();
    }),
  );
  const took = performance.now() - since;
  const figures = {
    perSecond: (attempts * 1000) / took,
    driverCpu: (ownCpu() - before.own) / attempts,
    databaseCpu: (databaseCpu(postmaster) - before.database) / attempts,
  };
  // The program's jobs are not part of this limit. Without this the events would be delivered, and counted, during the exam that follows.
  await db.count('delete from outbox where delivered_at is null');
  return figures;
}
