import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aParent, aTest, aUser } from '../../../../test/support/builders.ts';
import type { Database, Queryable, Transaction } from '../../../server/db/db.ts';
import { rebuildAllAggregations } from '../../sitting/regrades/aggregations.server.ts';
import { regrade } from '../../sitting/regrades/regrade.server.ts';
import { countTest, readStatistics } from '../statistics/statistics.server.ts';

// Operations on all attempts at a test: with the attempts of a year at a popular test they must neither exceed a statement's time limit nor
// count attempts while these change.

const app = await testApp();
const { db } = app;
const CHILDREN = Number(process.env['MANY_CHILDREN'] ?? 2_500);
const QUESTIONS = 4;

/** Inserts children who all took one test. The number of right answers depends on the child's number. */
async function taken(testId: number): Promise<void> {
  const parent = await aParent(app);
  await db.transaction(async (transaction) => {
    await transaction.count(
      `insert into children (user_id, full_name, school_class, cover, consent_version)
       select $1, 'Filho', '4º Ano', 1, 'test' from generate_series(1, $2::int)`,
      [parent.id, CHILDREN],
    );
    await transaction.count(
      `insert into attempts (child_id, test_id, version_id, discipline, school_class, time_limit, attempt_date, deadline_at, state, completed,
         finished_at, valid, total_score, points, points_possible, time_spent, correct_answers, incorrect_answers)
       select c.id, t.id, t.version_id, t.discipline, t.school_class, 900, now() - interval '1 day', now(), 'completed', true,
         now() - interval '23 hours', true, 25 * (c.id % 5), c.id % 5, 4, 300, c.id % 5, 4 - c.id % 5
       from children c cross join tests t where c.user_id = $1 and t.id = $2`,
      [parent.id, testId],
    );
    await transaction.count(
      `insert into answers (attempt_id, question_id, selected_answer, response_time)
       select a.id, q.question_id, case when q.position <= a.correct_answers then q.correct_answer else 'B' end, 3600
       from attempts a join version_questions q on q.version_id = a.version_id where a.test_id = $1`,
      [testId],
    );
  });
  await rebuildAllAggregations(db);
}

/**
 * Returns the same database. For every statement of a transaction it reports the number of returned rows and the length of the longest list
 * among its parameters.
 */
function watched(told: (size: number) => void): Database {
  const watch = (via: Queryable): Queryable => {
    const sizes = (values: object = []) => {
      for (const value of Object.values(values)) {
        if (Array.isArray(value)) told(value.length);
        if (typeof value === 'string' && value.startsWith('[')) told((JSON.parse(value) as unknown[]).length);
      }
    };
    return {
      rows: async (text, values) => {
        sizes(values);
        const rows = await via.rows(text, values);
        told(rows.length / (text.includes('from answers') ? QUESTIONS : 1));
        return rows as never;
      },
      row: (text, values) => {
        sizes(values);
        return via.row(text, values);
      },
      count: (text, values) => {
        sizes(values);
        return via.count(text, values);
      },
    };
  };
  return {
    ...db,
    transaction: (work, patience) =>
      db.transaction(
        (transaction) => work({ ...watch(transaction), last: watch(transaction.last) } as Transaction),
        patience,
      ),
  };
}

test(`a key is corrected in ${CHILDREN} attempts, with at most a thousand in a statement`, async () => {
  const built = await aTest(db, { ownWords: true, keys: Array.from({ length: QUESTIONS }, () => 'A') });
  await taken(built.id);
  const { id: userId } = await aUser(app, 'teacher');
  const sizes: number[] = [];
  // In the last question, children with all answers right chose A, and all others B.
  const counts = await regrade(
    watched((size) => sizes.push(size)),
    {
      testId: built.id,
      questionId: built.questions[QUESTIONS - 1]?.id as number,
      correctAnswer: 'B',
      reason: 'A chave estava trocada.',
      userId,
      address: '127.0.0.1',
    },
  );
  const down = CHILDREN / 5;
  expect(counts).toMatchObject({ attempts: CHILDREN, up: CHILDREN - down, down, same: 0, otherAlternatives: 0 });
  expect(Math.max(...sizes)).toBe(1_000);
  expect(
    await db.rows(
      `select total_score as score, count(*)::int as attempts from attempts where test_id = $1 and points * 25 = total_score
       and correct_answers = points and incorrect_answers = 4 - points group by 1 order by 1`,
      [built.id],
    ),
  ).toEqual([25, 50, 75, 100].map((score) => ({ score, attempts: score === 75 ? 2 * down : down })));
  expect(await db.row(`select count(*)::int as marks from regrade_marks`)).toEqual({ marks: CHILDREN });
  expect(await db.row(`select count(*)::int as words from outbox where kind = 'attempt-regraded'`)).toEqual({
    words: CHILDREN,
  });
  expect((await rebuildAllAggregations(db)).corrected).toBe(0);
  const statistics = await readStatistics(db, built.id);
  expect([statistics.attempts, statistics.attemptsBefore]).toEqual([CHILDREN, 0]);
  expect(statistics.questions.map(({ facility }) => facility)).toEqual([0.8, 0.6, 0.4, 0.8]);
  expect(statistics.questions[0]?.meanSeconds).toBe(3600);
}, 600_000);

test('an attempt completed while a test is counted is in all of its sums or in none', async () => {
  const built = await aTest(db, { ownWords: true, keys: ['A', 'A'] });
  const parent = await aParent(app, { plan: 'family-plus' });
  const finish = async () => {
    const child = await aChild(parent);
    const { body } = await parent.post('/api/attempts', { childId: child.id, testId: built.id });
    for (const { id } of built.questions)
      await parent.post('/api/answers', { attemptId: body.id, questionId: id, selectedAnswer: 'A' });
    expect((await parent.put(`/api/attempts/${body.id}`, { completed: true })).status).toBe(200);
  };
  await finish();
  // Another child finishes after the attempts were counted and before their answers are.
  let between: Promise<void> | undefined;
  const interrupted: Database = {
    ...db,
    transaction: (work, patience) =>
      db.transaction(
        (transaction) =>
          work({
            ...transaction,
            rows: async (text, values) => {
              const rows = await transaction.rows(text, values);
              if (text.includes('group by version_id, points')) {
                between ??= finish();
                await between;
              }
              return rows as never;
            },
          }),
        patience,
      ),
  };
  const counted = await countTest(interrupted, built.id);
  expect(between).toBeDefined();
  expect(counted?.whole.attempts).toBe(1);
  expect(counted?.questions.map(({ correct, seconds }) => [correct, seconds])).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect((await countTest(db, built.id))?.questions.map(({ correct }) => correct)).toEqual([2, 2]);
});
