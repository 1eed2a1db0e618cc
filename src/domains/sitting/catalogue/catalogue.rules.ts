import { CATALOGUE_CLASSES, CATALOGUE_DISCIPLINES } from '../../../shared/words.ts';

/** The value for "no filter" in an address, needed where a filter is the default. */
export const ALL = 'todas';

export interface Filters {
  discipline: string;
  class: string;
  theme: string;
}

/** Returns the class whose tests a child sees by default: its own, or all classes for a child above those of the catalogue. */
export function usualClass(schoolClass: string): string {
  return (CATALOGUE_CLASSES as readonly string[]).includes(schoolClass) ? schoolClass : ALL;
}

/**
 * Returns the discipline whose tests are listed first: that of the child's next action, else the first with a free test left, else the first
 * of its map.
 *
 * @param map the child's map; undefined while it is unknown.
 */
export const firstDiscipline = (
  map:
    | {
        action: { discipline: string } | null;
        freeTests?: { disciplines: readonly string[] } | null;
        disciplines: readonly { discipline: string }[];
      }
    | undefined,
): string =>
  map?.action?.discipline ??
  map?.freeTests?.disciplines[0] ??
  map?.disciplines[0]?.discipline ??
  CATALOGUE_DISCIPLINES[0];

/**
 * Returns the filters in an address. Without a class or discipline in it, the default ones apply.
 *
 * @param first the discipline that is listed first.
 */
export function filtersOf(search: URLSearchParams, schoolClass: string, first: string): Filters {
  const theme = search.get('theme') ?? '';
  return {
    discipline: search.get('discipline') || (theme && theme !== ALL ? ALL : first),
    class: search.get('class') || usualClass(schoolClass),
    theme: theme || ALL,
  };
}

/**
 * Returns the calls of `GET /api/tests` that the catalogue makes: one for the tests to show, and one for the tests with the same filters
 * except the theme, from which the list of themes is built. Without a theme they are the same call.
 */
export function testsQueries(
  child: { id: number; schoolClass: string },
  search: URLSearchParams,
  first: string,
): TestsQuery[] {
  const filters = filtersOf(search, child.schoolClass, first);
  const broad: TestsQuery = { childId: String(child.id), only: 'next' };
  if (filters.discipline !== ALL) broad.discipline = filters.discipline;
  if (filters.class !== ALL) broad.class = filters.class;
  return filters.theme === ALL ? [broad] : [{ ...broad, theme: filters.theme }, broad];
}

/** Returns the call of `GET /api/tests` for the tests of a discipline of a child's class, for each theme the form to take now. */
export const testsOfDiscipline = (childId: number, discipline: string) => ({
  childId: String(childId),
  class: 'usual',
  discipline,
  only: 'next' as const,
});

/** The class of the national exam. */
export const EXAM_CLASS = '6º Ano';

/** Returns the call of `GET /api/tests` for the rehearsals of all disciplines, which are listed separately. */
export const rehearsalsQuery = (child: { id: number; schoolClass: string }) => ({
  childId: String(child.id),
  class: child.schoolClass,
  theme: 'Simulado',
});

export type TestsQuery = { childId: string; only: 'next'; discipline?: string; class?: string; theme?: string };

/**
 * Returns the address of the catalogue with these filters, without those that are the default. A change of discipline or class removes the
 * theme.
 */
export function addressWith(childId: number, schoolClass: string, filters: Filters, first: string): string {
  const search = new URLSearchParams({ childId: String(childId) });
  // With a theme all disciplines are the default, so that a link to a theme needs no discipline.
  if (filters.discipline !== (filters.theme === ALL ? first : ALL)) search.set('discipline', filters.discipline);
  if (filters.class !== usualClass(schoolClass)) search.set('class', filters.class);
  if (filters.theme !== ALL) search.set('theme', filters.theme);
  return `/tests?${search}`;
}

/** A child's state with a form. */
interface FormOfChild {
  open: boolean;
  taken: boolean;
  /** Whether it was begun and interrupted by its deadline. */
  interrupted: boolean;
  takenAt: Date | string | null;
}

/**
 * Returns the form of a theme that a child should take now: the open one, otherwise the first not begun, otherwise the first that was
 * interrupted, otherwise the one taken longest ago.
 *
 * @param forms the forms of one theme, in the order of their letters.
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

/** Returns the forms of a theme that a child has taken: their letters, and the best score among them. */
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
 * Returns a child's state with the forms of a theme, in two short lines.
 *
 * @param test the form to take now.
 * @param lastTaken the day in words on which it was last taken, if it was.
 */
export function formsInWords(
  test: { form: string; forms: readonly string[]; takenForms: readonly string[]; open: boolean },
  lastTaken: string | null,
): readonly [title: string, text: string] {
  const { form, forms, takenForms, open } = test;
  if (open) return [`${forms.length > 1 ? `Teste ${form}` : 'Teste'} a meio`, 'As respostas dadas estão guardadas'];
  if (takenForms.length === forms.length)
    return [
      `${forms.length} de ${forms.length} feitos`,
      `O teste ${form} foi há mais tempo${lastTaken ? `, a ${lastTaken}` : ''}`,
    ];
  const waiting = forms.filter((letter) => letter !== form && !takenForms.includes(letter));
  const done = takenForms.length === 0 ? '' : `${listed(takenForms)} ${takenForms.length === 1 ? 'feito' : 'feitos'}`;
  return [
    `Teste ${form} de ${forms.length}`,
    done === '' ? 'Nenhum feito ainda' : waiting.length > 0 ? `${done}, ${listed(waiting)} por fazer` : done,
  ];
}

/** Returns whether a child has taken every form of every theme shown. */
export function allDone(
  tests: readonly { forms: readonly string[]; forChild?: { takenForms: readonly string[] } | undefined }[],
): boolean {
  return tests.length > 0 && tests.every(({ forms, forChild }) => forChild?.takenForms.length === forms.length);
}

/**
 * Returns the test that a child took longest ago, to be repeated.
 *
 * @param tests for each theme the form to take now.
 * @returns undefined when the plan allows none of them now.
 */
export function oldestTest<Test extends { forChild?: { allowed: boolean; takenAt: string | null } | undefined }>(
  tests: readonly Test[],
): Test | undefined {
  const at = ({ forChild }: Test) => Date.parse(forChild?.takenAt ?? '') || 0;
  return tests.filter(({ forChild }) => forChild?.allowed).sort((one, other) => at(one) - at(other))[0];
}
