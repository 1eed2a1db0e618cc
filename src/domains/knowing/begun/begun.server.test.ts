import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aBank, aChild, aParent, aTest, pastDeadline } from '../../../../test/support/builders.ts';

const app = await testApp();
const { db } = app;

beforeAll(() => aBank(db, 'Geografia', ['2º Ano', '3º Ano', '4º Ano', '5º Ano']));

test('a test, a rehearsal and a diagnostic are listed until their time is over, what ends first coming first', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const maria = await aChild(parent, { fullName: 'Maria Diogo' });
  const kiala = await aChild(parent, { fullName: 'Kiala Diogo', schoolClass: '6º Ano' });
  const ordinary = await aTest(db, { theme: 'Rios', discipline: 'Geografia', duration: 15 });
  const rehearsal = await aTest(db, { kind: 'rehearsal', theme: 'Simulado', schoolClass: '6º Ano', duration: 90 });
  const start = async (childId: number, testId: number) =>
    (await parent.post('/api/attempts', { childId, testId })).body.id as number;
  const attemptId = await start(maria.id, ordinary.id);
  await start(kiala.id, rehearsal.id);
  expect((await parent.post('/api/diagnostics', { childId: maria.id, discipline: 'Geografia' })).status).toBe(201);
  const begun = async () => (await parent.get('/api/begun')).body as { kind: string; deadline: string }[];

  const all = await begun();
  expect(all.map(({ deadline: _, ...one }) => one)).toEqual(
    expect.arrayContaining([
      {
        childId: maria.id,
        firstName: 'Maria',
        kind: 'test',
        testId: ordinary.id,
        discipline: 'Geografia',
        theme: 'Rios',
      },
      { childId: maria.id, firstName: 'Maria', kind: 'diagnostic', testId: null, discipline: 'Geografia', theme: null },
      {
        childId: kiala.id,
        firstName: 'Kiala',
        kind: 'rehearsal',
        testId: rehearsal.id,
        discipline: 'Matemática',
        theme: 'Simulado',
      },
    ]),
  );
  expect(all).toHaveLength(3);
  const ends = all.map(({ deadline }) => Date.parse(deadline));
  expect(ends).toEqual([...ends].sort((one, other) => one - other));

  await pastDeadline(db, attemptId, 1);
  expect((await begun()).map(({ kind }) => kind).sort()).toEqual(['diagnostic', 'rehearsal']);
  await db.count(
    "update diagnostics set started_at = started_at - interval '1 day', deadline_at = deadline_at - interval '1 day' where child_id = $1",
    [maria.id],
  );
  expect((await begun()).map(({ kind }) => kind)).toEqual(['rehearsal']);

  const other = await aParent(app);
  expect((await other.get('/api/begun')).body).toEqual([]);
});

test('in child mode only what the children with the phone have begun is listed', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const [maria, kiala] = [await aChild(parent), await aChild(parent)];
  const built = await aTest(db);
  for (const { id: childId } of [maria, kiala]) await parent.post('/api/attempts', { childId, testId: built.id });
  await parent.post('/api/child-mode', { childIds: [kiala.id] });
  const { body } = await parent.get('/api/begun');
  expect(body.map(({ childId }: { childId: number }) => childId)).toEqual([kiala.id]);
});
