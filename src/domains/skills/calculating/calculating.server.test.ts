import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChildOfLastYear, aParent, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { aCalculation, rightAnswers } from '../../../../test/support/calculations.ts';
import { seedDemoCalculations } from '../../../demo/calculations.ts';
import { DAY_MS } from '../../../shared/time.ts';

const app = await testApp();
const { db } = app;

const aCalculator = async (plan: 'free' | 'family' = 'family') => {
  const parent = await aParent(app, { plan });
  const child = await aChildOfLastYear(db, parent, {
    schoolClass: '2º Ano',
    fullName: 'João Domingos',
    gender: 'masculino',
  });
  return { parent, child };
};
const send = (parent: Parent, childId: number, change: Record<string, unknown> = {}) =>
  parent.post('/api/calculations', aCalculation(childId, change));
const of = async (parent: Parent, childId: number) => (await parent.get(`/api/children/${childId}/calculations`)).body;

const NUMBERS = { kind: 'numbers', mode: 'aloud', formId: 'numbers-1', seconds: 200, copying: [], answers: [] };
/** All numbers of a set, by their places. */
const EVERY = Array.from({ length: 21 }, (_, index) => index);
const ALOUD = { mode: 'aloud', copying: [], answers: [], seconds: 60, finished: false, lastItem: 9 };

test('the pack of a class has its sums, and numbers aloud in the first two', async () => {
  const { parent } = await aCalculator();
  const { status, body } = await parent.get('/api/calculating/pack?schoolClass=2%C2%BA%20Ano');
  expect([status, body.schoolClass, body.head.length, body.numbers.length]).toEqual([200, 2, 12, 4]);
  expect([body.head[0].sums.length, body.numbers[0].items.length]).toEqual([20, 21]);
  expect((await parent.get('/api/calculating/pack?schoolClass=9')).body).toMatchObject({ schoolClass: 6, numbers: [] });
  expect((await parent.get('/api/calculating/pack?schoolClass=13')).status).toBe(400);
});

