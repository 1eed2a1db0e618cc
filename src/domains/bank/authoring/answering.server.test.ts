import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aTest, aUser } from '../../../../test/support/builders.ts';

const app = await testApp();
const teacher = await aUser(app, 'teacher');

const PRICE = {
  statement: 'A tia vendeu 3 sacos a 850 Kz cada um. Quanto recebeu?',
  alternatives: ['850 Kz', '2 550 Kz', '853 Kz'],
  correctAnswer: 'B',
};

async function add(fields: Record<string, unknown>) {
  const { id } = await aTest(app.db);
  return teacher.post(`/api/teacher/tests/${id}/questions`, { ...PRICE, ...fields });
}

test('a question is answered in writing, by its right alternative and what else its author accepts', async () => {
  const made = await add({
    answering: { way: 'number', unit: ' Kz ', accepted: ['2 550,00', '2 549'], tolerance: '' },
  });
  expect([made.status, made.body.answering]).toEqual([201, { way: 'number', unit: 'Kz', accepted: ['2550', '2549'] }]);
  const copy = (await teacher.post(`/api/teacher/tests/${made.body.testId}/duplicate`)).body;
  const copied = (await teacher.get(`/api/teacher/tests/${copy.id}/questions`)).body.at(-1);
  expect(copied.answering).toEqual(made.body.answering);
  const shown = (await teacher.get(`/api/tests/${made.body.testId}`)).body.questions.at(-1);
  expect(shown.asks).toEqual({ way: 'number', unit: 'Kz' });
});

test('a change that does not mention it keeps it, and null or a choice ends it', async () => {
  const made = await add({ answering: { way: 'number', unit: 'Kz' } });
  const change = async (more: Record<string, unknown>) =>
    (await teacher.put(`/api/teacher/questions/${made.body.id}`, { ...PRICE, ...more })).body.answering;
  expect(await change({ weight: 2 })).toEqual({ way: 'number', unit: 'Kz', accepted: ['2550'] });
  expect(await change({ answering: { way: 'choice' } })).toBeUndefined();
  expect(await change({ answering: { way: 'number', unit: 'Kz' } })).toBeDefined();
  expect(await change({ answering: null })).toBeUndefined();
});

test('a question that is answered in writing needs no alternatives', async () => {
  const made = await add({
    alternatives: [],
    correctAnswer: '',
    answering: { way: 'word', accepted: ['animais'], spelling: true },
  });
  expect([made.status, made.body.correctAnswer, made.body.alternatives, made.body.answering]).toEqual([
    201,
    'A',
    '[]',
    { way: 'word', accepted: ['animais'], spelling: true },
  ]);
});

test.each([
  [{ answering: { way: 'number' } }, '«dois» não é um número que se possa escrever.', ['dois', 'três']],
  [
    { answering: { way: 'number', unit: 'Kz', accepted: ['1.500'] } },
    '«1.500» tanto é 1 500 como 1,5: escreva um dos dois.',
    undefined,
  ],
  [{ answering: { way: 'número' } }, 'Escolha como se responde.', undefined],
  [{ answering: { way: 'number', unit: 'Kz', tolerance: 'pouco' } }, 'A tolerância é um número, como 0,5.', undefined],
])('%o is refused: %s', async (fields, message, alternatives) => {
  const made = await add({ ...fields, ...(alternatives ? { alternatives, correctAnswer: 'A' } : {}) });
  expect(made.status).toBe(400);
  expect(Object.values(made.body.fields).join(' ')).toContain(message);
});
