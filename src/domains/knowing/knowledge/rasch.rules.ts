// Calibration of the Rasch model by marginal maximum likelihood (Bock & Aitkin 1981; Thissen 1982).
import type { Response } from './ability.rules.ts';
import {
  type Calibration,
  type DifficultyPrior,
  END_OF_SCALE,
  overRows,
  type Run,
  type SparseResponses,
} from './rasch-run.rules.ts';
import { summarize } from './rasch-summary.rules.ts';

export interface CalibrationOptions {
  /** How often each row of `responses` was observed; when absent, once each. */
  frequencies?: readonly number[];
  /** One prior per item; without them the estimates are maximum likelihood. */
  priors?: readonly (DifficultyPrior | null)[];
  /**
   * Standard deviation of the abilities: a fixed number (1 when absent), or 'estimate'. The estimate is at least 0.01. It stays at 1 when
   * nobody answered two items, because the responses then say nothing about it.
   */
  abilitySd?: number | 'estimate';
  /** Fixed lower asymptote of each item, 0 … 1: the chance of guessing right. When absent 0 for each (the Rasch model). */
  guessing?: readonly number[];
  /** Mean of the abilities of each row, for children of several classes on one scale; when absent 0 for each. */
  abilityMeans?: readonly number[];
  /** The quadrature: equally spaced points with the Normal density as weight. 121 points from −6 to 6 when absent. */
  from?: number;
  to?: number;
  points?: number;
  /** Stops when no parameter changes by more than this (1e-7 when absent), or after this number of rounds (5,000 when absent). */
  tolerance?: number;
  rounds?: number;
  /** Called between small steps of the calculation, so that the calculation can rest. */
  betweenSteps?: () => void;
}

/**
 * Rasch difficulties by marginal maximum likelihood, with the EM algorithm and quadrature over the ability.
 *
 * Convention: P(right) = 1 / (1 + exp(−(θ − b))) with slope 1 and no constant 1.7; abilities Normal(mean, sd²). By default
 * mean 0 and sd 1 are kept, so the difficulties are on the scale of a standard normal ability (as ltm's `rasch` with the
 * discrimination fixed to 1). With `abilitySd: 'estimate'` the sd is estimated and the slope stays 1 (as TAM and mirt
 * do): dividing difficulties by that sd gives the parametrization with one common slope = sd and abilities Normal(0, 1)
 * (as Bock & Lieberman 1970 and ltm's unconstrained `rasch`). Easier items have lower numbers.
 *
 * With `priors` the estimates maximize the posterior: Normal(mean, sd²) on each difficulty. With `guessing` the curve is
 * P = c + (1 − c) L with L = 1 / (1 + exp(−(θ − b))) and c fixed; difficulties then are those of L.
 *
 * Fit (`summarize`): each answer is compared with its prediction from the other answers of its row, so that an item cannot hide its own
 * misfit. With p = E[P] over the posterior without that answer, infit = Σ(x − p)² / Σ p(1 − p) and outfit = mean of (x − p)² / (p(1 − p));
 * both are 1 on average when the model holds.
 *
 * @param responses one row per person or pattern, one column per item: 1, 0, or null when not asked.
 */
export function calibrateRasch(
  responses: readonly (readonly Response[])[],
  options: CalibrationOptions = {},
): Calibration {
  const starts = new Int32Array(responses.length + 1);
  const item: number[] = [];
  const right: number[] = [];
  for (const [row, given] of responses.entries()) {
    for (const [column, response] of given.entries()) {
      if (response === null || response === undefined) continue;
      item.push(column);
      right.push(response ? 1 : 0);
    }
    starts[row + 1] = item.length;
  }
  const items = responses.reduce((most, given) => Math.max(most, given.length), options.priors?.length ?? 0);
  return calibrateSparse({ items, starts, item: Int32Array.from(item), right: Uint8Array.from(right) }, options);
}

/** An estimated standard deviation of 0 would leave no weight at any point of the grid. */
const LOWEST_SD = 0.01;

/** `calibrateRasch` for answers as columns. */
export function calibrateSparse(answers: SparseResponses, options: CalibrationOptions = {}): Calibration {
  const run = prepare(answers, options);
  const { tolerance = 1e-7, rounds: most = 5_000 } = options;
  let rounds = 0;
  for (let moved = Number.POSITIVE_INFINITY; moved > tolerance && rounds < most; rounds += 1) moved = improve(run);
  return { ...summarize(run), rounds };
}

