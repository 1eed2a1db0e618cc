// What a calibration says of its own estimates: standard errors and the fit of each item.
import { addTo, inverseDiagonal, type Triangle, triangle } from './information.rules.ts';
import { type Calibration, END_OF_SCALE, overRows, type Run } from './rasch-run.rules.ts';

/**
 * Maximum number of answered items whose information is computed as one matrix (64 MB, half a minute). With more, each error is that of its
 * item alone, which is 1–7 % too small.
 */
const MATRIX_ITEMS = 4_000;

/** Posterior weights below this share add nothing to a covariance of scores. */
const NO_WEIGHT = 1e-12;

/** Sums over the answers to each item, from which fit and slope are computed. */
interface FitSums {
  squares: Float64Array;
  variances: Float64Array;
  standardized: Float64Array;
  /** Scores of slope and difficulty, and their information. */
  slopeScore: Float64Array;
  difficultyScore: Float64Array;
  slopeSlope: Float64Array;
  slopeDifficulty: Float64Array;
  difficultyDifficulty: Float64Array;
}

const add = (sums: Float64Array, column: number, value: number) => {
  sums[column] = (sums[column] as number) + value;
};

/** Returns the standard errors, fit and likelihood at the parameters found. */
export function summarize(run: Run): Omit<Calibration, 'rounds'> {
  const { difficulties, counts, rights, priors, betweenSteps } = run;
  const items = difficulties.length;
  const isAtEnd = (column: number) => Math.abs(difficulties[column] as number) === END_OF_SCALE;
  const places = placesInMatrix(run, isAtEnd);
  const size = places.reduce((most, place) => Math.max(most, place + 1), 0) + (run.estimateSd ? 1 : 0);
  const matrix = size > 0 && size <= MATRIX_ITEMS ? triangle(size) : null;
  const alone = new Float64Array(items);
  const sums = fitSums(items);
  const scores = new Scores(run, places, matrix, alone);
  const logLikelihood = overRows(run, (row, posterior, begin, end) => {
    addFit(run, row, posterior, begin, end, sums);
    scores.add(row, posterior, begin, end);
  });
  for (const [column, place] of places.entries()) {
    const prior = priors[column];
    if (place >= 0 && prior && matrix) addTo(matrix, place, place, 1 / prior.sd ** 2);
  }
  const inverse = matrix && inverseDiagonal(matrix, betweenSteps);
  const ofAnswered = <T>(value: (column: number, count: number) => T) =>
    Array.from(counts, (count, column) => (count > 0 && !isAtEnd(column) ? value(column, count) : null));
  const slopes = Array.from({ length: items }, (_, column) => slopeOf(sums, column));
  return {
    difficulties: Array.from(difficulties, (difficulty, column) =>
      counts[column] === 0 && !priors[column] ? null : difficulty,
    ),
    standardErrors: Array.from(counts, (count, column) => {
      const prior = priors[column];
      const place = places[column] as number;
      if (isAtEnd(column) || (count === 0 && !prior)) return null;
      if (inverse && place >= 0) return Math.sqrt(inverse[place] as number);
      return 1 / Math.sqrt(Math.max(alone[column] as number, 0) + (prior ? 1 / prior.sd ** 2 : 0));
    }),
    counts: Array.from(counts),
    rights: Array.from(rights),
    infit: ofAnswered((column) => (sums.squares[column] as number) / (sums.variances[column] as number)),
    outfit: ofAnswered((column, count) => (sums.standardized[column] as number) / count),
    slopes: ofAnswered((column) => slopes[column]?.slope ?? null),
    slopeErrors: ofAnswered((column) => slopes[column]?.error ?? null),
    abilitySd: run.sd,
    logLikelihood,
  };
}

/** Returns the row of each item in the information matrix; −1 for items without an estimate of their own. */
function placesInMatrix({ counts }: Run, isAtEnd: (column: number) => boolean): Int32Array {
  let next = 0;
  return Int32Array.from(counts, (count, column) => {
    if (count === 0 || isAtEnd(column)) return -1;
    next += 1;
    return next - 1;
  });
}

