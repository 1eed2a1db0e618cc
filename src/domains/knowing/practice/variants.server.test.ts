import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, anObjective, aParent, aTest, aUser, type Parent } from '../../../../test/support/builders.ts';
import { freezeTest } from '../../bank/test-bank/tests.server.ts';
import type { Card } from './practice.contract.ts';
import type { ReviewRow } from './practice.rules.ts';
import { dealtOn, seedOf, variantsOf } from './variants.rules.ts';

const app = await testApp();
const { db } = app;
const AREA = 'MAT4.10.2';

/** Returns a child with one wrong and one right answer to questions about areas. */
async function aMistakenChild(plan: 'free' | 'family') {
  const parent = await aParent(app, { plan });
  const child = await aChild(parent);
  await anObjective(db, { code: AREA, discipline: 'Matemática', schoolClass: '4º Ano' });
  const built = await aTest(db, { discipline: 'Matemática', keys: ['A', 'A'] });
  await db.count('update questions set objective = $2 where test_id = $1', [built.id, AREA]);
  await db.transaction((transaction) => freezeTest(transaction, built.id));
  const { id } = (await parent.post('/api/attempts', { childId: child.id, testId: built.id })).body;
  for (const [place, letter] of ['B', 'A'].entries())
    await parent.post('/api/answers', {
      attemptId: id,
      questionId: built.questions[place]?.id,
      selectedAnswer: letter,
    });
  await parent.put(`/api/attempts/${id}`, { completed: true });
  return { parent, child };
}

const variantsFor = async (parent: Parent, childId: number): Promise<Card[]> =>
  (await parent.get(`/api/children/${childId}/practice`)).body.cards.filter(({ kind }: Card) => kind === 'variant');
const review = (id: string, selectedAnswer: string) => ({
  id,
  selectedAnswer,
  at: new Date().toISOString(),
  clientId: randomUUID(),
});
const send = async (parent: Parent, childId: number, ...reviews: ReturnType<typeof review>[]) =>
  (await parent.post(`/api/children/${childId}/practice`, { reviews })).body;

test('variants are dealt on paid plans for objectives met in a test, are the same all day, and are graded by the server', async () => {
  const free = await aMistakenChild('free');
  expect(await variantsFor(free.parent, free.child.id)).toEqual([]);

  const { parent, child } = await aMistakenChild('family');
  const [card, ...more] = await variantsFor(parent, child.id);
  expect(more).toEqual([]);
  expect(card).toMatchObject({ discipline: 'Matemática', schoolClass: '4º Ano', question: { id: 0, testId: 0 } });
  expect(card?.id).toMatch(/^variant:mat4-area:[0-9a-f]{8}:\d+$/);
  expect(await variantsFor(parent, child.id)).toEqual([card]);
  const theme = encodeURIComponent(`${AREA} (tema)`);
  const ofTheme = (await parent.get(`/api/children/${child.id}/practice?theme=${theme}`)).body.cards as Card[];
  expect(ofTheme.map(({ kind }) => kind)).toEqual(['mistake', 'related', 'variant']);
  expect(ofTheme.at(-1)).toEqual(card);

  const { id = '', correctAnswer = '' } = card ?? {};
  const wrong = correctAnswer === 'A' ? 'B' : 'A';
  expect(await send(parent, child.id, review(id, wrong), review(id, correctAnswer))).toMatchObject({
    kept: 2,
    right: 1,
  });
  // It was practised today; a variant with other numbers comes tomorrow.
  expect(await variantsFor(parent, child.id)).toEqual([]);
  expect((await parent.get(`/api/children/${child.id}/practice`)).body).toMatchObject({ doneToday: 1, dots: 1 });
});

test('a variant with another child, version, template or letter is refused with a code', async () => {
  const { parent, child } = await aMistakenChild('family');
  const other = await aMistakenChild('family');
  const [card] = await variantsFor(parent, child.id);
  const [theirs] = await variantsFor(other.parent, other.child.id);
  const id = card?.id ?? '';
  const { kept, refused } = await send(
    parent,
    child.id,
    review(theirs?.id ?? '', 'A'),
    review(id.replace(/:[0-9a-f]{8}:/, ':00000000:'), 'A'),
    review(id.replace('mat4-area', 'mat4-perimetro'), 'A'),
    review('variant:mat4-area:1', 'A'),
    review(id, 'E'),
  );
  expect(kept).toBe(0);
  expect(refused.map(({ code }: { code: string }) => code)).toEqual([
    ...Array(4).fill('unknown-card'),
    'unknown-answer',
  ]);
});

