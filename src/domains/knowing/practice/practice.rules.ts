// The book of mistakes and the pack of cards, computed from revealed questions and reviews.

import { dateInLuanda } from '../../../shared/calendar.ts';
import { addDays } from '../../../shared/days.ts';
import { possibleTime } from '../../../shared/time.ts';
import type { Discipline } from '../../../shared/words.ts';
import type { Order } from '../trial/trial.rules.ts';
import { type CardState, cardState, mergeReviews, type Review, restingUntil } from './schedule.rules.ts';
import { type CardKind, DAILY_CARDS, PACK_DAYS, RELATED_AFTER_TEST } from './session.rules.ts';

/** A question whose key the family may see: answered wrong at least once (`right` is false), or always right. */
export interface RevealedRow {
  childId: number;
  /** Hash of the content that a child sees; the same question in two versions is one card. */
  card: string;
  right: boolean;
  /** The attempt in which it was last answered wrong or, if never wrong, last asked. */
  attemptId: number;
  versionId: number;
  questionId: number;
  /** Letter of the key in that version. */
  correctAnswer: string;
  /** A letter, or what was written. */
  selectedAnswer: string | null;
  finishedAt: Date;
  /** When the key was first shown to the family. */
  firstAt: Date;
  /** The attempts in which the question was asked, and those in which it was answered wrong. */
  askedIn: readonly number[];
  missedIn: readonly number[];
  /** The title of the test. */
  test: string;
  discipline: Discipline;
  schoolClass: string;
  /** Code of the objective in the curriculum; null if the question has none. */
  objective: string | null;
  themeCode: string | null;
  themeName: string | null;
}

/** A question that was answered wrong, and when that was last shown to the family. */
export type MistakeRow = Pick<RevealedRow, 'childId' | 'card' | 'finishedAt'>;

/** A stored review of a child. */
export interface ReviewRow extends Review {
  childId: number;
  kind: CardKind;
}

/** Maximum number of related questions in a pack. */
const MAX_RELATED = 16;
/** Maximum compressed size of a pack in bytes. */
export const PACK_BYTES = 20_000;

/** A mistake with its schedule. */
export type Scheduled<Mistake> = Mistake & { state: CardState };
/** A mistake of the book with its schedule. */
export type BookEntry = Scheduled<RevealedRow>;

/** A card of a pack before its question is added. */
export interface DealtCard {
  row: RevealedRow;
  kind: CardKind;
  due: string;
  isNew: boolean;
  state: CardState;
  turn?: 'first' | 'second';
}

/** Returns whether a theme is treated first or second in a week of the practice trial; undefined for all others. */
export const turnOf = (theme: string | null, order: Order | undefined): 'first' | 'second' | undefined =>
  theme === null || !order
    ? undefined
    : theme === order.firstTheme
      ? 'first'
      : theme === order.secondTheme
        ? 'second'
        : undefined;

/** Returns the id of a card in calls. */
export const cardId = (kind: CardKind, { versionId, questionId }: Pick<RevealedRow, 'versionId' | 'questionId'>) =>
  `${kind}:${versionId}:${questionId}`;

/** Parses a card's id. @returns undefined if it is invalid. */
export function readCardId(
  id: string,
): { kind: 'mistake' | 'related'; versionId: number; questionId: number } | undefined {
  const [, kind, versionId, questionId] = /^(mistake|related):([1-9]\d{0,8}):([1-9]\d{0,8})$/.exec(id) ?? [];
  return kind
    ? { kind: kind as 'mistake' | 'related', versionId: Number(versionId), questionId: Number(questionId) }
    : undefined;
}

/** Returns all mistakes of a child, including those that have left the book. */
export const bookOf = (rows: readonly RevealedRow[], reviews: readonly ReviewRow[], today: string): BookEntry[] =>
  scheduled(
    rows.filter(({ right }) => !right),
    reviews,
    today,
  );

/** Returns the mistakes of a child with their schedules. */
export function scheduled<Mistake extends MistakeRow>(
  mistakes: readonly Mistake[],
  reviews: readonly ReviewRow[],
  today: string,
): Scheduled<Mistake>[] {
  const byCard = Map.groupBy(reviews, ({ card }) => card);
  return mistakes.map((one) => ({ ...one, state: cardState(one.finishedAt, byCard.get(one.card) ?? [], today) }));
}

const byDue = (one: Scheduled<MistakeRow>, other: Scheduled<MistakeRow>) =>
  one.state.due.localeCompare(other.state.due) || one.card.localeCompare(other.card);

/** Returns the mistakes in the book that are due on a day or before it, those due longest first. */
export const dueMistakes = <Entry extends Scheduled<MistakeRow>>(book: readonly Entry[], day: string): Entry[] =>
  book.filter(({ state }) => !state.leftOn && state.due <= day).sort(byDue);

