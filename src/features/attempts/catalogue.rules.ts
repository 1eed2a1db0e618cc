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

/** The address of the catalogue with these filters; what is usual is left out. A change of discipline or class drops the theme. */
export function addressWith(childId: number, schoolClass: string, filters: Filters): string {
  const search = new URLSearchParams({ childId: String(childId) });
  if (filters.discipline !== ALL) search.set('discipline', filters.discipline);
  if (filters.class !== usualClass(schoolClass)) search.set('class', filters.class);
  if (filters.theme !== ALL) search.set('theme', filters.theme);
  return `/tests?${search}`;
}
