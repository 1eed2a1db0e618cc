// The common scale of questions and children of one discipline over all classes, in logits.

/** Conventions of the scale. With few answers they determine the difficulties; docs/knowing.md gives the reasons. */
export const SCALE = {
  /** Distance between the mean abilities of two classes that follow each other. */
  CLASS_STEP: 0.8,
  /** The class whose mean ability is 0 lies between the 3rd and the 4th. */
  ORIGIN: 3.5,
  /**
   * How far the mean question of a class lies below the mean ability of its children: such a child has about three quarters of
   * them right, and works in the middle of its class (`levelAt`).
   */
  EASINESS: 0.95,
  /** Difference that one step of the author's difficulty (1 to 5) makes. */
  AUTHOR_STEP: 0.7,
  AUTHOR_MIDDLE: 3,
  /** Standard deviation of a difficulty around what class and author say. */
  DIFFICULTY_SD: 0.8,
  /** Standard deviation of the abilities within a class. */
  ABILITY_SD: 1,
  /** The chance of guessing right is this, divided by the number of alternatives: children avoid some wrong ones, and fall for others. */
  GUESSING: 0.8,
} as const;

/** Returns the number of a class: 4 of '4º Ano'. */
export const classNumber = (schoolClass: string): number => Number.parseInt(schoolClass, 10);

/** Returns text such as '4º Ano' of 4. */
export const className = (number: number): string => `${number}º Ano`;

/** Returns the mean ability of the children of a class, by its number. */
export const classMean = (schoolClass: number): number => (schoolClass - SCALE.ORIGIN) * SCALE.CLASS_STEP;

/** Returns the guessing parameter of a question with so many alternatives to choose from: 0.20 with four, 0 if the answer is written. */
export const guessingOf = (alternatives: number): number => (alternatives === 0 ? 0 : SCALE.GUESSING / alternatives);

/**
 * Normal prior of a question's difficulty, from its class and the author's difficulty (1 to 5; the middle when there is none).
 */
export function difficultyPrior(schoolClass: number, author: number | null): { mean: number; sd: number } {
  const byAuthor = ((author ?? SCALE.AUTHOR_MIDDLE) - SCALE.AUTHOR_MIDDLE) * SCALE.AUTHOR_STEP;
  return { mean: classMean(schoolClass) - SCALE.EASINESS + byAuthor, sd: SCALE.DIFFICULTY_SD };
}

/**
 * Valid attempts of a discipline that a calibration is made from, at most: some 2,000 answers to a question, whose standard error is
 * then 0.05 logits. More would take hours a night, and more memory than a thread has.
 */
const MAX_ATTEMPTS = 200_000;

/** Of so many valid attempts in a discipline those of every nth child are calibrated: n. */
export const sampleOf = (attempts: number): number => Math.max(1, Math.ceil(attempts / MAX_ATTEMPTS));
