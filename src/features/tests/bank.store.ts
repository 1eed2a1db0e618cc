import type { Queryable } from '../../server/db.ts';
import type { Discipline, TestClass } from '../../shared/words.ts';
import type { TeacherQuestionRow } from './questions.store.ts';
import { QUESTION } from './tests.store.ts';

export interface BankRow extends TeacherQuestionRow {
  discipline: Discipline;
  theme: string;
  schoolClass: TestClass;
  active: boolean;
}

export interface BankFilters {
  /** Words as `searchOf` gives them, and the id when the search is a number; null for no search. */
  search: { words: string | null; id: number | null } | null;
  discipline: string | null;
  schoolClass: string | null;
  category: string | null;
}

// Two texts and not one with "or $1 is null" in it: a statement is planned once, and one plan cannot serve both.
const FOUND = `(q.words @@ $4::tsquery or q.id = $5)`;
const FILTERED = `($1::text is null or t.discipline = $1) and ($2::text is null or t.school_class = $2) and ($3::text is null or q.skill_category = $3)`;

/** Ids first, the rows of one page after: nothing wide is read for what is not shown. */
const pageOf = (condition: string, limit: string, offset: string) => `with page as (
       select q.id from questions q join tests t on t.id = q.test_id where ${condition} order by q.id desc limit ${limit} offset ${offset}
     )
     select ${QUESTION}, q.revision, t.discipline, t.theme, t.school_class as "schoolClass", t.active
     from page join questions q on q.id = page.id join tests t on t.id = q.test_id left join question_images i on i.id = q.image_id
     order by q.id desc`;
const countOf = (condition: string) =>
  `select count(*) as total from questions q join tests t on t.id = q.test_id where ${condition}`;

/** One page of the whole bank, newest first. */
export function findBankPage(
  db: Queryable,
  filters: BankFilters,
  page: { limit: number; offset: number },
): Promise<BankRow[]> {
  const { search, discipline, schoolClass, category } = filters;
  if (search === null)
    return db.rows<BankRow>(pageOf(FILTERED, '$4', '$5'), [discipline, schoolClass, category, page.limit, page.offset]);
  return db.rows<BankRow>(pageOf(`${FILTERED} and ${FOUND}`, '$6', '$7'), [
    discipline,
    schoolClass,
    category,
    search.words ?? '',
    search.id,
    page.limit,
    page.offset,
  ]);
}

/** How many questions of the bank match. */
export async function countBank(db: Queryable, filters: BankFilters): Promise<number> {
  const { search, discipline, schoolClass, category } = filters;
  const row =
    search === null
      ? await db.row<{ total: number }>(countOf(FILTERED), [discipline, schoolClass, category])
      : await db.row<{ total: number }>(countOf(`${FILTERED} and ${FOUND}`), [
          discipline,
          schoolClass,
          category,
          search.words ?? '',
          search.id,
        ]);
  return row?.total ?? 0;
}
