import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp, type Visitor } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, aParent, PASSWORD } from '../../../../test/support/builders.ts';
import { aCohort, type MadeChild, markOf, meanOf, signedIn, TWELVE_SCHOOLS } from '../../../../test/support/cohort.ts';
import type { Database } from '../../../server/db/db.ts';
import type { TestClass } from '../../../shared/words.ts';
import type { ComparisonMark } from './norms.contract.ts';
import { bandOf, histogramOf, percentileRank } from './norms.rules.ts';
import { compareIn, refreshNorms, type TestsByClass } from './norms.server.ts';

type Marks = Partial<Record<ComparisonMark['group'], ComparisonMark>>;

const byGroup = (marks: ComparisonMark[]): Marks => Object.fromEntries(marks.map((mark) => [mark.group, mark]));

/** Returns the comparison that the result of a child's first attempt in Matemática shows. */
async function marksOf(app: TestApp, child: MadeChild, visitor?: Visitor): Promise<Marks> {
  const attempt = await app.db.row<{ id: number }>(
    `select id from attempts where child_id = $1 and discipline = 'Matemática' and completed order by id limit 1`,
    [child.id],
  );
  const parent = visitor ?? (await signedIn(app, child.userId));
  const { body } = await parent.get(`/api/attempts/${attempt?.id}`);
  expect(body.result.comparison.allowed).toBe(true);
  return byGroup(body.result.comparison.marks);
}

const norms = (db: Database) => db.rows('select * from norms order by 1, 2, 3, 4, 5');

