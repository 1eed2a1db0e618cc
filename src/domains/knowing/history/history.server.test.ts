import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, ageAttempt, aParent } from '../../../../test/support/builders.ts';

const app = await testApp();

describe('the history', () => {
  test('can be filtered by period, child and discipline, and its links keep the filters', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const child = await aChild(parent);
    for (const days of [1, 40, 80, 100]) {
      const sitting = await aChildMidTest(app, parent, { childId: child.id });
      await sitting.answer(0, 'A');
      await sitting.complete();
      await ageAttempt(app.db, sitting.id, days * 86_400);
    }
    const found = async (query: string) => {
      const listed = await parent.get(`/api/recent-tests?${query}`);
      return [listed.body.length, listed.headers['x-total-count']];
    };
    expect(await found('period=month')).toEqual([1, '1']);
    expect(await found('period=quarter&discipline=Matemática')).toEqual([3, '3']);
    expect(await found('period=quarter&discipline=Português')).toEqual([0, '0']);
    expect(await found('period=todos')).toEqual([4, '4']);
    expect(await found(`period=quarter&limit=2&page=2&childId=${child.id}`)).toEqual([1, '3']);
    expect(await found('period=quarter&limit=2&page=3')).toEqual([0, '3']);
    const { headers } = await parent.get(`/api/recent-tests?period=quarter&limit=2`);
    expect(headers['link']).toContain('period=quarter&limit=2&page=2>; rel="next"');
    const refused = await parent.get('/api/recent-tests?period=decade');
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({ period: 'Indique month, quarter ou year.' });
  });
});

describe('the family’s figures', () => {
  test('are computed from the completed attempts of each child, and of no other family', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const [maria, joao] = [await aChild(parent), await aChild(parent, { fullName: 'João Domingos' })];
    for (const [letters, childId] of [
      ['ABCD', maria.id],
      ['ABAA', maria.id],
      ['AAAA', joao.id],
    ] as const) {
      const sitting = await aChildMidTest(app, parent, { childId });
      for (const [index, letter] of [...letters].entries()) await sitting.answer(index, letter);
      await sitting.complete();
    }
    await (await aChildMidTest(app, await aParent(app))).complete();
    const children = (await parent.get('/api/children')).body;
    expect(children.map(({ stats }: { stats: unknown }) => stats)).toEqual([
      {
        overallProgress: 75,
        testsCompleted: 2,
        correctPercentage: 75,
        incorrectPercentage: 25,
        unansweredPercentage: 0,
        rehearsals: { tests: 0, mean: null },
        now: expect.objectContaining({ right: 6, asked: 8, percentage: 75, before: null, direction: null }),
      },
      {
        overallProgress: 25,
        testsCompleted: 1,
        correctPercentage: 25,
        incorrectPercentage: 75,
        unansweredPercentage: 0,
        rehearsals: { tests: 0, mean: null },
        now: expect.objectContaining({ right: 1, asked: 4, percentage: 25 }),
      },
    ]);
    expect(children.map(({ covered }: { covered: boolean }) => covered)).toEqual([true, true]);

    const recent = await parent.get('/api/recent-tests?limit=2');
    expect(recent.headers['x-total-count']).toBe('3');
    expect(
      recent.body.map(({ child, score }: { child: { fullName: string }; score: unknown }) => [child.fullName, score]),
    ).toEqual([
      ['João Domingos', { value: 1, total: 4, percentage: 25 }],
      ['Maria Domingos', { value: 2, total: 4, percentage: 50 }],
    ]);
    expect((await parent.get(`/api/recent-tests?childId=${maria.id}&discipline=todas`)).body).toHaveLength(2);
    expect((await parent.get('/api/recent-tests?discipline=Português')).body).toEqual([]);
    expect((await parent.get('/api/recent-tests?limit=2&page=2')).body).toHaveLength(1);
    expect((await parent.get('/api/recent-tests?limit=2&page=9')).headers['x-total-count']).toBe('3');
    expect((await parent.get('/api/recent-tests?childId=999999')).headers['x-total-count']).toBe('0');
  });

  test('count a question left without an answer as neither right nor wrong', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    for (const [index, letter] of ['A', 'C', 'C'].entries()) await sitting.answer(index, letter);
    await sitting.complete();
    const [{ stats }] = (await parent.get('/api/children')).body;
    expect(stats).toMatchObject({ correctPercentage: 50, incorrectPercentage: 25, unansweredPercentage: 25 });
  });

  test.each(['limit=0', 'limit=501', 'limit=abc', 'page=0', 'childId=-1', 'childId=2147483648', 'limit=1e2'])(
    'a list with the parameters %s is refused',
    async (query) => {
      expect((await (await aParent(app)).get(`/api/recent-tests?${query}`)).status).toBe(400);
    },
  );

  test('T17 repeated filters, filters in brackets and another family’s ids are harmless', async () => {
    const other = await aParent(app);
    const theirs = await aChildMidTest(app, other);
    await theirs.complete();
    const parent = await aParent(app);
    const queries = [
      'discipline=a&discipline=b',
      'discipline[]=a',
      "discipline=' or 1=1--",
      `userId=${other.id}`,
      `childId=${theirs.childId}`,
      'includeRead=true%27',
    ];
    for (const query of queries) {
      const listed = await parent.get(`/api/recent-tests?${query}`);
      expect([listed.status, listed.body], query).toEqual([200, []]);
    }
    expect((await parent.get(`/api/children?userId=${other.id}`)).body).toEqual([]);
    expect((await parent.get(`/api/tests?childId=${theirs.childId}`)).status).toBe(404);
  });
});
