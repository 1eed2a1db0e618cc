import { expect, test } from 'vitest';
import { rowOfAnswer, rowOfFinish } from './device-upgrade.ts';
import { isOurs, nextOf, sendingOf, sendingOrder, type Waiting, wordsOfWaiting } from './waiting.rules.ts';

const of = (attemptId: number, words?: string) => ({ userId: 7, childId: 3, attemptId, words });
const answer = (attemptId: number, questionId: number, sequence: number, since = 1000, words = 'Fracções (Maria)') =>
  rowOfAnswer(
    of(attemptId, words),
    { attemptId, questionId, selectedAnswer: 'A', responseTime: 3, sequence, answeredAt: '2026-04-15T09:00:00.000Z' },
    since,
  );
const finish = (attemptId: number, since = 1000) => rowOfFinish(of(attemptId, 'Medidas (Maria)'), {}, since);
const review = (n: number, since: number): Waiting<'review'> => ({
  id: `r${n}`,
  kind: 'review',
  userId: 7,
  childId: 3,
  words: 'treino (Maria)',
  lane: 'practice:3',
  order: n,
  tries: 0,
  since,
  body: { clientId: `r${n}`, id: 'mistake:1:2', selectedAnswer: 'A', at: '2026-04-15T09:00:00.000Z' },
});

test('lanes are sent one after the other, the one that waits longest first; answers in the order chosen, then the completion', () => {
  const rows = [finish(9), answer(9, 1, 30), answer(4, 2, 20), answer(9, 3, 10), answer(4, 1, 25), review(1, 500)];
  expect(sendingOrder(rows).map((lane) => lane.map(({ id }) => id))).toEqual([
    ['r1'],
    ['answer:4:2', 'answer:4:1'],
    ['answer:9:3', 'answer:9:1', 'finish:9'],
  ]);
});

test('rows of a kind that can be sent together are, and no others', () => {
  const reviews = Array.from({ length: 250 }, (_, n) => review(n, n)) as unknown as [Waiting, ...Waiting[]];
  expect(nextOf(reviews)).toHaveLength(200);
  expect(sendingOf(nextOf(reviews)).path).toBe('/api/children/3/practice');
  expect(nextOf([answer(4, 1, 1), answer(4, 2, 2)])).toHaveLength(1);
});

test.each([
  [answer(4, 1, 20), 'POST', '/api/answers', { attemptId: 4, questionId: 1, sequence: 20, selectedAnswer: 'A' }],
  [finish(4), 'PUT', '/api/attempts/4', { completed: true }],
])('the call of $kind', (row, method, path, body) => {
  expect(sendingOf([row])).toMatchObject({ method, path, body });
});

test.each<[string, Waiting, number, unknown, boolean]>([
  ['a confirmed answer', answer(4, 1, 1), 200, { saved: true, attemptId: 4 }, true],
  ['the confirmation of another answer', answer(4, 1, 1), 200, { saved: true, attemptId: 5 }, false],
  ['a page of a hotel', answer(4, 1, 1), 200, undefined, false],
  ['a refusal', answer(4, 1, 1), 409, { code: 'completed', message: 'Não.' }, true],
  ['a page of a proxy', answer(4, 1, 1), 404, { error: 'no' }, false],
  ['a completed attempt', finish(4), 200, { id: 4, completed: true }, true],
  ['an attempt that is still open', finish(4), 200, { id: 4, completed: false }, false],
  ['stored reviews', review(1, 1), 200, { kept: 1 }, true],
])('whether a reply is the server’s: %s', (_, row, status, body, ours) => {
  expect(isOurs(row, status, body)).toBe(ours);
});

test('what waits, in words', () => {
  const rows = [answer(9, 1, 30), finish(9), answer(4, 2, 20), answer(4, 1, 25), review(1, 2000)];
  expect(wordsOfWaiting(rows)).toEqual({
    tests: ['Medidas (Maria)'],
    others: ['2 respostas de Fracções (Maria)', 'uma resposta de treino (Maria)'],
  });
});
