import type { Queryable } from '../../../server/db/db.ts';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';

/**
 * Locks a test against starts of attempts and changes of its questions: an attempt either exists already, or starts after this transaction.
 */
export function lockTestForRegrade(transaction: Queryable, testId: number): Promise<{ id: number } | undefined> {
  return transaction.row('select id from tests where id = $1 for update', [testId]);
}

/** Finds the versions of a test with a question that were given to a child, oldest first. */
export function findVersionsAsked(
  db: Queryable,
  testId: number,
  questionId: number,
): Promise<{ id: number; questions: FrozenQuestion[] }[]> {
  return db.rows(
    `select v.id, v.questions from test_versions v
     where v.test_id = $1 and exists (select 1 from version_questions q where q.version_id = v.id and q.question_id = $2)
       and v.id in (select a.version_id from attempts a where a.test_id = $1 and a.state <> 'abandoned')
     order by v.id`,
    [testId, questionId],
  );
}

/** A test that asks the same question as another one, as a question of its own. */
export interface CopyRow {
  testId: number;
  questionId: number;
  theme: string;
  form: string;
  schoolClass: string;
  question: FrozenQuestion;
}

/** Finds the other tests whose next attempts get a question with the same statement, alternatives and so on, in the order of their ids. */
export function findCopies(db: Queryable, testId: number, questionId: number): Promise<CopyRow[]> {
  return db.rows<CopyRow>(
    `select t.id as test_id, q.question_id, t.theme, t.form, t.school_class, asked.question
     from tests mine join version_questions own on own.version_id = mine.version_id and own.question_id = $2
       join version_questions q on q.content = own.content join tests t on t.version_id = q.version_id and t.id <> mine.id
       join test_versions v on v.id = q.version_id
       cross join lateral (
         select question from jsonb_array_elements(v.questions) as one(question) where (question ->> 'id')::int = q.question_id
       ) asked
     where mine.id = $1 order by t.id, q.position`,
    [testId, questionId],
  );
}

export interface AttemptToRegrade {
  id: number;
  childId: number;
  versionId: number;
  completed: boolean;
  /** Whether it has no mark, because its deadline ended it before half of it was answered. */
  interrupted: boolean;
  score: number | null;
  points: number | null;
  correct: number | null;
}

const TO_REGRADE = `a.id, a.child_id, a.version_id, a.completed, a.interrupted, a.total_score as score, a.points, a.correct_answers as correct`;

/** Returns the next attempts at some versions of a test, in the order in which they began. */
export function findNextAttempts(
  db: Queryable,
  testId: number,
  versionIds: readonly number[],
  page: { after: number; most: number },
): Promise<AttemptToRegrade[]> {
  return db.rows(`${NEXT_ATTEMPTS}`, [testId, versionIds, page.after, page.most]);
}

/** Returns the same, locked against answers and completions. */
export function lockNextAttempts(
  transaction: Queryable,
  testId: number,
  versionIds: readonly number[],
  page: { after: number; most: number },
): Promise<AttemptToRegrade[]> {
  return transaction.rows(`${NEXT_ATTEMPTS} for update`, [testId, versionIds, page.after, page.most]);
}

const NEXT_ATTEMPTS = `select ${TO_REGRADE} from attempts a
     where a.test_id = $1 and a.version_id = any($2::int[]) and a.state <> 'abandoned' and a.id > $3 order by a.id limit $4`;

/** Locks the children of attempts, in order. Like in a completion, this comes after locking the attempts. */
export function lockChildren(transaction: Queryable, childIds: readonly number[]): Promise<{ id: number }[]> {
  return transaction.rows('select id from children where id = any($1::int[]) order by id for no key update', [
    childIds,
  ]);
}

/** Returns the number of attempts at some versions of a test. */
export async function countAttemptsAt(db: Queryable, testId: number, versionIds: readonly number[]): Promise<number> {
  const row = await db.row<{ attempts: number }>(
    `select count(*) as attempts from attempts where test_id = $1 and version_id = any($2::int[]) and state <> 'abandoned'`,
    [testId, versionIds],
  );
  return row?.attempts ?? 0;
}

export function findAnswersOf(
  db: Queryable,
  attemptIds: readonly number[],
): Promise<{ attemptId: number; questionId: number; selectedAnswer: string; written: string | null }[]> {
  return db.rows(
    `select attempt_id, question_id, selected_answer, written
     from answers where attempt_id = any($1::int[])`,
    [attemptIds],
  );
}

/** A completed attempt at a corrected question, with its mark before and after, even if they are equal. */
export interface RegradeMark {
  attemptId: number;
  oldVersionId: number;
  newVersionId: number;
  oldScore: number;
  newScore: number;
  oldPoints: number | null;
  newPoints: number;
  oldCorrect: number;
  newCorrect: number;
  newIncorrect: number;
}

export interface Regrade {
  testId: number;
  questionId: number;
  oldKeys: readonly string[];
  newKey: string;
  reason: string;
  userId: number;
}

export async function insertRegrade(transaction: Queryable, regrade: Regrade): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into regrades (test_id, question_id, old_keys, new_key, reason, user_id) values (:testId, :questionId, :oldKeys, :newKey, :reason, :userId) returning id`,
    regrade,
  );
  return (row as { id: number }).id;
}

/**
 * Sets the corrected version of attempts. For each completed one the marks before and after are stored; those whose mark differs are
 * updated, with an outbox row for each.
 */
export function updateRegraded(
  transaction: Queryable,
  regradeId: number,
  moves: readonly { attemptId: number; versionId: number }[],
  marks: readonly RegradeMark[],
): Promise<number> {
  return transaction.count(
    `with moved as (
       select * from unnest($2::int[], $3::int[]) as m(id, version_id)
     ), given as (
       select *, "oldScore" <> "newScore" or "oldCorrect" <> "newCorrect" as changed
       from jsonb_to_recordset($4::jsonb) as g("attemptId" int, "oldVersionId" int, "newVersionId" int, "oldScore" smallint, "newScore" smallint,
         "oldPoints" smallint, "newPoints" smallint, "oldCorrect" smallint, "newCorrect" smallint, "newIncorrect" smallint)
     ), kept as (
       insert into regrade_marks (regrade_id, attempt_id, old_version_id, new_version_id, old_score, new_score, old_points, new_points, old_correct, new_correct)
       select $1, "attemptId", "oldVersionId", "newVersionId", "oldScore", "newScore", "oldPoints", "newPoints", "oldCorrect", "newCorrect" from given
     ), marked as (
       update attempts a set version_id = moved.version_id,
         total_score = case when g.changed then g."newScore" else a.total_score end, points = case when g.changed then g."newPoints" else a.points end,
         correct_answers = case when g.changed then g."newCorrect" else a.correct_answers end,
         incorrect_answers = case when g.changed then g."newIncorrect" else a.incorrect_answers end
       from moved left join given g on g."attemptId" = moved.id where a.id = moved.id
     )
     insert into outbox (kind, payload)
     select 'attempt-regraded', jsonb_build_object('regradeId', $1::int, 'attemptId', "attemptId") from given where changed order by "attemptId"`,
    [
      regradeId,
      moves.map(({ attemptId }) => attemptId),
      moves.map(({ versionId }) => versionId),
      JSON.stringify(marks),
    ],
  );
}
