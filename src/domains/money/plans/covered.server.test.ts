import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, aParent, aTest, type Parent } from '../../../../test/support/builders.ts';
import { readEntitlements } from './covered.server.ts';
import { COVER_RANK } from './covered.store.ts';
import { PLANS } from './plans.rules.ts';

const app = await testApp();
const { db } = app;
const ADDRESS = '/api/covered-children';

async function family(plan: 'free' | 'individual' | 'family', children: number): Promise<[Parent, number[]]> {
  const parent = await aParent(app, { plan });
  const ids: number[] = [];
  for (let n = 0; n < children; n += 1) ids.push((await aChild(parent, { fullName: `Filho ${n}` })).id);
  return [parent, ids];
}

const coveredOf = async (parent: Parent) =>
  ((await parent.get(ADDRESS)).body.children as { id: number; covered: boolean }[])
    .filter(({ covered }) => covered)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
const choose = (parent: Parent, ...childIds: number[]) => parent.put(ADDRESS, { childIds });
/** Returns whether a child may take two tests of one discipline this month. */
async function unlimited(parent: Parent, childId: number): Promise<boolean> {
  const sitting = await aChildMidTest(app, parent, { childId, discipline: 'História' });
  await sitting.answer(0, 'A');
  const second = await aTest(db, { discipline: 'História' });
  return (await parent.post('/api/attempts', { childId, testId: second.id })).status === 201;
}
/** Moves the data about a family's places into the past. */
const daysPass = async (parent: Parent, days: number) => {
  await db.count('update covered_children set used_at = used_at - make_interval(days => $2) where user_id = $1', [
    parent.id,
    days,
  ]);
  await db.count('update cover_swaps set swapped_at = swapped_at - make_interval(days => $2) where user_id = $1', [
    parent.id,
    days,
  ]);
};

describe('children that a plan covers', () => {
  test('are the oldest entries until the parent chooses', async () => {
    const [parent, [first, , third]] = (await family('individual', 3)) as [Parent, [number, number, number]];
    expect(await coveredOf(parent)).toEqual([first]);
    const chosen = await choose(parent, third);
    expect(chosen.status).toBe(200);
    expect(chosen.body.places).toBe(1);
    expect(await coveredOf(parent)).toEqual([third]);
    expect(await unlimited(parent, third)).toBe(true);
    expect(await unlimited(parent, first)).toBe(false);
  });

  test('are the same in every endpoint', async () => {
    const [parent, ids] = await family('individual', 2);
    const [first, second] = ids as [number, number];
    await choose(parent, second);
    const children = (await parent.get('/api/children')).body as { id: number; covered: boolean }[];
    expect(children.map(({ id, covered }) => [id, covered])).toEqual([
      [first, false],
      [second, true],
    ]);
    const report = async (id: number) => (await parent.get(`/api/children/${id}/report`)).body.next.allowed;
    expect([await report(first), await report(second)]).toEqual([false, true]);
    expect(await readEntitlements(db, parent.id, first)).toEqual(PLANS.free.allows);
    expect(await readEntitlements(db, parent.id, second)).toEqual(PLANS.individual.allows);
  });

  test('places not chosen go to the oldest entries', async () => {
    const [parent, ids] = await family('family', 5);
    await choose(parent, ids[4] as number);
    expect(await coveredOf(parent)).toEqual([ids[0], ids[1], ids[4]]);
  });

  test('can be chosen before a plan is bought', async () => {
    const [parent, [, second]] = (await family('free', 2)) as [Parent, [number, number]];
    expect((await choose(parent, second)).body.places).toBe(0);
    expect(await coveredOf(parent)).toEqual([]);
    await db.count(
      `update users set subscription_type = 'individual', subscription_end = now() + interval '1 year' where id = $1`,
      [parent.id],
    );
    expect(await coveredOf(parent)).toEqual([second]);
  });

  test('are never more than the plan includes', async () => {
    const [parent, ids] = await family('individual', 2);
    const refused = await choose(parent, ...ids);
    expect(refused.status).toBe(400);
    expect(refused.body.fields.childIds).toBe('O plano é para 1 criança.');
  });

  test('must be the caller’s own and active', async () => {
    const [parent, [first, second]] = (await family('family', 2)) as [Parent, [number, number]];
    const [, [foreign]] = (await family('family', 1)) as [Parent, [number]];
    expect((await choose(parent, first, foreign)).status).toBe(404);
    await parent.post(`/api/children/${second}/archive`);
    expect((await choose(parent, second)).status).toBe(404);
    expect((await choose(parent)).status).toBe(400);
    expect(await coveredOf(parent)).toEqual([first]);
  });

  test('can be swapped once in 30 days after a test under the plan, and freely before', async () => {
    const [parent, [first, second]] = (await family('individual', 2)) as [Parent, [number, number]];
    for (const child of [second, first, second, first]) expect((await choose(parent, child)).status).toBe(200);
    expect(await unlimited(parent, first)).toBe(true);
    expect((await choose(parent, second)).status).toBe(200);
    expect(await unlimited(parent, second)).toBe(true);
    const refused = await choose(parent, first);
    expect([refused.status, refused.body.code]).toEqual([409, 'cover-in-use']);
    expect(await coveredOf(parent)).toEqual([second]);
    expect((await parent.get(ADDRESS)).body.swapFrom).not.toBeNull();
    // Choosing the same children again takes no place from any child.
    expect((await choose(parent, second)).status).toBe(200);
    await daysPass(parent, 31);
    expect((await choose(parent, first)).status).toBe(200);
  });

  test('are not changed by archiving, restoring or a plan that ends and is renewed', async () => {
    const [parent, [first, second]] = (await family('individual', 2)) as [Parent, [number, number]];
    expect(await unlimited(parent, first)).toBe(true);
    await parent.post(`/api/children/${first}/archive`);
    expect(await coveredOf(parent)).toEqual([]);
    expect(await unlimited(parent, second)).toBe(false);
    await parent.post(`/api/children/${first}/restore`);
    expect(await coveredOf(parent)).toEqual([first]);
    // Changing to the free plan in between does not reset the swap.
    await choose(parent, second);
    await holdsTestNow(parent, second);
    await db.count(`update users set subscription_type = 'free' where id = $1`, [parent.id]);
    expect((await choose(parent, first)).status).toBe(409);
  });

  test('a child that is no longer chosen holds its place until 30 days without a test', async () => {
    const [parent, [first, second]] = (await family('individual', 2)) as [Parent, [number, number]];
    expect(await unlimited(parent, first)).toBe(true);
    await parent.post(`/api/children/${first}/archive`);
    await daysPass(parent, 30);
    expect(await coveredOf(parent)).toEqual([second]);
    // A child that returns does not displace the child that uses the place then.
    expect(await holdsTestNow(parent, second)).toBe(true);
    await parent.post(`/api/children/${first}/restore`);
    expect(await coveredOf(parent)).toEqual([second]);
  });

  test('an erased child is removed from the choice', async () => {
    const [parent, [first, second]] = (await family('individual', 2)) as [Parent, [number, number]];
    await unlimited(parent, first);
    await db.count('delete from children where id = $1', [first]);
    expect(await db.rows('select child_id from covered_children where user_id = $1', [parent.id])).toEqual([]);
    expect(await coveredOf(parent)).toEqual([second]);
  });
});

