import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, ageAttempt, aParent, aTest } from '../../../../test/support/builders.ts';
import { aCohort } from '../../../../test/support/cohort.ts';
import { trimesterOf } from '../../../shared/calendar.ts';
import { rebuildAllAggregations } from './aggregations.server.ts';

const app = await testApp();
const { db } = app;

const table = () => db.rows<{ row: string }>('select p::text as row from performance_aggregations p order by id');

test('after a random history a rebuild leaves the table unchanged, including ids', async () => {
  const parent = await aParent(app, { plan: 'family-plus' });
  let step = 0;
  const chance = (of: number) => {
    step += 1;
    return Math.floor(
      (Math.sin(step * 12.9898) * 43_758.5453 - Math.floor(Math.sin(step * 12.9898) * 43_758.5453)) * of,
    );
  };
  const tests = [
    await aTest(db, { discipline: 'Matemática' }),
    await aTest(db, { discipline: 'Matemática', weights: [1, 2, 3, 5] }),
    await aTest(db, { discipline: 'Português' }),
  ];
  for (const extendedTime of [null, 30, 60]) {
    const child = await aChild(parent, { extendedTime });
    for (let turn = 0; turn < 14; turn += 1) {
      const built = tests[chance(tests.length)] as (typeof tests)[number];
      const started = await parent.post('/api/attempts', { childId: child.id, testId: built.id });
      const { id, deadline } = started.body;
      const given = chance(5);
      for (let index = 0; index < Math.min(given, 4); index += 1) {
        const answer = { attemptId: id, questionId: built.questions[index]?.id, selectedAnswer: 'ABCD'[chance(4)] };
        expect((await parent.post('/api/answers', answer)).status).toBeLessThan(300);
      }
      // In other trimesters and years. One in three was sent late by an offline phone.
      await ageAttempt(db, id, 86_400 * chance(400));
      if (chance(3) === 0) {
        await db.count(
          `update attempts set state = 'provisional', late = true, finished_at = deadline_at where id = $1`,
          [id],
        );
      }
      expect(deadline).toBeDefined();
      expect((await parent.put(`/api/attempts/${id}`, { completed: true })).status).toBe(200);
    }
    if (extendedTime === 30) await parent.post(`/api/children/${child.id}/archive`);
  }
  const before = await table();
  expect(before.length).toBeGreaterThan(6);
  expect((await rebuildAllAggregations(db)).corrected).toBe(0);
  expect(await table()).toEqual(before);
});

test('a rebuild corrects wrong rows and deletes surplus ones', async () => {
  const [good] = await table();
  await db.count(
    'update performance_aggregations set score_sum = score_sum + 7, average_score = round((score_sum + 7)::numeric / tests_completed, 2)',
  );
  await db.count(
    'insert into performance_aggregations (child_id, school_year, trimester, school_class, discipline, tests_completed, score_sum, correct_sum, question_sum, total_time_spent, last_evaluation_date, average_score, average_correct_answers) select child_id, 1999, 1, school_class, discipline, 1, 5, 1, 4, 9, now(), 5, 1 from performance_aggregations limit 1',
  );
  expect((await rebuildAllAggregations(db)).corrected).toBeGreaterThan(2);
  const after = await table();
  expect(after[0]).toEqual(good);
  expect((await rebuildAllAggregations(db)).corrected).toBe(0);
});

test('the sums of twelve schools after a term are exact', async () => {
  const made = await aCohort(db);
  await rebuildAllAggregations(db);
  const rows = await db.rows<{
    key: string;
    tests: number;
    score: number;
    correct: number;
    asked: number;
    spent: number;
    last: Date;
  }>(
    `select child_id || '/' || school_year || '/' || trimester || '/' || discipline as key, tests_completed as tests, score_sum as score,
       correct_sum as correct, question_sum as asked, total_time_spent as spent, last_evaluation_date as last
     from performance_aggregations where child_id = any($1::int[])`,
    [made.map(({ id }) => id)],
  );
  const truth = new Map<string, Omit<(typeof rows)[number], 'key'>>();
  for (const child of made) {
    for (const attempt of child.attempts.filter(({ late }) => !late)) {
      const { schoolYear, trimester } = trimesterOf(attempt.finishedAt);
      const key = `${child.id}/${schoolYear}/${trimester}/${attempt.discipline}`;
      const sum = truth.get(key) ?? { tests: 0, score: 0, correct: 0, asked: 0, spent: 0, last: new Date(0) };
      truth.set(key, {
        tests: sum.tests + 1,
        score: sum.score + attempt.score,
        correct: sum.correct + attempt.correct,
        asked: sum.asked + attempt.total,
        spent: sum.spent + attempt.timeSpent,
        last: attempt.finishedAt > sum.last ? attempt.finishedAt : sum.last,
      });
    }
  }
  expect(new Map(rows.map(({ key, ...row }) => [key, row]))).toEqual(truth);
});

test('a rebuild that runs while tests are completed loses none', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  const built = await Promise.all(Array.from({ length: 8 }, () => aTest(db, { discipline: 'Ciências' })));
  const finish = async (testId: number, questionId: number | undefined) => {
    const { id } = (await parent.post('/api/attempts', { childId: child.id, testId })).body;
    await parent.post('/api/answers', { attemptId: id, questionId, selectedAnswer: 'A' });
    expect((await parent.put(`/api/attempts/${id}`, { completed: true })).status).toBe(200);
  };
  await Promise.all([
    ...built.map(({ id, questions }) => finish(id, questions[0]?.id)),
    ...[1, 2, 3].map(() => rebuildAllAggregations(db)),
  ]);
  const before = await table();
  expect((await rebuildAllAggregations(db)).corrected).toBe(0);
  expect(await table()).toEqual(before);
  const { stats } = (await parent.get('/api/children')).body[0];
  expect(stats.testsCompleted).toBe(8);
});
