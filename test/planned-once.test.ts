import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadCurriculum } from '../src/domains/bank/curriculum/loading.server.ts';
import { deliver } from '../src/server/jobs/outbox.ts';
import { testApp } from './support/app.ts';
import { aChild, aParent, aTest } from './support/builders.ts';

const app = await testApp();
const { db } = app;

/**
 * Executions of a prepared statement before PostgreSQL decides whether to use a generic plan. It never does if plans made for the actual
 * values look cheaper, as they do when the planner sees that an array is short.
 */
const UNDECIDED = 5;

interface Prepared {
  statement: string;
  generic: number;
  custom: number;
}
let prepared: Prepared[] = [];

beforeAll(async () => {
  // The curriculum in its real size: on small tables PostgreSQL keeps the generic plan, and the fault would not show.
  await loadCurriculum(db, path.join(import.meta.dirname, '..', 'content'));
  await db.script('analyze curriculum_plans, curriculum_themes, curriculum_objectives');
  // One test for all children: the statements that create a test are not examined.
  const test = await aTest(db);
  // A result reads on two connections at a time, so that its statements are spread over both.
  for (let turn = 0; turn < 2 * (UNDECIDED + 3); turn += 1) {
    // With this subscription plan a result shows all its parts, including the suggested next test.
    const parent = await aParent(app, { plan: 'family-plus' });
    const { id: childId } = await aChild(parent);
    const started = await parent.post('/api/attempts', { childId, testId: test.id });
    const { id: attemptId } = started.body as { id: number };
    for (const { id: questionId } of test.questions)
      await parent.post('/api/answers', { attemptId, questionId, selectedAnswer: 'A' });
    await parent.put(`/api/attempts/${attemptId}`, { completed: true });
    await parent.get(`/api/attempts/${attemptId}`);
    await deliver(db, app.frame.log);
  }
  const onEach = Array.from({ length: db.load().open }, () =>
    db.rows<Prepared>(
      `select statement, generic_plans as generic, custom_plans as custom
       from pg_prepared_statements, (select pg_sleep(0.1)) busy`,
    ),
  );
  prepared = (await Promise.all(onEach)).flat();
});

test('the statements of an attempt and its completion are not planned at every execution', () => {
  expect(prepared.length).toBeGreaterThan(20);
  expect(
    prepared.filter(({ generic, custom }) => generic === 0 && custom > UNDECIDED).map(({ statement }) => statement),
  ).toEqual([]);
});

test('an answer finds its attempt by primary key, even if few attempts are open when the statement is planned', async () => {
  const saving = prepared.find(({ statement }) => /^with permitted.* unnest.*insert into answers/s.test(statement));
  const plan = await db.rows<{ 'QUERY PLAN': string }>(`explain ${saving?.statement.replace(/\$\d+/g, 'null')}`);
  const scans = plan.map((line) => / on attempts\b.*/.exec(line['QUERY PLAN'])?.input).filter(Boolean);
  expect(scans).toHaveLength(1);
  expect(scans[0]).toContain('attempts_pkey');
});

test('what all tests are about is read at once from an index, not test by test or from the questions of the whole bank', async () => {
  const finding = prepared.find(({ statement }) => statement.startsWith('with open as'));
  await db.script('vacuum analyze questions');
  const plan = await db.transaction(async (transaction) => {
    // The database of this test holds so few questions that PostgreSQL would rather scan the table than use the index.
    await transaction.count('set local enable_seqscan = off');
    return transaction.rows<{ 'QUERY PLAN': string }>(
      `explain (costs off) ${finding?.statement.replace('$1', '1').replace('$2', `'4º Ano'`)}`,
    );
  });
  const lines = plan.map((line) => line['QUERY PLAN'].trim());
  const scans = lines.flatMap((line, place) => (/ on questions\b/.test(line) ? [lines.slice(place, place + 2)] : []));
  expect(scans).toEqual([
    [
      '->  Index Only Scan using questions_by_test on questions',
      expect.stringMatching(/^Index Cond: \(test_id = ANY /),
    ],
  ]);
});
