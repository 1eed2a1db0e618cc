import { expect, test } from 'vitest';
import { deliver } from '../src/server/outbox.ts';
import { testApp } from './support/app.ts';
import { aChildMidTest, aParent } from './support/builders.ts';

const app = await testApp();
const { db } = app;

/**
 * Executions of a prepared statement before PostgreSQL decides whether to keep a generic plan. It never does when plans
 * made for the given values look cheaper, as they do when the planner sees that an array is short.
 */
const UNDECIDED = 5;

test('the statements of an attempt, and of what follows from it, are not planned at every execution', async () => {
  for (let turn = 0; turn < UNDECIDED + 3; turn += 1) {
    const parent = await aParent(app, { plan: 'family' });
    const sitting = await aChildMidTest(app, parent);
    for (const [place] of sitting.test.questions.entries()) await sitting.answer(place, 'A');
    await sitting.complete();
    await parent.get(`/api/attempts/${sitting.id}`);
    await deliver(db, app.frame.log);
  }
  const onEach = Array.from({ length: db.load().open }, () =>
    db.rows<{ statement: string }>(
      `select statement from pg_prepared_statements, (select pg_sleep(0.1)) busy where generic_plans = 0 and custom_plans > $1`,
      [UNDECIDED],
    ),
  );
  expect((await Promise.all(onEach)).flat().map(({ statement }) => statement)).toEqual([]);
});
