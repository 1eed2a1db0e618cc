import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aBank, aChild, aChildOfLastYear, aParent, aTest, type Parent } from '../../../../test/support/builders.ts';
import { aCalculation } from '../../../../test/support/calculations.ts';
import { aReading, someForms } from '../../../../test/support/readings.ts';
import { aDictation, aText, loadWritingForms } from '../../../../test/support/writings.ts';
import { periodOf, TRIMESTER_STARTS } from '../../../shared/calendar.ts';
import { DAY_MS, MAX_AGE_DAYS } from '../../../shared/time.ts';
import { takeFreeUse } from '../../skills/grid/free-limit.server.ts';
import { MAX_RECORDS_A_DAY } from '../../skills/grid/sent.server.ts';
import { storeForms } from '../../skills/reading/content.server.ts';
import { findFamilyChild } from './covered.store.ts';
import { GRACE_DAYS, WORK_DAYS } from './plans.rules.ts';

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

const WORKS = [
  ['readings', aReading],
  ['dictations', aDictation],
  ['texts', aText],
  ['calculations', aCalculation],
] as const;

describe.each(WORKS)('T40 %s that were begun under a plan', (kind, work) => {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  /** Sends one that was begun so many days ago. */
  const sendOf = async (parent: Parent, childId: number, days = 0) => {
    const { status, body } = await parent.post(`/api/${kind}`, work(childId, { startedAt: daysAgo(days) }));
    return status === 402 ? body.code : status;
  };
  const refused = expect.stringMatching(/-limit$/);
  /** Lets the plan have ended this number of days ago, not counting the days of grace. */
  const endPlan = (parent: Parent, plan: string, days: number) =>
    db.count(
      `update users set subscription_type = $2, subscription_end = now() - make_interval(days => $3) where id = $1`,
      [parent.id, plan, days],
    );
  const aFamily = async () => {
    const parent = await aParent(app, { plan: 'family' });
    const { id } = await aChildOfLastYear(db, parent);
    // What the free plan gives is used up.
    expect(await sendOf(parent, id)).toBe(201);
    return { parent, id };
  };

  test('are taken for a month after it ended, and longer if they were begun before', async () => {
    const { parent, id } = await aFamily();
    await endPlan(parent, 'family', GRACE_DAYS + WORK_DAYS - 1);
    expect(await sendOf(parent, id)).toBe(201);
    await endPlan(parent, 'family', GRACE_DAYS + WORK_DAYS + 1);
    expect(await sendOf(parent, id)).toEqual(refused);
    expect(await sendOf(parent, id, 2)).toBe(201);
  });

  test('are taken when the program has ended the plan since, not when its payment was taken back', async () => {
    const { parent, id } = await aFamily();
    await endPlan(parent, 'free', 0);
    const change = (how: string) =>
      db.count(
        `insert into plan_changes (user_id, kind, plan_before, until_before, plan_after, at)
         values ($1, $2, 'family', now() - interval '12 days', 'free', now() - interval '5 days')`,
        [parent.id, how],
      );
    expect(await sendOf(parent, id)).toEqual(refused);
    await change('reversed');
    expect(await sendOf(parent, id)).toEqual(refused);
    await change('ended');
    expect(await sendOf(parent, id)).toBe(201);
    // What the screens offer is decided by the plan of today.
    expect((await parent.get(`/api/children/${id}/readings`)).body.limit).not.toBeNull();
  });

  test('are not taken for a child whom that plan did not cover', async () => {
    const { parent } = await aFamily();
    const other = (await aChildOfLastYear(db, parent)).id;
    await endPlan(parent, 'individual', GRACE_DAYS + 1);
    expect([await sendOf(parent, other), await sendOf(parent, other)]).toEqual([201, refused]);
  });

  test('and with a wrong clock lose nothing, but gain no more than one in each trimester within reach', async () => {
    const parent = await aParent(app);
    const { id } = await aChildOfLastYear(db, parent);
    const moments = [Date.now() - MAX_AGE_DAYS * DAY_MS, Date.now()];
    const { size } = new Set(moments.map((moment) => periodOf(new Date(moment), TRIMESTER_STARTS)));
    for (let nth = 0; nth < size; nth += 1) expect(await sendOf(parent, id, 20_000)).toBe(201);
    expect([await sendOf(parent, id, 20_000), await sendOf(parent, id), await sendOf(parent, id, -20_000)]).toEqual([
      refused,
      refused,
      refused,
    ]);
  });
});

test('T40 what arrives after the end of a plan is at most the work of a month', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const { id } = await aChildOfLastYear(db, parent);
  await db.count(`update users set subscription_end = now() - make_interval(days => $2) where id = $1`, [
    parent.id,
    GRACE_DAYS + 1,
  ]);
  const child = await findFamilyChild(db, parent.id, id);
  if (!child) throw new Error('the child is there');
  const startedAt = new Date(child.now.getTime() - 40 * DAY_MS);
  /** Takes one more, with so many that were begun this number of days before or after it. */
  const take = (records: number, daysApart: number) => {
    const at = new Date(startedAt.getTime() + daysApart * DAY_MS);
    const limited = { kind: 'sums', limit: 1, earlier: Array(records).fill({ startedAt: at }) } as const;
    const words = { code: 'calculation-limit', done: 'As contas estão feitas', another: 'Há outras' };
    return db.transaction((transaction) =>
      takeFreeUse(transaction, { userId: parent.id, child, startedAt }, limited, words),
    );
  };
  // The free ones.
  await take(0, 0);
  await take(0, 0);
  await take(MAX_RECORDS_A_DAY - 1, 0);
  await take(MAX_RECORDS_A_DAY, -WORK_DAYS);
  for (const days of [0, WORK_DAYS - 1, 1 - WORK_DAYS])
    await expect(take(MAX_RECORDS_A_DAY, days)).rejects.toMatchObject({ status: 402, code: 'calculation-limit' });
});
