import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, anObjective, aParent, aTest, aUser } from '../../../../test/support/builders.ts';
import { addEvidence, rebuildKnowledge } from './knowledge.server.ts';

const app = await testApp();
const { db } = app;

/** Returns a test of an objective of a class and a discipline that no other test uses. */
const aThemeTest = (objective: string) =>
  aTest(db, { discipline: 'Artes', schoolClass: '3º Ano', keys: [...'AAAAAAAAAA'], objective });

async function take(
  parent: Awaited<ReturnType<typeof aParent>>,
  childId: number,
  built: { id: number; questions: { id: number }[] },
  letters: string,
  daysAgo = 0,
) {
  const started = await parent.post('/api/attempts', { childId, testId: built.id });
  expect(started.status).toBe(201);
  for (const [place, letter] of [...letters].entries()) {
    if (letter === '-') continue;
    await parent.post('/api/answers', {
      attemptId: started.body.id,
      questionId: built.questions[place]?.id,
      selectedAnswer: letter,
    });
  }
  expect((await parent.put(`/api/attempts/${started.body.id}`, { completed: true })).status).toBe(200);
  await db.count(
    `update attempts set attempt_date = attempt_date - make_interval(days => $2), finished_at = finished_at - make_interval(days => $2)
     where id = $1`,
    [started.body.id, daysAgo],
  );
}

const mapOf = async (parent: Awaited<ReturnType<typeof aParent>>, childId: number) =>
  (await parent.get(`/api/children/${childId}/knowledge`)).body;
const evidenceOf = (childId: number) =>
  db.rows('select theme, evidence from knowledge_evidence where child_id = $1 order by theme', [childId]);

test('a theme becomes known on a later day; a repeated question is no evidence', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { fullName: 'Maria Domingos', gender: 'feminino', schoolClass: '3º Ano' });
  const code = 'MAPA-A';
  const [first, second] = [await aThemeTest(code), await aThemeTest(code)];
  const theme = async () => {
    const map = await mapOf(parent, child.id);
    return { map, theme: map.disciplines[0].themes.find((one: { code: string }) => one.code === `${code} (tema)`) };
  };
  await take(parent, child.id, first, 'AAAAAAAAAB', 2);
  expect((await theme()).theme).toMatchObject({ state: 'almost', answers: 10, right: 9 });
  // The same form again: its key has already been shown.
  await take(parent, child.id, first, 'AAAAAAAAAA', 1);
  expect((await theme()).theme).toMatchObject({ state: 'almost', answers: 10, right: 9 });
  await take(parent, child.id, second, 'AAAAAAAAA-');
  const { map, theme: known } = await theme();
  expect(known).toMatchObject({
    state: 'knows',
    answers: 19,
    right: 18,
    objectives: [{ code, answers: 19, right: 18 }],
  });
  expect(map.disciplines[0]).toMatchObject({ discipline: 'Artes', known: 1 });
  expect(map.sentence).toMatch(/^A Maria sabe (1 d|o único)/);
});

test('each theme names a test not yet taken; earlier classes are summarized, and complete on request', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { schoolClass: '4º Ano' });
  const [first, second] = [await aThemeTest('MAPA-D'), await aThemeTest('MAPA-D')];
  await take(parent, child.id, first, 'AAAAAAAAAB');
  const own = await mapOf(parent, child.id);
  expect(own).toMatchObject({ schoolClass: '4º Ano' });
  const [nearest] = own.before;
  expect(nearest.schoolClass).toBe('3º Ano');
  const arts = nearest.disciplines.find(({ discipline }: { discipline: string }) => discipline === 'Artes');
  expect(arts.states).toContain('almost');
  const { body } = await parent.get(
    `/api/children/${child.id}/knowledge?${new URLSearchParams({ schoolClass: '3º Ano' })}`,
  );
  const theme = body.disciplines
    .flatMap(({ themes }: { themes: { code: string }[] }) => themes)
    .find(({ code }: { code: string }) => code === 'MAPA-D (tema)');
  expect(theme).toMatchObject({ state: 'almost', answers: 10, right: 9, testId: second.id });
  expect(body).toMatchObject({ schoolClass: '3º Ano', before: [] });
  expect((await parent.get(`/api/children/${child.id}/knowledge?schoolClass=99`)).status).toBe(400);
});

test('an attempt shows what it moved in its discipline; an open attempt or another family’s is not found', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { schoolClass: '4º Ano' });
  const [first, second] = [await aThemeTest('MAPA-E'), await aThemeTest('MAPA-E')];
  await take(parent, child.id, first, 'AAAAAAAAAA', 2);
  await take(parent, child.id, second, 'AAAAAAAAAA');
  const ids = await db.rows<{ id: number }>('select id from attempts where child_id = $1 order by id', [child.id]);
  const ofAttempt = (id: number | undefined) => parent.get(`/api/children/${child.id}/knowledge?attemptId=${id}`);
  const { body } = await ofAttempt(ids[1]?.id);
  expect(body).toMatchObject({ schoolClass: '3º Ano', moved: [{ name: 'MAPA-E', before: 'almost', after: 'knows' }] });
  expect(body.disciplines.map(({ discipline }: { discipline: string }) => discipline)).toEqual(['Artes']);
  expect(body.disciplines[0].themes[body.moved[0].place].state).toBe('knows');
  expect((await ofAttempt(ids[0]?.id)).body.moved).toMatchObject([{ before: 'no-data', after: 'almost' }]);

  const stranger = await aParent(app);
  const theirs = await aChild(stranger, { schoolClass: '4º Ano' });
  expect((await stranger.get(`/api/children/${theirs.id}/knowledge?attemptId=${ids[0]?.id}`)).status).toBe(404);
  const third = await aThemeTest('MAPA-E');
  const open = await parent.post('/api/attempts', { childId: child.id, testId: third.id });
  expect((await ofAttempt(open.body.id)).status).toBe(404);
});

