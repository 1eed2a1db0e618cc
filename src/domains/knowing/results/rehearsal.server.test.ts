import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  ageAttempt,
  anObjective,
  aParent,
  aTest,
  type BuiltTest,
  type Parent,
} from '../../../../test/support/builders.ts';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import { ANSWER_GRACE_SECONDS } from '../../sitting/attempts/attempts.rules.ts';
import { settleAttempts } from '../../sitting/attempts/attempts.server.ts';

const app = await testApp();
const { db } = app;
await anObjective(db, { code: 'SIM.1', text: 'Um tema do simulado', discipline: 'Matemática', schoolClass: '6º Ano' });

const aRehearsal = (fields: object = {}) =>
  aTest(db, {
    kind: 'rehearsal',
    theme: 'Simulado',
    schoolClass: '6º Ano',
    duration: 90,
    keys: ['A', 'A', 'A', 'A', 'A'],
    objective: 'SIM.1',
    ...fields,
  });
const start = (parent: Parent, childId: number, { id }: BuiltTest) =>
  parent.post('/api/attempts', { childId, testId: id });
async function take(parent: Parent, childId: number, built: BuiltTest, right: number) {
  const { id } = (await start(parent, childId, built)).body;
  for (const [index, question] of built.questions.entries())
    await parent.post('/api/answers', {
      attemptId: id,
      questionId: question.id,
      selectedAnswer: index < right ? 'A' : 'B',
      firstShownMs: index * 20_000,
      lastTapMs: index * 20_000 + 15_000,
      visibleMs: 15_000,
    });
  const done = await parent.put(`/api/attempts/${id}`, { completed: true });
  expect(done.status, done.text).toBe(200);
  return id as number;
}
const aFamily = async (plan: 'free' | 'family') => {
  const parent = await aParent(app, { plan });
  return { parent, childId: (await aChild(parent, { schoolClass: '6º Ano' })).id };
};

