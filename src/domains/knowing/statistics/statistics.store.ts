import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline, TestClass } from '../../../shared/words.ts';
import { OTHER } from '../../bank/answering/answering.rules.ts';
import type { ChosenRow, KeyedQuestion } from './pooling.rules.ts';

/** A question of a version of a test, as attempts at that version were scored. */
export interface VersionQuestion extends KeyedQuestion {
  versionId: number;
  options: string[];
  /** Hash of what a child sees: statement, passage, alternatives, figure; with ":" and the way of writing if it is answered so. */
  content: string;
}

export interface CountableTest {
  discipline: Discipline;
  theme: string;
  form: string;
  schoolClass: TestClass;
  /** The version that the next attempt gets; null for a test without questions. */
  versionId: number | null;
}

/** Finds a test whose attempts are to be counted, or undefined when it does not exist. */
export function findCountable(db: Queryable, testId: number): Promise<CountableTest | undefined> {
  return db.row<CountableTest>('select discipline, theme, form, school_class, version_id from tests where id = $1', [
    testId,
  ]);
}

/** A question as a version of some test asked it. */
export interface AskedQuestion extends VersionQuestion {
  testId: number;
  /** Number of questions in the version. */
  inVersion: number;
}

const IS_WRITTEN = "strpos(q.content, ':') > 0 as is_written";

/** Returns a question that is answered in writing with what equals no alternative among its letters, and with A if it has none. */
function withOther<Question extends VersionQuestion>(question: Question): Question {
  if (!question.isWritten) return question;
  const isOpen = question.letters.length === 0;
  return {
    ...question,
    letters: [...(isOpen ? ['A'] : question.letters), OTHER],
    options: [...(isOpen ? ['A) Resposta certa'] : question.options), 'Outra resposta'],
  };
}

/** Returns the questions of the current version of a test, in order. */
export async function findCurrentQuestions(db: Queryable, testId: number): Promise<VersionQuestion[]> {
  const rows = await db.rows<VersionQuestion>(
    `select q.version_id, q.question_id, q.letters, q.options, q.correct_answer, q.weight, q.content, ${IS_WRITTEN}
     from tests t join version_questions q on q.version_id = t.version_id where t.id = $1 order by q.position`,
    [testId],
  );
  return rows.map(withOther);
}

/** Returns all questions with these contents in versions with valid attempts, of any test. */
export async function findAsked(db: Queryable, contents: readonly string[]): Promise<AskedQuestion[]> {
  const rows = await db.rows<AskedQuestion>(
    `select v.test_id, q.version_id, q.question_id, q.letters, q.options,
       q.correct_answer, q.weight, q.content, ${IS_WRITTEN},
       (select count(*)::int from version_questions i where i.version_id = v.id) as in_version
     from version_questions q join test_versions v on v.id = q.version_id
     where q.content = any($1::text[])
       and exists (select from attempts a where a.test_id = v.test_id and a.version_id = v.id and a.valid)
     order by q.version_id, q.position`,
    [contents],
  );
  return rows.map(withOther);
}

/** Minimum number of children who wrote the same words for teachers to see them. */
const FEWEST_WRITERS = 3;

/**
 * Returns what valid attempts at a test wrote, by question: the most frequent values, and whether they counted as right. A child may write
 * its name or a telephone number: words and long numbers are left out unless several children wrote them.
 */
export function findWritten(
  db: Queryable,
  testId: number,
  most: number,
): Promise<{ questionId: number; text: string; right: boolean; count: number }[]> {
  return db.rows(
    `select question_id, text, "right", count from (
       select w.question_id, coalesce(w.written, '') as text, bool_or(w.selected_answer = q.correct_answer) as "right", count(*)::int as count,
         row_number() over (partition by w.question_id order by count(*) desc, w.written) as place
       from attempts a join answers w on w.attempt_id = a.id join version_questions q on q.version_id = a.version_id and q.question_id = w.question_id
       where a.test_id = $1 and a.valid and w.written is not null group by w.question_id, w.written
       having count(distinct a.child_id) >= ${FEWEST_WRITERS} or coalesce(w.written, '') ~ '^[-0-9 .,/%]{0,8}$') counted
     where place <= $2 order by question_id, place`,
    [testId, most],
  );
}

/** Returns which alternatives of questions with these contents show an error, by their texts without letters. */
export function findErrors(
  db: Queryable,
  contents: readonly string[],
): Promise<{ content: string; words: string; misconception: string }[]> {
  return db.rows(
    'select o.content, o.words, o.misconception from misconception_options o where o.content = any ($1::text[])',
    [contents],
  );
}

/** For each version of a test, the number of valid attempts by points. */
export function findPoints(
  db: Queryable,
  testId: number,
): Promise<{ versionId: number; points: number; attempts: number }[]> {
  return db.rows(
    `select version_id, points, count(*)::int as attempts from attempts
     where test_id = $1 and valid group by version_id, points`,
    [testId],
  );
}

/** A place where a question of the counted test was asked. */
export interface Asked {
  versionId: number;
  questionId: number;
  /** Index of the question in the counted test. */
  place: number;
  /** Whether the version belongs to that test and has all current questions. */
  whole: boolean;
  /** Whether the question was asked in other tests too. */
  shared: boolean;
}

/** What choosing an alternative in that version means now. */
export interface Meaning {
  versionId: number;
  questionId: number;
  letter: string;
  /** The current letter of the alternative. */
  now: string;
  /** Points that it gives now, minus those that it gave. */
  change: number;
}

/** Returns the choices in valid attempts at the versions in which the questions were asked. */
export function findChosen(
  db: Queryable,
  testIds: readonly number[],
  asked: readonly Asked[],
  meanings: readonly Meaning[],
): Promise<ChosenRow[]> {
  return db.rows<ChosenRow>(
    `with asked as materialized (
       select * from jsonb_to_recordset($2::jsonb) as o("versionId" int, "questionId" int, place int, whole boolean, shared boolean)
     ), meant as materialized (
       select * from jsonb_to_recordset($3::jsonb) as m("versionId" int, "questionId" int, letter text, now text, change int)
     ), given as (
       select o.place, a.test_id, o.whole, m.now, a.points, coalesce(m.change, 0) as change, w.response_time,
         o.shared and exists (
           select from attempts earlier join asked other on other."versionId" = earlier.version_id and other.place = o.place
           where earlier.child_id = a.child_id and earlier.valid and earlier.test_id = any($1::int[]) and earlier.id < a.id) as repeated
       from attempts a join asked o on o."versionId" = a.version_id
         left join answers w on w.attempt_id = a.id and w.question_id = o."questionId"
         left join meant m on m."versionId" = a.version_id and m."questionId" = w.question_id and m.letter = w.selected_answer
       where a.test_id = any($1::int[]) and a.valid
     )
     select place, test_id, whole, repeated, now as letter, points, change, count(*)::int as count,
       coalesce(sum(response_time), 0) as seconds, count(response_time)::int as timed
     from given group by 1, 2, 3, 4, 5, 6, 7`,
    [testIds, JSON.stringify(asked), JSON.stringify(meanings)],
  );
}
