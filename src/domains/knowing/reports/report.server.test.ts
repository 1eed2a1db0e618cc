import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aChildMidTest,
  ageAttempt,
  aParent,
  aTest,
  aUser,
  type Parent,
  type TestWanted,
} from '../../../../test/support/builders.ts';

const app = await testApp();

/** The reference values of a discipline, while there is no average. */
const fixed = { real: false, children: null, asOf: null, place: null };
const REFERENCES = [
  { group: 'school', value: 65, ...fixed },
  { group: 'national', value: 70, ...fixed },
];
const DAY = 86_400;

/** Returns a completed test of ten questions some days ago: the first `right` of them are answered right, the others wrong. */
async function taken(
  parent: Parent,
  childId: number,
  right: number,
  { daysAgo = 0, ...wanted }: TestWanted & { daysAgo?: number } = {},
): Promise<number> {
  const sitting = await aChildMidTest(app, parent, { keys: Array(10).fill('A'), ...wanted, childId });
  for (let index = 0; index < 10; index += 1) await sitting.answer(index, index < right ? 'A' : 'B');
  await sitting.complete();
  await ageAttempt(app.db, sitting.id, daysAgo * DAY);
  return sitting.id;
}

const reportOf = async (parent: Parent, childId: number) => (await parent.get(`/api/children/${childId}/report`)).body;

