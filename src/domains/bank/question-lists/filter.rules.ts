import { plainText } from '../../../shared/words.ts';

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
 * @param search a question's id, or part of its statement or of an alternative, ignoring case and accents.
 */
export function createFilter({ search, category }: { search: string | null; category: string | null }) {
  const wanted = plainText(search ?? '');
  return ({ id, statement, alternatives, skillCategory }: Filtered): boolean =>
    (!category || skillCategory === category) &&
    (wanted === '' || String(id) === wanted || plainText(`${statement} ${alternatives}`).includes(wanted));
}
