import { grouped } from '../../shared/text.ts';
import { letterAt } from './tests.rules.ts';

/** Fewest and most alternatives of a question (decision 10). */
export const FEWEST_ALTERNATIVES = 2;
export const MOST_ALTERNATIVES = 6;
/** Characters that one alternative may have. */
export const LONGEST_ALTERNATIVE = 500;

/** Characters that the texts of a test and of a question may have. */
const LONGEST: Record<string, number> = {
  theme: 120,
  description: 500,
  statement: 2000,
  explanation: 4000,
  passage: 6000,
};

/**
 * What is too long, by field, with how much it is: cutting it off while somebody pastes would lose its end unseen.
 */
export function tooLong(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const most = LONGEST[name];
      const length = text.trim().length;
      return most === undefined || length <= most
        ? []
        : [[name, `No máximo ${grouped(most)} caracteres: tem ${grouped(length)}.`]];
    }),
  );
}

/** "A) ", "a. ", "(B) ", "C - ", "D: " at the beginning of a line. */
const LETTERED = /^\(?([A-Fa-f])(?:\)\s*|[.:-]\s+|\s+-\s+)/;
/** The forms that nobody writes by accident: with a bracket. */
const BRACKETED = /^\(?[A-Fa-f]\)/;

/**
 * Alternatives without the letters that were pasted along with them. Letters are recognised only when every line has the
 * one of its place, so that "A. Neto" among other names stays a name.
 */
export function withoutPastedLetters(lines: readonly string[]): string[] {
  const all =
    lines.length > 0 && lines.every((line, index) => LETTERED.exec(line)?.[1]?.toUpperCase() === letterAt(index));
  return all ? lines.map((line) => line.replace(LETTERED, '').trim()) : [...lines];
}

/** The alternatives typed one per line: blank lines dropped, pasted letters taken off. */
export function alternativesFromLines(text: string): string[] {
  return withoutPastedLetters(
    text
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
}

/** Alternatives as they are stored: each with the letter of its place, "A) …". Letters that are there already stay. */
export function letterAlternatives(given: readonly string[]): string[] {
  return withoutPastedLetters(given.map((text) => text.replace(/\s+/g, ' ').trim())).map(
    (text, index) => `${letterAt(index)}) ${text}`,
  );
}

/** Half a character, or U+0000. */
const UNSTORABLE = /\p{Surrogate}|\p{Cc}/u;

/** As much of a question as the rules look at. */
export interface Draft {
  statement: string;
  /** With or without their letters. */
  alternatives: readonly string[];
  correctAnswer: string;
}

/**
 * What is wrong with a question, by field, in words for the teacher; empty when nothing is.
 *
 * The three "obrigatório" sentences are the specification's.
 */
export function problemsOf(draft: Draft): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!draft.statement.trim()) problems['statement'] = 'O enunciado da questão é obrigatório';
  const alternatives = problemOfAlternatives(draft.alternatives);
  if (alternatives) problems['alternatives'] = alternatives;
  const letter = draft.correctAnswer.trim().toUpperCase();
  if (!letter) problems['correctAnswer'] = 'A resposta correta é obrigatória';
  else if (!/^[A-F]$/.test(letter)) problems['correctAnswer'] = 'A resposta correta é uma letra, de A a F.';
  else if (!alternatives && letter.charCodeAt(0) - 65 >= draft.alternatives.length)
    problems['correctAnswer'] = `Não existe a alternativa ${letter}: há ${draft.alternatives.length}.`;
  return problems;
}

function problemOfAlternatives(given: readonly string[]): string | undefined {
  if (given.length === 0) return 'As alternativas são obrigatórias';
  const trimmed = given.map((text) => text.replace(/\s+/g, ' ').trim());
  if (given.length < FEWEST_ALTERNATIVES) return 'Escreva pelo menos duas alternativas.';
  if (given.length > MOST_ALTERNATIVES) return `No máximo ${MOST_ALTERNATIVES} alternativas: há ${given.length}.`;
  const texts = withoutPastedLetters(trimmed);
  const empty = texts.indexOf('');
  if (empty >= 0) return `A alternativa ${letterAt(empty)} está vazia.`;
  const long = texts.findIndex((text) => text.length > LONGEST_ALTERNATIVE);
  if (long >= 0) return `A alternativa ${letterAt(long)} tem mais de ${LONGEST_ALTERNATIVE} caracteres.`;
  if (texts.some((text) => UNSTORABLE.test(text))) return 'O texto tem caracteres que não se podem guardar.';
  // Lettered, but not by their places: whatever the key is, it would then name another alternative.
  if (trimmed.every((text) => BRACKETED.test(text)) && texts.every((text, index) => text === trimmed[index]))
    return 'As letras das alternativas não seguem a ordem A, B, C…';
  for (const [index, text] of texts.entries()) {
    const twin = texts.indexOf(text);
    if (twin < index) return `As alternativas ${letterAt(twin)} e ${letterAt(index)} são iguais.`;
  }
  return undefined;
}

/** The list of alternatives in what a caller sent: a list, or JSON text of one (decision 13). Empty when it is neither. */
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
