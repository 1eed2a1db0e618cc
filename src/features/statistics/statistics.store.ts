import type { Queryable } from '../../server/db.ts';
import type { Discipline, TestClass } from '../../shared/words.ts';

/** One question of one version of a test, as attempts at it were scored. */
export interface VersionQuestion {
  versionId: number;
  questionId: number;
  letters: string[];
  options: string[];
  correctAnswer: string;
  weight: number;
  /** What a child sees of it, as a hash: statement, passage, alternatives, figure. */
  content: string;
  /** The letter in the bank of each alternative, where the version has them in another order. */
  bankLetters: string[] | null;
}

export interface CountableTest {
  discipline: Discipline;
  theme: string;
  schoolClass: TestClass;
  /** The version that the next attempt gets; null without questions. */
  versionId: number | null;
}

/** A test whose attempts are to be counted; nothing when it is not there. */
export function findCountable(db: Queryable, testId: number): Promise<CountableTest | undefined> {
  return db.row<CountableTest>(
    'select discipline, theme, school_class as "schoolClass", version_id as "versionId" from tests where id = $1',
    [testId],
  );
}

/** The questions of all versions of a test. */
export function findVersionQuestions(db: Queryable, testId: number): Promise<VersionQuestion[]> {
  return db.rows<VersionQuestion>(
    `select q.version_id as "versionId", q.question_id as "questionId", q.letters, q.options, q.correct_answer as "correctAnswer", q.weight,
       q.content, q.bank_letters as "bankLetters"
     from test_versions v join version_questions q on q.version_id = v.id where v.test_id = $1 order by q.version_id, q.position`,
    [testId],
  );
}

/** How many valid attempts at a test ended with how many points, by version. */
export function findPoints(
  db: Queryable,
  testId: number,
): Promise<{ versionId: number; points: number; attempts: number }[]> {
  return db.rows(
    `select version_id as "versionId", points, count(*)::int as attempts from attempts
     where test_id = $1 and valid group by version_id, points`,
    [testId],
  );
}

export interface ChosenRow {
  versionId: number;
  questionId: number;
  /** As the version has it. */
  letter: string;
  count: number;
  top: number;
  middle: number;
  bottom: number;
  /** Sum of the points of those who chose it. */
  pointSum: number;
  seconds: number;
  timed: number;
}

/** Who chose what, over the valid attempts at these versions, added up. `top` and `middle` are where the thirds begin. */
export function findChosen(
  db: Queryable,
  testId: number,
  versionIds: readonly number[],
  thirds: { top: number; middle: number },
): Promise<ChosenRow[]> {
  return db.rows<ChosenRow>(
    `select a.version_id as "versionId", w.question_id as "questionId", w.selected_answer as letter,
       count(*)::int as count, (count(*) filter (where a.points >= $3))::int as top,
       (count(*) filter (where a.points < $3 and a.points >= $4))::int as middle, (count(*) filter (where a.points < $3 and a.points < $4))::int as bottom,
       sum(a.points) as "pointSum", coalesce(sum(w.response_time), 0) as seconds, count(w.response_time)::int as timed
     from attempts a join answers w on w.attempt_id = a.id
     where a.test_id = $1 and a.valid and a.version_id = any($2::int[])
     group by 1, 2, 3`,
    [testId, versionIds, thirds.top, thirds.middle],
  );
}
