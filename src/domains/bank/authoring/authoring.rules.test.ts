import { describe, expect, test } from 'vitest';
import { withoutLetter } from '../../../shared/questions/letters.ts';
import { searchable } from '../../../shared/search.ts';
import { normalizeQuestion, withLetters } from '../test-bank/question.rules.ts';
import { inOrder, keepsOrder, ORDERS } from '../test-bank/shuffle.rules.ts';
import type { FrozenQuestion } from '../test-bank/tests.rules.ts';
import { alternativesFromLines, idOf, linesOf, searchOf, tooLong } from './authoring.rules.ts';

test('fields that are too long are counted, and the others are not mentioned', () => {
  expect(tooLong({ theme: 'x'.repeat(120), description: 'x'.repeat(10_003) })).toEqual({
    description: 'No máximo 500 caracteres: tem 10.003.',
  });
});

describe('alternatives typed one per line', () => {
  test.each([
    ['dois\n\n  quatro \r\nseis', ['dois', 'quatro', 'seis']],
    ['A) dois\nB) quatro', ['dois', 'quatro']],
    ['a. dois\nb. quatro', ['dois', 'quatro']],
    ['(A) dois\n(B) quatro', ['dois', 'quatro']],
    ['A - dois\nB: quatro', ['dois', 'quatro']],
    // These are not the letters of their positions, so they are part of the text.
    ['A. Neto\nJ. Eduardo', ['A. Neto', 'J. Eduardo']],
    ['A casa\nBola', ['A casa', 'Bola']],
    ['', []],
  ])('%j becomes %j', (text, expected) => {
    expect(alternativesFromLines(text)).toEqual(expected);
  });
});

test.each([
  ['maca verm', `'maca':* & 'verm':*`, null],
  ["l'agua; drop", `'l' & 'agua':* & 'drop':*`, null],
  ['o que é a', `'o' & 'que':* & 'e' & 'a':*`, null],
  ['4 ano', `'4':* & 'ano':*`, null],
  ['!!!', null, null],
  ['#42', `'42':*`, 42],
  ['metade 1/2', `'metade':* & (('1':* & '2':*) | 'frac12':* | 'dfrac12':* | 'tfrac12':*)`, null],
  ['$\\frac12$', `(('1':* & '2':*) | 'frac12':* | 'dfrac12':* | 'tfrac12':*)`, null],
  ['11/25', `'11':* & '25':*`, null],
])('a search for %j uses the pattern %j', (typed, words, id) => {
  expect([searchOf(searchable(typed)), idOf(typed)]).toEqual([words, id]);
});

