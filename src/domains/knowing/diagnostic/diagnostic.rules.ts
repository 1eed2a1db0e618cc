// The adaptive diagnostic: which question comes next, and when it ends. docs/knowing.md describes the algorithm.
import { shuffledPlaces } from '../../../shared/chances.ts';
import {
  type Ability,
  type Item,
  type NextOptions,
  nextItem,
  type Response,
  scoreEap,
} from '../knowledge/ability.rules.ts';
import { classMean, classNumber } from './scale.rules.ts';

export const DIAGNOSTIC = {
  /** Classes whose questions are asked, around the child's own. */
  CLASSES_BELOW: 2,
  CLASSES_ABOVE: 1,
  FEWEST: 10,
  MOST: 25,
  /** The same for a child whose ordinary tests already say something: a short check. */
  FEWEST_CHECK: 8,
  /** A check ends when its class is this likely, and also at `ENOUGH_SE` when it is at least `LIKELY`. */
  DECIDED: 0.9,
  LIKELY: 0.62,
  /** Fewest answers to ordinary tests from which a check begins, and the narrowest prior with which it does. */
  CHECK_ANSWERS: 40,
  CHECK_SD: 0.3,
  /** A full diagnostic ends at this standard error, after at least `FEWEST` questions. */
  ENOUGH_SE: 0.4,
  WAIT_DAYS: 60,
  /** Minutes after the deadline in which the current question can still be answered. */
  GRACE_MINUTES: 10,
  /** Maximum share of the last diagnostics of a discipline and class in which a question is asked, and the number of these diagnostics. */
  EXPOSURE: 0.25,
  EXPOSURE_WINDOW: 100,
  /** Days in which a child is not asked the same question in another diagnostic. */
  REST_DAYS: 120,
  /** Maximum questions of one theme, while there are others. */
  PER_THEME: 2,
  /** The prior is wide, because a child may be several classes away from its own. */
  PRIOR_SD: 2.5,
  /**
   * A written question, which nobody guesses, has most information where half of the children have it right. It is chosen as if it were this
   * much harder, so that two of three have it right, as by choice.
   */
  WRITTEN_EASIER: 0.7,
  /** The first question is easier, so that three of four children begin with a right answer. */
  FIRST_SHIFT: -0.6,
  /** Number of best questions to draw from, for the first five and for the others. */
  AMONG_FIRST: 5,
  AMONG: 3,
  FIRST_QUESTIONS: 5,
} as const;

/** A question that the diagnostic may ask. */
export interface PoolItem extends Item {
  questionId: number;
  versionId: number;
  /** What the child sees of it, as a hash (version_questions.content). */
  content: string;
  /** Number of the class. */
  schoolClass: number;
  objective: string | null;
  /** Code of the theme; the test's own theme if the question has no objective. */
  theme: string;
  guessing: number;
}

/** Returns the numbers of the classes whose questions a child of a class is asked. */
export function classesFor(schoolClass: string): number[] {
  const own = classNumber(schoolClass);
  const lowest = Math.max(1, own - DIAGNOSTIC.CLASSES_BELOW);
  return Array.from({ length: own + DIAGNOSTIC.CLASSES_ABOVE - lowest + 1 }, (_, index) => lowest + index);
}

/** What is known of an ability before the first question: Normal(mean, sd²). */
export interface Prior {
  mean: number;
  sd: number;
}

/** The prior of a child of which nothing is known but its class, wide enough for classes below and above. */
export const priorOfClass = (schoolClass: string): Prior => ({
  mean: classMean(classNumber(schoolClass)),
  sd: DIAGNOSTIC.PRIOR_SD,
});

/**
 * Returns the prior of a child from its ordinary tests, or null when they are too few. It is their posterior, but never narrower than what
 * allows eight questions to correct it.
 */
export const priorFrom = ({ ability, standardError, answers }: Ability & { answers: number }): Prior | null =>
  answers < DIAGNOSTIC.CHECK_ANSWERS ? null : { mean: ability, sd: Math.max(DIAGNOSTIC.CHECK_SD, standardError) };

/** Returns the prior with which a diagnostic began. */
export const priorOf = (of: { schoolClass: string; priorAbility: number | null; priorSd: number | null }): Prior =>
  of.priorAbility === null || of.priorSd === null
    ? priorOfClass(of.schoolClass)
    : { mean: of.priorAbility, sd: of.priorSd };

/** Returns the minimum number of questions of a diagnostic. */
export const fewestOf = ({ priorSd }: { priorSd: number | null }): number =>
  priorSd === null ? DIAGNOSTIC.FEWEST : DIAGNOSTIC.FEWEST_CHECK;

/**
 * Returns whether a question was asked too often lately. The first use is always allowed, otherwise the first diagnostics of a class would
 * have no questions.
 *
 * @param uses how often it was asked in the last `sessions` diagnostics (at most `EXPOSURE_WINDOW`), the present one included.
 */
export function isOverexposed(uses: number, sessions: number): boolean {
  return uses > 0 && uses + 1 > DIAGNOSTIC.EXPOSURE * Math.min(sessions, DIAGNOSTIC.EXPOSURE_WINDOW);
}

/** An answer of a diagnostic. */
export interface GivenAnswer {
  isRight: boolean | null;
  /** Null for «Ainda não aprendi». */
  selectedAnswer: string | null;
}

export interface Progress {
  asked: readonly number[];
  answers: readonly GivenAnswer[];
}