test('a variant asks for the number, which is graded by its value; letters of older devices still count', async () => {
  const { parent, child } = await aMistakenChild('family');
  const [card] = await variantsFor(parent, child.id);
  const { id = '', answering, correctAnswer = '' } = card ?? {};
  expect(answering).toMatchObject({ way: 'number', unit: 'm²' });
  const [right = ''] = answering?.accepted ?? [];
  expect(card?.question.asks).toEqual({ way: 'number', unit: 'm²' });
  expect(await send(parent, child.id, review(id, 'dez'))).toMatchObject({ kept: 0 });
  const sent = [review(id, '987654'), review(id, `${right},0 m²`), review(id, correctAnswer)];
  expect(await send(parent, child.id, ...sent)).toMatchObject({ kept: 3, right: 2 });
  expect(
    await db.rows(
      `select selected_answer, written, is_right from practice_reviews where child_id = $1 order by written`,
      [child.id],
    ),
  ).toEqual([
    { selectedAnswer: correctAnswer, written: right, isRight: true },
    { selectedAnswer: 'outra', written: '987654', isRight: false },
    { selectedAnswer: correctAnswer, written: null, isRight: true },
  ]);
});

test('a template switched off by a teacher gives no new variants; those already dealt are still graded', async () => {
  const { parent, child } = await aMistakenChild('family');
  const [card] = await variantsFor(parent, child.id);
  const teacher = await aUser(app, 'teacher');
  const address = '/api/teacher/variants/mat4-area';
  expect((await teacher.put(address, { active: false })).body).toMatchObject({ key: 'mat4-area', active: false });
  expect((await teacher.put(address, { active: false })).status).toBe(200);
  expect(await variantsFor(parent, child.id)).toEqual([]);
  expect(await send(parent, child.id, review(card?.id ?? '', card?.correctAnswer ?? ''))).toMatchObject({ right: 1 });
  expect((await teacher.put(address, { active: true })).body).toMatchObject({ active: true });
  const lines = await db.rows<{ after: { active: boolean } }>(
    `select after from audit_log where subject = 'template mat4-area' order by id`,
  );
  expect(lines.map(({ after }) => after.active)).toEqual([false, true]);
  expect((await parent.get(address)).status).toBe(403);
  for (const bad of ['/api/teacher/variants/nada', '/api/teacher/variants/x%27x'])
    expect((await teacher.put(bad, { active: true })).status).toBeGreaterThanOrEqual(400);
  expect((await teacher.put(address, {})).status).toBe(400);
});

test('a teacher sees every template with ten variants and the misconception behind each alternative', async () => {
  const teacher = await aUser(app, 'teacher');
  const { body: list } = await teacher.get('/api/teacher/variants');
  const classes = Map.groupBy(list as { schoolClass: string }[], ({ schoolClass }) => schoolClass);
  expect([...classes.keys()]).toEqual(['1º Ano', '2º Ano', '3º Ano', '4º Ano', '5º Ano', '6º Ano']);
  for (const of of classes.values()) expect(of.length).toBeGreaterThanOrEqual(20);
  const { body } = await teacher.get('/api/teacher/variants/mat5-simplificar');
  expect(body.variants).toHaveLength(10);
  for (const { statementHtml, alternatives } of body.variants) {
    expect(statementHtml).toContain('<math');
    const slips = alternatives.map(({ misconception }: { misconception: string | null }) => misconception);
    expect(slips.filter((slip: string | null) => slip === null)).toHaveLength(1);
  }
  expect((await teacher.get('/api/teacher/variants/nada')).status).toBe(404);
});

test('templates are chosen by mistakes first, then by the latest wrong answer, then by the longest time since use', () => {
  const at = (day: number) => new Date(`2026-03-0${day}T10:00:00Z`);
  const done = (key: string, day: number, right: boolean): ReviewRow => ({
    childId: 1,
    kind: 'variant',
    card: `${key}:5`,
    right,
    at: at(day),
    clientId: `${key}${day}`,
  });
  const templates = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, objective: key.toUpperCase() }));
  const reviews = [done('a', 1, true), done('b', 2, true), done('c', 3, false), done('e', 4, true)];
  const order = (today: string) => variantsOf(templates, new Set(['B']), reviews, 1, today).map(({ key }) => key);
  expect(order('2026-03-05')).toEqual(['b', 'c', 'd', 'a', 'e']);
  expect(order('2026-03-04')).toEqual(['b', 'c', 'd', 'a']);
});

test('a seed belongs to one child, template and day', () => {
  const seed = seedOf(7, 'mat4-area', '2026-03-05');
  expect(seedOf(7, 'mat4-area', '2026-03-05')).toBe(seed);
  const others = [
    seedOf(8, 'mat4-area', '2026-03-05'),
    seedOf(7, 'mat4-area', '2026-03-06'),
    seedOf(7, 'mat4-soma', '2026-03-05'),
  ];
  expect(others).not.toContain(seed);
  expect(dealtOn(7, { key: 'mat4-area', seed }, '2026-03-20')).toBe('2026-03-05');
  // A phone may have been without network for a trimester, and no longer.
  expect(dealtOn(7, { key: 'mat4-area', seed }, '2026-06-13')).toBe('2026-03-05');
  expect(dealtOn(7, { key: 'mat4-area', seed }, '2026-06-14')).toBeUndefined();
  expect(dealtOn(8, { key: 'mat4-area', seed }, '2026-03-20')).toBeUndefined();
});
