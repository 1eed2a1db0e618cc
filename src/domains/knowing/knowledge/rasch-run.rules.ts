// The data of a calibration, and its expectation step: the posterior of each row's ability.

/** A Normal prior of an item's difficulty, in logits. */
export interface DifficultyPrior {
  mean: number;
  sd: number;
}

export interface Calibration {
  /**
   * Difficulty of each item in logits, never NaN. An item that nobody answered has its prior's mean, or null without a prior. Without a
   * prior, an item that everybody answered right (or wrong) has no finite maximum: it gets the end of the scale, −15 (or 15).
   */
  difficulties: (number | null)[];
  /**
   * Posterior (with a prior) or asymptotic standard errors, from the observed information matrix of all parameters (`MATRIX_ITEMS`); null
   * for an item at the end of the scale, whose fit is null as well.
   */
  standardErrors: (number | null)[];
  /** Number of answers to each item, and of the right ones, weighted by frequency. */
  counts: number[];
  rights: number[];
  /** Mean squares of the residuals: weighted by information (infit) and plain (outfit). 1 is expected. */
  infit: (number | null)[];
  outfit: (number | null)[];
  /** Slope of each item, estimated from the residuals, and its standard error. 1 is expected; 0 means unrelated to the ability. */
  slopes: (number | null)[];
  slopeErrors: (number | null)[];
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

/** Maximum distance of a difficulty from 0, in logits. */
export const END_OF_SCALE = 15;

/** Points of the grid further than this number of standard deviations from the mean of a row have no weight. */
const REACH_SD = 6;

/** The state of a calculation. Difficulties and `sd` change with each round. */
export interface Run {
  answers: SparseResponses;
  frequencies: Float64Array;
  means: Float64Array;
  grid: Float64Array;
  priors: readonly (DifficultyPrior | null)[];
  estimateSd: boolean;
  sd: number;
  difficulties: Float64Array;
  counts: Float64Array;
  rights: Float64Array;
  guessing: Float64Array;
  /** P(right), by item and grid point. */
  chance: Float64Array;
  betweenSteps: () => void;
}

/**
 * Calls `each` with the posterior of every row's ability, which is 0 outside the points `first` to `end` (exclusive).
 *
 * @returns the marginal log-likelihood.
 */
export function overRows(
  run: Run,
  each: (row: number, posterior: Float64Array, first: number, end: number) => void,
): number {
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
    const [begin, end] = reachOf(run, row);
    let priorSum = 0;
    for (let point = begin; point < end; point += 1) {
      const log = -(((grid[point] as number) - (means[row] as number)) ** 2) / (2 * sd * sd);
      posterior[point] = log;
      priorSum += Math.exp(log);
    }
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
      const logs = right[at] ? rightLogs : wrongLogs;
      const first = (item[at] as number) * points;
      for (let point = begin; point < end; point += 1)
        posterior[point] = (posterior[point] as number) + (logs[first + point] as number);
    }
    let highest = Number.NEGATIVE_INFINITY;
    for (let point = begin; point < end; point += 1) highest = Math.max(highest, posterior[point] as number);
    let sum = 0;
    for (let point = begin; point < end; point += 1) {
      const weight = Math.exp((posterior[point] as number) - highest);
      posterior[point] = weight;
      sum += weight;
    }
    for (let point = begin; point < end; point += 1) posterior[point] = (posterior[point] as number) / sum;
    likelihood += (frequencies[row] as number) * (highest + Math.log(sum / priorSum));
    each(row, posterior, begin, end);
    posterior.fill(0, begin, end);
    betweenSteps();
  }
  return likelihood;
}

/** Returns the points of the grid, from the first to an exclusive end, that have weight for a row; all of them if none is within reach. */
function reachOf({ grid, means, sd }: Run, row: number): [number, number] {
  const mean = means[row] as number;
  const step = grid.length > 1 ? (grid[1] as number) - (grid[0] as number) : 1;
  const placeOf = (ability: number) => (ability - (grid[0] as number)) / step;
  const begin = Math.max(0, Math.ceil(placeOf(mean - REACH_SD * sd) - 1e-9));
  const end = Math.min(grid.length, Math.floor(placeOf(mean + REACH_SD * sd) + 1e-9) + 1);
  return end - begin > 1 ? [begin, end] : [0, grid.length];
}
