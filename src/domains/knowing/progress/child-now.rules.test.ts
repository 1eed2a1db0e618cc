import { describe, expect, test } from 'vitest';
import { binomial } from '../../../../test/support/binomial.ts';
import { DAY_MS } from '../../../shared/time.ts';
import {
  type CountedTest,
  childNow,
  markOf,
  NOTHING_YET,
  nowSentence,
  nowSource,
  nowWords,
  sharesNow,
} from './child-now.rules.ts';

const TODAY = new Date('2026-11-28T10:00:00Z');

/** Tests of ten questions, the newest first, two days apart; the newest was taken yesterday. */
const tests = (rights: readonly number[], more: Partial<CountedTest> = {}): CountedTest[] =>
  rights.map((right, place) => ({
    attemptId: 100 - place,
    date: new Date(TODAY.getTime() - (1 + 2 * place) * DAY_MS),
    discipline: 'Matemática',
    theme: `Tema ${place}`,
    ofOwnClass: true,
    score: 10 * right,
    right,
    asked: 10,
    answered: 10,
    ...more,
  }));

const maria = { name: 'Maria', gender: 'feminino' } as const;
const joao = { name: 'João', gender: 'masculino' } as const;
const weza = { name: 'Weza', gender: null } as const;

test.each<[typeof maria | typeof joao | typeof weza, number[], string, string, 'ok' | 'low' | 'none']>([
  // At the goal or above.
  [maria, [9, 10, 9], 'A Maria está bem: acerta 93%', 'Últimos 3 testes.', 'ok'],
  [maria, [9, 10, 9, 9, 9, 9], 'A Maria está bem: acerta 93%', 'Últimos 3 testes. Antes, 90%.', 'ok'],
  [maria, [9, 10, 9, 7, 8, 8], 'A Maria está bem: acerta 93%', 'Últimos 3 testes. Antes, 77%.', 'ok'],
  [maria, [9, 10, 9, 7, 7, 7], 'A Maria está a subir: de 70% para 93%', 'Últimos 3 testes, e os 3 antes.', 'ok'],
  [maria, [7, 8, 7, 10, 9, 10], 'A Maria desceu: de 97% para 73%', 'Últimos 3 testes, e os 3 antes.', 'ok'],
  [maria, [7, 7, 7], 'A Maria está bem: acerta 70%', 'Últimos 3 testes.', 'ok'],
  // Below it.
  [joao, [5, 5, 6], 'O João precisa de praticar: acerta 53%', 'Últimos 3 testes.', 'low'],
  [joao, [5, 5, 6, 6, 6, 6], 'O João precisa de praticar: acerta 53%', 'Últimos 3 testes. Antes, 60%.', 'low'],
  [joao, [5, 5, 6, 3, 3, 3], 'O João está a subir: de 30% para 53%', 'Últimos 3 testes, e os 3 antes.', 'low'],
  [joao, [5, 5, 6, 8, 8, 8], 'O João está a descer: de 80% para 53%', 'Últimos 3 testes, e os 3 antes.', 'low'],
  // Fewer than six tests have no direction, fewer than three no average.
  [weza, [10, 10, 10, 2, 2], 'Weza está bem: acerta 100%', 'Últimos 3 testes.', 'ok'],
  [weza, [8, 7], 'Weza fez 2 testes e acertou 15 de 20', 'Com três testes já se vê se está a subir.', 'none'],
  [weza, [7], 'Weza fez 1 teste e acertou 7 de 10', 'Com três testes já se vê se está a subir.', 'none'],
  [weza, [], 'Ainda não sabemos o que Weza sabe', '', 'none'],
  [maria, [], 'Ainda não sabemos o que a Maria sabe', '', 'none'],
])('%j with %j of ten right, the newest first: %s', (who, rights, sentence, source, mark) => {
  const now = childNow(tests(rights), []);
  expect(nowSentence(who, now)).toBe(sentence);
  expect(nowSource(now, TODAY)).toBe(source);
  expect(markOf(now)).toBe(mark);
});