/** Weight of the assumption that a child guesses when it does not know, as a number of questions. */
const GUESSES_AT_FIRST = 0.5;

/**
 * Returns the share of the questions that a child does not know in which it guesses, from 0 to 1: by its answers «Ainda não aprendi» and by
 * its wrong ones, of which there are 1 − c for each question guessed.
 */
export function guessingShare(answers: readonly GivenAnswer[], items: readonly Item[]): number {
  let [notLearned, guessed] = [0, 0];
  for (const [place, { isRight, selectedAnswer }] of answers.entries()) {
    if (isRight === null || isRight) continue;
    if (selectedAnswer === null) notLearned += 1;
    else guessed += 1 / (1 - (items[place]?.guessing ?? 0));
  }
  return notLearned === 0 ? 1 : (guessed + GUESSES_AT_FIRST) / (notLearned + guessed + GUESSES_AT_FIRST);
}

/**
 * Returns the answers as responses, and the items as this child answers them. «Ainda não aprendi» is wrong, and was not guessed; a child that
 * says so instead of guessing has fewer right answers by chance, so that its right answers say more (`guessingShare`).
 */
function scored(answers: readonly GivenAnswer[], items: readonly Item[]): { responses: Response[]; items: Item[] } {
  const share = guessingShare(answers, items);
  return {
    responses: answers.map(({ isRight }) => (isRight === null ? null : isRight ? 1 : 0)),
    items: items.map((item, place) => ({
      ...item,
      guessing: answers[place]?.selectedAnswer === null ? 0 : (item.guessing ?? 0) * share,
    })),
  };
}

/**
 * Returns the next question: the one with most information at the estimate (with c = 0.20 that is where two of three children succeed; see
 * `WRITTEN_EASIER`), drawn from the best five, later from the best three. There are at most two questions of one theme, and never two of one theme in a row,
 * as long as there are others.
 *
 * @param state indexes in `pool` of the questions asked, and the answers.
 * @param unavailable indexes of questions that may not be asked: seen before, or asked too often.
 * @param random from 0 to below 1; also decides between questions of equal information.
 * @returns an index in `pool`; null when no question is left.
 */
export function chooseNext(
  state: Progress,
  pool: readonly PoolItem[],
  prior: Prior,
  unavailable: ReadonlySet<number>,
  random: () => number,
): number | null {
  const themes = new Map<string, number>();
  for (const place of state.asked) {
    const { theme } = pool[place] as PoolItem;
    themes.set(theme, (themes.get(theme) ?? 0) + 1);
  }
  const last = state.asked.at(-1);
  const lastTheme = last === undefined ? undefined : (pool[last] as PoolItem).theme;
  const isFresh = ({ theme }: PoolItem) => theme !== lastTheme && (themes.get(theme) ?? 0) < DIAGNOSTIC.PER_THEME;
  const asked = new Set(state.asked);
  const free = pool.map((_, place) => place).filter((place) => !asked.has(place) && !unavailable.has(place));
  const fresh = free.filter((place) => isFresh(pool[place] as PoolItem));
  const allowed = fresh.length > 0 ? fresh : free;
  const open = shuffledPlaces(allowed.length, random).map((place) => allowed[place] as number);
  const first = state.asked.length;
  const options: NextOptions = {
    ...prior,
    shift: first === 0 ? DIAGNOSTIC.FIRST_SHIFT : 0,
    among: first < DIAGNOSTIC.FIRST_QUESTIONS ? DIAGNOSTIC.AMONG_FIRST : DIAGNOSTIC.AMONG,
    random,
  };
  const given = scored(
    state.answers,
    state.asked.map((place) => pool[place] as PoolItem),
  );
  // Shuffled: `nextItem` takes the first of equally informative questions.
  const items = [...given.items, ...open.map((place) => asHard(pool[place] as PoolItem))];
  const chosen = nextItem({ asked: state.asked.map((_, index) => index), responses: given.responses }, items, options);
  return chosen ? (open[chosen.item - first] ?? null) : null;
}

/** Returns a question as it is compared with others. */
const asHard = (item: PoolItem): Item =>
  item.guessing > 0 ? item : { ...item, difficulty: item.difficulty + DIAGNOSTIC.WRITTEN_EASIER };

/** Returns the estimate after some answers. @param answers each with the item that was asked; unanswered ones are left out. */
export function abilityAfter(answers: readonly (GivenAnswer & Item)[], prior: Prior): Ability {
  const given = answers.filter(({ isRight }) => isRight !== null);
  const { responses, items } = scored(given, given);
  return scoreEap(responses, items, prior);
}

/**
 * Returns whether the diagnostic ends after the answer just given. A full one ends by its standard error. In a short check ordinary tests have
 * given that already, and it goes on while the child stands between two classes.
 *
 * @param check of a short check: the probability of the class that the estimate names. Null for a full diagnostic, which also says where to
 * begin.
 */
export function isOver(
  answered: number,
  standardError: number,
  timeIsUp: boolean,
  check: { certainty: number } | null = null,
): boolean {
  const { MOST, FEWEST, FEWEST_CHECK, ENOUGH_SE, DECIDED, LIKELY } = DIAGNOSTIC;
  if (answered >= MOST || timeIsUp) return true;
  if (answered < (check ? FEWEST_CHECK : FEWEST)) return false;
  const isExact = standardError <= ENOUGH_SE;
  return check ? check.certainty >= (isExact ? LIKELY : DECIDED) : isExact;
}