/** Returns when the next mistake is due, if none is due today; also null for an empty book. */
export function nextDue(book: readonly Pick<BookEntry, 'state'>[], today: string): string | null {
  const dues = book.filter(({ state }) => !state.leftOn).map(({ state }) => state.due);
  const first = dues.sort()[0];
  return first !== undefined && first > today ? first : null;
}

/**
 * Returns questions seen before, never answered wrong, and about the objectives of some mistakes. Those never practised come first, then
 * those practised longest ago.
 */
function relatedTo(
  mistakes: readonly RevealedRow[],
  rows: readonly RevealedRow[],
  reviews: readonly ReviewRow[],
  today: string,
): DealtCard[] {
  const objectives = new Set(mistakes.flatMap(({ objective }) => objective ?? []));
  const attempts = new Set(mistakes.map(({ attemptId }) => attemptId));
  const byCard = Map.groupBy(reviews, ({ card }) => card);
  return rows
    .filter(({ right, objective }) => right && objective !== null && objectives.has(objective))
    .map((row) => {
      const own = byCard.get(row.card) ?? [];
      return {
        row,
        kind: 'related' as const,
        due: restingUntil(own, today),
        isNew: own.length === 0,
        state: cardState(row.firstAt, own, today),
      };
    })
    .sort(
      (one, other) =>
        Number(other.isNew) - Number(one.isNew) ||
        Number(attempts.has(one.row.attemptId)) - Number(attempts.has(other.row.attemptId)) ||
        one.due.localeCompare(other.due),
    );
}

const asMistake = ({ state, ...row }: BookEntry, due: string): DealtCard => ({
  row,
  kind: 'mistake',
  due,
  isNew: state.lastDay === null,
  state,
});

/** Returns the cards of the week: mistakes that become due and, if the plan includes them, related questions outside their rest period. */
export function packOf(
  rows: readonly RevealedRow[],
  reviews: readonly ReviewRow[],
  today: string,
  { relatedPractice }: { relatedPractice: boolean },
): DealtCard[] {
  const lastDay = addDays(today, PACK_DAYS - 1);
  const book = bookOf(rows, reviews, today).filter(({ state }) => !state.leftOn);
  const mistakes = dueMistakes(book, lastDay)
    .slice(0, DAILY_CARDS * PACK_DAYS)
    .map((entry) => asMistake(entry, entry.state.due));
  const related = relatedPractice ? relatedTo(book, rows, reviews, today).filter(({ due }) => due <= lastDay) : [];
  return [...mistakes, ...related.slice(0, MAX_RELATED)];
}

/** Practice after a test: its missed questions, due or not, and then some related questions, with every plan. */
export function packAfterTest(
  rows: readonly RevealedRow[],
  reviews: readonly ReviewRow[],
  today: string,
  attemptId: number,
): DealtCard[] {
  const missed = bookOf(rows, reviews, today).filter(({ missedIn }) => missedIn.includes(attemptId));
  const related = relatedTo(missed, rows, reviews, today).filter(({ due }) => due <= today);
  return [
    ...missed.map((entry) => asMistake(entry, today)),
    ...related.slice(0, RELATED_AFTER_TEST).map((card) => ({ ...card, due: today })),
  ];
}

/**
 * Returns the cards of one theme, as many as in a day: its mistakes in the book, due or not, and, if the plan includes them, questions of
 * the theme that were never answered wrong and are outside their rest period. No card is asked twice on one day.
 *
 * @param rows rows of that theme.
 */
export function packOfTheme(
  rows: readonly RevealedRow[],
  reviews: readonly ReviewRow[],
  today: string,
  { relatedPractice }: { relatedPractice: boolean },
): DealtCard[] {
  const mistakes = bookOf(rows, reviews, today)
    .filter(({ state }) => !state.leftOn && state.lastDay !== today)
    .sort(byDue)
    .map((entry) => asMistake(entry, today));
  const related = relatedPractice ? relatedTo(rows, rows, reviews, today).filter(({ due }) => due <= today) : [];
  return [...mistakes, ...related.map((card) => ({ ...card, due: today }))].slice(0, DAILY_CARDS);
}

/** Returns the days of a week from Monday on which a child practised, with the number of cards. */
export function weekOf(reviews: readonly ReviewRow[], today: string): { day: string; cards: number }[] {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -sinceMonday);
  return cardsByDay(reviews).filter(({ day }) => day >= monday && day <= today);
}

/** Maximum milliseconds counted for a card: a longer pause is not practice. */
const LONGEST_CARD_MS = 120_000;
/** Milliseconds counted for a card whose previous review is missing or too long ago. */
const FIRST_CARD_MS = 30_000;

