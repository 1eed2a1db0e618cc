// Calibration of the Rasch model by marginal maximum likelihood (Bock & Aitkin 1981; Thissen 1982).
import type { Response } from './ability.rules.ts';

/** A Normal prior of an item's difficulty, in logits. */
export interface DifficultyPrior {
  mean: number;
  sd: number;
}

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

export interface Calibration {
  /**
   * Difficulty of each item in logits, never NaN. An item that nobody answered has its prior's mean, or null without a prior. Without a
   * prior, an item that everybody answered right (or wrong) has no finite maximum: it gets the end of the scale, −15 (or 15).
   */
  difficulties: (number | null)[];
  /**
   * Posterior (with a prior) or asymptotic standard errors, from the observed information of each item separately; null for an item at the
   * end of the scale, whose fit is null as well.
   */
  standardErrors: (number | null)[];
  /** Number of answers to each item, weighted by frequency. */
  counts: number[];
  /** Mean squares of the residuals: weighted by information (infit) and plain (outfit). 1 is expected. */
  infit: (number | null)[];
  outfit: (number | null)[];
  /** Standard deviation of the abilities, as given or as estimated. */
  abilitySd: number;
  /** Marginal log-likelihood of the responses, without the priors. */
  logLikelihood: number;
  rounds: number;
}

/** Answers as columns, one entry per answer, sorted by row: for the nightly job, where most items of a row are not asked. */
export interface SparseResponses {
  items: number;
  /** Start index of each row's answers, followed by the total number of answers. */
  starts: Int32Array;
  item: Int32Array;
  right: Uint8Array;
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
 * Fit: with the posterior of each row's ability, infit = Σ E(x − P)² / Σ E P(1 − P) and outfit = mean of
 * E[(x − P)² / (P(1 − P))]; both are 1 on average when the model holds.
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

/** Maximum distance of a difficulty from 0, in logits. */
const END_OF_SCALE = 15;
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

interface Run {
  answers: SparseResponses;
  frequencies: Float64Array;
  means: Float64Array;
  grid: Float64Array;
  priors: readonly (DifficultyPrior | null)[];
  estimateSd: boolean;
  sd: number;
  difficulties: Float64Array;
  counts: Float64Array;
  guessing: Float64Array;
  /** P(right), by item and grid point. */
  chance: Float64Array;
  betweenSteps: () => void;
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
    guessing: Float64Array.from({ length: items }, (_, column) => options.guessing?.[column] ?? 0),
    chance: new Float64Array(items * points),
    betweenSteps: options.betweenSteps ?? (() => {}),
  };
}

