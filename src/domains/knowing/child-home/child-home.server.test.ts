import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, anObjective, aParent, aTest } from '../../../../test/support/builders.ts';

const app = await testApp();
const { db } = app;
await anObjective(db, { code: 'CASA.1', text: 'Um tema', discipline: 'Matemática', schoolClass: '6º Ano' });

async function aHandedFamily(plan: 'free' | 'family') {
  const parent = await aParent(app, { plan });
  const child = await aChild(parent, { schoolClass: '6º Ano' });
  await parent.post('/api/child-mode', { childIds: [child.id] });
  return { parent, childId: child.id as number };
}

test('in child mode a child is offered tests and rehearsals, without a mark, and can start both', async () => {
  const ordinary = await aTest(db, { schoolClass: '6º Ano', objective: 'CASA.1' });
  const rehearsal = await aTest(db, { kind: 'rehearsal', theme: 'Simulado', schoolClass: '6º Ano', duration: 90 });
  const { parent, childId } = await aHandedFamily('family');
  const { body, text } = await parent.get(`/api/children/${childId}/home?discipline=Matemática`);
  expect(body.tests.map(({ testId }: { testId: number }) => testId)).toContain(ordinary.id);
  expect(body.rehearsals.map(({ testId }: { testId: number }) => testId)).toEqual([rehearsal.id]);
  expect(body.drawing.states.every((state: string) => ['knows', 'almost', 'no-data'].includes(state))).toBe(true);
  expect(text).not.toMatch(/score|right|not-yet|review|%/i);
  for (const testId of [ordinary.id, rehearsal.id])
    expect((await parent.post('/api/attempts', { childId, testId })).status).toBe(201);
});

test('up to the 3rd class the themes of a discipline have a picture from their questions, without words', async () => {
  await anObjective(db, { code: 'CASA.2', text: 'Outro tema', discipline: 'Matemática', schoolClass: '2º Ano' });
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { schoolClass: '2º Ano' });
  const pictured = await aTest(db, { schoolClass: '2º Ano', objective: 'CASA.2' });
  const other = await aTest(db, { schoolClass: '2º Ano', objective: 'CASA.2' });
  const draw = (index: number, svg: string) =>
    db.count(`update questions set figure_svg = $2, figure_alt = 'Mangas' where id = $1`, [
      pictured.questions[index]?.id,
      svg,
    ]);
  await draw(0, '<svg><text>mangas</text></svg>');
  await draw(1, '<svg><circle r="4"/><text>12</text></svg>');
  await draw(2, '<svg><circle r="4"/><circle r="5"/><circle r="6"/></svg>');
  await parent.post('/api/child-mode', { childIds: [child.id] });
  const { body } = await parent.get(`/api/children/${child.id}/home?discipline=Matemática`);
  const pictureOf = ({ id }: { id: number }) =>
    body.tests.find(({ testId }: { testId: number }) => testId === id)?.picture;
  expect([pictureOf(pictured), pictureOf(other)]).toEqual(['<svg><circle r="4"/><text>12</text></svg>', null]);
  const first = await parent.get(`/api/children/${child.id}/home`);
  expect(first.text).not.toContain('<svg>');
});

test('on the free plan nothing is suggested, and a second rehearsal is not offered', async () => {
  const second = await aTest(db, {
    kind: 'rehearsal',
    theme: 'Simulado',
    schoolClass: '6º Ano',
    discipline: 'Português',
  });
  const { parent, childId } = await aHandedFamily('free');
  const home = async () => (await parent.get(`/api/children/${childId}/home`)).body;
  expect(await home()).toMatchObject({ suggested: [] });
  const { rehearsals } = await home();
  const first = rehearsals.find(({ testId }: { testId: number }) => testId !== second.id);
  await parent.post('/api/attempts', { childId, testId: first.testId });
  expect((await home()).rehearsals.map(({ testId }: { testId: number }) => testId)).toEqual([first.testId]);
});

test('another child’s home is not found, or closed in child mode', async () => {
  const { parent } = await aHandedFamily('family');
  const other = await aHandedFamily('family');
  expect((await parent.get(`/api/children/${other.childId}/home`)).status).toBe(403);
  const third = await aParent(app);
  expect((await third.get(`/api/children/${other.childId}/home`)).status).toBe(404);
});
