import { plainText } from './words.ts';

// What people type into a search box: words in any order, without accents and case.

/** Returns a text as it is searched: plain, with the fractions of formulas and `½` written with a slash. */
const searchable = (text: string): string =>
  plainText(text.replace(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1/$2').replaceAll('$', ' ')).replaceAll(
    '⁄',
    '/',
  );

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
  return words.every((word) => plain.includes(word));
}

/** Returns a pattern for SQL's `like` for each word, or null if no word is sought: `column like all(patterns)`. */
export function patternsOf(search: string | null): string[] | null {
  const { words, id } = soughtIn(search);
  const all = words.length === 0 && id !== null ? [String(id)] : words;
  return all.length === 0 ? null : all.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