function prepare(answers: SparseResponses, options: CalibrationOptions): Run {
  const { items, starts, item, right } = answers;
  const rows = starts.length - 1;
  const { from = -6, to = 6, points = 121, priors = [], abilitySd = 1 } = options;
  const frequencies = Float64Array.from({ length: rows }, (_, row) => options.frequencies?.[row] ?? 1);
  const counts = new Float64Array(items);
  const rights = new Float64Array(items);
  for (let row = 0; row < rows; row += 1) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
      const column = item[at] as number;
      counts[column] = (counts[column] as number) + (frequencies[row] as number);
      rights[column] = (rights[column] as number) + (frequencies[row] as number) * (right[at] as number);
    }
  }
  return {
    answers,
    frequencies,
    means: Float64Array.from({ length: rows }, (_, row) => options.abilityMeans?.[row] ?? 0),
    grid: Float64Array.from({ length: points }, (_, index) => from + (index * (to - from)) / (points - 1)),
    priors,
    estimateSd: abilitySd === 'estimate' && starts.some((first, row) => first - (starts[row - 1] ?? first) > 1),
    sd: abilitySd === 'estimate' ? 1 : abilitySd,
    difficulties: Float64Array.from({ length: items }, (_, column) => {
      const share = ((rights[column] as number) + 0.5) / ((counts[column] as number) + 1);
      return priors[column]?.mean ?? -Math.log(share / (1 - share));
    }),
    counts,
    rights,
    guessing: Float64Array.from({ length: items }, (_, column) => options.guessing?.[column] ?? 0),
    chance: new Float64Array(items * points),
    betweenSteps: options.betweenSteps ?? (() => {}),
  };
}

/** One round of EM; returns the largest change of a parameter. */
function improve(run: Run): number {
  const { answers, grid, means, frequencies, difficulties, guessing, counts, priors, betweenSteps } = run;
  const { starts, item, right } = answers;
  const points = grid.length;
  const asked = new Float64Array(difficulties.length * points);
  const rights = new Float64Array(difficulties.length * points);
  let squares = 0;
  let people = 0;
  overRows(run, (row, posterior, begin, end) => {
    const frequency = frequencies[row] as number;
    people += frequency;
    for (let point = begin; point < end; point += 1)
      squares += frequency * (posterior[point] as number) * ((grid[point] as number) - (means[row] as number)) ** 2;
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
      const column = item[at] as number;
      const first = column * points;
      const sums = right[at] ? rights : asked;
      for (let point = begin; point < end; point += 1)
        sums[first + point] = (sums[first + point] as number) + frequency * (posterior[point] as number);
    }
  });
  for (let place = 0; place < asked.length; place += 1)
    asked[place] = (asked[place] as number) + (rights[place] as number);
  let moved = 0;
  for (let column = 0; column < difficulties.length; column += 1) {
    if (counts[column] === 0) continue;
    const before = difficulties[column] as number;
    const after = bestDifficulty(
      before,
      rights.subarray(column * points, (column + 1) * points),
      asked.subarray(column * points, (column + 1) * points),
      grid,
      guessing[column] as number,
      priors[column],
    );
    difficulties[column] = after;
    moved = Math.max(moved, Math.abs(after - before));
    betweenSteps();
  }
  if (run.estimateSd && people > 0) {
    const sd = Math.max(Math.sqrt(squares / people), LOWEST_SD);
    moved = Math.max(moved, Math.abs(sd - run.sd));
    run.sd = sd;
  }
  return moved;
}

/**
 * Returns the difficulty of the highest likelihood, by Fisher scoring (for c = 0 Newton's method) with steps of at most 1. The score of an
 * answer x is −(x − P) L / P, its expected information (1 − c) L² (1 − L) / P.
 */
function bestDifficulty(
  from: number,
  rights: Float64Array,
  asked: Float64Array,
  grid: Float64Array,
  guessing: number,
  prior: DifficultyPrior | null | undefined,
): number {
  let difficulty = from;
  for (let step = 0; step < 25; step += 1) {
    let slope = 0;
    let curve = 0;
    for (let point = 0; point < grid.length; point += 1) {
      const logistic = 1 / (1 + Math.exp(difficulty - (grid[point] as number)));
      const chance = guessing + (1 - guessing) * logistic;
      const weight = logistic / chance;
      slope += ((asked[point] as number) * chance - (rights[point] as number)) * weight;
      curve += (asked[point] as number) * (1 - guessing) * weight * logistic * (1 - logistic);
    }
    if (prior) {
      slope -= (difficulty - prior.mean) / prior.sd ** 2;
      curve += 1 / prior.sd ** 2;
    }
    const change = Math.max(-1, Math.min(1, slope / Math.max(curve, 1e-12)));
    difficulty = Math.max(-END_OF_SCALE, Math.min(END_OF_SCALE, difficulty + change));
    if (Math.abs(change) < 1e-10) break;
  }
  return difficulty;
}