describe('sums in the head', () => {
  test('are scored by the server; the same run again is stored once', async () => {
    const { parent, child } = await aCalculator();
    const answers = [...rightAnswers('head-2-1', 9, 3_000), { written: 0, ms: 2_000 }, { written: 0, ms: 7_000 }];
    const body = aCalculation(child.id, { answers });
    const first = await parent.post('/api/calculations', body);
    expect([first.status, first.body]).toEqual([
      201,
      expect.objectContaining({
        kind: 'head',
        attempted: 11,
        right: 9,
        perMinute: 9,
        typingMs: 900,
        provisional: false,
        sentence: 'O João faz 9 contas certas por minuto, de cabeça.',
      }),
    ]);
    expect(first.body.facts.map(({ kind }: { kind: string }) => kind)).toEqual(['wrong', 'wrong']);
    const again = await parent.post('/api/calculations', { ...body, seconds: 30 });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const all = await of(parent, child.id);
    expect([all.calculations.length, all.sumClass, all.limit]).toEqual([1, 2, null]);
    const { body: skills } = await parent.get(`/api/children/${child.id}/skills`);
    expect(skills.calculating).toMatchObject({
      sentence: 'Faz 9 contas certas por minuto, de cabeça.',
      provisional: false,
      next: { title: 'Treinar 2 contas' },
    });
  });

  test('a training takes facts off the list', async () => {
    const { parent, child } = await aCalculator();
    await send(parent, child.id, { answers: rightAnswers('head-2-1', 3, 9_000) });
    const { facts } = await of(parent, child.id);
    expect(facts).toHaveLength(3);
    const { body: pack } = await parent.get('/api/calculating/pack?schoolClass=2');
    const training = {
      kind: 'training',
      formId: undefined,
      version: undefined,
      copying: [],
      seconds: 20,
      startedAt: new Date().toISOString(),
      answers: rightAnswers('head-2-1', 2, 2_000).map((one, index) => ({ ...one, sum: pack.head[0].sums[index] })),
    };
    expect((await send(parent, child.id, training)).status).toBe(201);
    expect((await of(parent, child.id)).facts).toHaveLength(1);
  });

  test('aloud, a grown-up marks on the grid', async () => {
    const { parent, child } = await aCalculator();
    const { status, body } = await send(parent, child.id, { ...ALOUD, wrong: [2], selfCorrected: [3] });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ attempted: 10, right: 9, perMinute: 9, reasons: [] }),
    ]);
  });

  test('a run that stopped, or without copying, is a lápis and gives way to one that counts', async () => {
    const { parent, child } = await aCalculator();
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    await send(parent, child.id, { startedAt: ago(5) });
    const { body } = await send(parent, child.id, {
      startedAt: ago(1),
      seconds: 20,
      copying: [],
      answers: rightAnswers('head-2-1', 2, 900),
    });
    expect([body.provisional, body.reasons]).toEqual([true, ['no-copying', 'broken-off']]);
    const { body: skills } = await parent.get(`/api/children/${child.id}/skills`);
    expect(skills.calculating.sentence).toBe('Faz 10 contas certas por minuto, de cabeça.');
  });

  test('one run a trimester on the free plan; numbers aloud and training have no limit', async () => {
    const { parent, child } = await aCalculator('free');
    expect((await send(parent, child.id)).status).toBe(201);
    const second = await send(parent, child.id);
    expect([second.status, second.body.code]).toEqual([402, 'calculation-limit']);
    expect((await send(parent, child.id, NUMBERS)).status).toBe(201);
    expect((await of(parent, child.id)).limit.nextDay).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

describe('a run that says nothing', () => {
  const STOPPED = { seconds: 5, answers: rightAnswers('head-2-1', 1, 4_000) };

  test('broke off before half of its time: no figure, no facts, and no use of the free plan', async () => {
    const { parent, child } = await aCalculator('free');
    for (const change of [STOPPED, { ...STOPPED, seconds: 29.9 }, { ...ALOUD, seconds: 20 }]) {
      const { status, body } = await send(parent, child.id, change);
      expect([status, body.sentence, body.perMinute, body.facts]).toEqual([
        201,
        'O João parou antes do fim.',
        null,
        [],
      ]);
    }
    const { limit, facts } = await of(parent, child.id);
    expect([limit.nextDay, facts]).toEqual([null, []]);
    expect((await parent.get(`/api/children/${child.id}/skills`)).body.calculating).toBeNull();
    expect((await send(parent, child.id)).status).toBe(201);
    expect((await send(parent, child.id)).status).toBe(402);
    // One that broke off is stored even then; it says nothing.
    expect((await send(parent, child.id, STOPPED)).status).toBe(201);
  });

  test('from half of its time on it is a use, by the time that it took', async () => {
    const { parent, child } = await aCalculator('free');
    const { body } = await send(parent, child.id, { seconds: 30, answers: rightAnswers('head-2-1', 6, 4_000) });
    expect([body.perMinute, body.provisional]).toEqual([12, true]);
    expect((await send(parent, child.id)).status).toBe(402);
  });

  test('was marked faster than anybody answers', async () => {
    const { parent, child } = await aCalculator('free');
    const sums = await send(parent, child.id, { ...ALOUD, seconds: 3, finished: true, lastItem: null });
    expect([sums.body.sentence, sums.body.perMinute]).toEqual(['O João respondeu depressa demais.', null]);
    const numbers = await send(parent, child.id, { ...NUMBERS, seconds: 12 });
    expect([numbers.status, numbers.body.sentence, numbers.body.parts]).toEqual([
      201,
      'O João respondeu depressa demais.',
      null,
    ]);
    expect((await parent.get(`/api/children/${child.id}/skills`)).body.calculating).toBeNull();
    expect((await of(parent, child.id)).limit.nextDay).toBeNull();
  });
});

test('a number that was not marked is not right', async () => {
  const { parent, child } = await aCalculator();
  for (const right of [[], EVERY.slice(1), [...EVERY, 3]]) {
    const refused = await send(parent, child.id, { ...NUMBERS, right });
    expect([refused.status, refused.body.code]).toEqual([422, 'not-all-marked']);
  }
  const { status, body } = await send(parent, child.id, { ...NUMBERS, right: EVERY.slice(1), wrong: [0] });
  expect([status, body.right]).toEqual([201, 20]);
});

test('numbers of an earlier version without any mark say nothing', async () => {
  const { parent, child } = await aCalculator();
  const { status, body } = await send(parent, child.id, NUMBERS);
  expect([status, body.sentence, body.parts, body.provisional]).toEqual([
    201,
    'O João não teve nenhuma resposta marcada.',
    null,
    true,
  ]);
  expect((await parent.get(`/api/children/${child.id}/skills`)).body.calculating).toBeNull();
});

test('numbers aloud: what is there, and where to begin', async () => {
  const { parent, child } = await aCalculator();
  const { status, body } = await send(parent, child.id, { ...NUMBERS, wrong: [8, 19, 20] });
  expect([status, body.sentence, body.right]).toEqual([201, 'O João já lê números e soma. Falta comparar.', 18]);
  expect(body.parts.map(({ right }: { right: number }) => right)).toEqual([6, 4, 5, 3]);
  const all = await send(parent, child.id, { ...NUMBERS, right: EVERY, startedAt: new Date().toISOString() });
  expect(all.body.sentence).toBe('O João tem as bases dos números.');
});

test.each<[string, Record<string, unknown>, number, string]>([
  ['an unknown set', { formId: 'head-2-40' }, 422, 'unknown-form'],
  ['numbers under a set of sums', { ...NUMBERS, formId: 'head-2-1' }, 422, 'unknown-form'],
  ['another version', { version: 2 }, 422, 'unknown-version'],
  [
    'more answers than sums',
    { answers: rightAnswers('head-2-1', 20, 100).concat({ written: 1, ms: 1 }) },
    422,
    'too-many',
  ],
  ['answers longer than the run', { answers: rightAnswers('head-2-1', 10, 9_000) }, 422, 'seconds'],
  ['a run of two minutes', { seconds: 120 }, 422, 'seconds'],
  ['answers after four wrong', { answers: Array(5).fill({ written: 0, ms: 100 }) }, 422, 'after-end'],
  ['marks on typed sums', { wrong: [1] }, 422, 'nothing-to-mark'],
  ['typed sums aloud', { mode: 'aloud' }, 422, 'nothing-typed'],
  ['a mark after the last sum', { ...ALOUD, wrong: [12] }, 422, 'after-last-item'],
  ['a mark twice', { ...ALOUD, wrong: [2], selfCorrected: [2] }, 422, 'twice'],
  ['numbers that are typed', { ...NUMBERS, mode: 'typed' }, 422, 'wrong-mode'],
  ['a mark beyond the numbers', { ...NUMBERS, wrong: [21] }, 422, 'no-such-item'],
  ['an empty training', { kind: 'training', answers: [] }, 422, 'nothing-done'],
  [
    'a training of something else',
    { kind: 'training', answers: [{ sum: '1 + 1e9', written: 1, ms: 1 }] },
    422,
    'unknown-sum',
  ],
  ['a fraction of a number', { answers: [{ written: 1.5, ms: 1 }] }, 400, 'invalid-input'],
  ['no kind', { kind: undefined }, 400, 'invalid-input'],
])('refuses %s and stores nothing', async (_, change, status, code) => {
  const { parent, child } = await aCalculator();
  const reply = await send(parent, child.id, change);
  expect([reply.status, reply.body.code, typeof reply.body.message]).toEqual([status, code, 'string']);
  expect((await of(parent, child.id)).calculations).toEqual([]);
});

test('T3 in child mode the child types its own sums; nobody marks, and no result can be read', async () => {
  const { parent, child } = await aCalculator();
  const other = await aChildOfLastYear(db, parent, { schoolClass: '2º Ano' });
  await parent.put('/api/account/pin', { pin: '1234', password: PASSWORD });
  expect((await parent.post('/api/child-mode', { childId: child.id })).status).toBe(204);
  const run = aCalculation(child.id, { answers: [...rightAnswers('head-2-1', 3, 3_000), { written: 0, ms: 2_000 }] });
  for (const status of [201, 200]) {
    const reply = await parent.post('/api/calculations', run);
    expect([reply.status, reply.body]).toEqual([
      status,
      {
        id: expect.any(Number),
        kind: 'head',
        attempted: 4,
        right: null,
        perMinute: null,
        typingMs: null,
        provisional: false,
        reasons: [],
        sentence: 'Obrigado!',
        parts: null,
        facts: [],
      },
    ]);
  }
  expect((await send(parent, child.id, { ...ALOUD, clientId: randomUUID() })).body.code).toBe('child-mode');
  expect((await send(parent, child.id, NUMBERS)).body.code).toBe('child-mode');
  expect((await send(parent, other.id)).body.code).toBe('child-mode');
  expect((await parent.get(`/api/children/${child.id}/calculations`)).status).toBe(403);
  const pack = await parent.get('/api/calculating/pack?schoolClass=2');
  expect(pack.status).toBe(200);
  const items = pack.body.numbers.flatMap((set: { items: { right: string | null }[] }) => set.items);
  expect(items.filter(({ right }: { right: string | null }) => right !== null)).toEqual([]);
});

test('another family’s child is not found', async () => {
  const { child } = await aCalculator();
  const { parent: stranger } = await aCalculator();
  expect((await send(stranger, child.id)).status).toBe(404);
  expect((await stranger.get(`/api/children/${child.id}/calculations`)).status).toBe(404);
});

test('the demo family has runs that grew and numbers aloud, once', async () => {
  const parent = await aParent(app, { plan: 'family' });
  await app.db.count(`update users set username = 'encarregado' where id = $1`, [parent.id]);
  const joao = await aChildOfLastYear(db, parent, {
    schoolClass: '2º Ano',
    fullName: 'João Domingos',
    gender: 'masculino',
  });
  const nzinga = await aChildOfLastYear(db, parent, {
    schoolClass: '1º Ano',
    fullName: 'Nzinga Domingos',
    gender: 'feminino',
  });
  await seedDemoCalculations(app.db);
  await seedDemoCalculations(app.db);
  const { calculations } = await of(parent, joao.id);
  expect(calculations.map(({ attempted, right }: { attempted: number; right: number }) => [attempted, right])).toEqual([
    [13, 12],
    [10, 8],
    [8, 6],
  ]);
  expect((await of(parent, nzinga.id)).calculations).toMatchObject([{ kind: 'numbers' }]);
});