describe('a child’s report', () => {
  test('is computed from the tests that count, and from no others', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const maria = await aChild(parent, { gender: 'feminino', school: 'Escola n.º 1107' });
    const joao = await aChild(parent, { fullName: 'João Domingos' });
    await taken(parent, maria.id, 5, { theme: 'Ortografia', discipline: 'Português', daysAgo: 9 });
    await taken(parent, maria.id, 6, { theme: 'Ortografia', discipline: 'Português', daysAgo: 6 });
    const solar = { theme: 'Sistema Solar', discipline: 'Ciências' } as const;
    await taken(parent, maria.id, 9, { ...solar, daysAgo: 3 });
    await taken(parent, maria.id, 9, { ...solar, daysAgo: 1 });
    // Attempts that do not count: another child's, an open one, a late one, and one without an answer.
    await taken(parent, joao.id, 0, solar);
    await aChildMidTest(app, parent, { childId: maria.id });
    const late = await taken(parent, maria.id, 1, solar);
    await app.db.count('update attempts set late = true, valid = false where id = $1', [late]);
    await (await aChildMidTest(app, parent, { childId: maria.id })).complete();
    await aTest(app.db, { theme: 'Pontuação', discipline: 'Português' });
    await aTest(app.db, { theme: 'Ortografia', discipline: 'Português' });
    await aTest(app.db, { theme: 'Advérbios', discipline: 'Português', active: false });
    await aTest(app.db, { theme: 'Sílabas', discipline: 'Português', schoolClass: '1º Ano' });

    const report = await reportOf(parent, maria.id);
    expect(report.child).toEqual({
      id: maria.id,
      fullName: 'Maria Domingos',
      schoolClass: '4º Ano',
      school: 'Escola n.º 1107',
      gender: 'feminino',
      cover: 1,
    });
    expect(report.trend.map(({ theme, score }: { theme: string; score: number }) => [theme, score])).toEqual([
      ['Ortografia', 50],
      ['Ortografia', 60],
      ['Sistema Solar', 90],
      ['Sistema Solar', 90],
    ]);
    expect(report.now).toMatchObject({ right: 24, asked: 30, percentage: 80, before: null, direction: null });
    expect(report.now.tests.map(({ score }: { score: number }) => score)).toEqual([90, 90, 60]);
    expect(report.disciplines).toEqual([
      { discipline: 'Português', tests: 2, mean: 55, marks: REFERENCES },
      { discipline: 'Ciências', tests: 2, mean: 90, marks: REFERENCES },
    ]);
    expect(report.reference).toEqual({ school: 65, national: 70 });
    expect(report.themes).toEqual([
      {
        discipline: 'Português',
        themes: [
          { theme: 'Ortografia', tests: 2, mean: 55, foundIn: '4º Ano' },
          { theme: 'Pontuação', tests: 0, mean: null, foundIn: '4º Ano' },
        ],
      },
      {
        discipline: 'Ciências',
        themes: [{ theme: 'Sistema Solar', tests: 2, mean: 90, foundIn: '4º Ano' }],
      },
    ]);
    expect(report.skills).toEqual([{ skillCategory: 'Aplicação', correct: 29, total: 40, share: 73 }]);
  });

  test('shows the last eight tests, oldest first', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const child = await aChild(parent);
    for (let index = 0; index < 9; index += 1) await taken(parent, child.id, index + 1, { daysAgo: 20 - index });
    const { trend, disciplines } = await reportOf(parent, child.id);
    expect(trend.map(({ score }: { score: number }) => score)).toEqual([20, 30, 40, 50, 60, 70, 80, 90]);
    expect(disciplines).toEqual([{ discipline: 'Matemática', tests: 9, mean: 50, marks: REFERENCES }]);
  });

  test('has the trimesters of this school year from the aggregation table', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const child = await aChild(parent);
    await taken(parent, child.id, 6);
    await taken(parent, child.id, 9);
    // An attempt of the same child in the previous year.
    await app.db.count(
      `insert into performance_aggregations (child_id, school_year, trimester, school_class, discipline, tests_completed, score_sum, correct_sum,
         question_sum, total_time_spent, last_evaluation_date, average_score, average_correct_answers)
       select child_id, school_year - 1, trimester, school_class, discipline, tests_completed, 0, 0, question_sum, 0, last_evaluation_date, 0, 0
       from performance_aggregations where child_id = $1`,
      [child.id],
    );
    const { trimesters, earlier, figures, months } = await reportOf(parent, child.id);
    const rows = await app.db.rows<{ trimester: number; year: number }>(
      'select trimester, school_year as year from performance_aggregations where child_id = $1 order by school_year desc limit 1',
      [child.id],
    );
    expect([trimesters.schoolYear, trimesters.current]).toEqual([rows[0]?.year, rows[0]?.trimester]);
    expect(trimesters.disciplines).toHaveLength(1);
    expect(trimesters.all[trimesters.current - 1]).toEqual({ tests: 2, mean: 75 });
    expect(trimesters.all.filter(({ tests }: { tests: number }) => tests > 0)).toHaveLength(1);
    expect(earlier).toMatchObject([
      { schoolYear: trimesters.schoolYear - 1, disciplines: [{ discipline: 'Matemática' }] },
    ]);
    // The aggregation has four tests; those of the previous year have no right answers.
    expect(figures).toMatchObject([{ discipline: 'Matemática', averageCorrectAnswers: 3.8 }]);
    expect(months).toEqual(['Set–Dez', 'Jan–Abr', 'Abr–Jul']);
  });

  test('a theme links to the class in which it is tested, and to nothing when no test of it exists', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const child = await aChild(parent);
    const theme = `Relógios ${child.id}`;
    await taken(parent, child.id, 6, { theme, schoolClass: '4º Ano' });
    const foundIn = async () => {
      const { themes } = await reportOf(parent, child.id);
      return themes
        .flatMap((group: { themes: { theme: string; foundIn: string | null }[] }) => group.themes)
        .find((one: { theme: string }) => one.theme === theme)?.foundIn;
    };
    expect(await foundIn()).toBe('4º Ano');
    await app.db.count(`update children set school_class = '5º Ano' where id = $1`, [child.id]);
    expect(await foundIn()).toBe('4º Ano');
    await aTest(app.db, { theme, schoolClass: '5º Ano' });
    expect(await foundIn()).toBe('5º Ano');
    await app.db.count('update tests set active = false where theme = $1', [theme]);
    expect(await foundIn()).toBeNull();
  });

  test('is empty for a child without tests', async () => {
    const parent = await aParent(app);
    const child = await aChild(parent);
    expect(await reportOf(parent, child.id)).toMatchObject({
      trend: [],
      now: { tests: [], percentage: null, direction: null },
      disciplines: [],
      themes: [],
      skills: [],
      next: { allowed: false, test: null },
    });
  });

  test('suggests the test of the next action, and only if the plan includes it', async () => {
    const wanted = { theme: 'Reinos', discipline: 'História', schoolClass: '9º Ano', objective: 'REL-A' } as const;
    const aNinth = (parent: Parent, fullName = 'Ana Domingos') => aChild(parent, { fullName, schoolClass: '9º Ano' });
    const waiting = await aTest(app.db, wanted);
    const free = await aParent(app);
    expect((await reportOf(free, (await aNinth(free)).id)).next).toEqual({ allowed: false, test: null });

    const individual = await aParent(app, { plan: 'individual' });
    const [first, second] = [await aNinth(individual), await aNinth(individual, 'João Domingos')];
    for (const { id } of [first, second]) await taken(individual, id, 3, wanted);
    const { next } = await reportOf(individual, first.id);
    expect(next.test).toMatchObject({ id: waiting.id, discipline: 'História', theme: 'Reinos', questionCount: 4 });
    const map = (await individual.get(`/api/children/${first.id}/knowledge`)).body;
    expect(map.action).toMatchObject({ testId: waiting.id });
    expect((await reportOf(individual, second.id)).next).toEqual({ allowed: false, test: null });
    // Once its tests are taken, the theme is practised.
    await app.db.count(`update tests set active = false where discipline = 'História'`);
    expect((await reportOf(individual, first.id)).next).toEqual({ allowed: true, test: null });
  });

  test('of a child whose class has no tests shows the class of the tests it takes', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const ana = await aChild(parent, { fullName: 'Ana Domingos', schoolClass: '10º Ano' });
    const sixth = { discipline: 'Geografia', schoolClass: '6º Ano' } as const;
    await taken(parent, ana.id, 3, { ...sixth, theme: 'Relevo' });
    await aTest(app.db, { ...sixth, theme: 'Climas' });
    const report = await reportOf(parent, ana.id);
    expect(report.themes).toEqual([
      {
        discipline: 'Geografia',
        themes: [
          { theme: 'Relevo', tests: 1, mean: 30, foundIn: '6º Ano' },
          { theme: 'Climas', tests: 0, mean: null, foundIn: '6º Ano' },
        ],
      },
    ]);
  });

  test('is not found for another family, forbidden for a teacher, and asks a signed-out visitor to sign in', async () => {
    const child = await aChild(await aParent(app));
    const other = await aParent(app);
    const theirs = await other.get(`/api/children/${child.id}/report`);
    const absent = await other.get('/api/children/2000000000/report');
    expect([theirs.status, theirs.text]).toEqual([404, absent.text]);
    expect((await (await aUser(app, 'teacher')).get(`/api/children/${child.id}/report`)).status).toBe(403);
    expect((await app.visitor().get(`/api/children/${child.id}/report`)).status).toBe(401);
    expect([400, 404]).toContain((await other.get('/api/children/abc/report')).status);
  });
});

