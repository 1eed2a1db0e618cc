import { plainText } from './words.ts';

// What people type into a search box: words in any order, without accents and case.

/** A fraction of a formula, as JavaScript and PostgreSQL both read it: `\frac{1}{2}`, `\dfrac12`; in JSON the backslash is doubled. */
export const FORMULA_FRACTION = '\\\\+[dt]?frac\\s*(?:\\{([^{}]*)\\}|(\\d))\\s*(?:\\{([^{}]*)\\}|(\\d))';
const FORMULA_FRACTIONS = new RegExp(FORMULA_FRACTION, 'g');

/** Returns a text in which fractions of formulas are written with a slash: `\\frac12` is "1/2". */
const withSlashes = (text: string): string => text.replace(FORMULA_FRACTIONS, ' $1$2/$3$4 ');

/** Returns a text as it is searched: plain, with the fractions of formulas and `½` written with a slash. */
export const searchable = (text: string): string =>
  plainText(withSlashes(text).replaceAll('$', ' ')).replaceAll('⁄', '/');

/** A word that is a fraction and is found only as one: "1/2" is neither in "11/2" nor in "1/25". */
const FRACTION = /^\d+\/\d+$/;

/** Returns a pattern, as JavaScript and PostgreSQL both read it, for each fraction in a search. */
export const fractionPatterns = (search: string): string[] =>
  soughtIn(search)
    .words.filter((word) => FRACTION.test(word))
    .map((word) => `(?<!\\d)${word}(?!\\d)`);

/** "n.º 35", "nº 35", "#35": the number of one thing, and not a number in its text. */
const NUMBER = /(?:^|\s)(?:#|n\.?\s?o\.?)\s?(\d{1,9})(?=\s|$)/;

/** What a search asks for. */
export interface Sought {
  /** Words that a text must all contain, in any order; none for an empty search. */
  words: string[];
  /** The number of one thing, if the search names it as such ("n.º 35"), or consists of it only. */
  id: number | null;
}

/** Maximum words of a search that count. */
const MAX_WORDS = 12;

/** Reads what was typed into a search box; null or an empty text seeks nothing in particular. */
export function soughtIn(search: string | null): Sought {
  const plain = searchable(search ?? '');
  const named = NUMBER.exec(plain)?.[1];
  const rest = named === undefined ? plain : plain.replace(NUMBER, ' ');
  const words = rest.split(' ').filter(Boolean).slice(0, MAX_WORDS);
  const alone = words.length === 1 && /^\d{1,9}$/.test(words[0] as string) ? words[0] : undefined;
  const id = named ?? alone;
  return { words, id: id === undefined ? null : Number(id) };
}

/** Returns whether a thing with this text and number is sought: a number that was typed alone may be either. */
export function isSought({ words, id }: Sought, text: string, ownId: number): boolean {
  if (id !== null && id === ownId && words.length <= 1 && words.every((word) => word === String(id))) return true;
  if (id !== null && !words.includes(String(id)) && id !== ownId) return false;
  const plain = searchable(text);
  return words.every((word) =>
    FRACTION.test(word) ? new RegExp(`(?<!\\d)${word}(?!\\d)`).test(plain) : plain.includes(word),
  );
}

/** Returns a pattern for SQL's `like` for each word, or null if no word is sought: `column like all(patterns)`. */
export function patternsOf(search: string | null): string[] | null {
  const words = wordsOf(search);
  return words?.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`) ?? null;
}

/** Returns the words that a search seeks, for a column whose whole words are compared, or null if it seeks none. */
export function wordsOf(search: string | null): string[] | null {
  const { words } = soughtIn(search);
  return words.length === 0 ? null : words;
}

/** Returns the number of one thing that a search names ("n.º 35"); null for words, and for a number typed alone. */
export function numberIn(search: string | null): number | null {
  const { words, id } = soughtIn(search);
  return words.includes(String(id)) ? null : id;
}
