import { daysBetween } from '../../../shared/days.ts';
import { latest } from '../../../shared/skills/latest.ts';
import { MISTAKE_KINDS, type MistakeKind } from '../../../shared/skills/writing-words.ts';
import { wilson } from '../../../shared/wilson.ts';
import { compareTyped, type Key, typedWords, type WordResult } from './spelling/alignment.rules.ts';

// What a dictation tells: words right of n, and the kinds of mistakes. From marks of a grown-up, or from what the child typed.

/** The same dictation is not offered again before this many days. */
export const SAME_DICTATION_DAYS = 30;
/** The first class whose children may type a dictation. */
export const TYPED_FROM_CLASS = 4;
/** How much longer than the dictation a typed text may be, in words. */
const MAX_TYPED = { times: 2, more: 20 } as const;

/** Kinds that leave a word right: they are counted beside the words. */
const BESIDE: readonly MistakeKind[] = ['capital', 'punctuation'];

/** A word that a grown-up tapped, with the kind of its mistake if they said one. */
export interface MarkedWord {
  index: number;
  kind: MistakeKind | null;
}

export interface DictationSummary {
  words: number;
  right: number;
  /** The words that are wrong, in order. */
  mistakes: WordResult[];
  /** How many words have each kind, the most frequent first. */
  kinds: { kind: MistakeKind; count: number }[];
  /** Capitals and marks that differ; no word is wrong because of them. */
  capitals: number;
  punctuation: number;
  /** Indices of words in the spelling of 1990, which counts as right. */
  spelled1990: number[];
}

export interface DictationProblem {
  code: 'no-such-word' | 'twice' | 'too-long';
  message: string;
}

/** Returns what is wrong with marks, or null if they can be counted. */
export function problemOfMarks(words: number, marks: readonly MarkedWord[]): DictationProblem | null {
  if (marks.some(({ index }) => !Number.isInteger(index) || index < 0 || index >= words))
    return { code: 'no-such-word', message: 'Há uma marca numa palavra que não existe neste ditado.' };
  if (new Set(marks.map(({ index }) => index)).size < marks.length)
    return { code: 'twice', message: 'A mesma palavra está marcada duas vezes.' };
  return null;
}

/**
 * Returns whether a child typed nothing at all, for example when leafing through a dictation. The result is 0 of n, but it does not use up the
 * free plan and is no evidence of how the child writes.
 */
export const isUntyped = ({ typed }: { typed: string | null }): boolean =>
  typed !== null && typedWords(typed).length === 0;

/** Returns what is wrong with a typed text, or null if it can be compared. Its words are those that are compared: "a.b" has two. */
export const problemOfTyped = (words: number, typed: string): DictationProblem | null =>
  typedWords(typed).length > words * MAX_TYPED.times + MAX_TYPED.more
    ? { code: 'too-long', message: 'O texto é muito maior do que o ditado. Apague o que está a mais.' }
    : null;

const counted = (mistakes: readonly { kinds: readonly MistakeKind[] }[]): DictationSummary['kinds'] =>
  MISTAKE_KINDS.map((kind) => ({ kind, count: mistakes.filter(({ kinds }) => kinds.includes(kind)).length }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);

/** Counts what a grown-up marked on paper. Marks must fit (`problemOfMarks`). */
export function summaryOfMarks(words: number, marks: readonly MarkedWord[]): DictationSummary {
  const isBeside = ({ kind }: MarkedWord) => kind !== null && BESIDE.includes(kind);
  const mistakes = marks
    .filter((mark) => !isBeside(mark))
    .sort((one, other) => one.index - other.index)
    .map(({ index, kind }): WordResult => {
      return { index, outcome: 'wrong', written: null, kinds: kind === null ? [] : [kind], is1990: false };
    });
  return {
    words,
    right: words - mistakes.length,
    mistakes,
    kinds: counted(mistakes),
    capitals: marks.filter(({ kind }) => kind === 'capital').length,
    punctuation: marks.filter(({ kind }) => kind === 'punctuation').length,
    spelled1990: [],
  };
}

/** Counts what a child typed. */
export function summaryOfTyped(key: Key, typed: string): DictationSummary {
  const { words, right, capitals, punctuation } = compareTyped(key, typed);
  const mistakes = words.filter(({ outcome }) => outcome !== 'right');
  return {
    words: key.words.length,
    right,
    mistakes,
    kinds: counted(mistakes),
    capitals: capitals.length,
    punctuation: punctuation.reduce((sum, { marks }) => sum + marks, 0),
    spelled1990: words.filter(({ is1990 }) => is1990).map(({ index }) => index),
  };
}

/** Standard score of the interval that is said: 90 %. */
const BAND_Z = 1.645;

/**
 * Returns between how many words right another dictation like this one would have, for at least 88 of 100 such children. Both dictations
 * vary, so that their difference has twice the variance of one: Wilson's interval with z × √2.
 */
export function bandOfRight(right: number, words: number): { from: number; to: number } {
  const [from, to] = wilson(right, words, BAND_Z * Math.SQRT2) ?? [0, 0];
  return { from: Math.round(from * words), to: Math.round(to * words) };
}

/** A dictation as far as growth needs it. */
export interface Dictated {
  dictationId: string;
  schoolClass: number;
  /** `YYYY-MM-DD` in Luanda. */
  day: string;
  right: number;
  words: number;
}

/** Days between two dictations that are compared, as for reading. */
const GROWTH_DAYS = 56;

/**
 * Compares the latest dictation with the first of the same class, eight weeks before or earlier: by the interval of Newcombe (1998, method
 * 10) of the difference of two shares, at 90 %. Null when there are no two such dictations.
 */
export function dictationGrowth(
  dictated: readonly Dictated[],
): { kind: 'grew' | 'fell' | 'unknown'; from: Dictated; to: Dictated } | null {
  const to = latest(dictated);
  const from = dictated.find(
    (one) => to && one.schoolClass === to.schoolClass && daysBetween(one.day, to.day) >= GROWTH_DAYS,
  );
  if (!to || !from) return null;
  const share = ({ right, words }: Dictated) => right / words;
  const [low1, high1] = wilson(from.right, from.words, BAND_Z) ?? [0, 0];
  const [low2, high2] = wilson(to.right, to.words, BAND_Z) ?? [0, 0];
  const more = share(to) - share(from);
  const lower = more - Math.hypot(share(to) - low2, high1 - share(from));
  const upper = more + Math.hypot(high2 - share(to), share(from) - low1);
  return { kind: lower > 0 ? 'grew' : upper < 0 ? 'fell' : 'unknown', from, to };
}