const fitSums = (items: number): FitSums => ({
  squares: new Float64Array(items),
  variances: new Float64Array(items),
  standardized: new Float64Array(items),
  slopeScore: new Float64Array(items),
  difficultyScore: new Float64Array(items),
  slopeSlope: new Float64Array(items),
  slopeDifficulty: new Float64Array(items),
  difficultyDifficulty: new Float64Array(items),
});

/**
 * Adds the residuals of a row's answers. The prediction of each answer comes from the other answers of the row: dividing the posterior by
 * the probability of the answer removes it. So a residual has mean 0 and variance p(1 − p) when the model holds.
 */
function addFit(run: Run, row: number, posterior: Float64Array, begin: number, end: number, sums: FitSums): void {
  const { answers, grid, frequencies, difficulties, guessing, chance } = run;
  const { starts, item, right } = answers;
  const points = grid.length;
  const frequency = frequencies[row] as number;
  for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
    const column = item[at] as number;
    const x = right[at] as number;
    const c = guessing[column] as number;
    const b = difficulties[column] as number;
    let [total, toDifficulty, toSlope] = [0, 0, 0];
    for (let point = begin; point < end; point += 1) {
      const p = chance[column * points + point] as number;
      const logistic = (p - c) / (1 - c);
      // 1 − p as a product, because the difference loses its digits near 1.
      const wrong = (1 - c) / (1 + Math.exp((grid[point] as number) - b));
      const without = (posterior[point] as number) / (x === 1 ? p : wrong);
      if (!Number.isFinite(without)) continue;
      total += without;
      const change = without * logistic * wrong;
      toDifficulty -= change;
      toSlope += change * ((grid[point] as number) - b);
    }
    if (!(total > 0)) continue;
    const expected = Math.min(1 - 1e-9, Math.max(1e-9, x === 1 ? 1 / total : 1 - 1 / total));
    const variance = expected * (1 - expected);
    const residual = x - expected;
    add(sums.squares, column, frequency * residual ** 2);
    add(sums.variances, column, frequency * variance);
    add(sums.standardized, column, (frequency * residual ** 2) / variance);
    const [slope, difficulty] = [toSlope / total, toDifficulty / total];
    add(sums.slopeScore, column, (frequency * residual * slope) / variance);
    add(sums.difficultyScore, column, (frequency * residual * difficulty) / variance);
    add(sums.slopeSlope, column, (frequency * slope ** 2) / variance);
    add(sums.slopeDifficulty, column, (frequency * slope * difficulty) / variance);
    add(sums.difficultyDifficulty, column, (frequency * difficulty ** 2) / variance);
  }
}

/**
 * Returns the slope of an item by one step of Fisher scoring from 1, with the difficulty free, as in a score test of the model against one
 * with slopes (Rao 1948); null without information.
 */
function slopeOf(sums: FitSums, column: number): { slope: number; error: number } | null {
  const mixed = sums.slopeDifficulty[column] as number;
  const difficulty = sums.difficultyDifficulty[column] as number;
  if (!(difficulty > 0)) return null;
  const information = (sums.slopeSlope[column] as number) - mixed ** 2 / difficulty;
  if (!(information > 1e-9)) return null;
  const score = (sums.slopeScore[column] as number) - (mixed / difficulty) * (sums.difficultyScore[column] as number);
  return { slope: 1 + score / information, error: 1 / Math.sqrt(information) };
}

/**
 * The observed information: that of the complete data minus the covariance of its scores, given the answers (Louis 1982). Scores of two
 * items are correlated where the same row answered both.
 */
class Scores {
  readonly #run: Run;
  readonly #places: Int32Array;
  readonly #matrix: Triangle | null;
  readonly #alone: Float64Array;
  /** Scores of a row's answers at the points with weight, times the root of the weight, less their mean. */
  #scores = new Float64Array(0);

  constructor(run: Run, places: Int32Array, matrix: Triangle | null, alone: Float64Array) {
    this.#run = run;
    this.#places = places;
    this.#matrix = matrix;
    this.#alone = alone;
  }

