import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aParent, aTest } from '../../../../test/support/builders.ts';
import { rowsRead } from '../../../../test/support/plans.ts';
import type { Queryable } from '../../../server/db/db.ts';
import { refreshQuestionTimes } from './effort.store.ts';

const app = await testApp();
const { db } = app;

/** Creates a child who chooses the first alternative of every question of a test, each after the given number of milliseconds. */
async function taken(
  visibleMs: readonly unknown[],
  keys: ('A' | 'B')[],
  more: Record<string, unknown> = {},
  completesAtOnce = false,
) {
  const parent = await aParent(app, { plan: 'family' });
  parent.completesAtOnce = completesAtOnce;
  const child = await aChild(parent);
  const built = await aTest(db, { keys });
  const { id } = (await parent.post('/api/attempts', { childId: child.id, testId: built.id })).body;
  for (const [place, question] of built.questions.entries()) {
    const reply = await parent.post('/api/answers', {
      attemptId: id,
      questionId: question.id,
      selectedAnswer: 'A',
      visibleMs: visibleMs[place],
    });
    expect(reply.status).toBe(200);
  }
  expect((await parent.put(`/api/attempts/${id}`, { completed: true, ...more })).status).toBe(200);
  const attempt = await db.row<Record<string, unknown>>(
    'select effort, quick_answers, quick_ms, valid, shown, away_times, away_ms, texts_heard, paused_at_ms from attempts where id = $1',
    [id],
  );
  const [sums] = await db.rows<{ tests: number }>(
    'select coalesce(sum(tests_completed), 0)::int as tests from performance_aggregations where child_id = $1',
    [child.id],
  );
  const { result, answers } = (await parent.get(`/api/attempts/${id}`)).body;
  return { id, attempt, tests: sums?.tests, built, result, answers };
}

test('an attempt with low effort appears in the history only', async () => {
  const { attempt, tests, result } = await taken([500, 500, 9_000, 9_000], ['B', 'B', 'A', 'A']);
  expect(attempt).toMatchObject({ effort: 'low', quickAnswers: 2, valid: false });
  expect(tests).toBe(0);
  expect(result.effort).toEqual({ level: 'low', quickAnswers: 2, seconds: expect.any(Number) });
});

test('quick answers of a result in pencil are named, so that they are drawn as neither right nor wrong', async () => {
  const answersOf = async (times: readonly number[]) => {
    const { result, answers } = await taken(times, ['B', 'B', 'A', 'A']);
    return [result.effort?.level, answers.map(({ isQuick }: { isQuick?: true }) => isQuick ?? false)];
  };
  expect(await answersOf([500, 500, 9_000, 9_000])).toEqual(['low', [true, true, false, false]]);
  expect(await answersOf([9_000, 9_000, 9_000, 9_000])).toEqual([undefined, [false, false, false, false]]);
});

test('an attempt with enough effort counts, even with some quick right answers', async () => {
  expect(await taken([9_000, 9_000], ['B', 'A'])).toMatchObject({ attempt: { effort: 'full', valid: true }, tests: 1 });
  expect(await taken([100, 100], ['A', 'A'])).toMatchObject({ attempt: { effort: 'full', valid: true }, tests: 1 });
});

describe('by the server’s own clock', () => {
  const wrong = [...'BBBBBBBBBB'] as 'B'[];
  const right = [...'AAAAAAAAAA'] as 'A'[];

  test.each([
    ['without times', undefined, wrong],
    ['with times of zero', 0, wrong],
    ['with invented times', 30_000, wrong],
    ['without times, all right', undefined, right],
    ['with invented times, all right', 30_000, right],
  ])('ten answers within a second are no evidence: %s', async (_, visibleMs, keys) => {
    const { attempt, tests, result } = await taken(Array(10).fill(visibleMs), keys, {}, true);
    expect(attempt).toMatchObject({ effort: 'low', quickAnswers: 10, valid: false });
    expect(tests).toBe(0);
    expect(result.effort).toMatchObject({ level: 'low', quickAnswers: 10 });
  });

  test.each([
    ['without times', undefined],
    ['with times of zero', 0],
  ])('ten answers within five minutes are evidence: %s', async (_, visibleMs) => {
    const { attempt, tests } = await taken(Array(10).fill(visibleMs), wrong);
    expect(attempt).toMatchObject({ effort: 'full', quickAnswers: 0, valid: true });
    expect(tests).toBe(1);
  });
});