/** Calls `each` with the posterior of every row's ability; returns the marginal log-likelihood. */
function overRows(run: Run, each: (row: number, posterior: Float64Array) => void): number {
  const { answers, grid, means, frequencies, difficulties, guessing, chance, sd, betweenSteps } = run;
  const { starts, item, right } = answers;
  const points = grid.length;
  const rightLogs = new Float64Array(chance.length);
  const wrongLogs = new Float64Array(chance.length);
  for (let column = 0; column < difficulties.length; column += 1) {
    for (let point = 0; point < points; point += 1) {
      const logit = (grid[point] as number) - (difficulties[column] as number);
      const at = column * points + point;
      const c = guessing[column] as number;
      chance[at] = c + (1 - c) / (1 + Math.exp(-logit));
      rightLogs[at] = c === 0 ? -Math.log1p(Math.exp(-logit)) : Math.log(chance[at] as number);
      wrongLogs[at] = Math.log1p(-c) - Math.log1p(Math.exp(logit));
    }
    betweenSteps();
  }
  const posterior = new Float64Array(points);
  let likelihood = 0;
  for (let row = 0; row < means.length; row += 1) {
    let priorSum = 0;
    for (let point = 0; point < points; point += 1) {
      const log = -(((grid[point] as number) - (means[row] as number)) ** 2) / (2 * sd * sd);
      posterior[point] = log;
      priorSum += Math.exp(log);
    }
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
      const logs = right[at] ? rightLogs : wrongLogs;
      const first = (item[at] as number) * points;
      for (let point = 0; point < points; point += 1)
        posterior[point] = (posterior[point] as number) + (logs[first + point] as number);
    }
    let highest = Number.NEGATIVE_INFINITY;
    for (let point = 0; point < points; point += 1) highest = Math.max(highest, posterior[point] as number);
    let sum = 0;
    for (let point = 0; point < points; point += 1) {
      const weight = Math.exp((posterior[point] as number) - highest);
      posterior[point] = weight;
      sum += weight;
    }
    for (let point = 0; point < points; point += 1) posterior[point] = (posterior[point] as number) / sum;
    likelihood += (frequencies[row] as number) * (highest + Math.log(sum / priorSum));
    each(row, posterior);
    betweenSteps();
  }
  return likelihood;
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
  overRows(run, (row, posterior) => {
    const frequency = frequencies[row] as number;
    people += frequency;
    for (let point = 0; point < points; point += 1)
      squares += frequency * (posterior[point] as number) * ((grid[point] as number) - (means[row] as number)) ** 2;
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
      const column = item[at] as number;
      const first = column * points;
      const sums = right[at] ? rights : asked;
      for (let point = 0; point < points; point += 1)
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

/** Returns the standard errors, fit and likelihood at the parameters found. */
function summarize(run: Run): Omit<Calibration, 'rounds'> {
  const { answers, grid, frequencies, difficulties, guessing, counts, priors, chance } = run;
  const { starts, item, right } = answers;
  const points = grid.length;
  const information = new Float64Array(difficulties.length);
  const squares = new Float64Array(difficulties.length);
  const variances = new Float64Array(difficulties.length);
  const standardized = new Float64Array(difficulties.length);
  const add = (sums: Float64Array, column: number, value: number) => {
    sums[column] = (sums[column] as number) + value;
  };
  const logLikelihood = overRows(run, (row, posterior) => {
    const frequency = frequencies[row] as number;
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
      const column = item[at] as number;
      const x = right[at] as number;
      const c = guessing[column] as number;
      let [score, scoreSquare, expected, square, variance, plain] = [0, 0, 0, 0, 0, 0];
      for (let point = 0; point < points; point += 1) {
        const weight = posterior[point] as number;
        const p = chance[column * points + point] as number;
        const logistic = (p - c) / (1 - c);
        const slope = ((x - p) * logistic) / p;
        score += weight * slope;
        scoreSquare += weight * slope * slope;
        expected += (weight * (1 - c) * logistic * logistic * (1 - logistic)) / p;
        variance += weight * p * (1 - p);
        square += weight * (x - p) ** 2;
        // (x − p)² ÷ (p (1 − p)), written as the odds against the response, so that it never divides by zero.
        plain += weight * (x === 1 ? (1 - p) / p : p / (1 - p));
      }
      // Louis (1982): information of the complete data minus the variance of its score.
      add(information, column, frequency * (expected - (scoreSquare - score * score)));
      add(squares, column, frequency * square);
      add(variances, column, frequency * variance);
      add(standardized, column, frequency * plain);
    }
  });
  const isAtEnd = (column: number) => Math.abs(difficulties[column] as number) === END_OF_SCALE;
  const ofAnswered = <T>(value: (column: number, count: number) => T) =>
    Array.from(counts, (count, column) => (count > 0 && !isAtEnd(column) ? value(column, count) : null));
  return {
    difficulties: Array.from(difficulties, (difficulty, column) =>
      counts[column] === 0 && !priors[column] ? null : difficulty,
    ),
    standardErrors: Array.from(counts, (count, column) => {
      const prior = priors[column];
      const precision = Math.max(information[column] as number, 0) + (prior ? 1 / prior.sd ** 2 : 0);
      return isAtEnd(column) || (count === 0 && !prior) ? null : 1 / Math.sqrt(precision);
    }),
    counts: Array.from(counts),
    infit: ofAnswered((column) => (squares[column] as number) / (variances[column] as number)),
    outfit: ofAnswered((column, count) => (standardized[column] as number) / count),
    abilitySd: run.sd,
    logLikelihood,
  };
}
