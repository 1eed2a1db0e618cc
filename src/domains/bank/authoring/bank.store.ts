import type { Queryable } from '../../../server/db/db.ts';
import { FORMULA_FRACTION } from '../../../shared/search.ts';
import type { Discipline, TestClass } from '../../../shared/words.ts';
import type { TeacherQuestionRow } from '../test-bank/questions.store.ts';
import { QUESTION } from '../test-bank/tests.store.ts';

export interface BankRow extends TeacherQuestionRow {
  discipline: Discipline;
  theme: string;
  form: string;
  schoolClass: TestClass;
  active: boolean;
}

export interface BankFilters {
  /** Words in the form of `searchOf`, the fractions as `fractionPatterns`, and the id if the search is a number; null for no search. */
  search: { words: string | null; fractions: readonly string[]; id: number | null } | null;
  discipline: string | null;
  schoolClass: string | null;
  category: string | null;
  /** Code of an objective, or of a theme for all objectives numbered under it. */
  objective: string | null;
}

// There are several statement texts instead of one with "or $1 is null": a statement is planned once, and no single plan suits all filters.
const FILTERED = `(:discipline::text is null or t.discipline = :discipline) and (:schoolClass::text is null or t.school_class = :schoolClass)
  and (:category::text is null or q.skill_category = :category)`;
const MEASURES = "(q.objective = :objective or starts_with(q.objective, :objective || '.'))";
/** The text of a question with its fractions written with a slash. Read only for questions that have the words. */
const WITH_FRACTIONS = `regexp_replace(
  replace(normalize(q.statement || ' ' || coalesce(q.passage, '') || ' ' || q.alternatives::text, NFKD), '⁄', '/'),
  '${FORMULA_FRACTION}', ' \\1\\2/\\3\\4 ', 'g')`;
const FOUND = `(q.words @@ :words::tsquery and (cardinality(:fractions::text[]) = 0 or ${WITH_FRACTIONS} ~ all(:fractions::text[])) or q.id = :id)`;

/** The ids are selected first and the rows of one page afterwards, so that no wide columns are read for other rows. */
const pageOf = (condition: string) => `with page as (
       select q.id from questions q join tests t on t.id = q.test_id where ${condition} order by q.id desc limit :limit offset :offset
     )
     select ${QUESTION}, q.revision, t.discipline, t.theme, t.form, t.school_class, t.active
     from page join questions q on q.id = page.id join tests t on t.id = q.test_id left join question_images i on i.id = q.image_id
     order by q.id desc`;
const countOf = (condition: string) =>
  `select count(*) as total from questions q join tests t on t.id = q.test_id where ${condition}`;

const PAGES = {
  all: pageOf(FILTERED),
  measuring: pageOf(`${FILTERED} and ${MEASURES}`),
  found: pageOf(`${FILTERED} and ${FOUND}`),
  'measuring and found': pageOf(`${FILTERED} and ${MEASURES} and ${FOUND}`),
} as const;
const COUNTS: Record<keyof typeof PAGES, string> = {
  all: countOf(FILTERED),
  measuring: countOf(`${FILTERED} and ${MEASURES}`),
  found: countOf(`${FILTERED} and ${FOUND}`),
  'measuring and found': countOf(`${FILTERED} and ${MEASURES} and ${FOUND}`),
};

/** Returns which statement serves these filters, and its values. */
function textFor({ search, ...filters }: BankFilters) {
  const name: keyof typeof PAGES =
    filters.objective === null ? (search ? 'found' : 'all') : search ? 'measuring and found' : 'measuring';
  return { name, values: { ...filters, ...search, words: search?.words ?? '' } };
}

/** Returns one page of the whole bank, newest first. */
export function findBankPage(
  db: Queryable,
  filters: BankFilters,
  page: { limit: number; offset: number },
): Promise<BankRow[]> {
  const { name, values } = textFor(filters);
  return db.rows<BankRow>(PAGES[name], { ...values, ...page });
}

/** Returns the number of matching questions of the bank. */
export async function countBank(db: Queryable, filters: BankFilters): Promise<number> {
  const { name, values } = textFor(filters);
  const row = await db.row<{ total: number }>(COUNTS[name], values);
  return row?.total ?? 0;
}
