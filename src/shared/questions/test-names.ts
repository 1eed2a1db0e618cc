// Tests of one class, discipline and theme are forms of each other. They differ only in their letter, so no name of a test leaves it out.

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

/** Returns the key shared by all forms of a theme. */
export const themeOf = (test: { schoolClass: string; discipline: string; themeKey: string }): string =>
  `${test.schoolClass}|${test.discipline}|${test.themeKey}`;