describe('shuffling alternatives', () => {
  const question = (more: Partial<FrozenQuestion> = {}): FrozenQuestion => ({
    id: 1,
    testId: 1,
    statement: 'Quanto é $1+1$?',
    passage: null,
    alternatives: ['A) dois', 'B) três', 'C) $\\frac{1}{2}$', 'D) quatro'],
    correctAnswer: 'A',
    explanation: null,
    weight: 1,
    skillCategory: null,
    objective: null,
    figureSvg: null,
    figureAlt: null,
    rendered: { statement: 'x', alternatives: ['A) dois', 'B) três', 'C) <math/>', 'D) quatro'] },
    ...more,
  });

  test('moves the key and the formulas along, in all 24 orders', () => {
    const seen = new Set<string>();
    for (let order = 0; order < ORDERS; order += 1) {
      const [shown] = inOrder([question()], 7, order) as [FrozenQuestion];
      const at = shown.correctAnswer.charCodeAt(0) - 65;
      expect(shown.alternatives[at]).toBe(`${shown.correctAnswer}) dois`);
      expect(shown.alternatives.map((text) => text[0])).toEqual(['A', 'B', 'C', 'D']);
      const formula = shown.alternatives.findIndex((text) => text.includes('frac'));
      expect(shown.rendered.alternatives?.[formula]).toContain('<math/>');
      expect(shown.bankLetters?.[formula]).toBe('C');
      seen.add(shown.alternatives.join());
    }
    expect(seen.size).toBeGreaterThan(10);
    expect(inOrder([question()], 7, 3)).toEqual(inOrder([question()], 7, 3));
  });

  test.each([
    [{ alternatives: ['A) Lobito', 'B) Todas as anteriores'] }],
    [{ alternatives: ['A) um', 'B) dois', 'C) A e B'] }],
    [{ alternatives: ['A) A', 'B) B', 'C) C'] }],
    [{ alternatives: ['A) Figura A', 'B) Figura B'] }],
    [{ explanation: 'A alternativa B está errada porque…' }],
  ])('is off where the text names letters or positions: %j', (more) => {
    expect(keepsOrder(question(more))).toBe(true);
  });

  test('is on for ordinary questions', () => {
    expect(keepsOrder(question({ explanation: 'A soma de um e um é dois.' }))).toBe(false);
    expect(keepsOrder(question({ explanation: 'Quem escolheu Angola trocou os países.' }))).toBe(false);
  });

  test.each<[boolean, string, ...string[]]>([
    [true, 'sorted numbers', '1', '2', '3', '4'],
    [true, 'falling numbers', '100', '75', '50', '25'],
    [true, 'numbers of one thing', '1 laranja', '2 laranjas', '3 laranjas', '4 laranjas'],
    [true, 'money', '500 Kz', '1 500 Kz', '2 000 Kz', '10 500 Kz'],
    [true, 'decimals', '0,5 m', '1,25 m', '2 m', '10 m'],
    [true, 'formulas', '$2{,}5$', '$3$', '$1\\,000$', '$2\\,000$'],
    [true, 'fractions', '$\\frac{1}{4}$', '$\\frac{1}{2}$', '$\\frac{3}{4}$', '$\\frac{4}{3}$'],
    [true, 'years', 'Em 1482', 'Em 1575', 'Em 1961', 'Em 1975'],
    [true, 'number words', 'um', 'dois', 'quatro'],
    [true, 'ordinals', 'Primeiro', 'Segundo', 'Terceiro', 'Quarto'],
    [true, 'days', 'Segunda-feira', 'Terça-feira', 'Quinta-feira', 'Sábado'],
    [true, 'months', 'Março', 'Abril', 'Maio', 'Junho'],
    [true, 'how often', 'Nunca', 'Às vezes', 'Sempre'],
    [true, 'true and false', 'Verdadeiro', 'Falso'],
    [true, 'yes and no', 'Sim', 'Não'],
    [true, 'all of them', 'Lobito', 'Namibe', 'Luanda', 'Todas as anteriores'],
    [false, 'numbers out of order', '3', '1', '4', '2'],
    [false, 'numbers of different things', '1 laranja', '2 mangas', '3 bananas', '4 maçãs'],
    [false, 'the same number twice', '1', '1', '2', '3'],
    [false, 'two numbers', '12', '15'],
    [false, 'sums', '1 + 2', '2 + 3', '3 + 4', '4 + 5'],
    [false, 'days out of order', 'Sábado', 'Domingo', 'Segunda-feira', 'Terça-feira'],
    [false, 'words', 'Luanda', 'Huambo', 'Benguela', 'Uíge'],
    [false, 'phrases', 'A casa', 'O Bengo'],
    [false, 'marked places of a figure', 'O vaso C', 'O vaso D', 'O vaso B', 'O vaso A'],
    [false, 'no alternatives'],
  ])('the order is left as it is (%s): %s', (kept, _, ...texts) => {
    const alternatives = texts.map((text, at) => `${'ABCDEF'[at]}) ${text}`);
    expect(keepsOrder(question({ alternatives }))).toBe(kept);
  });

  test('is off where an explanation names the letter that a child chose', () => {
    expect(keepsOrder(question({ explanation: 'Quem escolheu A somou os denominadores.' }))).toBe(true);
  });
});

test('alternatives with line breaks stay one line each in the form, and the key stays the same', () => {
  const stored = ['A) Era uma vez\num rei', 'B) 5', 'C) a\nb\nc'];
  const texts = stored.map(withoutLetter);
  const typed = linesOf(texts);
  expect(typed.split('\n')).toEqual(['Era uma vez ⏎ um rei', '5', 'a ⏎ b ⏎ c']);
  const back = alternativesFromLines(typed);
  expect(back).toEqual(texts);
  const { question, problems } = normalizeQuestion({
    statement: 'Qual?',
    alternatives: back,
    correctAnswer: 'B',
    weight: 1,
    skillCategory: null,
  });
  expect(problems).toEqual([]);
  expect(withLetters(question.alternatives)).toEqual(stored);
});