test.each([
  [53, 73, 'none'],
  [53, 74, 'up'],
  [74, 53, 'down'],
  [73, 53, 'none'],
] as const)('from %i%% to %i%%: %s', (before, percentage, direction) => {
  const of = (right: number) => tests([right, right, right], { asked: 100, answered: 100 });
  expect(childNow([...of(percentage), ...of(before)], []).direction).toBe(direction);
});

test.each([0.5, 0.6, 0.7, 0.8, 0.9].flatMap((share) => [5, 8, 10, 20].map((asked) => [share, asked] as const)))(
  'a change is said of at most 12 in 100 children who stay at %d, with tests of %d questions',
  (share, asked) => {
    const chance = binomial(3 * asked, share);
    const figures = chance.map((_, right) => tests([right / 3, right / 3, right / 3], { asked }));
    let said = 0;
    for (const [right, last] of figures.entries())
      for (const [earlier, before] of figures.entries())
        if (childNow([...last, ...before], []).direction !== 'none')
          said += (chance[right] as number) * (chance[earlier] as number);
    expect(said).toBeLessThanOrEqual(asked < 10 ? 0.12 : 0.1);
  },
);

test('only the last three tests are in the figure, by their questions', () => {
  const [long, ...short] = [...tests([4], { asked: 20 }), ...tests([10, 10, 0, 0])] as [CountedTest, ...CountedTest[]];
  expect(childNow([long, ...short], [])).toMatchObject({ right: 24, asked: 40, percentage: 60, before: null });
});

test('tests of another class are in the figure only until one of the child’s own class counts', () => {
  const former = tests([9, 9, 9], { ofOwnClass: false });
  expect(childNow(former, [])).toMatchObject({ percentage: 90, otherClass: true });
  expect(nowSource(childNow(former, []), TODAY)).toBe('Últimos 3 testes. São de outra classe.');
  expect(childNow([...tests([4]), ...former], [])).toMatchObject({ percentage: 40, otherClass: false });
});

test('a test answered too quickly is named if it is newer than the first of the three', () => {
  const at = (days: number) => new Date(TODAY.getTime() - days * DAY_MS);
  const said = (...days: number[]) => nowSource(childNow(tests([9, 9, 9]), days.map(at)), TODAY);
  expect(said(4)).toBe('Últimos 3 testes. Um teste à pressa ficou de fora.');
  expect(said(0, 2, 9)).toBe('Últimos 3 testes. 2 testes à pressa ficaram de fora.');
  expect(said(9)).toBe('Últimos 3 testes.');
  expect(childNow([], [at(1)]).hurried).toBe(0);
});

test('the day of the last test is named after two months', () => {
  const now = childNow(tests([9, 9, 9]), []);
  const on = (days: number) => nowSource(now, new Date(TODAY.getTime() + days * DAY_MS));
  expect(on(59)).toBe('Últimos 3 testes.');
  expect(on(59.1)).toBe('Últimos 3 testes. O último teste foi a 27 de Novembro.');
});

describe('the words without a name', () => {
  test.each([
    [[9, 10, 9], 'Está bem: acerta 93%'],
    [[7, 8, 7, 10, 9, 10], 'Desceu: de 97% para 73%'],
    [[7], 'Fez 1 teste e acertou 7 de 10'],
    [[], 'Ainda não sabemos o que sabe'],
  ])('%j: %s', (rights, words) => expect(nowWords(childNow(tests(rights), []))).toBe(words));
});

test('the shares of right, wrong and unanswered questions are of the same tests and add up to 100', () => {
  const few = tests([5, 5, 5, 0], { answered: 8 });
  expect(sharesNow(few)).toEqual({ correct: 50, incorrect: 30, unanswered: 20 });
  expect(sharesNow([])).toEqual({ correct: null, incorrect: null, unanswered: null });
});

test('a child without tests has the figure that screens show while there is none', () =>
  expect(childNow([], [])).toEqual(NOTHING_YET));
