import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aParent, aTest } from '../../../../test/support/builders.ts';
import { rowsRead } from '../../../../test/support/plans.ts';
import type { Queryable } from '../../../server/db/db.ts';
import { findRecentAttempts } from '../history/history.store.ts';
import { findCountedTests } from './child-now.store.ts';
import { findThemes } from './progress.store.ts';

const app = await testApp();
const { db } = app;

/** The outcome of an attempt. */
type End = 'completed' | 'interrupted' | 'abandoned';
const ENDS = ['completed', 'interrupted', 'completed', 'abandoned', 'completed', 'completed', 'interrupted'] as const;

/** Returns a child with attempts at two tests alternately, the oldest first, each attempt with an answer. */
async function practised(attempts: number) {
  const parent = await aParent(app, { plan: 'family' });
  const { id: childId } = await aChild(parent);
  const tests = [await aTest(db, { keys: ['A'] }), await aTest(db, { keys: ['A'] })];
  const made: { id: number; testId: number; end: End; score: number }[] = [];
  for (let place = 0; place < attempts; place += 1) {
    const built = tests[place % 2] as (typeof tests)[number];
    const [end, score] = [ENDS[place % ENDS.length] as End, (37 * place) % 101];
    const row = await db.row<{ id: number }>(
      `with attempt as (
         insert into attempts (child_id, test_id, version_id, discipline, school_class, time_limit, attempt_date, deadline_at, state, completed,
           finished_at, interrupted, total_score, points, points_possible, time_spent, correct_answers, incorrect_answers)
         select $1, t.id, t.version_id, t.discipline, t.school_class, 900, now() - interval '1 day' + $3 * interval '1 second', now(),
           case when $4 = 'abandoned' then 'abandoned' else 'completed' end, $4 <> 'abandoned', now(), $4 = 'interrupted',
           case when $4 <> 'abandoned' then $5::int end, 1, 1, 60, 1, 0
         from tests t where t.id = $2 returning id
       )
       insert into answers (attempt_id, question_id, selected_answer) select id, $6, 'A' from attempt returning attempt_id as id`,
      [childId, built.id, place, end, score, built.questions[0]?.id],
    );
    made.push({ id: row?.id as number, testId: built.id, end, score });
  }
  return { parent, childId, made };
}

/** Returns the same connection. It explains each statement to report how many attempts it reads. */
function counting(told: (attempts: number) => void): Queryable {
  const rows = async (text: string, values?: readonly unknown[]) => {
    told(await rowsRead(db, 'attempts', text, values));
    return [] as never;
  };
  return { rows, row: rows, count: rows };
}

test('each attempt at a test is numbered among the completed ones that were not interrupted', async () => {
  const { parent, childId, made } = await practised(30);
  const done = ({ end }: (typeof made)[number]) => end === 'completed';
  const timeOf = new Map(
    made.map(({ id, testId }) => [
      id,
      1 + made.filter((one) => one.testId === testId && one.id < id && done(one)).length,
    ]),
  );
  const history = await findRecentAttempts(db, {
    userId: parent.id,
    childId: null,
    discipline: null,
    since: null,
    limit: 100,
    offset: 0,
  });
  const listed = made.filter(({ end }) => end !== 'abandoned').toReversed();
  expect(history.map(({ id, time }) => [id, time])).toEqual(listed.map(({ id }) => [id, timeOf.get(id)]));
  // The first completed attempt at each of the two tests, whatever came before it.
  const themes = await findThemes(db, childId, '4º Ano');
  const first = made.filter((one) => done(one) && timeOf.get(one.id) === 1);
  expect(first).toHaveLength(2);
  const counted = await findCountedTests(db, [childId], 100);
  expect(counted.map(({ attemptId }) => attemptId)).toEqual(first.toReversed().map(({ id }) => id));
  expect(themes.reduce((sum, { tests }) => sum + tests, 0)).toBe(2);
  expect(themes.reduce((sum, { scoreSum }) => sum + scoreSum, 0)).toBe(
    first.reduce((sum, { score }) => sum + score, 0),
  );
});

test('the attempts of a child are read by one statement, however many they are', async () => {
  const { parent, childId, made } = await practised(60);
  const read: number[] = [];
  const via = counting((attempts) => read.push(attempts));
  const all = { childId: null, discipline: null, since: null, limit: 100, offset: 0 };
  await findRecentAttempts(via, { ...all, userId: parent.id });
  await findCountedTests(via, [childId], 100);
  await findThemes(via, childId, '4º Ano');
  expect(read).toEqual([made.length, made.length, made.length]);
});
