import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aBank, aChild, aParent, aTest, type Parent } from '../../../../test/support/builders.ts';
import { aCalculation } from '../../../../test/support/calculations.ts';
import { aReading, someForms } from '../../../../test/support/readings.ts';
import { aDictation, aText, loadWritingForms } from '../../../../test/support/writings.ts';
import { storeForms } from '../../skills/reading/content.server.ts';

const app = await testApp();
const { db } = app;
let rehearsal = 0;

beforeAll(async () => {
  await aBank(db, 'Geografia', ['4º Ano']);
  await storeForms(db, someForms());
  await loadWritingForms(db);
  rehearsal = (await aTest(db, { kind: 'rehearsal', discipline: 'História' })).id;
});

type Use = (parent: Parent, childId: number) => Promise<number>;
const send =
  (address: string, body: (childId: number) => unknown): Use =>
  async (parent, childId) =>
    (await parent.post(address, body(childId))).status;

/** The first day on which a child may do it again, or why it may not now; null if it may. */
type Told = (parent: Parent, childId: number) => Promise<unknown>;
const told =
  (address: string, find: (body: never) => unknown): Told =>
  async (parent, childId) =>
    find((await parent.get(address.replace(':id', String(childId)))).body as never);
interface Limited {
  limit: Record<string, string | null>;
}

const USES: readonly [string, Use, Told][] = [
  [
    'rehearsals',
    send('/api/attempts', (childId) => ({ childId, testId: rehearsal })),
    told(
      '/api/tests?childId=:id',
      (tests: { id: number; forChild: { whyNot: string | null } }[]) =>
        tests.find(({ id }) => id === rehearsal)?.forChild.whyNot,
    ),
  ],
  [
    'diagnostics',
    send('/api/diagnostics', (childId) => ({ childId, discipline: 'Geografia' })),
    told(
      '/api/children/:id/diagnostics',
      ({ disciplines }: { disciplines: { discipline: string; refusal: unknown }[] }) =>
        disciplines.find(({ discipline }) => discipline === 'Geografia')?.refusal,
    ),
  ],
  [
    'readings',
    send('/api/readings', (childId) => aReading(childId)),
    told('/api/children/:id/readings', ({ limit }: Limited) => limit['nextDay']),
  ],
  [
    'dictations',
    send('/api/dictations', (childId) => aDictation(childId)),
    told('/api/children/:id/writings', ({ limit }: Limited) => limit['nextDictation']),
  ],
  [
    'texts',
    send('/api/texts', (childId) => aText(childId)),
    told('/api/children/:id/writings', ({ limit }: Limited) => limit['nextText']),
  ],
  [
    'sums in the head',
    send('/api/calculations', (childId) => aCalculation(childId)),
    told('/api/children/:id/calculations', ({ limit }: Limited) => limit['nextDay']),
  ],
];

describe.each(USES)('T40 %s on the free plan', (_name, use, find) => {
  const archive = (parent: Parent, id: number) => parent.post(`/api/children/${id}/archive`);
  const children = async (parent: Parent, many: number) => {
    const ids: number[] = [];
    for (let n = 0; n < many; n += 1) ids.push((await aChild(parent)).id);
    return ids as [number, ...number[]];
  };

  test('are not renewed by archiving or erasing a child and registering another; a paid plan gives them', async () => {
    const parent = await aParent(app);
    const [first] = await children(parent, 1);
    expect(await use(parent, first)).toBe(201);
    await archive(parent, first);
    const [second] = await children(parent, 1);
    expect(await use(parent, second)).toBe(402);
    expect(await find(parent, second)).not.toBeNull();
    await db.count('delete from children where user_id = $1', [parent.id]);
    const [third] = await children(parent, 1);
    expect(await use(parent, third)).toBe(402);
    await db.count(
      `update users set subscription_type = 'individual', subscription_end = now() + interval '9 days' where id = $1`,
      [parent.id],
    );
    expect(await use(parent, third)).toBe(201);
  });

  test('are there for each of several children, also after siblings who had theirs were archived', async () => {
    const parent = await aParent(app);
    const [first, second, third] = (await children(parent, 3)) as [number, number, number];
    expect([await use(parent, first), await use(parent, second)]).toEqual([201, 201]);
    await archive(parent, first);
    await archive(parent, second);
    // In another month.
    await db.count(`update children_at_once set month = month - interval '2 months', most = 1 where user_id = $1`, [
      parent.id,
    ]);
    expect(await find(parent, third)).toBeNull();
    expect(await use(parent, third)).toBe(201);
  });

  test('are given once to children of one place who ask at the same time', async () => {
    const parent = await aParent(app);
    const [first] = await children(parent, 1);
    expect(await use(parent, first)).toBe(201);
    await archive(parent, first);
    const [second, third] = (await children(parent, 2)) as [number, number];
    // Two were active together: of these two children and the archived one, two have it.
    const given = await Promise.all([use(parent, second), use(parent, third)]);
    expect(given.sort()).toEqual([201, 402]);
  });

  test('count again a year later, and older notes are deleted', async () => {
    const parent = await aParent(app);
    const [first] = await children(parent, 1);
    await use(parent, first);
    await archive(parent, first);
    await db.count(`update free_uses set noted_at = now() - interval '13 months' where user_id = $1`, [parent.id]);
    const [second] = await children(parent, 1);
    expect(await use(parent, second)).toBe(201);
    expect(await db.rows('select child_id from free_uses where user_id = $1', [parent.id])).toEqual([
      { childId: second },
    ]);
  });
});