describe('performance by discipline', () => {
  test('is the mean of the period, per child, the weakest discipline first', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const [maria, joao] = [await aChild(parent), await aChild(parent, { fullName: 'João Domingos' })];
    await taken(parent, maria.id, 8, { daysAgo: 29 });
    await taken(parent, maria.id, 5, { daysAgo: 2 });
    await taken(parent, maria.id, 6, { daysAgo: 2, discipline: 'Português' });
    await taken(parent, maria.id, 1, { daysAgo: 31 });
    await taken(parent, maria.id, 0, { daysAgo: 91 });
    const late = await taken(parent, maria.id, 0);
    await app.db.count('update attempts set late = true, valid = false where id = $1', [late]);

    const month = [
      { discipline: 'Português', tests: 1, mean: 60 },
      { discipline: 'Matemática', tests: 2, mean: 65 },
    ];
    const nobody = { childId: joao.id, disciplines: [] };
    expect((await parent.get('/api/children/performance')).body).toEqual([
      { childId: maria.id, disciplines: month },
      nobody,
    ]);
    expect((await parent.get('/api/children/performance?period=month')).body[0].disciplines).toEqual(month);
    expect((await parent.get('/api/children/performance?period=quarter')).body).toEqual([
      {
        childId: maria.id,
        disciplines: [
          { discipline: 'Matemática', tests: 3, mean: 47 },
          { discipline: 'Português', tests: 1, mean: 60 },
        ],
      },
      nobody,
    ]);
    expect((await parent.get('/api/children/performance?period=year')).status).toBe(200);
    expect((await (await aParent(app)).get('/api/children/performance')).body).toEqual([]);
  });

  test.each(['period=week', 'period=', 'period=month&period=year', 'period[]=month'])(
    '%s is refused or ignored',
    async (query) => {
      expect([200, 400]).toContain((await (await aParent(app)).get(`/api/children/performance?${query}`)).status);
    },
  );

  test('an unknown period is refused, and the field is named', async () => {
    const { status, body } = await (await aParent(app)).get('/api/children/performance?period=week');
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toEqual(['period']);
  });
});
