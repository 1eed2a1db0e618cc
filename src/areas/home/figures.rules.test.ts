import { expect, test } from 'vitest';
import type { ChildWithStats } from '../../domains/people/children/family.contract.ts';
import { figuresInWords } from './figures.rules.ts';

type Stats = ChildWithStats['stats'];
const NONE = {
  testsCompleted: 0,
  correctPercentage: null,
  incorrectPercentage: null,
  unansweredPercentage: null,
} as Stats;

test.each<[string, Partial<Stats>]>([
  ['0 testes · Acertos – · Erros –', {}],
  ['1 teste · Acertos 80% · Erros 20%', { testsCompleted: 1, correctPercentage: 80, incorrectPercentage: 20 }],
  [
    '43 testes · Acertos 90% · Erros 7% · Sem resposta 3%',
    { testsCompleted: 43, correctPercentage: 90, incorrectPercentage: 7, unansweredPercentage: 3 },
  ],
  [
    '2 testes · Acertos 100% · Erros 0%',
    { testsCompleted: 2, correctPercentage: 100, incorrectPercentage: 0, unansweredPercentage: 0 },
  ],
])('%s', (words, stats) => {
  expect(figuresInWords({ ...NONE, ...stats })).toBe(words);
});