  add(row: number, posterior: Float64Array, begin: number, end: number): void {
    const { answers, frequencies, estimateSd } = this.#run;
    const first = answers.starts[row] as number;
    const given = (answers.starts[row + 1] as number) - first;
    const frequency = frequencies[row] as number;
    const matrix = this.#matrix;
    const held: number[] = [];
    for (let point = begin; point < end; point += 1) if ((posterior[point] as number) > NO_WEIGHT) held.push(point);
    const width = held.length;
    const rows = given + (estimateSd ? 1 : 0);
    if (this.#scores.length < rows * width) this.#scores = new Float64Array(2 * rows * width);
    const scores = this.#scores;
    for (let index = 0; index < given; index += 1) {
      const column = answers.item[first + index] as number;
      const information = frequency * this.#ofAnswer(first + index, index * width, held, posterior);
      add(this.#alone, column, information - frequency * this.#covariance(index, index, width));
      const place = this.#places[column] as number;
      if (matrix && place >= 0) addTo(matrix, place, place, information);
    }
    if (estimateSd && matrix) {
      const information = this.#ofSpread(row, given * width, held, posterior);
      addTo(matrix, matrix.size - 1, matrix.size - 1, frequency * information);
    }
    if (!matrix) return;
    const placeOf = (index: number) =>
      index < given ? (this.#places[answers.item[first + index] as number] as number) : matrix.size - 1;
    for (let index = 0; index < rows; index += 1) {
      const place = placeOf(index);
      if (place < 0) continue;
      for (let other = 0; other <= index; other += 1) {
        const otherPlace = placeOf(other);
        if (otherPlace < 0) continue;
        // A row may have answered the same item twice; both orders of the pair then belong to one entry.
        const twice = other !== index && place === otherPlace ? 2 : 1;
        addTo(matrix, place, otherPlace, -twice * frequency * dot(scores, index * width, other * width, width));
      }
    }
  }

  #covariance(index: number, other: number, width: number): number {
    return dot(this.#scores, index * width, other * width, width);
  }

  /** Writes the scores of an answer; returns its information of the complete data. */
  #ofAnswer(at: number, to: number, held: readonly number[], posterior: Float64Array): number {
    const { answers, chance, guessing, grid } = this.#run;
    const column = answers.item[at] as number;
    const x = answers.right[at] as number;
    const c = guessing[column] as number;
    let [mean, information] = [0, 0];
    for (const [place, point] of held.entries()) {
      const weight = posterior[point] as number;
      const p = chance[column * grid.length + point] as number;
      const logistic = (p - c) / (1 - c);
      const score = ((x - p) * logistic) / p;
      this.#scores[to + place] = score;
      mean += weight * score;
      information += weight * logistic * (1 - logistic) * (1 - (x * c) / (p * p));
    }
    this.#center(to, mean, held, posterior);
    return information;
  }

  /** Writes the scores of the standard deviation of the abilities; returns its information of the complete data. */
  #ofSpread(row: number, to: number, held: readonly number[], posterior: Float64Array): number {
    const { grid, means, sd } = this.#run;
    let [mean, information] = [0, 0];
    for (const [place, point] of held.entries()) {
      const weight = posterior[point] as number;
      const square = (((grid[point] as number) - (means[row] as number)) / sd) ** 2;
      // The score of a difficulty is written with the opposite sign above, so this one is too.
      const score = (1 - square) / sd;
      this.#scores[to + place] = score;
      mean += weight * score;
      information += (weight * (3 * square - 1)) / sd ** 2;
    }
    this.#center(to, mean, held, posterior);
    return information;
  }

  #center(to: number, mean: number, held: readonly number[], posterior: Float64Array): void {
    const scores = this.#scores;
    for (const [place, point] of held.entries())
      scores[to + place] = ((scores[to + place] as number) - mean) * Math.sqrt(posterior[point] as number);
  }
}

function dot(values: Float64Array, at: number, otherAt: number, count: number): number {
  let sum = 0;
  for (let k = 0; k < count; k += 1) sum += (values[at + k] as number) * (values[otherAt + k] as number);
  return sum;
}
