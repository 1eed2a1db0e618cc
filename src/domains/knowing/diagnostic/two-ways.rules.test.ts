import { expect, test } from 'vitest';
import { chances } from '../../../shared/chances.ts';
import { calibrateRasch } from '../knowledge/rasch.rules.ts';
import { SCALE } from './scale.rules.ts';
import { withoutPrior, writingEffect } from './two-ways.rules.ts';

const estimate = (difficulty: number, standardError = 0.1) => ({ difficulty, standardError });
const pair = (chosen: number, written: number, standardError?: number) => ({
  chosen: estimate(chosen, standardError),
  written: estimate(written, standardError),
});

test('the mean difference and its standard error', () => {
  // Differences 0.2, 0.4 and 0.6: standard deviation 0.2, divided by the root of three.
  const found = writingEffect([pair(0, 0.2), pair(-1, -0.6), pair(1, 1.6)]);
  expect(found?.questions).toBe(3);
  expect(found?.harder).toBeCloseTo(0.4, 12);
  expect(found?.standardError).toBeCloseTo(0.2 / Math.sqrt(3), 12);
});

test('a difference weighs by its precision', () => {
  // Weights 4 and 1.
  expect(writingEffect([pair(0, 1, 0.1), pair(0, 0, 0.2)])?.harder).toBeCloseTo(0.8, 12);
});

test('one question has no standard error, and none has no effect', () => {
  expect(writingEffect([pair(0, 0.5)])).toMatchObject({ questions: 1, standardError: null });
  expect(writingEffect([pair(0, 0.5)])?.harder).toBeCloseTo(0.5, 12);
  expect(writingEffect([])).toBeUndefined();
});

test('a prior is taken out of an estimate, unless hardly anything remains', () => {
  // Answers: 1 with a standard error of 0.5. With a prior of mean 0 and spread 1: precision 5, mean 4 / 5.
  const found = withoutPrior(estimate(0.8, 1 / Math.sqrt(5)), { mean: 0, sd: 1 });
  expect(found?.difficulty).toBeCloseTo(1, 12);
  expect(found?.standardError).toBeCloseTo(0.5, 12);
  expect(withoutPrior(estimate(0.1, 0.95), { mean: 0, sd: 1 })).toBeUndefined();
  expect(withoutPrior(estimate(0.1, 1.2), { mean: 0, sd: 1 })).toBeUndefined();
});

test('priors do not make a true difference smaller, also with 40 answers each way', () => {
  const chance = chances(117);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  const HARDER = 0.6;
  // Far easier than the author thought, so that the prior draws both up, the choice more.
  const truths = Array.from({ length: 120 }, () => -1 + 0.5 * normal());
  const [chosenGuess, sd] = [0.2, SCALE.DIFFICULTY_SD];
  const responses = Array.from({ length: 480 }, () => {
    const ability = normal();
    const asked = truths.map((truth) => {
      const [isAsked, isWritten, roll] = [chance() < 1 / 6, chance() < 0.5, chance()];
      const guess = isWritten ? 0 : chosenGuess;
      const right = guess + (1 - guess) / (1 + Math.exp(truth + (isWritten ? HARDER : 0) - ability));
      return { isAsked, isWritten, response: roll < right ? 1 : 0 } as const;
    });
    return [false, true].flatMap((way) =>
      asked.map(({ isAsked, isWritten, response }) => (isAsked && isWritten === way ? response : null)),
    );
  });
  const items = 2 * truths.length;
  const { difficulties, standardErrors } = calibrateRasch(responses, {
    priors: Array.from({ length: items }, () => ({ mean: 0, sd })),
    guessing: Array.from({ length: items }, (_, place) => (place < truths.length ? chosenGuess : 0)),
  });
  const at = (place: number) => estimate(difficulties[place] as number, standardErrors[place] as number);
  const pairs = truths.map((_, place) => ({ chosen: at(place), written: at(place + truths.length) }));
  const drawn = writingEffect(pairs);
  const freed = writingEffect(
    pairs.flatMap(({ chosen, written }) => {
      const [one, other] = [chosen, written].map((way) => withoutPrior(way, { mean: 0, sd }));
      return one && other ? [{ chosen: one, written: other }] : [];
    }),
  );
  expect(drawn?.harder).toBeLessThan(HARDER - 0.1);
  expect(freed?.harder).toBeGreaterThan(HARDER - 0.1);
  expect(freed?.harder).toBeLessThan(HARDER + 0.1);
});
