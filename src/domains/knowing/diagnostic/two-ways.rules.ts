/** Fewest answers to a question each way, for its two difficulties to be compared. */
export const FEWEST_ANSWERS_EACH_WAY = 30;

/** The difficulties of the same question in logits, once as it is chosen and once as it is written. */
export interface AskedBothWays {
  chosen: number;
  written: number;
}

export interface WritingEffect {
  questions: number;
  /** How much harder a question is if its answer is written, in logits, beyond what guessing explains: the mean of the differences. */
  harder: number;
  /** Of this mean, from the spread of the differences (n − 1); null of a single question. */
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
  const differences = pairs.map(({ chosen, written }) => written - chosen);
  const harder = differences.reduce((sum, one) => sum + one, 0) / count;
  const squares = differences.reduce((sum, one) => sum + (one - harder) ** 2, 0);
  return { questions: count, harder, standardError: count > 1 ? Math.sqrt(squares / (count - 1) / count) : null };
}
