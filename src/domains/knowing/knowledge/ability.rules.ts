// Item response theory for one child: the response model, the ability estimate and the choice of the next item. Sources of the algorithm:
// van der Linden & Glas (2010); Kingsbury & Zara (1989) for content balance and randomesque choice.

/**
 * An item of the logistic model. All parameters are in logits on the scale of the ability: P(right | θ) = c + (1 − c) / (1 + exp(−a (θ −
 * b))), without the scaling constant 1.7.
 */
export interface Item {
  /** b: the ability at which the logistic part is one half. */
  difficulty: number;
  /** a: slope; 1 (Rasch) when absent. */
  discrimination?: number | undefined;
  /** c: the chance of a right answer by guessing, from 0 to below 1; 0 when absent. */
  guessing?: number | undefined;
}

/** 1 right, 0 wrong, null not asked. */
export type Response = 0 | 1 | null;

/** The prior of the ability, Normal(mean, sd²), and the grid on which the posterior is computed. */
export interface ScoreOptions {
  /** 0 when absent. */
  mean?: number;
  /** Above 0; 1 when absent. */
  sd?: number;
  /**
   * First point, last point and spacing of the grid. Defaults: mean − 10, mean + 10 and 0.1. The default range covers four standard
   * deviations of the widest prior in use, because a grid that cuts off the posterior gives too small a standard error.
   */
  from?: number;
  to?: number;
  step?: number;
}

export interface Ability {
  /** The mean of the posterior (expected a posteriori), in logits. */
  ability: number;
  /** The standard deviation of the posterior, in logits. */
  standardError: number;
}

/** P(right | θ) of the three-parameter logistic model; with a = 1 and c = 0 the Rasch model. */
export function chanceOfRight(ability: number, { difficulty, discrimination = 1, guessing = 0 }: Item): number {
  return guessing + (1 - guessing) / (1 + Math.exp(-discrimination * (ability - difficulty)));
}

/** ln(1 + e^x) without overflow. */
const softplus = (x: number) => (x > 30 ? x : Math.log1p(Math.exp(x)));

/** ln P or ln (1 − P) of a response; finite even where P itself would be rounded to 0 or 1. */
function logChance(ability: number, item: Item, right: boolean): number {
  const { difficulty, discrimination = 1, guessing = 0 } = item;
  const logit = discrimination * (ability - difficulty);
  if (!right) return Math.log1p(-guessing) - softplus(logit);
  return guessing === 0 ? -softplus(-logit) : Math.log(chanceOfRight(ability, item));
}

/**
 * Fisher information of an item at an ability: a² (Q / P) ((P − c) / (1 − c))². For c = 0 this is a² P Q, for Rasch P Q.
 */
export function itemInformation(ability: number, item: Item): number {
  const { discrimination = 1, guessing = 0 } = item;
  const right = chanceOfRight(ability, item);
  // The item is so hard that P is rounded to 0; this is the limit.
  if (right === 0) return 0;
  return discrimination ** 2 * ((1 - right) / right) * ((right - guessing) / (1 - guessing)) ** 2;
}

/** Returns the points of a grid, including both ends. */
function gridOf({ mean = 0, from = mean - 10, to = mean + 10, step = 0.1 }: ScoreOptions): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step);
}

/**
 * Returns the expected a posteriori estimate of an ability (Bock & Mislevy 1982): mean and standard deviation of the posterior Normal(mean,
 * sd²) × Π P^x (1 − P)^(1 − x), summed over an equally spaced grid. The prior enters as its density at the grid points, so no quadrature
 * weights are needed. The result is always finite, even if all responses are right or wrong or there are none (then it is the prior's mean
 * and sd). The posterior sd is a population sd: √(Σ w (θ − mean)² / Σ w).
 *
 * @param responses one for each item, in the same order: 1, 0, or null for an item that was not asked.
 * @param items the items; a missing `discrimination` is 1, a missing `guessing` is 0.
 * @param options prior and grid; by default Normal(0, 1) and mean − 10 … mean + 10 in steps of 0.1 (201 points).
 */
