import { beforeEach, expect, test } from 'vitest';
import { problems } from './problems.ts';
import type { Bank } from './reading.ts';
import { checkWritten } from './written.ts';

beforeEach(() => {
  problems.length = 0;
});

/** Builds a bank file with one form for each given number, which is how many of the form's ten questions are answered in writing. */
const file = (written: readonly number[], schoolClass = '3º Ano', discipline = 'Matemática') =>
  ({
    file: 'um.yaml',
    bank: {
      discipline,
      schoolClass,
      tests: written.map((count, form) => ({
        key: `forma-${form}`,
        questions: Array.from({ length: 10 }, (_, place) => (place < count ? { answering: { way: 'number' } } : {})),
      })),
    },
  }) as unknown as Bank;

const said = (...banks: Bank[]) => {
  checkWritten(banks);
  return problems.map(({ rule, file: where, test: key, message }) => [rule, where, key, message].join(' | '));
};

test('half of each form of Matemática is written, and at most 45 % of a class is chosen', () => {
  expect(said(file([5, 6]))).toEqual([]);
  expect(said(file([4, 8]))).toEqual([
    'escrita | um.yaml | forma-0 | só 4 das 10 questões se respondem por escrito; o mínimo é metade',
  ]);
});

test('the share of a class is counted over all its files', () => {
  expect(said(file([5]), file([5]))).toEqual([
    'escrita | banco |  | Matemática, 3º Ano: 50 % das questões respondem-se por escolha; o máximo são 45 %',
  ]);
});

test('the first class and other disciplines are not measured', () => {
  expect(said(file([0], '1º Ano'), file([0], '3º Ano', 'Ciências'))).toEqual([]);
});
