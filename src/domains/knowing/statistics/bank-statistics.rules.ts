import type { BankFigures } from './bank-statistics.contract.ts';
import { FOR_DISCRIMINATION, FOR_FACILITY } from './statistics.rules.ts';

/** How many questions have some, but too few attempts; enough for facility; enough for discrimination too. */
export interface Levels {
  few: number;
  some: number;
  enough: number;
}

/**
 * Returns how many questions have how many attempts.
 *
 * @param questions each with its own attempts, in any test that asks it.
 */
export function levelsOf(questions: readonly { attempts: number }[]): Levels {
  const within = (least: number, below: number) =>
    questions.filter(({ attempts }) => attempts >= least && attempts < below).length;
  return {
    few: within(1, FOR_FACILITY),
    some: within(FOR_FACILITY, FOR_DISCRIMINATION),
    enough: within(FOR_DISCRIMINATION, Number.POSITIVE_INFINITY),
  };
}

/**
 * Returns how often questions were asked and answered right, over those with ten attempts or more, so that no percentage rests on fewer.
 *
 * @param questions each with its attempts in one test.
 */
export function rightIn(questions: readonly { attempts: number; correct: number }[]) {
  const measured = questions.filter(({ attempts }) => attempts >= FOR_FACILITY);
  return {
    asked: measured.reduce((sum, { attempts }) => sum + attempts, 0),
    correct: measured.reduce((sum, { correct }) => sum + correct, 0),
  };
}

/** The figures of tests, added up. */
export interface SummedFigures extends Levels {
  tests: number;
  questions: number;
  /** Questions without attempts. */
  none: number;
  /** Valid attempts at these tests that asked a question which they still have, and how many of these questions were answered. */
  attempts: number;
  answered: number;
  /** As `rightIn`. */
  asked: number;
  correct: number;
  flagged: number;
}

/** Adds up the figures of groups of tests. */
export function addUp(rows: readonly SummedFigures[]): BankFigures {
  const sum = (name: keyof SummedFigures) => rows.reduce((total, row) => total + row[name], 0);
  const asked = sum('asked');
  return {
    tests: sum('tests'),
    questions: sum('questions'),
    attempts: sum('attempts'),
    answers: sum('answered'),
    none: sum('none'),
    few: sum('few'),
    some: sum('some'),
    enough: sum('enough'),
    facility: asked === 0 ? null : sum('correct') / asked,
    flagged: sum('flagged'),
  };
}
