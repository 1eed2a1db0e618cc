import { meanPercent } from '../../../shared/percent.ts';
import type { NowOfChild } from '../progress/child-now.rules.ts';

/** Number of recent tests on the dashboard. */
export const RECENT_ROWS = 5;

/** Number of tests that a child's report lists. */
export const REPORT_ROWS = 3;

/** The periods that a parent can choose, with their labels. */
export const PERIODS = [
  { value: 'month', label: 'Último mês' },
  { value: 'quarter', label: 'Último trimestre' },
  { value: 'year', label: 'Ano lectivo' },
] as const;

/** The values to which the filters of a history can be set. */
export interface HistoryChoices {
  disciplines: readonly string[];
  childIds: ReadonlySet<string>;
}

/**
 * Returns the disciplines and children that occur in a family's history; if a child is chosen, only that child's disciplines. Chosen values
 * are always included.
 *
 * @param children with the disciplines of their attempts.
 * @param chosen the values in the address; '' for all.
 */
export function choicesOf(
  children: readonly { id: number; disciplines: readonly string[] }[],
  chosen: { childId: string; discipline: string },
): HistoryChoices {
  const shown = children.filter(({ id }) => chosen.childId === '' || String(id) === chosen.childId);
  const disciplines = new Set(shown.flatMap((child) => child.disciplines));
  if (chosen.discipline) disciplines.add(chosen.discipline);
  const withTests = children.filter((child) => child.disciplines.length > 0).map(({ id }) => String(id));
  return {
    disciplines: [...disciplines].sort((one, other) => one.localeCompare(other, 'pt')),
    childIds: new Set(chosen.childId ? [...withTests, chosen.childId] : withTests),
  };
}

/** Sums over a child's completed attempts that count. */
export interface Totals {
  testsCompleted: number;
  /** Rehearsals of the exam that count, and the sum of their scores. */
  rehearsals: number;
  rehearsalScores: number;
}

/** Returns a child's figures: its last three tests, in several words, and how many tests it has done. */
export function statsOf({ testsCompleted, rehearsals, rehearsalScores }: Totals, { now, shares }: NowOfChild) {
  return {
    overallProgress: now.percentage,
    testsCompleted,
    correctPercentage: shares.correct,
    incorrectPercentage: shares.incorrect,
    unansweredPercentage: shares.unanswered,
    rehearsals: { tests: rehearsals, mean: meanPercent(rehearsalScores, rehearsals) },
    now,
  };
}
