import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aBank, aChild, aParent, aUser } from '../../../../test/support/builders.ts';
import { takeableTests, versionOf } from '../../bank/test-bank/tests.server.ts';
import { recordPastAttempt } from '../../sitting/attempts/grading.server.ts';
import { countValid, findSampledChildren } from './calibration.store.ts';
import { calibrateBank } from './calibration-thread.server.ts';
import { poolOf } from './pool.server.ts';
import { sampleOf } from './scale.rules.ts';

const app = await testApp();
const { db } = app;

/** Creates children who answer the first `right` questions of each test right. */
async function answers(children: number, right: number): Promise<void> {
  const tests = (await takeableTests(db, '4º Ano')).filter(({ discipline }) => discipline === 'Geografia');
  for (let turn = 0; turn < children; turn += 1) {
    const child = await aChild(await aParent(app), { schoolClass: '4º Ano' });
    for (const test of tests) {
      const { questions } = await versionOf(db, test.versionId);
      await recordPastAttempt(db, {
        childId: child.id,
        test: { id: test.id, versionId: test.versionId, discipline: test.discipline, schoolClass: test.schoolClass },
        startedAt: new Date(Date.now() - 3_600_000),
        seconds: 400,
        answers: questions.map(({ id, correctAnswer }, index) => ({
          questionId: id,
          selectedAnswer: index < right ? correctAnswer : 'A',
          responseTime: 30,
        })),
      });
    }
  }
}

interface Kept {
  content: string;
  position: number;
  difficulty: number;
  standardError: number;
  answers: number;
  prior: number;
}

const kept = () =>
  db.rows<Kept>(
    `select d.content, q.position, d.difficulty, d.standard_error as "standardError", d.answers, d.prior from item_difficulties d
     join version_questions q on q.content = d.content where d.discipline = 'Geografia' order by d.content`,
  );
const isDue = () => db.count(`update calibrations set calibrated_at = calibrated_at - interval '1 day'`);

beforeAll(async () => {
  await aBank(db, 'Geografia', ['4º Ano']);
  await answers(6, 7);
});

test('difficulties move from the prior of class and author towards the answers, and are stored with their standard error', async () => {
  expect(await calibrateBank(db)).toBeGreaterThan(0);
  const found = await kept();
  expect(found).toHaveLength(40);
  for (const { position, difficulty, prior, answers: count, standardError } of found) {
    expect(count).toBe(6);
    expect(standardError).toBeGreaterThan(0);
    expect(standardError).toBeLessThan(0.8);
    if (position <= 7) expect(difficulty).toBeLessThan(prior);
    else expect(difficulty).toBeGreaterThan(prior);
  }
  const last = await db.row<{ answers: number; children: number }>(
    `select answers, children from calibrations where discipline = 'Geografia'`,
  );
  expect(last).toEqual({ answers: 240, children: 6 });
});

test('calibration runs once a day in one process, and is reproducible', async () => {
  const before = await kept();
  expect(await calibrateBank(db)).toBe(0);
  await isDue();
  const turns = await Promise.all([calibrateBank(db), calibrateBank(db)]);
  expect(turns[0] + turns[1]).toBe(8);
  expect(await kept()).toEqual(before);
});

test('a claim left by a dead process expires after three hours', async () => {
  await isDue();
  await db.count(`update calibrations set claimed_at = now() - interval '170 minutes'`);
  expect(await calibrateBank(db)).toBe(0);
  await db.count(`update calibrations set claimed_at = now() - interval '181 minutes'`);
  expect(await calibrateBank(db)).toBe(8);
});

test('the diagnostic uses calibrated difficulties and leaves out questions with misfit', async () => {
  const [first] = await kept();
  const difficultyOf = async () =>
    (await poolOf(db, 'Geografia')).items.find(({ content }) => content === first?.content)?.difficulty;
  expect(await difficultyOf()).toBe(first?.difficulty);
  await db.count(`update item_difficulties set misfit = 'reversed', answers = 120 where content = $1`, [
    first?.content,
  ]);
  await db.count(`update calibrations set calibrated_at = now()`);
  expect(await difficultyOf()).toBeUndefined();
});

