import { expect, test } from 'vitest';
import { difficultyInWords, fitInWords, fits } from './fit.rules.ts';

const question = { answers: 200, difficulty: 0.2, standardError: 0.15, prior: 0, infit: 1, outfit: 1 };

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
  [{}, true],
  [{ infit: 1.31 }, false],
  [{ outfit: 1.51 }, false],
  [{ infit: 1.3, outfit: 1.5 }, true],
  [{ answers: 99, outfit: 3 }, null],
  [{ infit: null }, null],
])('the fit of %j is described in words', (of, fit) => {
  expect(fits({ ...question, ...of })).toBe(fit);
  expect(fitInWords({ ...question, ...of })).toMatch(
    fit === null ? /^ainda não/ : fit ? /^encaixa$/ : /^não encaixa: /,
  );
});