export function scoreEap(responses: readonly Response[], items: readonly Item[], options: ScoreOptions = {}): Ability {
  const { mean = 0, sd = 1 } = options;
  const grid = gridOf(options);
  const logs = grid.map((point) => {
    let log = -((point - mean) ** 2) / (2 * sd * sd);
    for (const [index, response] of responses.entries()) {
      const item = items[index];
      if (response === null || response === undefined || item === undefined) continue;
      log += logChance(point, item, Boolean(response));
    }
    return log;
  });
  const highest = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const ability = weights.reduce((sum, weight, index) => sum + weight * (grid[index] as number), 0) / total;
  const variance =
    weights.reduce((sum, weight, index) => sum + weight * ((grid[index] as number) - ability) ** 2, 0) / total;
  return { ability, standardError: Math.sqrt(variance) };
}

/** The state of an adaptive test. */
export interface TestState {
  /** Indexes (in `items`) of the items asked so far, in the order in which they were asked. */
  asked: readonly number[];
  /** The response to each of them. */
  responses: readonly Response[];
}

export interface NextOptions extends ScoreOptions {
  /** Added to the ability at which information is maximised: with −0.5 … −0.85 children succeed more often. 0 when absent. */
  shift?: number;
  /** Number of best items from which one is drawn at random ("randomesque"). When absent 1: always the best. */
  among?: number;
  /** Returns a number from 0 to below 1; only called when `among` is above 1. */
  random?: () => number;
  /** Indexes of items that may not be asked, for example because they were shown too often. */
  excluded?: ReadonlySet<number>;
  /** The content area of each item. If given, the area that is furthest below its share goes first. */
  areas?: readonly string[];
  /** The wanted share of each area; equal shares when absent. */
  shares?: Readonly<Record<string, number>>;
}

export interface NextItem extends Ability {
  /** Index of the chosen item in `items`. */
  item: number;
  /** Its Fisher information at the estimate plus shift. */
  information: number;
}

/**
 * Chooses the next item of an adaptive test: maximum Fisher information at the EAP estimate (see `scoreEap`) plus `shift`. By default this
 * is a plain maximum-information test: no shift, no random draw, no content areas. Items of equal information (to 1e-12, because rounding
 * differs on the two sides of the ability) are taken in the order of `items`. With `areas`, the area with the largest (wanted share − share
 * of the asked items) goes first, among those that have an item left (Kingsbury & Zara 1989); with `among` = n, one of the n best items is
 * drawn.
 *
 * @returns the choice, with the estimate on which it is based; null when no item is left.
 */
export function nextItem(state: TestState, items: readonly Item[], options: NextOptions = {}): NextItem | null {
  const { shift = 0, random = Math.random, excluded, areas } = options;
  const among = Math.max(options.among ?? 1, 1);
  const askedItems = state.asked.map((place) => items[place] as Item);
  const estimate = scoreEap(state.responses, askedItems, options);
  const asked = new Set(state.asked);
  let free = items.map((_, place) => place).filter((place) => !asked.has(place) && !excluded?.has(place));
  if (areas) {
    const area = areaThatLags(state.asked, free, areas, options.shares);
    free = free.filter((place) => areas[place] === area);
  }
  const best: { item: number; information: number }[] = [];
  for (const item of free) {
    const information = itemInformation(estimate.ability + shift, items[item] as Item);
    if (best.length === among && !isMore(information, best[among - 1])) continue;
    const place = best.findIndex((other) => isMore(information, other));
    best.splice(place < 0 ? best.length : place, 0, { item, information });
    if (best.length > among) best.pop();
  }
  const chosen = best[best.length > 1 ? Math.min(Math.floor(random() * best.length), best.length - 1) : 0];
  return chosen ? { ...chosen, ...estimate } : null;
}

const isMore = (information: number, than: { information: number } | undefined) =>
  than !== undefined && information > than.information + 1e-12;

/** Returns the content area that is furthest below its wanted share, among the areas of the free items; ties go in order of appearance. */
function areaThatLags(
  asked: readonly number[],
  free: readonly number[],
  areas: readonly string[],
  shares: Readonly<Record<string, number>> | undefined,
): string | undefined {
  const all = new Set(areas);
  const open = [...new Set(free.map((place) => areas[place] as string))];
  const count = new Map<string, number>();
  for (const place of asked) {
    const area = areas[place] as string;
    count.set(area, (count.get(area) ?? 0) + 1);
  }
  const lag = (area: string) =>
    (shares ? (shares[area] ?? 0) : 1 / all.size) - (count.get(area) ?? 0) / Math.max(asked.length, 1);
  return open.reduce<string | undefined>(
    (worst, area) => (worst === undefined || lag(area) > lag(worst) + 1e-12 ? area : worst),
    undefined,
  );
}
