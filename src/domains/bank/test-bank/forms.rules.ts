// The letters of parallel tests: tests of one class, discipline and theme are forms of each other. They differ only in their letter, so no name of
// a test leaves it out.

/** Returns the key shared by all forms of a theme. */
export const themeOf = (test: { schoolClass: string; discipline: string; themeKey: string }): string =>
  `${test.schoolClass}|${test.discipline}|${test.themeKey}`;

/** Returns the letter of an index: 0 is A, 25 is Z, 26 is AA. */
function formAt(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : `${String.fromCharCode(64 + Math.floor(place / 26))}${letter}`;
}

/** Returns the letter for a test: the wanted one if no other form has it, otherwise the first free one. */
export function freeForm(taken: ReadonlySet<string>, wanted?: string): string {
  if (wanted && !taken.has(wanted)) return wanted;
  let place = 0;
  while (taken.has(formAt(place))) place += 1;
  return formAt(place);
}

/** Compares letters in their order: A … Z, then AA. */
export const byForm = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : Number(one > other));

/** The fields that make the full name of a test. */
export interface NamedTest {
  discipline: string;
  theme: string;
  schoolClass: string;
  form: string;
}

/** Returns the name of a test within its class and discipline, as in "Fracções, prova B". */
export const themeAndForm = ({ theme, form }: Pick<NamedTest, 'theme' | 'form'>): string => `${theme}, prova ${form}`;

/** Returns the full name of a test, as in "Matemática - Fracções, 4º Ano, prova B". */
export const testName = (test: NamedTest): string =>
  `${test.discipline} - ${test.theme}, ${test.schoolClass}, prova ${test.form}`;
