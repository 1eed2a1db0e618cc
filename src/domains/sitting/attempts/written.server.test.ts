import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aChildMidTest,
  aParent,
  askInWriting,
  aTest,
  pastGrace,
  takeTheirTime,
} from '../../../../test/support/builders.ts';
import { hashToken } from '../../../server/config.ts';
import { NUMBER_CASES } from '../../bank/answering/written-cases.rules.ts';
import { saveAnswer } from './answers.server.ts';

const app = await testApp();
const { db } = app;

const PRICE = {
  answering: { way: 'number', unit: 'Kz' },
  alternatives: ['850 Kz', '2 550 Kz', '853 Kz', '2 500 Kz'],
  correctAnswer: 'B',
} as const;
const LENGTH = {
  answering: { way: 'number', accepted: ['2,5'], tolerance: '0,1', unit: 'm' },
  alternatives: [],
} as const;
const PLURAL = { answering: { way: 'word' }, alternatives: ['animais', 'animales', 'animals'] } as const;

const storedOf = (attemptId: number) =>
  db.rows<{ letter: string; written: string | null }>(
    'select selected_answer as letter, written from answers where attempt_id = $1 order by question_id',
    [attemptId],
  );

async function aSitting() {
  const parent = await aParent(app);
  return { parent, ...(await aChildMidTest(app, parent, { inWriting: [PRICE, LENGTH, PLURAL] })) };
}

test('what is written is stored with the letter of the alternative that it equals, and marked', async () => {
  const sitting = await aSitting();
  const replies = [
    await sitting.answer(0, ' 2 550,00 Kz'),
    await sitting.answer(1, '2,6'),
    await sitting.answer(2, 'Animals.'),
    await sitting.answer(3, 'D'),
  ];
  expect(replies.map(({ status, body }) => [status, body.selectedAnswer])).toEqual([
    [200, '2550'],
    [200, '2,6'],
    [200, 'Animals'],
    [200, 'D'],
  ]);
  expect(await storedOf(sitting.id)).toEqual([
    { letter: 'B', written: '2550' },
    { letter: 'A', written: '2,6' },
    { letter: 'C', written: 'Animals' },
    { letter: 'D', written: null },
  ]);
  await takeTheirTime(db, sitting.id);
  expect((await sitting.complete()).body).toMatchObject({ correctAnswers: 3, incorrectAnswers: 1 });
  const { body } = await sitting.parent.get(`/api/attempts/${sitting.id}`);
  expect(body.answers.slice(0, 3)).toMatchObject([
    { selectedAnswer: 'B', written: '2550', isCorrect: true },
    { selectedAnswer: 'A', written: '2,6', isCorrect: true },
    { selectedAnswer: 'C', written: 'Animals', isCorrect: false },
  ]);
  expect(body.test.questions[0].answering).toEqual({ way: 'number', unit: 'Kz', accepted: ['2550'] });
});

test('what equals no alternative is stored as another answer; a letter and the text of an option are still choices', async () => {
  const sitting = await aSitting();
  expect((await sitting.answer(0, '12')).body.selectedAnswer).toBe('12');
  expect((await sitting.answer(1, '1/2')).body.selectedAnswer).toBe('1/2');
  expect((await sitting.answer(2, 'animáis')).body.selectedAnswer).toBe('animáis');
  expect((await storedOf(sitting.id)).map(({ letter }) => letter)).toEqual(['outra', 'outra', 'outra']);
  expect((await sitting.answer(0, 'A')).body.selectedAnswer).toBe('A');
  expect((await sitting.answer(2, 'B) animales')).body.selectedAnswer).toBe('B');
  expect(await storedOf(sitting.id)).toEqual([
    { letter: 'A', written: null },
    { letter: 'outra', written: '1/2' },
    { letter: 'B', written: null },
  ]);
});

test('a number that can be read in two ways is asked back, and what is no number is refused; nothing is stored', async () => {
  const sitting = await aSitting();
  const doubtful = await sitting.answer(0, '2.550');
  expect([doubtful.status, doubtful.body]).toEqual([
    422,
    {
      code: 'ambiguous-number',
      message: 'Qual querias escrever: 2 550 ou 2,55?',
      fields: { thousands: '2550', decimal: '2,55' },
    },
  ]);
  const refused = [
    await sitting.answer(0, 'muito'),
    await sitting.answer(0, '1'.repeat(60)),
    await sitting.answer(0, 'E'),
    await sitting.answer(0, '5 kg'),
    await sitting.answer(1, 'A'),
    await sitting.answer(2, '.'),
  ];
  expect(refused.map(({ status, body }) => [status, body.fields?.selectedAnswer])).toEqual([
    [400, 'Escreve um número.'],
    [400, 'Escreve um número.'],
    [400, 'Escreve um número.'],
    [400, 'Escreve um número.'],
    [400, 'Escreve um número.'],
    [400, 'Escreve a resposta.'],
  ]);
  expect(await storedOf(sitting.id)).toEqual([]);
});

