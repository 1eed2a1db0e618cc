import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aBank, aChild, aParent, takeTheirTimeForQuestion } from '../../../../test/support/builders.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { takeableTests, versionOf } from '../../bank/test-bank/tests.server.ts';
import { recordPastAttempt } from '../../sitting/attempts/grading.server.ts';

const app = await testApp();
const { db } = app;
const CLASSES = ['3º Ano', '4º Ano', '5º Ano'] as const;

beforeAll(async () => {
  await aBank(db, 'Geografia', [...CLASSES]);
});

/** A child that took every test, one every four days, with so many of each ten questions right. */
async function aTestedChild(
  plan: 'free' | 'family',
  right: number,
  classes: readonly (typeof CLASSES)[number][] = CLASSES,
) {
  const parent = await aParent(app, { plan });
  const child = await aChild(parent, { fullName: 'Maria Diogo', gender: 'feminino', schoolClass: '4º Ano' });
  const tests = (await Promise.all(classes.map((one) => takeableTests(db, one)))).flat();
  for (const [turn, test] of tests.entries()) {
    const { questions } = await versionOf(db, test.versionId);
    await recordPastAttempt(db, {
      childId: child.id,
      test: { id: test.id, versionId: test.versionId, discipline: test.discipline, schoolClass: test.schoolClass },
      startedAt: new Date(Date.now() - (4 * turn + 1) * DAY_MS),
      seconds: 400,
      answers: questions.map(({ id, correctAnswer }, index) => ({
        questionId: id,
        selectedAnswer: index < right ? correctAnswer : 'A',
        responseTime: 30,
      })),
    });
  }
  const read = async () => (await parent.get(`/api/children/${child.id}/diagnostics`)).body.disciplines[0].fromAnswers;
  return { parent, childId: child.id as number, read, answers: tests.length * 10 };
}

test('the level is told by ordinary tests, with its band and since when', async () => {
  const { read, answers } = await aTestedChild('family', 7);
  const level = await read();
  expect(level).toMatchObject({ answers, level: expect.stringMatching(/º Ano$/) });
  expect(level.sentence).toMatch(
    /^Em Geografia, a Maria está .*ao nível da \d\.ª classe, pelo que respondeu desde \d+ de \p{Lu}/u,
  );
  expect(level.bandSentence).toMatch(/^(Entre|Por volta)/);
  expect(level.band[0]).toBeLessThan(level.place);
  expect(level.band[1]).toBeGreaterThan(level.place);
});

test('a child with fewer right answers has a lower level', async () => {
  const [more, less] = await Promise.all([aTestedChild('family', 8), aTestedChild('family', 6)]);
  expect((await less.read()).place).toBeLessThan((await more.read()).place);
});

test('too few answers, answers without effort, and the free plan give no level', async () => {
  expect(await (await aTestedChild('free', 7)).read()).toBeNull();
  const { childId, read } = await aTestedChild('family', 7);
  await db.count('delete from attempts where child_id = $1 and id % 3 > 0', [childId]);
  expect(await read()).toBeNull();
  const other = await aTestedChild('family', 7);
  await db.count(`update attempts set effort = 'low', valid = false where child_id = $1`, [other.childId]);
  expect(await other.read()).toBeNull();
});

test('a question that was met before counts by its first answer only', async () => {
  const { childId, read } = await aTestedChild('family', 7);
  const before = await read();
  const [test] = await takeableTests(db, '4º Ano');
  if (!test) throw new Error('no test');
  const { questions } = await versionOf(db, test.versionId);
  await recordPastAttempt(db, {
    childId,
    test: { id: test.id, versionId: test.versionId, discipline: test.discipline, schoolClass: test.schoolClass },
    startedAt: new Date(Date.now() - 3_600_000),
    seconds: 400,
    answers: questions.map(({ id, correctAnswer }) => ({
      questionId: id,
      selectedAnswer: correctAnswer,
      responseTime: 30,
    })),
  });
  expect(await read()).toMatchObject({
    level: before.level,
    answers: before.answers,
    band: before.band.map((end: number) => expect.closeTo(end, 3)),
  });
});

test('a diagnostic of a child that has been tested is a short check, which begins from its level', async () => {
  // The questions of the 5th class are left for the diagnostic.
  const { parent, childId } = await aTestedChild('family', 7, ['3º Ano', '4º Ano']);
  let now = (await parent.post('/api/diagnostics', { childId, discipline: 'Geografia' })).body;
  expect(now.fewest).toBe(8);
  const { id } = now;
  let turn = 0;
  for (; !now.finished; turn += 1) {
    const answer = { questionId: now.question.id, selectedAnswer: turn % 3 === 2 ? 'A' : 'B', visibleMs: 20_000 };
    await takeTheirTimeForQuestion(db, id);
    now = (await parent.post(`/api/diagnostics/${id}/answers`, answer)).body;
  }
  expect(turn).toBeGreaterThanOrEqual(8);
  const { body } = await parent.get(`/api/diagnostics/${id}`);
  expect(body).toMatchObject({ sure: true, answered: turn });
});
