import type { BankFigures } from './bank-statistics.contract.ts';

/** How much is known of a test: nothing, counts only, facility, or discrimination too. */
export type Level = 'none' | 'few' | 'some' | 'enough';

/** Tests with the same level of knowledge, added up. */
export interface LevelFigures {
  level: Level;
  tests: number;
  questions: number;
  /** Valid attempts at the current test versions, and how many questions these asked, got answered and got right. */
  attempts: number;
  asked: number;
  answered: number;
  correct: number;
  flagged: number;
}

/**
 * Adds levels up. A question has as many attempts as its test, so the test's level applies to each of its questions. The share of
 * right answers covers only tests with ten attempts or more, so that no percentage rests on fewer.
 */
export function addUp(rows: readonly LevelFigures[]): BankFigures {
  const sum = (name: Exclude<keyof LevelFigures, 'level'>, levels?: readonly Level[]) =>
    rows.reduce((total, row) => (levels && !levels.includes(row.level) ? total : total + row[name]), 0);
  const asked = sum('asked', ['some', 'enough']);
  return {
    tests: sum('tests'),
    questions: sum('questions'),
    attempts: sum('attempts'),
    answers: sum('answered'),
    none: sum('questions', ['none']),
    few: sum('questions', ['few']),
    some: sum('questions', ['some']),
    enough: sum('questions', ['enough']),
    facility: asked === 0 ? null : sum('correct', ['some', 'enough']) / asked,
    flagged: sum('flagged'),
  };
}
