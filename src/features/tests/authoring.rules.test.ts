import { describe, expect, test } from 'vitest';
import { plainText } from '../../shared/words.ts';
import { alternativesFromLines, idOf, letterAlternatives, problemsOf, searchOf, tooLong } from './authoring.rules.ts';
import { inOrder, keepsOrder, ORDERS } from './shuffle.rules.ts';
import type { FrozenQuestion } from './tests.rules.ts';

test('what is too long is counted, field by field, and what fits is not spoken of', () => {
  expect(tooLong({ theme: 'x'.repeat(120), statement: 'x'.repeat(10_003), passage: '', weight: '1' })).toEqual({
    statement: 'No máximo 2.000 caracteres: tem 10.003.',
  });
});

describe('alternatives typed one per line', () => {
  test.each([
    ['dois\n\n  quatro \r\nseis', ['dois', 'quatro', 'seis']],
    ['A) dois\nB) quatro', ['dois', 'quatro']],
    ['a. dois\nb. quatro', ['dois', 'quatro']],
    ['(A) dois\n(B) quatro', ['dois', 'quatro']],
    ['A - dois\nB: quatro', ['dois', 'quatro']],
    // Not letters of their places: part of the text.
    ['A. Neto\nJ. Eduardo', ['A. Neto', 'J. Eduardo']],
    ['A casa\nBola', ['A casa', 'Bola']],
    ['', []],
  ])('%j becomes %j', (text, expected) => {
    expect(alternativesFromLines(text)).toEqual(expected);
  });

  test('get the letters of their places, once', () => {
    expect(letterAlternatives(['dois', ' quatro  e  meio '])).toEqual(['A) dois', 'B) quatro e meio']);
    expect(letterAlternatives(letterAlternatives(['A. Neto', 'B. Dias', 'A) x']))).toEqual(
      letterAlternatives(['A. Neto', 'B. Dias', 'A) x']),
    );
  });

  test('with letters out of their places are refused, since the key would name another one', () => {
    const draft = { statement: 'Qual?', correctAnswer: 'A' };
    expect(problemsOf({ ...draft, alternatives: ['C) x', 'A) y', 'B) z'] })).toHaveProperty('alternatives');
    expect(problemsOf({ ...draft, alternatives: ['A) x', 'B) y'] })).toEqual({});
  });
});

test.each([
  ['maca verm', `'maca':* & 'verm':*`, null],
  ["l'agua; drop", `'l' & 'agua':* & 'drop':*`, null],
  ['o que é a', `'o' & 'que':* & 'e' & 'a':*`, null],
  ['4 ano', `'4':* & 'ano':*`, null],
  ['!!!', null, null],
  ['#42', `'42':*`, 42],
])('a search for %j looks for %j', (typed, words, id) => {
  expect([searchOf(plainText(typed)), idOf(typed)]).toEqual([words, id]);
});

describe('another order', () => {
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

  test('takes key and mathematics along, in every order that there is', () => {
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
  ])('is not given where the words speak of letters or places: %j', (more) => {
    expect(keepsOrder(question(more))).toBe(true);
  });

  test('is given to ordinary questions', () => {
    expect(keepsOrder(question({ explanation: 'A soma de um e um é dois.' }))).toBe(false);
    expect(keepsOrder(question({ alternatives: ['A) A casa', 'B) O Bengo'] }))).toBe(false);
  });
});
