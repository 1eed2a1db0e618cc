import { tooLongProblem, withoutLetters } from '../tests/question.rules.ts';

/** Characters that the texts of a test may have. */
const LONGEST_OF_TEST: Record<string, number> = { theme: 120, description: 500 };

/** What is too long of a test, by field. */
export function tooLong(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const most = LONGEST_OF_TEST[name];
      const length = text.trim().length;
      return most === undefined || length <= most ? [] : [[name, tooLongProblem(length, most)]];
    }),
  );
}

/** Stands for a line break inside an alternative where each alternative is one line. */
export const LINE_BREAK_SIGN = '⏎';

/** Alternatives, without their letters, as they are typed one per line. */
export const linesOf = (alternatives: readonly string[]): string =>
  alternatives.map((text) => text.replaceAll('\n', ` ${LINE_BREAK_SIGN} `)).join('\n');

/** The alternatives typed one per line: blank lines dropped, pasted letters removed. */
export function alternativesFromLines(text: string): string[] {
  return withoutLetters(
    text
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .map((line) =>
        line
          .replaceAll(LINE_BREAK_SIGN, '\n')
          .replace(/ *\n */g, '\n')
          .trim(),
      )
      .filter((line) => line !== ''),
  );
}

/** The list of alternatives in what a caller sent: a list, or JSON text of one. Empty when it is neither. */
export function alternativesIn(given: string | readonly string[]): string[] {
  if (typeof given !== 'string') return [...given];
  try {
    const list: unknown = JSON.parse(given);
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : [];
  } catch {
    return [];
  }
}

/**
 * What a person typed into a search box as PostgreSQL looks for it: every word by its beginning, without accents and
 * case. A single letter is the beginning of nearly everything: only where it is the last, and may go on, is it taken for
 * one. Null when there is no word in it, which then finds nothing.
 *
 * @param plain the text after `plainText`.
 */
export function searchOf(plain: string): string | null {
  const words = plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 12);
  return words.length === 0
    ? null
    : words
        .map((word, index) => `'${word.slice(0, 60)}'${/^\p{L}$/u.test(word) && index < words.length - 1 ? '' : ':*'}`)
        .join(' & ');
}

/** The id in a search that is nothing but a number; null otherwise. */
export function idOf(search: string): number | null {
  const number = /^#?\s*(\d{1,9})$/.exec(search.trim())?.[1];
  return number === undefined ? null : Number(number);
}
