// When a card comes back, and when it leaves the book of mistakes.
import { fsrs, generatorParameters, Rating } from 'ts-fsrs';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { addDays, daysBetween } from '../../../shared/days.ts';
import { DAYS_TO_LEAVE } from './session.rules.ts';

/**
 * Parameters of the scheduler, FSRS 6 (Ye, Su & Cao 2022): the defaults of ts-fsrs 5.4.2. They are fixed here so that a new version of the
 * library does not move every card. Intervals aim at a recall probability of 0.9 and are at most 30 days, so that a card leaves within the
 * school year. There are no short-term steps: a card comes back on a later day at the earliest.
 */
const PARAMETERS = generatorParameters({
  w: [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483,
    0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ],
  request_retention: 0.9,
  maximum_interval: 30,
  enable_fuzz: false,
  enable_short_term: false,
});
const scheduler = fsrs(PARAMETERS);

/** An answer to a card in practice. */
export interface Review {
  /** The content of the card: the hash of a question's content, or a template with its seed. */
  card: string;
  right: boolean;
  at: Date;
  /** Assigned by the device; the same review sent twice has the same id. */
  clientId: string;
}

/** The state of a card. Dates are `YYYY-MM-DD` in Luanda. */
export interface CardState {
  /** The days on which the first answer of the day was right, oldest first. */
  rightDays: string[];
  /** The day of the last practice; null before the first. */
  lastDay: string | null;
  /** The first day on which it is to be practised; a card that was never practised is due at once. */
  due: string;
  /** The day on which it left the book; null while it is in the book. */
  leftOn: string | null;
  /** Days until it would come back if it were answered right, or wrong, today. */
  ifRight: number;
  ifWrong: number;
}

/** Puts the reviews of all devices into one order: by time, then by id. A review received twice counts once. */
export function mergeReviews<Given extends Review>(reviews: readonly Given[]): Given[] {
  return [...new Map(reviews.map((review) => [review.clientId, review])).values()].sort(
    (one, other) => one.at.getTime() - other.at.getTime() || (one.clientId < other.clientId ? -1 : 1),
  );
}

/**
 * Returns the state of a card after its reviews. The wrong answer in the test is the first rating (Again), on the day of `since`. Only the
 * first answer of each day counts: later ones of the same day follow the explanation and show nothing. A right answer is rated Good.
 * Reviews before `since` belong to an earlier mistake with the same question and do not count. The result depends only on the arguments, so
 * reviews that arrive late, twice, or from two devices lead to the same state.
 *
 * @param reviews reviews of this card, in any order.
 */
export function cardState(since: Date, reviews: readonly Review[], today: string): CardState {
  const entered = dateInLuanda(since);
  let memory = scheduler.next_state(null, 0, Rating.Again);
  let lastDay: string | null = null;
  let leftOn: string | null = null;
  const rightDays: string[] = [];
  for (const review of mergeReviews(reviews)) {
    const day = dateInLuanda(review.at);
    if (review.at < since || day === lastDay || leftOn) continue;
    memory = scheduler.next_state(
      memory,
      daysBetween(lastDay ?? entered, day),
      review.right ? Rating.Good : Rating.Again,
    );
    lastDay = day;
    if (review.right && rightDays.push(day) === DAYS_TO_LEAVE) leftOn = day;
  }
  const days = (state: typeof memory) => Math.max(1, scheduler.next_interval(state.stability, 0));
  const elapsed = Math.max(0, daysBetween(lastDay ?? entered, today));
  return {
    rightDays,
    lastDay,
    due: lastDay ? addDays(lastDay, days(memory)) : entered,
    leftOn,
    ifRight: days(scheduler.next_state(memory, elapsed, Rating.Good)),
    ifWrong: days(scheduler.next_state(memory, elapsed, Rating.Again)),
  };
}

/** Days after which a related question or a variant that was answered right is offered again. */
export const REST_DAYS = 14;

/**
 * Returns the first day on which a card outside the book of mistakes may be offered: today if it was never practised, the day after a wrong
 * answer, two weeks after a right one.
 */
export function restingUntil(reviews: readonly Review[], today: string): string {
  const last = mergeReviews(reviews).at(-1);
  return last ? addDays(dateInLuanda(last.at), last.right ? REST_DAYS : 1) : today;
}

/** Number of cards practised; each counts once a day. */
export function practisedCards(reviews: readonly Review[]): number {
  return new Set(reviews.map(({ card, at }) => `${dateInLuanda(at)} ${card}`)).size;
}
