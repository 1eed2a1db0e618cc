import { expect, test } from 'vitest';
import { testApp, type Visitor } from '../../../../test/support/app.ts';
import { aChild, aParent, playAsSpecified } from '../../../../test/support/builders.ts';
import { loadContent } from '../../bank/test-bank/content.server.ts';

const app = await testApp();

interface Setting {
  parent: Visitor;
  childId: number;
  siblingId: number;
  testId: number;
}

/** What may have happened before a client that follows the specification reads a test. */
const BEFORE: Record<string, (setting: Setting) => Promise<unknown>> = {
  nothing: async () => undefined,
  'the child has an attempt with its own order': ({ parent, childId, testId }) =>
    parent.post('/api/attempts', { childId, testId, order: 'own' }),
  'another child of the family has an attempt with its own order': ({ parent, siblingId, testId }) =>
    parent.post('/api/attempts', { childId: siblingId, testId, order: 'own' }),
  'the test is prepared on a phone': ({ parent, childId, testId }) =>
    parent.post('/api/prepared', { childId, testIds: [testId] }),
};

test('a client that only knows the specification is graded by the letters it was shown, in every test of the bank', async () => {
  await loadContent(app.db, app.frame.log);
  await app.db.count('update tests set shuffle = true');
  const tests = await app.db.rows<{ id: number }>(
    'select id from tests where active and version_id is not null order by id',
  );
  const keys = new Map(
    (
      await app.db.rows<{ id: number; right: string }>(
        `select id, (alternatives::jsonb ->> ascii(correct_answer) - 65) as right from questions`,
      )
    ).map(({ id, right }) => [id, right.slice(3)]),
  );
  const settings = Object.values(BEFORE);
  const sums = { asked: 0, mistaken: 0 };
  let family: Omit<Setting, 'testId'> | undefined;
  for (const [turn, { id: testId }] of tests.entries()) {
    // A new family now and then, because a family may only start so many tests at a time.
    if (turn % 40 === 0) {
      const parent = await aParent(app, { plan: 'family' });
      family = { parent, childId: (await aChild(parent)).id, siblingId: (await aChild(parent)).id };
    }
    const { parent, childId, siblingId } = family as Omit<Setting, 'testId'>;
    await settings[turn % settings.length]?.({ parent, childId, siblingId, testId });
    const { questions, mistaken } = await playAsSpecified(parent, childId, testId, (id) => keys.get(id) as string);
    sums.asked += questions;
    sums.mistaken += mistaken;
  }
  expect(sums.asked).toBeGreaterThan(7_000);
  expect(sums).toEqual({ asked: keys.size, mistaken: 0 });
});
