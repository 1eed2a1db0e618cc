import { bareWord, wordsOf } from '../../src/shared/skills/text-words.ts';

// Measures of a text, by which texts of a set are compared.

export interface Measures {
  words: number;
  /** Letters per word, on average; digits and punctuation are no letters. */
  letters: number;
  /** Words per sentence, on average. */
  sentence: number;
  /** Different proper names; one of several words ("Serra da Leba") is one. */
  names: readonly string[];
}

const MONTHS = /^(Janeiro|Fevereiro|Março|Abril|Maio|Junho|Julho|Agosto|Setembro|Outubro|Novembro|Dezembro)$/;
const JOINS_NAMES = /^d[aeo]s?$/;
const ENDS_SENTENCE = /[.!?…][»"”)]*$/;
const isCapital = (word: string) => /^\p{Lu}/u.test(bareWord(word));

/** Divides a text into sentences, each a list of words. A quoted question or cry within a sentence ("— Olha! — disse ela.") does not end it. */
export function sentencesOf(text: string): string[][] {
  const sentences: string[][] = [];
  let sentence: string[] = [];
  const words = wordsOf(text);
  for (const [index, word] of words.entries()) {
    sentence.push(word);
    const next = words[index + 1];
    if (next === undefined || (ENDS_SENTENCE.test(word) && (isCapital(next) || /^\P{L}*\d/u.test(next)))) {
      sentences.push(sentence);
      sentence = [];
    }
  }
  return sentences;
}

/** Returns the different proper names: words with a capital inside a sentence. Months and what begins a quotation are none. */
export function namesOf(text: string): string[] {
  const names = new Set<string>();
  for (const sentence of sentencesOf(text)) {
    let name: string[] = [];
    let joined: string[] = [];
    const end = () => {
      if (name.length > 0) names.add(name.join(' '));
      name = [];
      joined = [];
    };
    for (const [index, word] of sentence.entries()) {
      const bare = bareWord(word);
      const begins = index === 0 || /^[—–«"“]/.test(word) || /[:]$/.test(sentence[index - 1] ?? '');
      if (isCapital(word) && !begins && !MONTHS.test(bare)) {
        name.push(...joined, bare);
        joined = [];
        if (/[^\p{L}]$/u.test(word)) end();
      } else if (name.length > 0 && JOINS_NAMES.test(word)) joined.push(bare);
      else end();
    }
    end();
  }
  return [...names];
}

export function measuresOf(text: string): Measures {
  const words = wordsOf(text);
  return {
    words: words.length,
    letters: words.reduce((sum, word) => sum + (word.match(/\p{L}/gu)?.length ?? 0), 0) / Math.max(words.length, 1),
    sentence: words.length / Math.max(sentencesOf(text).length, 1),
    names: namesOf(text),
  };
}

export const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(numbers.length, 1);
/** Writes a number with one decimal and a comma. */
export const decimal = (number: number): string => number.toFixed(1).replace('.', ',');