test('with very many attempts, those of every nth child are used, always the same children', async () => {
  expect([0, 1, 200_000, 200_001, 10_000_000].map(sampleOf)).toEqual([1, 1, 1, 2, 50]);
  const all = (await findSampledChildren(db, 0, 100, 1)).map(({ id }) => id);
  expect(all).toHaveLength((await db.rows('select id from children')).length);
  const third = (await findSampledChildren(db, 0, 100, 3)).map(({ id }) => id);
  expect(third).toEqual(all.filter((id) => id % 3 === 0));
  expect((await findSampledChildren(db, third[0] as number, 1, 3)).map(({ id }) => id)).toEqual(third.slice(1, 2));
  expect(await countValid(db, 'Geografia')).toBe(24);
});

test('attempts with low effort do not count', async () => {
  await db.count(`update attempts set effort = 'low', valid = false where discipline = 'Geografia'`);
  await isDue();
  await calibrateBank(db);
  expect(await db.row(`select answers from calibrations where discipline = 'Geografia'`)).toEqual({ answers: 0 });
});

test('teachers see difficulty, fit and number of uses in words, misfits first', async () => {
  const [first] = await kept();
  await db.count(`update item_difficulties set misfit = 'unrelated', answers = 120 where content = $1`, [
    first?.content,
  ]);
  const teacher = await aUser(app, 'teacher');
  const { status, body, headers } = await teacher.get(
    '/api/teacher/calibration/questions?discipline=Geografia&limit=5',
  );
  expect(status).toBe(200);
  expect(headers['x-total-count']).toBe('40');
  expect(body).toHaveLength(5);
  expect(body[0]).toMatchObject({ fits: false, answers: 120, uses: 0, author: expect.any(Number) });
  expect(body[0].fit).toMatch(/^não encaixa: /);
  expect(body[1]).toMatchObject({ fits: null, difficulty: 'só a estimativa do autor' });
  const misfits = await teacher.get('/api/teacher/calibration/questions?show=misfits');
  expect(misfits.body).toHaveLength(1);

  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { schoolClass: '4º Ano' });
  await parent.post('/api/diagnostics', { childId: child.id, discipline: 'Geografia' });
  const used = await teacher.get('/api/teacher/calibration/questions?show=used');
  expect(used.body).toMatchObject([{ uses: 1 }]);
  expect((await teacher.get('/api/teacher/calibration')).body).toEqual(
    expect.arrayContaining([expect.objectContaining({ discipline: 'Geografia', diagnostics: 1 })]),
  );
});

test('questions that were asked both ways say how much harder writing is', async () => {
  const store = (content: string, difficulty: number, answers: number) =>
    db.count(
      `insert into item_difficulties (discipline, content, difficulty, standard_error, answers, prior) values ('Inglês', $1, $2, 0.1, $3, 0)`,
      [content, difficulty, answers],
    );
  await db.count(
    `insert into calibrations (discipline, answers, children, calibrated_at) values ('Inglês', 90, 9, now()) on conflict do nothing`,
    [],
  );
  for (const [content, difficulty, answers] of [
    ['one', 0, 40],
    ['one:word', 0.5, 40],
    ['two', 1, 40],
    ['two:number', 1.1, 40],
    // Too few answers one way, and asked one way only.
    ['three', 1, 40],
    ['three:word', 9, 29],
    ['four:word', 5, 40],
  ] as const)
    await store(content, difficulty, answers);
  const teacher = await aUser(app, 'teacher');
  const { body } = await teacher.get('/api/teacher/calibration');
  const { writing } = body.find(({ discipline }: { discipline: string }) => discipline === 'Inglês');
  expect(writing.questions).toBe(2);
  // Without the prior, whose precision is 1 / 0.8² of the 1 / 0.1² of the estimate.
  const drawn = 1 - 0.1 ** 2 / 0.8 ** 2;
  expect(writing.harder).toBeCloseTo(0.3 / drawn, 9);
  expect(writing.standardError).toBeCloseTo(0.2 / drawn, 9);
});
