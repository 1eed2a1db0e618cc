import { losesCapital, reformedSpellings } from '../../../../shared/skills/spelling-1990.ts';
import { bareWord, wordsOf } from '../../../../shared/skills/text-words.ts';
import type { MistakeKind } from '../../../../shared/skills/writing-words.ts';
import { difference, plainWord } from './spelling.rules.ts';

// Compares what a child typed with a dictation, word by word. A word is right by its letters; capitals and punctuation are counted beside.

/** The words of the dictation, as printed. */
export interface Key {
  words: readonly string[];
  /** Other spellings of some words that count as right too, as the content file names them. */
  also: readonly { word: string; spelling: string }[];
}

export type Outcome = 'right' | 'wrong' | 'omitted';

export interface WordResult {
  /** Index of the word in the dictation, from 0. */
  index: number;
  outcome: Outcome;
  /** What was written for it, without punctuation around it; null when it was left out. */
  written: string | null;
  /** Why it is wrong; empty for a right word and for one that was left out. */
  kinds: MistakeKind[];
  /** Whether only the agreement of 1990 spells it so, which counts as right. */
  is1990: boolean;
}

export interface TypedResult {
  words: WordResult[];
  right: number;
  /** Edits by words of this alignment, a changed, omitted or inserted word being one each. */
  edits: number;
  inserted: string[];
  /** Words whose letters are right or nearly, but not their capital. */
  capitals: number[];
  /** Indices of words before which (0) or after which the punctuation differs, each with how many marks. */
  punctuation: { index: number; marks: number }[];
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

/** Returns the words of a typed text as written. Marks between words stay with the words as `wordsOf` has it. */
export const typedWords = (text: string): string[] =>
  wordsOf(
    text
      .normalize('NFC')
      .replace(INVISIBLE, '')
      // A mark without a space after it still ends a word.
      .replace(/(\p{L}[.,;:!?…»”]+)(?=[\p{L}«“—])/gu, '$1 '),
  );

/** Longest run of words that is compared with one word: what was written together or apart. */
const MAX_JOINED = 4;
/** Weights that compare alignments: fewest edits, then most right words, then the least different spelling. */
const EDIT = 1e6;
const RIGHT = 1e3;
/** Largest share of the letters in which words that were joined or divided may differ. */
const MAX_JOINED_DIFFERENCE = 0.35;
/** Words with fewer letters in common are other words, and not compared letter by letter; short words always are. */
const FEWEST_COMMON = 0.5;
const ALWAYS_COMPARED = 4;

interface Step {
  /** How many words of the dictation, and how many written ones. */
  keys: number;
  typed: number;
  weight: number;
  edits: number;
  kinds: MistakeKind[];
  isRight: boolean;
  is1990: boolean;
}

interface Spellings {
  own: string;
  accepted: ReadonlySet<string>;
  /** Whether an accepted spelling has several words. */
  mayBeApart: boolean;
}

/** Returns how a word of a dictation may be spelled. */
function spellingsOf(word: string, also: Key['also']): Spellings {
  const own = plainWord(word);
  const named = also.filter((one) => plainWord(one.word) === own).map(({ spelling }) => plainWord(spelling));
  const accepted = [...reformedSpellings(own), ...named].filter((spelling) => spelling !== own);
  return { own, accepted: new Set(accepted), mayBeApart: accepted.some((spelling) => spelling.includes(' ')) };
}

/** Compares a written word with the accepted spelling that is most similar to it. */
function nearest({ own, accepted }: Spellings, written: string) {
  return [...accepted]
    .map((spelling) => difference(spelling, written))
    .reduce((best, one) => (one.cost < best.cost ? one : best), difference(own, written));
}

/** A share of the letters in which two words differ, at most 1. */
const shareOf = (cost: number, one: string, other: string) =>
  Math.min(1, cost / (1.3 * Math.max(one.length, other.length, 1)));

/** Returns the share of the letters of the longer word that both have, in any order and accents aside. */
function commonLetters(one: string, other: string): number {
  const letters = (word: string) => [...word.normalize('NFD').replace(/\p{M}/gu, '')];
  const left = letters(other);
  const longest = Math.max(letters(one).length, left.length);
  let common = 0;
  for (const letter of letters(one)) {
    const at = left.indexOf(letter);
    if (at < 0) continue;
    common++;
    left.splice(at, 1);
  }
  return common / longest;
}

/** Memory of differences, because the same words are compared often. */
function compareWith(keys: readonly Spellings[], typed: readonly string[]) {
  const known = new Map<string, ReturnType<typeof difference>>();
  const remember = (id: string, compare: () => ReturnType<typeof difference>) => {
    const before = known.get(id);
    if (before) return before;
    const found = compare();
    known.set(id, found);
    return found;
  };
  const key = (at: number) => keys[at] as Spellings;
  const written = (at: number) => typed[at] as string;
  return {
    one: (at: number, from: number) =>
      remember(`${key(at).own}|${written(from)}`, () => {
        const { own } = key(at);
        const isOther =
          Math.max(own.length, written(from).length) > ALWAYS_COMPARED &&
          commonLetters(own, written(from)) < FEWEST_COMMON;
        return isOther ? { cost: Number.POSITIVE_INFINITY, kinds: ['other'] } : nearest(key(at), written(from));
      }),
    joined: (at: number, keyCount: number, from: number, typedCount: number) => {
      const own = keys
        .slice(at, at + keyCount)
        .map((one) => one.own)
        .join(' ');
      const other = typed.slice(from, from + typedCount).join(' ');
      const found = remember(`${own}|${other}`, () =>
        commonLetters(own, other) < 1 - MAX_JOINED_DIFFERENCE
          ? { cost: Number.POSITIVE_INFINITY, kinds: ['other'] }
          : difference(own, other),
      );
      return { own, other, ...found };
    },
  };
}

const aStep = (keys: number, typed: number, change: Partial<Step>): Step => {
  const step = { keys, typed, weight: 0, edits: 0, kinds: [], isRight: false, is1990: false, ...change };
  return { ...step, weight: roughWeight(step.edits, step.isRight) + (change.weight ?? 0) };
};

/** Weight of a step without the difference of its spelling. */
const roughWeight = (edits: number, isRight: boolean) => edits * EDIT - (isRight ? RIGHT : 0);

/** What is aligned: the words of the dictation and the written ones. */
interface Pair {
  keys: readonly Spellings[];
  typed: readonly string[];
}

const isSame = (key: Spellings, written: string) => key.own === written || key.accepted.has(written);

/** Whether several written words are an accepted spelling of one word. */
const isApart = (key: Spellings, typed: readonly string[], from: number, count: number) =>
  key.mayBeApart && from + count <= typed.length && key.accepted.has(typed.slice(from, from + count).join(' '));

/**
 * Returns for every place the least weight from there to the end, without the difference of spelling. Words joined or divided weigh as much
 * as a changed word and the others left out or put in.
 */
function roughWeights({ keys, typed }: Pair): Float64Array {
  const width = typed.length + 1;
  const left = new Float64Array((keys.length + 1) * width);
  for (let at = keys.length; at >= 0; at--)
    for (let from = typed.length; from >= 0; from--) {
      const here = at * width + from;
      const key = keys[at];
      const written = typed[from];
      if (!key || written === undefined) {
        left[here] = roughWeight(keys.length - at + typed.length - from, false);
        continue;
      }
      const isRight = isSame(key, written);
      let least = Math.min(
        EDIT + (left[here + width] as number),
        EDIT + (left[here + 1] as number),
        roughWeight(isRight ? 0 : 1, isRight) + (left[here + width + 1] as number),
      );
      for (let count = 2; key.mayBeApart && count <= MAX_JOINED; count++)
        if (isApart(key, typed, from, count))
          least = Math.min(least, roughWeight(0, true) + (left[here + width + count] as number));
      left[here] = least;
    }
  return left;
}

/**
 * Returns the steps that are possible at a place: the same word, another one, one left out or put in, words joined or divided. Letters are
 * compared only in steps that have a chance.
 *
 * @param hasChance says of a step, by its words and edits, whether it can be part of an alignment with the least weight.
 */
function stepsFrom(
  at: number,
  from: number,
  { keys, typed, compare }: Pair & { compare: ReturnType<typeof compareWith> },
  hasChance: (keys: number, typed: number, weight: number) => boolean,
): Step[] {
  const steps: Step[] = [];
  const key = keys[at];
  const written = typed[from];
  if (key && hasChance(1, 0, EDIT)) steps.push(aStep(1, 0, { edits: 1, weight: 1 }));
  if (written !== undefined && hasChance(0, 1, EDIT)) steps.push(aStep(0, 1, { edits: 1, weight: 1 }));
  if (!key || written === undefined) return steps;
  if (isSame(key, written)) {
    if (hasChance(1, 1, -RIGHT)) steps.push(aStep(1, 1, { isRight: true, is1990: key.own !== written }));
  } else if (hasChance(1, 1, EDIT)) {
    const { cost, kinds } = compare.one(at, from);
    steps.push(aStep(1, 1, { edits: 1, kinds, weight: shareOf(cost, key.own, written) }));
  }
  for (let count = 2; count <= MAX_JOINED; count++) {
    if (isApart(key, typed, from, count)) {
      if (hasChance(1, count, -RIGHT)) steps.push(aStep(1, count, { isRight: true, is1990: true }));
    } else if (from + count <= typed.length && hasChance(1, count, count * EDIT))
      steps.push(...joinedStep(compare.joined(at, 1, from, count), 1, count));
    if (at + count <= keys.length && hasChance(count, 1, count * EDIT))
      steps.push(...joinedStep(compare.joined(at, count, from, 1), count, 1));
  }
  return steps;
}

/** Two words written as one cost both, as a changed and an omitted word do; so does one that was written as two. */
function joinedStep(
  { own, other, cost, kinds }: { own: string; other: string; cost: number; kinds: MistakeKind[] },
  keys: number,
  typed: number,
): Step[] {
  const share = shareOf(cost, own, other);
  if (!kinds.includes('together') || share >= MAX_JOINED_DIFFERENCE) return [];
  return [aStep(keys, typed, { edits: Math.max(keys, typed), kinds, weight: share })];
}

/**
 * Finds the alignment with the least weight. Edits and right words outweigh every difference of spelling, so that only the places and steps
 * of alignments with the fewest edits and then the most right words are looked at (`roughWeights`).
 *
 * @returns its steps, in order.
 */
function align(keys: readonly Spellings[], typed: readonly string[]): Step[] {
  const compare = compareWith(keys, typed);
  const width = typed.length + 1;
  const left = roughWeights({ keys, typed });
  const least = new Float64Array(left.length).fill(Number.POSITIVE_INFINITY);
  const by = new Array<Step | undefined>(left.length).fill(undefined);
  least[0] = 0;
  for (let at = 0; at <= keys.length; at++)
    for (let from = 0; from <= typed.length; from++) {
      const here = at * width + from;
      const soFar = least[here] as number;
      if (soFar === Number.POSITIVE_INFINITY) continue;
      const hasChance = (more: number, moreTyped: number, weight: number) =>
        weight + (left[here + more * width + moreTyped] as number) === left[here];
      for (const step of stepsFrom(at, from, { keys, typed, compare }, hasChance)) {
        const to = here + step.keys * width + step.typed;
        if (soFar + step.weight >= (least[to] as number)) continue;
        least[to] = soFar + step.weight;
        by[to] = step;
      }
    }
  const steps: Step[] = [];
  for (let at = keys.length, from = typed.length; at > 0 || from > 0; ) {
    const step = by[at * width + from] as Step;
    steps.unshift(step);
    at -= step.keys;
    from -= step.typed;
  }
  return steps;
}

/** Compares what a child typed with a dictation. Nothing typed is 0 of n. */
export function compareTyped({ words, also }: Key, text: string): TypedResult {
  const keys = words.map((word) => spellingsOf(word, also));
  const printed = typedWords(text);
  const typed = printed.map(plainWord);
  const steps = align(keys, typed);
  const result: TypedResult = { words: [], right: 0, edits: 0, inserted: [], capitals: [], punctuation: [] };
  const places: Place[] = [];
  let at = 0;
  let from = 0;
  for (const step of steps) {
    const written = printed.slice(from, from + step.typed);
    result.edits += step.edits;
    if (step.keys === 0) result.inserted.push(...written.map(bareWord));
    for (let index = at; index < at + step.keys; index++) {
      result.words.push({
        index,
        outcome: step.isRight ? 'right' : step.typed === 0 ? 'omitted' : 'wrong',
        written: step.typed === 0 ? null : written.map(bareWord).join(' '),
        kinds: step.kinds,
        is1990: step.is1990,
      });
      if (step.isRight) result.right++;
    }
    if (step.keys > 0 && step.typed > 0) {
      places.push({ at, keys: step.keys, from, typed: step.typed });
      if (step.keys === 1 && hasOtherCapital(words[at] as string, written[0] as string, step)) result.capitals.push(at);
    }
    at += step.keys;
    from += step.typed;
  }
  result.punctuation = punctuationOf(words, printed, places);
  return result;
}

/** Whether a word that is right, or at least begins with the same letter, has not the capitals of the dictation. */
function hasOtherCapital(word: string, written: string, { isRight }: Step): boolean {
  const own = bareWord(word.normalize('NFC'));
  const other = bareWord(written);
  const isCapital = (text: string) => /^\p{Lu}/u.test(text);
  if (losesCapital(own.toLowerCase()) && !isCapital(other)) return false;
  if (isCapital(own) !== isCapital(other)) return isRight || own[0]?.toLowerCase() === other[0]?.toLowerCase();
  return isRight && /\p{Lu}/u.test(other.slice(1)) && !/\p{Lu}/u.test(own.slice(1));
}

interface Place {
  at: number;
  keys: number;
  from: number;
  typed: number;
}

/** Returns the marks of a stretch between two words, each as one sign. */
const marksIn = (text: string): string[] =>
  [...text.replace(/\.{3,}/g, '…')].flatMap((sign) => {
    if (/[\s'’]/.test(sign)) return [];
    if (/[-‐-―−]/.test(sign)) return ['—'];
    return /[«»“”„"]/.test(sign) ? ['"'] : [sign];
  });
const before = (word: string | undefined) => /^[^\p{L}\p{N}]*/u.exec(word ?? '')?.[0] ?? '';
const after = (word: string | undefined) => /[^\p{L}\p{N}]*$/u.exec(word ?? '')?.[0] ?? '';

/** Returns how many marks would have to be put in, taken out or changed to make one stretch the other. */
function markDifference(key: readonly string[], typed: readonly string[]): number {
  const left = [...typed];
  let missing = 0;
  for (const mark of key) {
    const at = left.indexOf(mark);
    if (at < 0) missing++;
    else left.splice(at, 1);
  }
  return Math.max(missing, left.length);
}

/** Compares the marks before the first word and after each word, where the words on both sides were written. */
function punctuationOf(
  words: readonly string[],
  typed: readonly string[],
  places: readonly Place[],
): TypedResult['punctuation'] {
  const found: TypedResult['punctuation'] = [];
  const note = (index: number, key: string, written: string) => {
    const marks = markDifference(marksIn(key), marksIn(written));
    if (marks > 0) found.push({ index, marks });
  };
  const first = places[0];
  if (first?.at === 0) note(0, before(words[0]), before(typed[first.from]));
  for (const [place, { at, keys, from, typed: count }] of places.entries()) {
    const last = at + keys - 1;
    const next = places[place + 1];
    const isEnd = last === words.length - 1;
    if (!isEnd && next?.at !== last + 1) continue;
    const end = isEnd ? typed.length : (next as Place).from;
    // What was put in between may bring the marks of the place with it.
    const between = typed.slice(from + count, end).flatMap((word) => [before(word), after(word)]);
    note(
      last,
      after(words[last]) + (isEnd ? '' : before(words[last + 1])),
      [after(typed[from + count - 1]), ...between, isEnd ? '' : before(typed[end])].join(''),
    );
  }
  return found;
}
