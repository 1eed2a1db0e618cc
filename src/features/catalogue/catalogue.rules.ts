import { CATALOGUE_CLASSES } from '../../shared/words.ts';

/** In an address, "no filter" has to be written where the usual filter is not none. */
export const ALL = 'todas';

export interface Filters {
  discipline: string;
  class: string;
  theme: string;
}

/** The class whose tests a child sees first: its own, or all of them for a child above the classes of the catalogue. */
export function usualClass(schoolClass: string): string {
  return (CATALOGUE_CLASSES as readonly string[]).includes(schoolClass) ? schoolClass : ALL;
}

/** The filters that an address asks for. Without a word about the class it is the child's own. */
export function filtersOf(search: URLSearchParams, schoolClass: string): Filters {
  const theme = search.get('theme') ?? '';
  return {
    discipline: search.get('discipline') || ALL,
    class: search.get('class') || usualClass(schoolClass),
    theme: theme || ALL,
  };
}

/**
 * The calls of `GET /api/tests` that the catalogue makes: the tests to show, and those that exist for the filters without the
 * theme, of which the themes to choose from are made. With no theme chosen they are the same.
 */
export function testsQueries(child: { id: number; schoolClass: string }, search: URLSearchParams): TestsQuery[] {
  const filters = filtersOf(search, child.schoolClass);
  const broad: TestsQuery = { childId: String(child.id), only: 'next' };
  if (filters.discipline !== ALL) broad.discipline = filters.discipline;
  if (filters.class !== ALL) broad.class = filters.class;
  return filters.theme === ALL ? [broad] : [{ ...broad, theme: filters.theme }, broad];
}

/** The class in which the national exam is. */
export const EXAM_CLASS = '6º Ano';

/** The call of `GET /api/tests` for the rehearsals of all disciplines, which stand under a theme of their own. */
export const rehearsalsQuery = (child: { id: number; schoolClass: string }) => ({
  childId: String(child.id),
  class: child.schoolClass,
  theme: 'Simulado',
});

export type TestsQuery = { childId: string; only: 'next'; discipline?: string; class?: string; theme?: string };

/** The address of the catalogue with these filters; what is usual is left out. A change of discipline or class drops the theme. */
export function addressWith(childId: number, schoolClass: string, filters: Filters): string {
  const search = new URLSearchParams({ childId: String(childId) });
  if (filters.discipline !== ALL) search.set('discipline', filters.discipline);
  if (filters.class !== usualClass(schoolClass)) search.set('class', filters.class);
  if (filters.theme !== ALL) search.set('theme', filters.theme);
  return `/tests?${search}`;
}

/** How a child stands with a form. */
interface FormOfChild {
  open: boolean;
  taken: boolean;
  /** Begun and ended halfway by its deadline. */
  interrupted: boolean;
  takenAt: Date | string | null;
}

/**
 * The form of a theme that a child should take now: the one that is open, else the first not begun, else the first that
 * was interrupted, else the one taken longest ago.
 *
 * @param forms of one theme, in the order of their letters.
 */
export function nextForm<Form extends FormOfChild>(forms: readonly Form[]): Form | undefined {
  const lastTaken = ({ takenAt }: Form) => (takenAt === null ? 0 : new Date(takenAt).getTime());
  return (
    forms.find(({ open }) => open) ??
    forms.find(({ taken, interrupted }) => !taken && !interrupted) ??
    forms.find(({ taken }) => !taken) ??
    [...forms].sort((one, other) => lastTaken(one) - lastTaken(other))[0]
  );
}

/** What a child has done of a theme's forms: their letters, and the best score over them. */
export function ofTheme(forms: readonly { form: string; taken: boolean; bestScore: number | null }[]): {
  takenForms: string[];
  themeScore: number | null;
} {
  const scores = forms.flatMap(({ bestScore }) => (bestScore === null ? [] : [bestScore]));
  return {
    takenForms: forms.filter(({ taken }) => taken).map(({ form }) => form),
    themeScore: scores.length === 0 ? null : Math.max(...scores),
  };
}

const listed = (letters: readonly string[]) =>
  letters.length < 2 ? letters.join('') : `${letters.slice(0, -1).join(', ')} e ${letters[letters.length - 1]}`;

/**
 * Where a child stands with the forms of a theme, in two short lines.
 *
 * @param test the form to take now.
 * @param lastTaken its day in words, where it was taken before.
 */
export function formsInWords(
  test: { form: string; forms: readonly string[]; takenForms: readonly string[]; open: boolean },
  lastTaken: string | null,
): readonly [title: string, text: string] {
  const { form, forms, takenForms, open } = test;
  if (open) return [`${forms.length > 1 ? `Prova ${form}` : 'Teste'} a meio`, 'As respostas dadas estão guardadas'];
  if (takenForms.length === forms.length)
    return [
      `${forms.length} de ${forms.length} feitas`,
      `A prova ${form} foi há mais tempo${lastTaken ? `, a ${lastTaken}` : ''}`,
    ];
  const waiting = forms.filter((letter) => letter !== form && !takenForms.includes(letter));
  const done = takenForms.length === 0 ? '' : `${listed(takenForms)} ${takenForms.length === 1 ? 'feita' : 'feitas'}`;
  return [
    `Prova ${form} de ${forms.length}`,
    done === '' ? 'Nenhuma feita ainda' : waiting.length > 0 ? `${done}, ${listed(waiting)} por fazer` : done,
  ];
}

/** Whether a child has taken every form of every theme that is shown. */
export function allDone(
  tests: readonly { forms: readonly string[]; forChild?: { takenForms: readonly string[] } | undefined }[],
): boolean {
  return tests.length > 0 && tests.every(({ forms, forChild }) => forChild?.takenForms.length === forms.length);
}

/**
 * The test that a child took longest ago, to be taken again.
 *
 * @param tests of each theme the form to take now.
 * @returns nothing when the plan allows none of them now.
 */
export function oldestTest<Test extends { forChild?: { allowed: boolean; takenAt: string | null } | undefined }>(
  tests: readonly Test[],
): Test | undefined {
  const at = ({ forChild }: Test) => Date.parse(forChild?.takenAt ?? '') || 0;
  return tests.filter(({ forChild }) => forChild?.allowed).sort((one, other) => at(one) - at(other))[0];
}
