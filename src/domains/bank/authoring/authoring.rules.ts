import { LONGEST_OF_TEST } from '../../../shared/questions/question-limits.ts';
import { soughtIn } from '../../../shared/search.ts';
import { tooLongProblem, withoutLetters } from '../test-bank/question.rules.ts';

/** Returns the fields of a test whose text is too long. */
export function tooLong(texts: Record<string, string>): Record<string, string> {
  const limits: Readonly<Record<string, number>> = LONGEST_OF_TEST;
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const most = limits[name];
      const length = text.trim().length;
      return most === undefined || length <= most ? [] : [[name, tooLongProblem(length, most)]];
    }),
  );
}

/** Represents a line break inside an alternative where each alternative is on one line. */
export const LINE_BREAK_SIGN = '⏎';

/** Alternatives without their letters, one per line, as they are typed. */
export const linesOf = (alternatives: readonly string[]): string =>
  alternatives.map((text) => text.replaceAll('\n', ` ${LINE_BREAK_SIGN} `)).join('\n');

/** Returns the alternatives in text with one per line: blank lines are dropped, pasted letters removed. */
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

/** Returns the list of alternatives in a caller's input: a list, or a list as JSON text. Empty when it is neither. */
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
 * Returns the input of a search box as a PostgreSQL text search: every word is matched by its beginning, ignoring accents and case. A
 * single letter is the beginning of nearly every word, so it is matched as a beginning only if it is the last word, which may be
 * incomplete. Null if there is no word; the search then finds nothing.
 *
 * A fraction of two digits is also matched as TeX without braces, `\\frac12`, which is one word of a question.
 *
 * @param search the text after `searchable`.
 */
export function searchOf(search: string): string | null {
  const words = search
    .split(/[^\p{L}\p{N}/]+/u)
    .flatMap((word) => (SHORT_FRACTION.test(word) ? [word] : word.split('/')))
    .filter(Boolean)
    .slice(0, 12);
  return words.length === 0
    ? null
    : words
        .map(
          (word, index) =>
            inTex(word) ?? `'${word.slice(0, 60)}'${/^\p{L}$/u.test(word) && index < words.length - 1 ? '' : ':*'}`,
        )
        .join(' & ');
}

const SHORT_FRACTION = /^\d\/\d$/;

/** Returns the pattern of a fraction of two digits, or undefined for another word. */
function inTex(word: string): string | undefined {
  if (!SHORT_FRACTION.test(word)) return undefined;
  const [over, under] = word.split('/');
  const commands = ['frac', 'dfrac', 'tfrac'].map((name) => `'${name}${over}${under}':*`);
  return `(('${over}':* & '${under}':*) | ${commands.join(' | ')})`;
}

/** Returns the id in a search that consists only of a number ("35", "#35", "n.º 35"); otherwise null. */
export function idOf(search: string): number | null {
  const { words, id } = soughtIn(search);
  return words.every((word) => word === String(id)) ? id : null;
}
