import { describe, expect, test } from 'vitest';
import { explains } from './errors.rules.ts';

describe('an explanation speaks of a wrong alternative', () => {
  const cases: [explanation: string | null, words: string, expected: boolean][] = [
    ['São 6. Quem disse 7 somou o 1.', '7', true],
    ['São 6. Quem disse 17 somou o 1.', '7', false],
    ['São 7 menos 1. Quem disse 8 somou.', '7', false],
    ['Quem escolheu «$\\frac{5}{16}$» somou os denominadores.', '$\\frac{5}{16}$', true],
    ['Pão é «bread». Quem escreveu «rice» trocou o pão.', 'rice', true],
    ['Quem leva a pedra apaga o lugar. É de quem a achou.', 'apaga', true],
    ['São 6, e não 7.', '7', false],
    [null, '7', false],
  ];
  test.each(cases)('%j about %j: %j', (explanation, words, expected) => {
    expect(explains(explanation, words)).toBe(expected);
  });
});
