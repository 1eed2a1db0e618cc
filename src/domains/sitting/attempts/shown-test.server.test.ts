import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aParent,
  aTest,
  aUser,
  confirmWithoutCode,
  pastGrace,
  playAsSpecified,
} from '../../../../test/support/builders.ts';

const app = await testApp();
const { db } = app;

/** Creates a shuffled test of twelve questions whose right alternative is always "uma". */
async function aShuffledTest(): Promise<number> {
  const { id } = await aTest(db, { keys: [...'BBBBBBBBBBBB'] });
  await db.count('update tests set shuffle = true where id = $1', [id]);
  return id;
}

type Shown = { id: number; alternatives: string }[];
const lettersOf = (questions: Shown) => questions.map(({ alternatives }) => alternatives);

async function aFamily() {
  const parent = await aParent(app, { plan: 'family' });
  return { parent, childId: (await aChild(parent)).id, siblingId: (await aChild(parent)).id };
}

describe('a start without an order', () => {
  test('keeps the order of the test as it was read', async () => {
    const { parent, childId } = await aFamily();
    for (let turn = 0; turn < 3; turn += 1) {
      const testId = await aShuffledTest();
      const { body: read } = await parent.get(`/api/tests/${testId}`);
      const { body: started } = await parent.post('/api/attempts', { childId, testId });
      expect(started.questions).toEqual(read.questions);
    }
  });

  test.each<[string, (family: Awaited<ReturnType<typeof aFamily>>, testId: number) => Promise<unknown>]>([
    ['before any attempt', async () => undefined],
    [
      'while the child has it open in its own order',
      ({ parent, childId }, testId) => parent.post('/api/attempts', { childId, testId, order: 'own' }),
    ],
    [
      'while another child of the family has it open in its own order',
      ({ parent, siblingId }, testId) => parent.post('/api/attempts', { childId: siblingId, testId, order: 'own' }),
    ],
    [
      'while it is prepared on a phone',
      ({ parent, childId }, testId) => parent.post('/api/prepared', { childId, testIds: [testId] }),
    ],
    ['while it is on paper', ({ parent, childId }, testId) => parent.post('/api/paper', { childId, testId })],
  ])('gives the letters that the family reads %s', async (_when, before) => {
    const family = await aFamily();
    const testId = await aShuffledTest();
    await before(family, testId);
    expect(await playAsSpecified(family.parent, family.childId, testId, () => 'uma')).toEqual({
      questions: 12,
      mistaken: 0,
    });
  });

  test('gets corrected questions in the order of an attempt that began before the correction', async () => {
    const { parent, childId, siblingId } = await aFamily();
    const testId = await aShuffledTest();
    await parent.post('/api/attempts', { childId: siblingId, testId, order: 'own' });
    const { body: read } = await parent.get(`/api/tests/${testId}`);
    const teacher = await aUser(app, 'teacher');
    await confirmWithoutCode(db, teacher.id);
    const [first] = read.questions as Shown;
    const edited = await teacher.request('POST', `/api/teacher/tests/${testId}/questions/${first?.id}/regrade`, {
      correctAnswer: 'A',
      reason: 'A chave estava errada.',
    });
    expect(edited.status).toBe(200);
    const { body: started } = await parent.post('/api/attempts', { childId, testId });
    expect(lettersOf(started.questions)).toEqual(lettersOf(read.questions));
  });

  test('only accepts `own` as an order', async () => {
    const { parent, childId } = await aFamily();
    const refused = await parent.post('/api/attempts', { childId, testId: await aShuffledTest(), order: 'outra' });
    expect(refused.status).toBe(400);
  });
});

describe('reading a test', () => {
  test('shows a family the order of its open attempt, and nobody else', async () => {
    const { parent, childId } = await aFamily();
    const testId = await aShuffledTest();
    const bank = lettersOf((await parent.get(`/api/tests/${testId}`)).body.questions);
    const { body: started } = await parent.post('/api/attempts', { childId, testId, order: 'own' });
    expect(lettersOf(started.questions)).not.toEqual(bank);
    expect((await parent.get(`/api/tests/${testId}`)).body.questions).toEqual(started.questions);
    const others = [(await aFamily()).parent, await aUser(app, 'teacher')];
    for (const one of others) expect(lettersOf((await one.get(`/api/tests/${testId}`)).body.questions)).toEqual(bank);
    await parent.put(`/api/attempts/${started.id}`, { completed: true });
    expect(lettersOf((await parent.get(`/api/tests/${testId}`)).body.questions)).toEqual(bank);
  });

  test('shows the order of the bank once the time of the attempt is over', async () => {
    const { parent, childId } = await aFamily();
    const testId = await aShuffledTest();
    const { body: started } = await parent.post('/api/attempts', { childId, testId, order: 'own' });
    await pastGrace(db, started.id);
    const { body: read } = await parent.get(`/api/tests/${testId}`);
    expect(lettersOf(read.questions)).not.toEqual(lettersOf(started.questions));
    const { body: next } = await parent.post('/api/attempts', { childId, testId });
    expect(next.questions).toEqual(read.questions);
  });

  test('continues with the attempt when the test is withdrawn meanwhile', async () => {
    const { parent, childId } = await aFamily();
    const testId = await aShuffledTest();
    const { body: started } = await parent.post('/api/attempts', { childId, testId, order: 'own' });
    await db.count('update tests set active = false where id = $1', [testId]);
    expect((await parent.get(`/api/tests/${testId}`)).body.questions).toEqual(started.questions);
    expect((await (await aFamily()).parent.get(`/api/tests/${testId}`)).status).toBe(404);
  });
});
