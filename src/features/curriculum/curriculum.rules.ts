import type { Discipline, TestClass } from '../../shared/words.ts';

/** What codes of each discipline begin with; those of the content files. */
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

/** Most themes of a programme and objectives of a theme: more is no programme that anybody teaches in a year. */
export const MOST_THEMES = 60;
export const MOST_OBJECTIVES = 40;

/** Most objectives of a printed document, some five times what a class has: drawing more would hold others up. */
export const MOST_PRINTED = 1000;

/** What the codes of the themes of a programme begin with: 'MAT4' for Matemática, 4º Ano. */
export const planCode = (discipline: Discipline, schoolClass: TestClass): string =>
  `${PREFIX[discipline]}${Number.parseInt(schoolClass, 10)}`;

/**
 * The code after all that were ever given: 'MAT4.13' under 'MAT4'. Numbers of what was deleted are not given again, so
 * that no code ever means something else.
 *
 * @param given every code under the stem, those of what was deleted among them; codes that are not numbered do not count.
 */
export function nextCode(stem: string, given: readonly string[]): string {
  const numbers = given.flatMap((code) => {
    const [number, ...deeper] = code.startsWith(`${stem}.`) ? code.slice(stem.length + 1).split('.') : [];
    return number !== undefined && deeper.length === 0 && /^\d{1,6}$/.test(number) ? [Number(number)] : [];
  });
  return `${stem}.${Math.max(0, ...numbers) + 1}`;
}

/** Whether these ids are the others in another order: none missing, none twice, none new. */
export const isSameSet = (wanted: readonly number[], known: readonly number[]): boolean =>
  wanted.length === known.length && new Set(wanted).size === wanted.length && wanted.every((id) => known.includes(id));

/** Text on one line, as codes' lists and tables show it. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
