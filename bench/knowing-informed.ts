// The most that anybody could say of the class of a child: an observer who knows everything of the simulation but the ability itself.

import { certaintyOf, type Thresholds } from '../src/domains/knowing/diagnostic/level.rules.ts';
import { classMean, className } from '../src/domains/knowing/diagnostic/scale.rules.ts';
import type { Ability } from '../src/domains/knowing/knowledge/ability.rules.ts';
import { type BankItem, meanOf, percent, sequence } from './knowing-bank.ts';
import { Diagnostics } from './knowing-diagnostic.ts';

/** A month's half as it was simulated: how much the child learned before it, and what it answered. */
export interface SimulatedTest {
  learned: number;
  isHelped: boolean;
  answers: readonly { right: boolean; truth: number; guessing: number }[];
}

export interface SimulatedChild {
  schoolClass: number;
  ability: number;
  tests: readonly SimulatedTest[];
}

/** Standard deviation of the ability gained between two tests; also the step of the grid. */
export const UNEVEN = 0.05;
const GRID = Float64Array.from({ length: 241 }, (_, index) => (index - 120) * UNEVEN);

/** Returns the chance of a right answer, as it is simulated. */
export const chanceInTest = (ability: number, isHelped: boolean, item: { truth: number; guessing: number }): number => {
  const knows = 1 / (1 + Math.exp(item.truth - ability));
  return isHelped ? Math.max(0.95, knows) : item.guessing + (1 - item.guessing) * knows;
};

/** Returns the posterior of the ability, given what was learned, which tests had help, and the true difficulties. */
function informed({ schoolClass, tests }: SimulatedChild): Ability {
  let density = GRID.map((point) => Math.exp(-(point ** 2) / 2));
  let origin = classMean(schoolClass);
  for (const { learned, isHelped, answers } of tests) {
    origin += learned;
    const before = density;
    density = before.map((_, index) => (before[index - 1] ?? 0) + (before[index + 1] ?? 0));
    for (const { right, ...item } of answers)
      density = density.map((weight, index) => {
        const chance = chanceInTest(origin + (GRID[index] as number), isHelped, item);
        return weight * (right ? chance : 1 - chance);
      });
    const sum = density.reduce((total, weight) => total + weight, 0);
    density = density.map((weight) => weight / sum);
  }
  const mean = density.reduce((sum, weight, index) => sum + weight * (GRID[index] as number), 0);
  const variance = density.reduce((sum, weight, index) => sum + weight * ((GRID[index] as number) - mean) ** 2, 0);
  return { ability: origin + mean, standardError: Math.sqrt(variance) };
}

/** Numbers of further questions after which the observer is asked again. */
const FURTHER = [8, 25];

/**
 * Returns how often this observer names the right class (the mean probability of the class that it names), from six months of tests and after
 * further questions of the diagnostic.
 */
export function informedClass(bank: readonly BankItem[], children: readonly SimulatedChild[], thresholds: Thresholds) {
  const known = bank.map((item) => ({ ...item, difficulty: item.truth }));
  const priors = children.map(informed);
  const right = (found: readonly Ability[]) => percent(meanOf(found.map((one) => certaintyOf(one, thresholds))), 0);
  const after = FURTHER.map((questions) => {
    const diagnostics = new Diagnostics(known, sequence(7));
    return right(
      children.map(({ schoolClass, ability }, place) => {
        const { ability: mean, standardError: sd } = priors[place] as Ability;
        return diagnostics.take(className(schoolClass), ability, (asked) => asked >= questions, {}, { mean, sd });
      }),
    );
  });
  return `An observer who knows what each child learned between two tests, which tests were helped, and every true difficulty names the right class of ${right(priors)}; after ${FURTHER.map((questions, place) => `${questions} further questions of ${after[place]}`).join(', after ')}.`;
}