/** Returns a test of another discipline, so that the monthly limits do not matter. */
async function holdsTestNow(parent: Parent, childId: number): Promise<boolean> {
  const test = await aTest(db, { discipline: 'Geografia' });
  await parent.post('/api/attempts', { childId, testId: test.id });
  const row = await db.row<{ used: boolean }>(
    'select used_at is not null as used from covered_children where child_id = $1',
    [childId],
  );
  return row?.used ?? false;
}

/** Rows that a statement visits, from its executed plan. */
async function visitedBy(sql: string, values: unknown[]): Promise<number> {
  interface Node {
    'Actual Rows': number;
    'Actual Loops': number;
    'Rows Removed by Filter'?: number;
    Plans?: Node[];
  }
  const visited = (node: Node): number =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] +
    (node.Plans ?? []).reduce((sum, one) => sum + visited(one), 0);
  const [row] = await app.db.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, costs off, timing off, format json) ${sql}`,
    values,
  );
  return visited((Object.values(row ?? {}) as [{ Plan: Node }][])[0]?.[0].Plan as Node);
}

test('T25 ranks of archived children are not computed: their number does not multiply the rows that are read', async () => {
  const many = 600;
  const parent = await aParent(app, { plan: 'family' });
  await aChild(parent);
  await app.db.count(
    `insert into children (user_id, full_name, school_class, cover, active, consent_version)
     select $1, 'Antigo', '4º Ano', 1, false, '1' from generate_series(1, $2)`,
    [parent.id, many],
  );
  const ranks = `select ${COVER_RANK} as rank from children c where c.user_id = $1`;
  expect(await app.db.rows(`select distinct rank from (${ranks}) r order by rank`, [parent.id])).toEqual([
    { rank: 1 },
    { rank: null },
  ]);
  expect(await visitedBy(ranks, [parent.id])).toBeLessThan(many * 20);
});
