// The calibration of a discipline's questions from answers, without the database.
import { calibrateSparse } from '../knowledge/rasch.rules.ts';
import type { SparseResponses } from '../knowledge/rasch-run.rules.ts';
import { type Misfit, misfitOf, usualSlope } from './fit.rules.ts';
import { classNumber, difficultyPrior, guessingOf, SCALE } from './scale.rules.ts';

/**
 * The quadrature reaches from children far below the 1st class to those far above the 12th; each child's answers use the points within six
 * standard deviations of its class. Coarser than the default, but more than accurate enough given the standard errors: 0.001 logits.
 */
const NIGHTLY = { from: -10, to: 14, points: 81, tolerance: 1e-3, rounds: 500 } as const;

export interface BankQuestion {
  content: string;
  schoolClass: string;
  /** The author's difficulty, 1 to 5. */
  author: number | null;
  /** To choose from; 0 if the answer is written. */
  alternatives: number;
}

/** Answers of children, a row for each child and school year; `item` are places in the bank. */
export interface GivenAnswers extends Omit<SparseResponses, 'items'> {
  /** Mean ability of each row's class. */
  abilityMeans: readonly number[];
}

export interface CalibratedItem {
  content: string;
  difficulty: number;
  standardError: number;
  answers: number;
  slope: number | null;
  slopeError: number | null;
  misfit: Misfit | null;
  prior: number;
}

/**
 * Estimates difficulty and fit of the questions with answers; the others keep the difficulty expected from class and author.
 *
 * @param betweenSteps called between small steps of the calculation, so that it can rest.
 */
export function calibrateQuestions(
  bank: readonly BankQuestion[],
  { abilityMeans, ...answers }: GivenAnswers,
  betweenSteps: () => void = () => {},
): CalibratedItem[] {
  if (answers.item.length === 0) return [];
  const priors = bank.map(({ schoolClass, author }) => difficultyPrior(classNumber(schoolClass), author));
  const found = calibrateSparse(
    { ...answers, items: bank.length },
    {
      ...NIGHTLY,
      abilityMeans,
      priors,
      guessing: bank.map(({ alternatives }) => guessingOf(alternatives)),
      abilitySd: SCALE.ABILITY_SD,
      betweenSteps,
    },
  );
  const items = bank.flatMap(({ content, alternatives }, place) => {
    const [difficulty, standardError] = [found.difficulties[place], found.standardErrors[place]];
    const given = found.counts[place] ?? 0;
    if (given === 0 || typeof difficulty !== 'number' || typeof standardError !== 'number') return [];
    const [slope, slopeError] = [found.slopes[place] ?? null, found.slopeErrors[place] ?? null];
    const [right, prior] = [found.rights[place] ?? 0, priors[place]?.mean ?? 0];
    return [{ content, difficulty, standardError, answers: given, right, alternatives, slope, slopeError, prior }];
  });
  const usual = usualSlope(items);
  return items.map(({ right, alternatives, ...item }) => ({
    ...item,
    misfit: misfitOf({ ...item, right, alternatives }, usual),
  }));
}