test('times measured by a device are limited to possible values, never refused', async () => {
  const { attempt, id } = await taken([-5, 1e12, 'muito', null], ['A', 'A', 'A', 'A'], {
    shown: [3, 1, 2],
    awayTimes: 1e9,
    awayMs: 40_000.4,
    textsHeard: 2,
    pausedAtMs: 1e9,
  });
  expect(attempt).toMatchObject({
    shown: [3, 1, 2],
    awayTimes: 1_000,
    awayMs: 40_000,
    textsHeard: 2,
    pausedAtMs: 7_200_000,
  });
  const kept = await db.rows<{ visible: number | null }>(
    'select visible_ms as visible from answers where attempt_id = $1 order by question_id',
    [id],
  );
  expect(kept.map(({ visible }) => visible)).toEqual([0, 7_200_000, null, null]);
});

test('a later choice keeps the first times measured and the longest time', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  const built = await aTest(db, { keys: ['A'] });
  const { id } = (await parent.post('/api/attempts', { childId: child.id, testId: built.id })).body;
  const answer = { attemptId: id, questionId: built.questions[0]?.id };
  const first = { firstShownMs: 100, firstTapMs: 900, lastTapMs: 900, visibleMs: 800, changes: 0 };
  await parent.post('/api/answers', { ...answer, selectedAnswer: 'B', sequence: 1, ...first });
  const second = { firstShownMs: 5_000, firstTapMs: 6_000, lastTapMs: 6_000, visibleMs: 1_900, changes: 1 };
  await parent.post('/api/answers', { ...answer, selectedAnswer: 'A', sequence: 2, ...second });
  expect(
    await db.row(
      `select selected_answer, first_shown_ms, first_tap_ms, last_tap_ms, visible_ms, changes from answers where attempt_id = $1`,
      [id],
    ),
  ).toEqual({
    selectedAnswer: 'A',
    firstShownMs: 100,
    firstTapMs: 900,
    lastTapMs: 6_000,
    visibleMs: 1_900,
    changes: 1,
  });
});

test('thirty valid answers are enough for a median, pooled over the tests with the same question', async () => {
  let content = '';
  for (let child = 0; child < 30; child += 1) {
    const { built } = await taken([30_000], ['A']);
    const row = await db.row<{ content: string }>('select content from version_questions where question_id = $1', [
      built.questions[0]?.id,
    ]);
    content = row?.content ?? '';
  }
  await refreshQuestionTimes(db);
  const times = await db.row<{ median: number; answers: number }>(
    'select median_ms as median, answers from question_times where content = $1',
    [content],
  );
  expect(times?.median).toBe(30_000);
  expect(times?.answers).toBeGreaterThanOrEqual(30);
});

test('the median of a test with many attempts uses the newest two hundred, and no other answer is read', async () => {
  const built = await aTest(db, { keys: ['A'], ownWords: true });
  const parent = await aParent(app);
  await db.count(
    `with child as (
       insert into children (user_id, full_name, school_class, cover, consent_version)
       select $1, 'Filho', '4º Ano', 1, 'test' from generate_series(1, 500) returning id
     ), attempt as (
       insert into attempts (child_id, test_id, version_id, discipline, school_class, time_limit, attempt_date, deadline_at, state, completed,
         finished_at, valid, total_score, points, points_possible, time_spent, correct_answers, incorrect_answers)
       select c.id, t.id, t.version_id, t.discipline, t.school_class, 900, now() - interval '1 day', now(), 'completed', true,
         now() - interval '23 hours', true, 100, 1, 1, 300, 1, 0
       from child c cross join tests t where t.id = $2 order by c.id returning id
     )
     insert into answers (attempt_id, question_id, selected_answer, visible_ms)
     select id, $3, 'A', case when row_number() over (order by id) > 300 then 20000 else 40000 end from attempt`,
    [parent.id, built.id, built.questions[0]?.id],
  );
  await db.script('analyze attempts, answers');
  const read: number[] = [];
  const counting: Queryable = {
    ...db,
    count: async (text, values) => {
      read.push(await rowsRead(db, 'answers', text, values));
      return 0;
    },
  };
  await refreshQuestionTimes(counting);
  const kept = await db.row(
    `select t.median_ms as median, t.answers from question_times t join version_questions q on q.content = t.content
     where q.question_id = $1`,
    [built.questions[0]?.id],
  );
  expect(kept).toEqual({ median: 20_000, answers: 200 });
  const others = await db.row<{ answers: number }>(
    'select count(*) as answers from answers w join attempts a on a.id = w.attempt_id where a.test_id <> $1 and a.valid',
    [built.id],
  );
  expect(read.reduce((sum, one) => sum + one, 0)).toBe(200 + (others?.answers ?? 0));
});
