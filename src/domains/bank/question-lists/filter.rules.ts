import { isSought, soughtIn } from '../../../shared/search.ts';
import { picturesIn } from '../test-bank/texts/notation.rules.ts';

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

/** Returns whether a question has a drawing or a picture, beside it or within its texts, which some files leave out. */
export const hasPicture = (question: {
  statement: string;
  passage?: string | null | undefined;
  alternatives: string;
  explanation?: string | null | undefined;
  figure?: object | null | undefined;
  image?: object | null | undefined;
}): boolean =>
  Boolean(question.figure ?? question.image) ||
  picturesIn([question.statement, question.passage, textsIn(question.alternatives), question.explanation]).length > 0;

/** Returns the alternatives as text; backslashes are doubled in JSON, which formulas must not be. */
function textsIn(alternatives: string): string {
  const list: unknown = JSON.parse(alternatives);
  return Array.isArray(list) ? list.join(' ') : alternatives;
}