test('who may not answer learns nothing of the question', async () => {
  const sitting = await aSitting();
  const stranger = await aParent(app);
  const ask = (visitor: { post: typeof stranger.post }, selectedAnswer: string) =>
    visitor.post('/api/answers', { attemptId: sitting.id, questionId: sitting.test.questions[0]?.id, selectedAnswer });
  for (const text of ['2550', '2.550', 'muito']) {
    expect((await ask(stranger, text)).status).toBe(404);
    expect((await ask(app.visitor(), text)).status).toBe(401);
  }
  await pastGrace(db, sitting.id);
  expect((await sitting.answer(0, '2.550')).status).toBe(409);
});

test('every form is stored as the rules read it', async () => {
  const parent = await aParent(app);
  const sittings = new Map<string | null, Awaited<ReturnType<typeof aChildMidTest>>>();
  for (const unit of new Set(NUMBER_CASES.map((one) => one.unit))) {
    const answering = { way: 'number', accepted: ['5'], ...(unit ? { unit } : {}) } as const;
    sittings.set(unit, await aChildMidTest(app, parent, { inWriting: [{ answering, alternatives: [] }] }));
  }
  const tokenHash = hashToken(parent.cookie?.split('=')[1] ?? '');
  const found: string[] = [];
  for (const { unit, typed } of NUMBER_CASES) {
    const sitting = sittings.get(unit);
    if (!sitting) continue;
    const saved = await saveAnswer(db, {
      tokenHash,
      attemptId: sitting.id,
      questionId: sitting.test.questions[0]?.id ?? 0,
      selectedAnswer: typed,
      responseTime: null,
      sequence: null,
      answeredAt: null,
    }).then(
      async () => (await storedOf(sitting.id))[0]?.written ?? '',
      (error) => (error.code === 'ambiguous-number' ? Object.values(error.fields).join(' | ') : '✗'),
    );
    found.push(`${typed} → ${saved}`);
  }
  expect(found).toEqual(NUMBER_CASES.map(({ typed, verdict }) => `${typed} → ${verdict}`));
});

test('a resumed attempt has what was written, and a child mode sees no letter of it', async () => {
  const sitting = await aSitting();
  await sitting.answer(0, '2 550');
  await sitting.answer(1, '9');
  const resumed = await sitting.parent.post('/api/attempts', { childId: sitting.childId, testId: sitting.test.id });
  expect(resumed.body.answers).toEqual([
    { questionId: sitting.test.questions[0]?.id, selectedAnswer: '2550' },
    { questionId: sitting.test.questions[1]?.id, selectedAnswer: '9' },
  ]);
  expect(resumed.body.questions[0].asks).toEqual({ way: 'number', unit: 'Kz' });
  expect(resumed.text).not.toContain('accepted');
  const open = await sitting.parent.get(`/api/attempts/${sitting.id}`);
  expect(open.body.answers[0]).toMatchObject({ selectedAnswer: '2550', written: '2550' });
});

test('on paper and in the first class the same questions are asked by choice', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  const test = await aTest(db);
  await askInWriting(db, test.id, [PRICE, PLURAL]);
  const printed = await parent.post('/api/paper', { childId: child.id, testId: test.id });
  expect(printed.status).toBeLessThan(300);
  const first = await aTest(db, { schoolClass: '1º Ano' });
  await askInWriting(db, first.id, [PRICE]);
  const shown = await parent.get(`/api/tests/${first.id}`);
  expect(shown.body.questions[0].asks).toBeUndefined();
  expect(JSON.parse(shown.body.questions[0].alternatives)).toHaveLength(4);

  const open = await aTest(db);
  await askInWriting(db, open.id, [LENGTH]);
  const refused = await parent.post('/api/paper', { childId: child.id, testId: open.id });
  expect([refused.status, refused.body.code]).toEqual([409, 'no-alternatives']);
});
