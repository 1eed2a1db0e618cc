import { isSought, soughtIn } from '../../../shared/search.ts';

/** The parts of a question that the filters of a test's questions look at. */
interface Filtered {
  id: number;
  statement: string;
  /** As a JSON text, as the API sends them. */
  alternatives: string;
  skillCategory: string | null;
}

/**
 * Returns a function that tells whether a question of a test matches the filters; null or an empty text matches every question.
 *
 * @param search words of its statement and alternatives in any order, ignoring case and accents, or its number.
 */
export function createFilter({ search, category }: { search: string | null; category: string | null }) {
  const sought = soughtIn(search);
  return ({ id, statement, alternatives, skillCategory }: Filtered): boolean =>
    (!category || skillCategory === category) && isSought(sought, `${statement} ${textsIn(alternatives)}`, id);
}

/** Returns the alternatives as text; backslashes are doubled in JSON, which formulas must not be. */
function textsIn(alternatives: string): string {
  const list: unknown = JSON.parse(alternatives);
  return Array.isArray(list) ? list.join(' ') : alternatives;
}