test('the brief map has one discipline, without objectives', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { schoolClass: '3º Ano' });
  await take(parent, child.id, await aThemeTest('MAPA-F'), 'AAAAAAAAAA');
  const { body } = await parent.get(`/api/children/${child.id}/knowledge?brief=1`);
  expect(body.disciplines).toHaveLength(1);
  expect(body.disciplines[0].discipline).toBe('Artes');
  expect(body.disciplines[0].themes.every(({ objectives }: { objectives: [] }) => objectives.length === 0)).toBe(true);
  expect(body.before).toEqual([]);
});

test('stored, computed and rebuilt evidence give the same map', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { schoolClass: '3º Ano' });
  await take(parent, child.id, await aThemeTest('MAPA-B'), 'ABABABABAB');
  const fresh = await mapOf(parent, child.id);
  expect(await evidenceOf(child.id)).toEqual([]);
  await rebuildKnowledge(db);
  const kept = await evidenceOf(child.id);
  expect(kept).toHaveLength(1);
  expect(await mapOf(parent, child.id)).toEqual(fresh);
  await db.count(`update knowledge_evidence set evidence = '[]' where child_id = $1`, [child.id]);
  expect((await rebuildKnowledge(db)).corrected).toBe(1);
  expect(await evidenceOf(child.id)).toEqual(kept);
});

test('answers to a joined objective count for the objective it was joined to, also after a second join', async () => {
  const [teacher, parent] = [await aUser(app, 'teacher'), await aParent(app, { plan: 'family' })];
  const child = await aChild(parent, { schoolClass: '3º Ano' });
  const built = await aThemeTest('MAPA-G');
  await take(parent, child.id, built, 'AAAAAAAAAB');
  await db.transaction((transaction) =>
    addEvidence(transaction, child.id as number, 'practice', [
      { content: 'outside-of-tests', objective: 'MAPA-G', answeredAt: new Date(), isRight: true },
    ]),
  );
  const ids = new Map<string, number>();
  for (const code of ['MAPA-G', 'MAPA-H', 'MAPA-I'])
    ids.set(code, (await anObjective(db, { code, discipline: 'Artes', schoolClass: '3º Ano' })).id);
  for (const [from, to] of [
    ['MAPA-G', 'MAPA-H'],
    ['MAPA-H', 'MAPA-I'],
  ] as const) {
    const joined = await teacher.post(`/api/teacher/curriculum/objectives/${ids.get(from)}/join`, {
      into: ids.get(to),
    });
    expect(joined.status).toBe(200);
    // What the questions measure today says nothing about answers to deleted questions.
    await db.count('update questions set objective = null where test_id = $1', [built.id]);
    await rebuildKnowledge(db);
    const { themes } = (await mapOf(parent, child.id)).disciplines[0];
    expect(themes.find(({ code }: { code: string }) => code === `${to} (tema)`)).toMatchObject({
      answers: 11,
      right: 10,
      objectives: [{ code: to, answers: 11, right: 10 }],
    });
  }
});

test('without a plan the map says in which disciplines a free test is left, and when there is another', async () => {
  const parent = await aParent(app);
  const child = await aChild(parent, { schoolClass: '5º Ano' });
  const [maths, science] = [
    await aTest(db, { discipline: 'Matemática', schoolClass: '5º Ano' }),
    await aTest(db, { discipline: 'Ciências', schoolClass: '5º Ano' }),
  ];
  const from = expect.stringMatching(/^\d{4}-\d\d-01$/);
  const left = async () => (await mapOf(parent, child.id)).freeTests;
  expect(await left()).toEqual({ disciplines: ['Matemática', 'Ciências'], from });
  await take(parent, child.id, maths, 'AAAAAAAAAA');
  expect(await left()).toEqual({ disciplines: ['Ciências'], from });
  await take(parent, child.id, science, 'AAAAAAAAAA');
  expect(await left()).toEqual({ disciplines: [], from });

  const payer = await aParent(app, { plan: 'family' });
  const paid = await aChild(payer, { schoolClass: '5º Ano' });
  expect((await mapOf(payer, paid.id)).freeTests).toBeNull();
});

test('without a plan the map has the sentence and the states of the disciplines tested, but no names', async () => {
  const parent = await aParent(app);
  const child = await aChild(parent, { schoolClass: '3º Ano' });
  expect(await mapOf(parent, child.id)).toMatchObject({ detailed: false, disciplines: [], action: null });
  await take(parent, child.id, await aThemeTest('MAPA-C'), 'BBBBBBBBBB');
  const map = await mapOf(parent, child.id);
  expect(map.disciplines).toHaveLength(1);
  expect(map.disciplines[0].themes.map(({ state }: { state: string }) => state)).toContain('not-yet');
  expect(JSON.stringify(map)).not.toMatch(/MAPA-|Falta sobretudo/);
});

test('another family’s child is not found', async () => {
  const [mine, theirs] = [await aParent(app), await aParent(app)];
  const child = await aChild(theirs);
  expect((await mine.get(`/api/children/${child.id}/knowledge`)).status).toBe(404);
});
