/** Fewest answers to a question each way, for its two difficulties to be compared. */
export const FEWEST_ANSWERS_EACH_WAY = 30;

/** An estimated difficulty, in logits. */
export interface Estimate {
  difficulty: number;
  standardError: number;
}

/** The difficulties of the same question, once as it is chosen and once as it is written, both without a prior (`withoutPrior`). */
export interface AskedBothWays {
  chosen: Estimate;
  written: Estimate;
}

/**
 * Takes a Normal prior out of an estimate: what the answers alone say (the precision of the answers is that of the posterior less that of the prior).
 * The calibration draws both difficulties of a question to the same prior, each by a different part because a choice says less than a written
 * answer; their difference would be too small.
 *
 * @returns undefined if the answers say next to nothing.
 */
export function withoutPrior(
  { difficulty, standardError }: Estimate,
  prior: { mean: number; sd: number },
): Estimate | undefined {
  const ofPrior = 1 / prior.sd ** 2;
  const ofAnswers = 1 / standardError ** 2 - ofPrior;
  if (ofAnswers < LEAST_SHARE * ofPrior) return undefined;
  const mean = (difficulty / standardError ** 2 - prior.mean * ofPrior) / ofAnswers;
  return { difficulty: mean, standardError: 1 / Math.sqrt(ofAnswers) };
}

/** Answers have to say at least this part of what the prior says. */
const LEAST_SHARE = 0.25;

export interface WritingEffect {
  questions: number;
  /** How much harder a question is if its answer is written, in logits, beyond what guessing explains: the mean of the differences, by their precision. */
  harder: number;
  /** Of this mean, from the spread of the differences (n ÷ (n − 1)); null of a single question. */
  standardError: number | null;
}

/**
 * Returns how much harder questions are in writing than by choice. Both difficulties are those of the model with guessing 0.20 and 0, so a
 * difference of 0 means that only guessing made the choice easier.
 *
 * @returns undefined without a question.
 */
export function writingEffect(pairs: readonly AskedBothWays[]): WritingEffect | undefined {
  const count = pairs.length;
  if (count === 0) return undefined;
  const differences = pairs.map(({ chosen, written }) => ({
    difference: written.difficulty - chosen.difficulty,
    weight: 1 / (chosen.standardError ** 2 + written.standardError ** 2),
  }));
  const weights = differences.reduce((sum, { weight }) => sum + weight, 0);
  const harder = differences.reduce((sum, { difference, weight }) => sum + weight * difference, 0) / weights;
  const squares = differences.reduce((sum, { difference, weight }) => sum + (weight * (difference - harder)) ** 2, 0);
  return {
    questions: count,
    harder,
    standardError: count > 1 ? Math.sqrt((squares * count) / (count - 1)) / weights : null,
  };
}
