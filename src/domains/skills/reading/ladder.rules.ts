import { latest } from '../../../shared/skills/latest.ts';
import { attemptedOf, type Marked, score, stopsEarly } from '../grid/grid.rules.ts';
import { type FormKind, type Step, stepOf } from './forms.rules.ts';

// The way through a reading: from the first text up to a text of the class, or down to words and letters (ASER, Uwezo: begin in the
// middle, move by steps, end at the highest step done comfortably).

/** After how many wrong items from the start the grown-up is advised to stop (EGRA); null where nothing is marked. */
export const EARLY_STOP: Readonly<Record<Step, number | null>> = { letters: 10, words: 5, text: 10, listening: null };

/** Share of the words tried that must be right to read comfortably (MICS, Foundational Learning Skills). */
export const COMFORTABLE = 0.9;
/** Words of the first text that must be tried before it leads to the text of the class. */
const FEWEST_TRIED = 20;
/** Share that is right of a child who knows the letters, or reads words, and how many must be tried. */
const KNOWN = 0.8;
const FEWEST_LETTERS = 20;
const FEWEST_WORDS = 10;
/** Questions of three about a heard story that must be right. */
const UNDERSTOOD_LISTENING = 2;
/** Questions of five that must be right; with fewer the child also listens to a story. */
const FEWEST_UNDERSTOOD = 3;

/** How a question about a text was answered. `none`: the child said nothing. */
export const ANSWER_OUTCOMES = ['right', 'wrong', 'none'] as const;
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

/** Questions about a text: how many it has, were asked and were answered right. */
export interface Comprehension {
  total: number;
  asked: number;
  right: number;
}

/** One step done: its form, its marks, and the questions after it. */
export interface Done {
  kind: FormKind;
  items: number;
  marked: Marked;
  comprehension: Comprehension;
}

/** Returns whether a child reads a text comfortably, by the words tried. */
export const isComfortable = (items: number, marked: Marked): boolean => {
  const { accuracy } = score(items, marked);
  return accuracy !== null && accuracy >= COMFORTABLE;
};

/** Returns the form to read after a step; null at the end of the ladder. Thresholds compare unrounded numbers. */
export function nextKind({ kind, items, marked, comprehension }: Done): FormKind | null {
  if (kind === 'first')
    return attemptedOf(items, marked) >= FEWEST_TRIED && isComfortable(items, marked) ? 'class' : 'words';
  if (kind === 'class') {
    if (stopsEarly(marked.wrong, EARLY_STOP.text ?? 0)) return 'words';
    const { asked, right } = comprehension;
    return asked > 0 && right < FEWEST_UNDERSTOOD ? 'listening' : null;
  }
  if (kind === 'words') {
    const { attempted, right } = score(items, marked);
    if (attempted > 0 && right === attempted && attempted >= FEWEST_WORDS) return null;
    return firstRight(items, marked, 5) < 4 ? 'letters' : 'listening';
  }
  return kind === 'letters' ? 'listening' : null;
}

/** How many of the first items were reached and right. */
const firstRight = (items: number, marked: Marked, count: number): number =>
  Math.min(count, attemptedOf(items, marked)) - marked.wrong.filter((index) => index < count).length;

/**
 * Returns whether a child understood: of a text all questions, and at least 90 % of the words tried right (MICS); of a heard story two of
 * three. Null where it cannot be told: no accuracy, or fewer questions than the text has.
 *
 * @param accuracy null if only the speed was marked.
 */
export function understood(
  step: Step,
  accuracy: number | null,
  { total, asked, right }: Comprehension,
): boolean | null {
  if (step === 'listening') return asked === total ? right >= UNDERSTOOD_LISTENING : null;
  if (step !== 'text' || accuracy === null || total < 5 || asked < total) return null;
  return accuracy >= COMFORTABLE && right === total;
}

/** Returns whether a child knows the letters, or reads words, by a grid of them. */
export function knowsItems(step: 'letters' | 'words', { attempted, right }: { attempted: number; right: number }) {
  const fewest = step === 'letters' ? FEWEST_LETTERS : FEWEST_WORDS;
  return attempted >= fewest && right / attempted >= KNOWN;
}

/**
 * Returns whether a reading shows that the child decodes: it reads a list of words, or as many right words of a text, however slowly or with
 * however many others wrong.
 */
export function showsDecoding({ kind, items, marked }: Omit<Done, 'comprehension'>): boolean {
  const found = score(items, marked);
  return kind === 'words' ? knowsItems('words', found) : stepOf(kind) === 'text' && found.right >= FEWEST_WORDS;
}

/** Returns the place, in the text, up to which questions can be asked: those whose answer stands after it are left out. */
export function reachedOf(items: number, marked: Marked, timed: number): number {
  // Who reads on after the minute has heard the whole text; the last item is then only the one at the minute.
  if (marked.finished || (marked.lastItem !== null && marked.seconds > timed)) return items;
  return attemptedOf(items, marked);
}

/** Days in which the same text is not offered again. */
export const SAME_TEXT_DAYS = 30;

/** Where a child begins: at the text of its class once it has read one without stopping, else at the first text. */
export const firstKind = (done: readonly { kind: FormKind; stoppedEarly: boolean }[]): FormKind => {
  const last = latest(done.filter(({ kind }) => stepOf(kind) === 'text'));
  return last?.kind === 'class' && !last.stoppedEarly ? 'class' : 'first';
};