/** Approximate minutes of practice this week, from Monday. */
export function weekMinutes(reviews: readonly ReviewRow[], today: string): number {
  const days = new Set(weekOf(reviews, today).map(({ day }) => day));
  const times = reviews.filter(({ at }) => days.has(dateInLuanda(at))).map(({ at }) => at.getTime());
  const spent = times
    .sort((one, other) => one - other)
    .map((time, index) => {
      const before = times[index - 1];
      const pause = before === undefined ? Number.POSITIVE_INFINITY : time - before;
      return pause > LONGEST_CARD_MS ? FIRST_CARD_MS : pause;
    });
  return Math.ceil(spent.reduce((sum, one) => sum + one, 0) / 60_000);
}

/** Number of cards practised on each day, oldest first; each card counts once a day. */
export function cardsByDay(reviews: readonly ReviewRow[]): { day: string; cards: number }[] {
  return [...Map.groupBy(reviews, ({ at }) => dateInLuanda(at))]
    .map(([day, ofDay]) => ({ day, cards: new Set(ofDay.map(({ card }) => card)).size }))
    .sort((one, other) => one.day.localeCompare(other.day));
}

/**
 * Returns the re-check of a mistake: its first answer in practice on a later day than the mistake, right or wrong, which is part of the
 * evidence of the map. Each mistake has only one: later answers follow the explanation of the question, and would only raise the share of
 * right ones. Undefined if there is none yet.
 */
export function recheckOf<Given extends Review>(
  { finishedAt }: Pick<RevealedRow, 'finishedAt'>,
  reviews: readonly Given[],
): Given | undefined {
  const entered = dateInLuanda(finishedAt);
  return mergeReviews(reviews).find(({ at }) => dateInLuanda(at) > entered);
}

const SPOILT = 'Esta resposta chegou estragada. Treine outra vez esta pergunta.';

/** Why a review is refused. */
export const REFUSALS = {
  'bad-id': SPOILT,
  'bad-time': SPOILT,
  'unknown-card': 'Esta pergunta já não está no treino desta criança.',
  'not-opened': 'Esta pergunta treina-se depois de um adulto abrir o resultado do teste.',
  'wrong-kind': SPOILT,
  'unknown-answer': 'Esta resposta não é uma das alternativas.',
  'full-day': 'Nesse dia já há respostas a mais desta criança.',
  'check-over': 'Esta pergunta já tem resposta, ou já não espera por ela.',
  repeated: 'Esta resposta já tinha chegado.',
} as const;
export type ReviewRefusal = keyof typeof REFUSALS;

/**
 * Maximum number of answers of a child that are stored for one day: those of a month (`DAILY_CARDS` a day), which a phone whose clock is
 * wrong may bring on one day.
 */
export const MAX_REVIEWS_A_DAY = 300;

/**
 * Returns the reviews that fit into their days, in the order of the call: those that are stored already, and new ones as long as their day
 * has fewer than `MAX_REVIEWS_A_DAY`.
 *
 * @param stored reviews of these days, and those with the same ids.
 */
export function fitIntoDays<New extends { clientId: string; at: Date }>(
  reviews: readonly New[],
  stored: readonly { clientId: string; at: Date }[],
): New[] {
  const known = new Set(stored.map(({ clientId }) => clientId));
  const counts = new Map<string, number>();
  const count = ({ at }: { at: Date }) => {
    const day = dateInLuanda(at);
    counts.set(day, (counts.get(day) ?? 0) + 1);
    return counts.get(day) as number;
  };
  stored.forEach(count);
  return reviews.filter((review) => known.has(review.clientId) || count(review) <= MAX_REVIEWS_A_DAY);
}

/**
 * Returns the time of a review: not in the future, and not before its card existed. Of reviews that are moved to the same limit each is a
 * millisecond after the one before it, because only the first answer of a day counts.
 *
 * @param place of the review among those of its call, which are in the order in which they were made; from 0.
 */
export function reviewTime(
  at: string,
  firstAt: Date,
  { now, place, of }: { now: Date; place: number; of: number },
): Date | 'bad-time' {
  const hint = new Date(/^\d{4}-\d{2}-\d{2}T/.test(at) ? at : Number.NaN);
  if (Number.isNaN(hint.getTime())) return 'bad-time';
  const earliest = new Date(firstAt.getTime() + place);
  return possibleTime(hint, { earliest, now: new Date(now.getTime() - (of - 1 - place)) });
}

/**
 * Returns whether a review names its card correctly. A question that was always right when the pack was made may have become a mistake
 * since; `related` is then still accepted.
 */
export function isKindOf(kind: CardKind, row: RevealedRow): boolean {
  if (kind === 'mistake') return !row.right;
  return kind === 'related' && (row.right || row.firstAt < row.finishedAt);
}
