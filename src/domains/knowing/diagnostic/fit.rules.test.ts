import { expect, test } from 'vitest';
import { difficultyInWords, fitInWords, fits, misfitOf, usualSlope } from './fit.rules.ts';

const question = { answers: 200, difficulty: 0.2, standardError: 0.15, prior: 0, misfit: null };

test.each([
  [{}, 'como o autor pensava'],
  [{ difficulty: 0.6 }, 'mais difícil do que o autor pensava'],
  [{ difficulty: -0.6 }, 'mais fácil do que o autor pensava'],
  [{ difficulty: 0.6, standardError: 0.7 }, 'como o autor pensava'],
  [{ answers: 9, difficulty: 2 }, 'só a estimativa do autor'],
  [{ answers: 0, difficulty: null, standardError: null, prior: null }, 'só a estimativa do autor'],
])('the difficulty %j is described in words', (of, words) => {
  expect(difficultyInWords({ ...question, ...of })).toBe(words);
});

test.each([
  [{}, true, /^encaixa$/],
  [{ misfit: 'reversed' as const }, false, /^não encaixa: quem sabe mais falha-a/],
  [{ misfit: 'unrelated' as const }, false, /^não encaixa: acertá-la quase não depende/],
  [{ misfit: 'guessed' as const }, false, /^não encaixa: acerta-se tanto como a adivinhar/],
  [{ answers: 99 }, null, /^ainda não se sabe$/],
])('the fit of %j is described in words', (of, fit, words) => {
  expect(fits({ ...question, ...of })).toBe(fit);
  expect(fitInWords({ ...question, ...of })).toMatch(words);
});

test.each([
  ['a slope of 1', {}, null],
  ['a slope clearly below one half', { slope: 0.1 }, 'unrelated'],
  ['a slope that may be one half', { slope: 0.35 }, null],
  ['a slope that is clearly negative', { slope: -0.5 }, 'reversed'],
  ['an uncertain slope', { slope: -0.5, slopeError: 0.6 }, null],
  ['too few answers', { slope: -0.5, answers: 99, right: 70 }, null],
  ['no information on the slope', { slope: null, slopeError: null }, null],
  ['no more right answers than by guessing', { right: 125 }, 'guessed'],
  ['fewer than by guessing', { right: 40 }, 'guessed'],
  ['a hard question', { right: 160 }, null],
  ['half right of two alternatives', { right: 250, alternatives: 2 }, 'guessed'],
] as const)('%s', (_, of, misfit) => {
  expect(misfitOf({ answers: 500, right: 350, alternatives: 4, slope: 1, slopeError: 0.2, ...of }, 1)).toBe(misfit);
});

test('where all questions separate weakly, those that do like the others fit', () => {
  const weak = { answers: 500, right: 350, alternatives: 4, slope: 0.3, slopeError: 0.08 };
  const usual = usualSlope(Array.from({ length: 25 }, () => weak));
  expect([misfitOf(weak, 1), misfitOf(weak, usual)]).toEqual(['unrelated', null]);
  expect(misfitOf({ ...weak, slope: -0.3 }, usual)).toBe('reversed');
  expect(usualSlope([weak])).toBe(1);
  expect(usualSlope(Array.from({ length: 25 }, () => ({ ...weak, slope: 1.4 })))).toBe(1);
});
