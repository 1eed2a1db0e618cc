import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aTest } from '../../../../test/support/builders.ts';
import type { Queryable } from '../../../server/db/db.ts';
import { ORDERS } from './shuffle.rules.ts';
import { shuffledVersion, versionOf } from './tests.server.ts';
import { findTest, findVersion } from './tests.store.ts';

const { db } = await testApp();

/** A database that fails the test if it is queried. */
const nobody: Queryable = {
  rows: () => Promise.reject(new Error('asked the database')),
  row: () => Promise.reject(new Error('asked the database')),
  count: () => Promise.reject(new Error('asked the database')),
};

test('a shuffled version that is no longer in memory is derived from the frozen version of its test', async () => {
  const made: { versionId: number; ids: number[] }[] = [];
  // More versions than are kept in memory.
  for (let tests = 0; tests < 20; tests += 1) {
    const { id } = await aTest(db);
    const { versionId } = (await findTest(db, id)) as { versionId: number };
    const ids: number[] = [];
    for (let order = 0; order < ORDERS; order += 1) ids.push(await shuffledVersion(db, versionId, order));
    made.push({ versionId, ids });
  }
  const [first] = made as [(typeof made)[number]];
  await versionOf(db, first.versionId);
  expect(new Set(first.ids).size).toBeGreaterThan(10);
  for (const id of first.ids) {
    const { questions, presented } = await versionOf(db, id, nobody);
    expect(questions).toEqual((await findVersion(db, id))?.questions);
    expect(presented.map(({ alternatives }) => JSON.parse(alternatives))).toEqual(
      questions.map((one) => one.alternatives),
    );
  }
});