describe('the averages of twelve schools after a term', () => {
  const app = testApp();
  let made: MadeChild[];
  let context: TestApp;
  beforeAll(async () => {
    context = await app;
    made = await aCohort(context.db);
    await refreshNorms(context.db);
  });

  const others = (child: MadeChild, among: (other: MadeChild) => boolean) =>
    made
      .filter((other) => other.userId !== child.userId && among(other))
      .flatMap((other) => markOf(other, 'Matemática') ?? []);

  test('every child sees the exact averages of the other families', async () => {
    // One child of each school.
    for (const { school } of TWELVE_SCHOOLS) {
      const child = made.find((one) => one.school === school && one.active && markOf(one, 'Matemática') !== undefined);
      const one = child as MadeChild;
      const marks = await marksOf(context, one);
      const groups = {
        school: others(one, (other) => other.school === one.school),
        province: others(one, (other) => other.province === one.province),
        national: others(one, () => true),
      };
      for (const group of ['school', 'province', 'national'] as const) {
        const value = meanOf(groups[group]);
        expect(marks[group], `${group} of ${one.school}`).toMatchObject({
          value,
          real: true,
          children: bandOf(groups[group].length),
        });
      }
    }
  });

  test('a place in words is shown for large groups only: not for a school of thirty or a province of ninety', async () => {
    const child = made.find((one) => one.active && !one.attempts.some(({ timeLimit }) => timeLimit > 900)) as MadeChild;
    const marks = await marksOf(context, child);
    expect(marks.school?.place).toBeNull();
    expect(marks.province?.place).toBeNull();
    const first = child.attempts.find(({ discipline }) => discipline === 'Matemática');
    const truth = percentileRank(histogramOf(others(child, () => true)), first?.score ?? 0);
    const { tenths } = marks.national?.place ?? {};
    expect(tenths?.from).toBeLessThanOrEqual(truth / 10);
    expect(tenths?.to).toBeGreaterThanOrEqual(Math.min(truth / 10, 9));
  });

  test('the report shows the same averages and the exact trend', async () => {
    const child = made.find((one) => one.active && markOf(one, 'Matemática') !== undefined) as MadeChild;
    const parent = await signedIn(context, child.userId);
    const { body } = await parent.get(`/api/children/${child.id}/report`);
    const marks = await marksOf(context, child, parent);
    const row = body.disciplines.find(({ discipline }: { discipline: string }) => discipline === 'Matemática');
    const withoutPlace = (all: Marks) => Object.values(all).map(({ place: _, ...mark }) => mark);
    expect(withoutPlace(byGroup(row.marks))).toEqual(withoutPlace(marks));
    const counted = child.attempts.filter(({ late }) => !late);
    expect(body.trend.map(({ score }: { score: number }) => score)).toEqual(
      counted.slice(-8).map(({ score }) => score),
    );
    const scores = counted.filter(({ discipline }) => discipline === 'Matemática').map(({ score }) => score);
    expect(row).toMatchObject({ tests: scores.length, mean: meanOf(scores) });
  });

  test('the free plan shows reference values only', async () => {
    const child = made.find((one) => one.active) as MadeChild;
    await context.db.count(`update users set subscription_type = 'free' where id = $1`, [child.userId]);
    const parent = await signedIn(context, child.userId);
    const { body, text } = await parent.get(`/api/children/${child.id}/report`);
    expect(body.compared).toBe(false);
    expect(text).not.toMatch(/"real":true|crianças"/);
    await context.db.count(`update users set subscription_type = 'family-plus' where id = $1`, [child.userId]);
  });

  test('a batch without new children changes nothing, and a rebuild computes the same averages', async () => {
    const before = await norms(context.db);
    expect(before.length).toBe(2 * (12 + 4 + 1));
    await refreshNorms(context.db);
    expect(await norms(context.db)).toEqual(before);
    await context.db.count('delete from norms');
    await Promise.all([refreshNorms(context.db, true), refreshNorms(context.db, true)]);
    expect(await norms(context.db)).toEqual(before);
  });
});

describe('groups that are too small or too uniform', async () => {
  const app = await testApp();
  const { db } = app;

  /** The cohort of each test is in a separate class, so that the children of one test are not in another's averages. */
  const classes = ['1º Ano', '2º Ano', '3º Ano', '4º Ano', '5º Ano', '7º Ano', '8º Ano', '9º Ano'] as const;
  let used = 0;
  const tree = () => {
    const schoolClass = classes[used] as TestClass;
    used += 1;
    return { plain: true, disciplines: ['Matemática' as const], schoolClass };
  };
  const schoolsOf = (...names: string[]) => names.map((school) => ({ province: 'Luanda', school }));

  test('for nine children reference values are shown, and no province', async () => {
    const made = await aCohort(db, { ...tree(), places: schoolsOf('Escola Nove'), children: 9 });
    await refreshNorms(db);
    const marks = await marksOf(app, made[0] as MadeChild);
    expect(marks).toMatchObject({ school: { value: 65, real: false }, national: { value: 70, real: false } });
    expect(marks.province).toBeUndefined();
  });

  test('ten others of one school give averages of school and country, but none of a province with one school', async () => {
    const where = tree();
    const made = await aCohort(db, { ...where, places: schoolsOf('Escola Dez'), children: 10 });
    await refreshNorms(db);
    // A family that comes later, whose own child is not in the average.
    const [late] = (await aCohort(db, { ...where, places: schoolsOf('ESCOLA  déz'), children: 1 })) as [MadeChild];
    const value = meanOf(made.flatMap((one) => markOf(one, 'Matemática') ?? []));
    const marks = await marksOf(app, late);
    const group = { value, real: true, children: '10 a 19 crianças' };
    expect(marks).toMatchObject({ school: group, national: group });
    expect(marks.province).toBeUndefined();
    // For the families in the average, nine others or fewer remain.
    expect((await marksOf(app, made[0] as MadeChild)).school).toMatchObject({ value: 65, real: false });
  });

  test('an average of ten children with the same mark is not shown', async () => {
    const where = tree();
    const made = await aCohort(db, { ...where, places: schoolsOf('Escola Igual'), children: 12 });
    await db.count('update attempts set total_score = 60 where child_id = any($1::int[])', [made.map(({ id }) => id)]);
    await refreshNorms(db);
    const [late] = (await aCohort(db, { ...where, places: schoolsOf('Escola Igual'), children: 1 })) as [MadeChild];
    expect(await marksOf(app, late)).toMatchObject({ school: { real: false }, national: { real: false } });
  });

  test('a mean over tests of two classes is compared with their averages, weighted by tests, or not at all', async () => {
    const where = { plain: true, disciplines: ['Ciências' as const], places: schoolsOf('Escola Duas') };
    const made = await Promise.all(
      (['3º Ano', '4º Ano'] as const).map((schoolClass, index) =>
        aCohort(db, { ...where, schoolClass, children: 12 + 9 * index, seed: 50 + index }),
      ),
    );
    await refreshNorms(db);
    const [late] = (await aCohort(db, { ...where, schoolClass: '4º Ano', children: 1, seed: 60 })) as [MadeChild];
    const [third, fourth] = made.map((some) => meanOf(some.flatMap((one) => markOf(one, 'Ciências') ?? []))) as [
      number,
      number,
    ];
    expect(third).not.toBe(fourth);
    const compared = { userId: late.userId, childId: late.id, allowed: true };
    const beside = async (classes: TestsByClass) =>
      byGroup((await compareIn(db, compared, new Map([['Ciências', classes]]), null)).get('Ciências') ?? []).national;
    expect(await beside({ '4º Ano': 2 })).toMatchObject({ value: fourth, real: true, children: '20 a 49 crianças' });
    expect(await beside({ '3º Ano': 3, '4º Ano': 1 })).toMatchObject({
      value: Math.floor((3 * third + fourth) / 4 + 0.5),
      real: true,
      // The smaller of the two sizes.
      children: '10 a 19 crianças',
    });
    // One class has no average, so the averages of the others would not be a fair comparison.
    expect(await beside({ '2º Ano': 1, '4º Ano': 9 })).toMatchObject({ value: 70, real: false });
  });

  test('T19 adding one child or nine changes no average, however often the job runs', async () => {
    const where = tree();
    await aCohort(db, { ...where, places: schoolsOf('Escola A', 'Escola B', 'Escola C'), children: 12 });
    await refreshNorms(db);
    const before = await norms(db);
    for (let more = 0; more < 9; more += 1) {
      await aCohort(db, { ...where, places: schoolsOf('Escola A'), children: 1, seed: 100 + more });
      await refreshNorms(db, true);
      expect(await norms(db)).toEqual(before);
    }
    await aCohort(db, { ...where, places: schoolsOf('Escola A'), children: 1, seed: 110 });
    await refreshNorms(db);
    expect(await norms(db)).not.toEqual(before);
  });

  test('T19 the difference of any two averages, of school, province, country or batches, covers at least ten children', async () => {
    const where = tree();
    const made: MadeChild[] = [];
    /** Every average that was ever shown, with the children whose marks are in it. */
    const shown = new Map<string, Set<number>>();
    let seed = 200;
    made.push(
      ...(await aCohort(db, {
        ...where,
        places: schoolsOf('Escola A', 'Escola B', 'Escola C'),
        children: 12,
        tests: 1,
      })),
    );
    for (let day = 0; day < 16; day += 1) {
      const places = [
        ...schoolsOf('Escola A', 'Escola B', 'Escola C', 'Escola D'),
        { province: 'Huíla', school: 'Escola E' },
        { province: 'Huíla', school: null },
        { province: null, school: null },
      ].filter((_, index) => (index + day) % 3 !== 0);
      for (const place of places) {
        seed += 1;
        made.push(
          ...(await aCohort(db, { ...where, places: [place], children: 1 + ((seed * 13) % 7), tests: 1, seed })),
        );
      }
      // Half of them have already waited long, so that wide blocks are formed as well.
      await db.count(
        `update attempts set attempt_date = attempt_date - interval '40 days', finished_at = finished_at - interval '40 days'
         where child_id = any($1::int[]) and child_id % 2 = $2`,
        [made.map(({ id }) => id), day % 2],
      );
      await refreshNorms(db);
      for (const norm of await db.rows<{
        key: string;
        children: number;
        histogram: number[];
        members: number[];
        marks: number[];
      }>(
        `select n.level || '/' || n.province || '/' || n.school_key as key, n.children, n.histogram, array_agg(m.child_id) as members, array_agg(m.mark) as marks
         from norms n join norm_blocks b on b.school_class = n.school_class and (n.level = 'national' or b.province = n.province)
             and (n.level <> 'school' or b.school_key = n.school_key)
           join norm_members m on m.block_id = b.id
         where n.school_class = $1 group by 1, 2, 3`,
        [where.schoolClass],
      )) {
        expect(norm.histogram).toEqual(histogramOf(norm.marks));
        shown.set(`${norm.key}: ${norm.members.toSorted((a, b) => a - b)}`, new Set(norm.members));
      }
    }
    const all = [...shown];
    expect(all.length).toBeGreaterThan(15);
    expect(new Set(all.map(([key]) => key.split('/')[0]))).toEqual(new Set(['school', 'province', 'national']));
    for (const [name, one] of all) {
      expect(one.size).toBeGreaterThanOrEqual(10);
      for (const [other, those] of all) {
        const both = [...one].filter((id) => those.has(id)).length;
        for (const left of [both, one.size - both])
          expect(left === 0 || left >= 10, `${name} beside ${other}`).toBe(true);
      }
    }
    // Longer sums cannot reveal a child either: each consists of whole blocks, no child is in two, and every block has ten children or
    // more.
    const blocks = await db.rows<{ members: number[] }>(
      `select array_agg(child_id) as members from norm_members where school_class = $1 group by block_id`,
      [where.schoolClass],
    );
    expect(Math.min(...blocks.map(({ members }) => members.length))).toBeGreaterThanOrEqual(10);
    const inBlocks = blocks.flatMap(({ members }) => members);
    expect(new Set(inBlocks).size).toBe(inBlocks.length);
    for (const [name, one] of all) {
      for (const { members } of blocks) {
        const inside = members.filter((id) => one.has(id)).length;
        expect(inside === 0 || inside === members.length, name).toBe(true);
      }
    }
  });

  test('T19 filling a school with one’s own children does not reveal the mark of the remaining child', async () => {
    const attacker = await aParent(app, { plan: 'family-plus' });
    const where = { school: 'Escola Cercada', location: 'Luanda', schoolClass: '4º Ano' };
    const answers = ['A', 'B', 'C'];
    const own: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      const sitting = await aChildMidTest(app, attacker, {
        discipline: 'História',
        childId: (await aChild(attacker, where)).id,
      });
      await sitting.answer(0, answers[index % 2] as string);
      await sitting.complete();
      own.push(sitting.childId);
    }
    const victim = await aParent(app, { plan: 'family' });
    const secret = await aChildMidTest(app, victim, {
      discipline: 'História',
      childId: (await aChild(victim, where)).id,
    });
    for (const [index, letter] of ['A', 'B', 'C'].entries()) await secret.answer(index, letter);
    await secret.complete();
    await refreshNorms(db);
    const looking = await aChildMidTest(app, attacker, { discipline: 'História', childId: own[0] as number });
    await looking.answer(0, 'A');
    await looking.complete();
    const look = async () => byGroup((await attacker.get(`/api/attempts/${looking.id}`)).body.result.comparison.marks);
    expect(await look()).toMatchObject({ school: { real: false }, national: { real: false } });
    // Eleven children of two families form no block: an account of another family sees no average either.
    const blocks = `select 1 from norm_blocks where discipline = 'História'`;
    expect(await db.rows(blocks)).toEqual([]);
    for (const id of own.slice(1))
      expect((await attacker.request('DELETE', `/api/children/${id}`, { password: PASSWORD })).status).toBeLessThan(
        300,
      );
    await refreshNorms(db, true);
    expect(await look()).toMatchObject({ school: { real: false }, national: { real: false } });
    expect(await db.rows(blocks)).toEqual([]);
  });

  test('an erased child is removed from its block, and its family no longer sees an average with that block', async () => {
    const where = tree();
    await aCohort(db, { ...where, places: schoolsOf('Escola Apagada'), children: 12 });
    await refreshNorms(db);
    const one = await db.row<{ childId: number; userId: number }>(
      'select child_id as "childId", user_id as "userId" from norm_members where school_class = $1 limit 1',
      [where.schoolClass],
    );
    await db.count('delete from children where id = $1', [one?.childId]);
    const kept = await db.rows('select mark, child_id from norm_members where user_id = $1', [one?.userId]);
    expect(kept).toEqual([{ mark: null, childId: null }]);
  });

  test('an average older than a year is deleted, and its children enter new blocks', async () => {
    const where = tree();
    await aCohort(db, { ...where, places: schoolsOf('Escola Velha'), children: 11 });
    await refreshNorms(db);
    const those = () =>
      db.rows<{ level: string }>('select level from norms where school_class = $1', [where.schoolClass]);
    expect(await those()).toHaveLength(2);
    await db.count(`update norm_blocks set formed_at = formed_at - interval '366 days' where school_class = $1`, [
      where.schoolClass,
    ]);
    await db.count(`update attempts set attempt_date = attempt_date - interval '366 days' where school_class = $1`, [
      where.schoolClass,
    ]);
    await refreshNorms(db);
    expect(await those()).toEqual([]);
  });
});