describe('a rehearsal of the exam', () => {
  test('gives a mark of 0 to 10, its themes, and what to study', async () => {
    const { parent, childId } = await aFamily('family');
    const id = await take(parent, childId, await aRehearsal(), 3);
    const { body } = await parent.get(`/api/attempts/${id}`);
    expect(body.attempt).toMatchObject({ timeLimit: 5400, duration: 90, totalScore: 60 });
    const [themed] = body.result.rehearsal.themes;
    expect(themed).toMatchObject({ right: 3, total: 5 });
    expect(body.result.rehearsal).toEqual({ valores: 6, themes: [themed], study: [{ ...themed, serves: [] }] });
    expect(body.result.next.test).toBeNull();
    const url = `/api/attempts/${id}/pdf`;
    const pdf = await app.frame.server.inject({ url, headers: { cookie: parent.cookie as string } });
    expect(pdf.statusCode).toBe(200);
    const page = (await pdfText(pdf.rawPayload)).pages.join(' ').replaceAll('\u00a0', ' ');
    for (const words of [
      'teve 6 valores',
      'Com esta nota passaria: o mínimo é 5.',
      'O que estudar, por esta ordem',
      'acertou 3 de 5',
      'Por tema',
    ])
      expect(page).toContain(words);
    expect(page).toContain('Não substitui a escola nem o exame oficial.');
  });

  test('is not in averages, sums and statistics, but in the history and the map', async () => {
    const { parent, childId } = await aFamily('family');
    const id = await take(parent, childId, await aRehearsal(), 5);
    expect(await db.row('select kind, valid, effort from attempts where id = $1', [id])).toMatchObject({
      kind: 'rehearsal',
      valid: false,
    });
    expect(await db.rows('select 1 from performance_aggregations where child_id = $1', [childId])).toEqual([]);
    const [child] = (await parent.get('/api/children')).body;
    expect(child.stats).toMatchObject({ testsCompleted: 0 });
    expect((await parent.get('/api/recent-tests')).body).toMatchObject([{ attempt: { id } }]);
    expect((await parent.get(`/api/children/${childId}/report`)).body.trend).toEqual([]);
    const map = (await parent.get(`/api/children/${childId}/knowledge`)).body;
    const themes = map.disciplines.flatMap((one: { themes: { answers: number }[] }) => one.themes);
    expect(themes.reduce((sum: number, { answers }: { answers: number }) => sum + answers, 0)).toBe(5);
  });

  test('is listed in the catalogue as a rehearsal, not among the next themes', async () => {
    const { parent, childId } = await aFamily('family');
    const built = await aRehearsal();
    const listed = (await parent.get(`/api/tests?childId=${childId}&class=6º Ano`)).body;
    expect(listed.find(({ id }: BuiltTest) => id === built.id)).toMatchObject({ kind: 'rehearsal', duration: 90 });
    const next = (await parent.get(`/api/tests?childId=${childId}&class=6º Ano&only=next`)).body;
    expect(next.filter(({ kind }: { kind: string }) => kind !== 'theme')).toEqual([]);
    const map = (await parent.get(`/api/children/${childId}/knowledge`)).body;
    expect(map.action?.testId ?? null).toBeNull();
  });

  test('that was interrupted may be begun again on the free plan, and only that one', async () => {
    const { parent, childId } = await aFamily('free');
    const [halved, other] = [await aRehearsal(), await aRehearsal()];
    const { id } = (await start(parent, childId, halved)).body;
    await parent.post('/api/answers', { attemptId: id, questionId: halved.questions[0]?.id, selectedAnswer: 'A' });
    const allowed = async () => {
      const listed = (await parent.get(`/api/tests?childId=${childId}&theme=Simulado`)).body;
      return [halved, other].map((built) => listed.find((one: BuiltTest) => one.id === built.id).forChild.allowed);
    };
    await ageAttempt(db, id, 5_400 + ANSWER_GRACE_SECONDS + 60);
    expect(await allowed()).toEqual([true, false]);
    await ageAttempt(db, id, 25 * 3_600);
    await settleAttempts(db);
    expect(await allowed()).toEqual([true, false]);
    expect((await start(parent, childId, other)).status).toBe(402);
    expect((await start(parent, childId, halved)).status).toBe(201);
  });

  test('one form of one discipline is free, beside the free test of the month', async () => {
    const { parent, childId } = await aFamily('free');
    const [first, second, other] = [
      await aRehearsal(),
      await aRehearsal(),
      await aRehearsal({ discipline: 'História' }),
    ];
    const usual = await aTest(db, { schoolClass: '6º Ano' });
    await take(parent, childId, first, 5);
    const allowed = (await parent.get(`/api/tests?childId=${childId}&theme=Simulado`)).body as {
      id: number;
      forChild: { allowed: boolean; allowedFrom: string | null };
    }[];
    expect(allowed.find(({ id }) => id === second.id)?.forChild).toMatchObject({ allowed: false, allowedFrom: null });
    for (const built of [first, second, other]) {
      const refused = await start(parent, childId, built);
      expect([refused.status, refused.body.code]).toEqual([402, 'plan-limit']);
      expect((await parent.post('/api/prepared', { childId, testIds: [built.id] })).status).toBe(402);
      expect((await parent.post('/api/paper', { childId, testId: built.id })).status).toBe(402);
    }
    // The month's free test is still available; using it up does not affect the rehearsal.
    expect((await start(parent, childId, usual)).status).toBe(201);
    const another = (await aChild(parent, { schoolClass: '6º Ano' })).id;
    await take(parent, another, await aTest(db, { schoolClass: '6º Ano' }), 2);
    expect((await start(parent, another, second)).status).toBe(201);
  });

  test('is resumed like any test, and of five started at once one is free', async () => {
    const { parent, childId } = await aFamily('free');
    const tests: BuiltTest[] = [];
    for (let made = 0; made < 5; made += 1) tests.push(await aRehearsal());
    const replies = await Promise.all(tests.map((built) => start(parent, childId, built)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402, 402]);
    const begun = replies.findIndex(({ status }) => status === 201);
    const again = await start(parent, childId, tests[begun] as BuiltTest);
    expect([again.status, again.body.id]).toEqual([200, replies[begun]?.body.id]);
  });

  test('is unlimited on a paid plan', async () => {
    const { parent, childId } = await aFamily('family');
    for (const built of [await aRehearsal(), await aRehearsal()])
      expect((await start(parent, childId, built)).status).toBe(201);
  });
});
