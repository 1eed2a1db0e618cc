import type { Discipline, TestClass } from '../../../shared/words.ts';

/** Prefix of the codes of each discipline, as in the content files. */
const PREFIX: Record<Discipline, string> = {
  Matemática: 'MAT',
  Português: 'LP',
  Ciências: 'CIE',
  História: 'HIS',
  Geografia: 'GEO',
  Inglês: 'ING',
  'Educação Física': 'EDF',
  Artes: 'ART',
};

/** Maximum number of themes of a programme and of objectives of a theme: nobody teaches more in a year. */
export const MAX_THEMES = 60;
export const MAX_OBJECTIVES = 40;

/**
 * Maximum number of objectives of a printed document, some five times those of a class: generating a longer one would delay other requests.
 */
export const MAX_PRINTED = 1000;

/** Returns the prefix of the codes of a programme's themes: 'MAT4' for Matemática, 4º Ano. */
export const planCode = (discipline: Discipline, schoolClass: TestClass): string =>
  `${PREFIX[discipline]}${Number.parseInt(schoolClass, 10)}`;

/**
 * Returns the code after all that were ever assigned: 'MAT4.13' under 'MAT4'. Numbers of deleted items are not assigned again, so that no
 * code ever changes its meaning.
 *
 * @param given every code with the prefix, including those of deleted items; codes without a number are ignored.
 */
export function nextCode(stem: string, given: readonly string[]): string {
  const numbers = given.flatMap((code) => {
    const [number, ...deeper] = code.startsWith(`${stem}.`) ? code.slice(stem.length + 1).split('.') : [];
    return number !== undefined && deeper.length === 0 && /^\d{1,6}$/.test(number) ? [Number(number)] : [];
  });
  return `${stem}.${Math.max(0, ...numbers) + 1}`;
}

/** Returns whether these ids are the same in another order: none missing, none twice, none new. */
export const isSameSet = (wanted: readonly number[], known: readonly number[]): boolean =>
  wanted.length === known.length && new Set(wanted).size === wanted.length && wanted.every((id) => known.includes(id));

/** Returns text on one line, for lists of codes and tables. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
