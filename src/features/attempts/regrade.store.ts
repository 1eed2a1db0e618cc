import type { Queryable } from '../../server/db.ts';
import type { FrozenQuestion } from '../tests/tests.rules.ts';

/**
 * Locks a test against attempts being started and its questions being changed: an attempt is either here already, or is
 * started after this transaction.
 */
export function lockTestForRegrade(transaction: Queryable, testId: number): Promise<{ id: number } | undefined> {
  return transaction.row('select id from tests where id = $1 for update', [testId]);
}

/** The versions of a test that hold a question and that somebody was asked, oldest first. */
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

export interface AttemptToRegrade {
  id: number;
  childId: number;
  versionId: number;
  completed: boolean;
  score: number | null;
  points: number | null;
  correct: number | null;
}

const TO_REGRADE = `a.id, a.child_id as "childId", a.version_id as "versionId", a.completed, a.total_score as score, a.points, a.correct_answers as correct`;

/** Attempts at some versions of a test, as they are. */
export function findAttemptsAt(
  db: Queryable,
  testId: number,
  versionIds: readonly number[],
): Promise<AttemptToRegrade[]> {
  return db.rows(
    `select ${TO_REGRADE} from attempts a
     where a.test_id = $1 and a.version_id = any($2::int[]) and a.state <> 'abandoned' order by a.id`,
    [testId, versionIds],
  );
}

/** The same, locked against answers and completions: attempts first and their children after, as a completion does. */
export async function lockAttemptsAt(
  transaction: Queryable,
  testId: number,
  versionIds: readonly number[],
): Promise<AttemptToRegrade[]> {
  const attempts = await transaction.rows<AttemptToRegrade>(
    `select ${TO_REGRADE} from attempts a
     where a.test_id = $1 and a.version_id = any($2::int[]) and a.state <> 'abandoned' order by a.id for update`,
    [testId, versionIds],
  );
  await transaction.rows('select id from children where id = any($1::int[]) order by id for no key update', [
    attempts.map(({ childId }) => childId),
  ]);
  return attempts;
}

export function findAnswersOf(
  db: Queryable,
  attemptIds: readonly number[],
): Promise<{ attemptId: number; questionId: number; selectedAnswer: string }[]> {
  return db.rows(
    `select attempt_id as "attemptId", question_id as "questionId", selected_answer as "selectedAnswer"
     from answers where attempt_id = any($1::int[])`,
    [attemptIds],
  );
}

/** Gives attempts another version; whose mark depends on it is marked anew in the same transaction. */
export function updateVersions(
  transaction: Queryable,
  moves: readonly { attemptId: number; versionId: number }[],
): Promise<number> {
  return transaction.count(
    `update attempts a set version_id = moved.version_id from unnest($1::int[], $2::int[]) as moved(attempt_id, version_id)
     where a.id = moved.attempt_id`,
    [moves.map(({ attemptId }) => attemptId), moves.map(({ versionId }) => versionId)],
  );
}

/** A completed attempt at a corrected question, with its mark before and after, be it the same. */
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

/**
 * Keeps a regrade with every completed attempt that it concerns, marks anew those whose mark comes out otherwise, and
 * leaves word of each of these in the outbox.
 */
export async function insertRegrade(
  transaction: Queryable,
  regrade: Regrade,
  marks: readonly RegradeMark[],
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into regrades (test_id, question_id, old_keys, new_key, reason, user_id) values ($1, $2, $3, $4, $5, $6) returning id`,
    [regrade.testId, regrade.questionId, regrade.oldKeys, regrade.newKey, regrade.reason, regrade.userId],
  );
  const { id } = row as { id: number };
  await transaction.count(
    `with given as (
       select *, "oldScore" <> "newScore" or "oldCorrect" <> "newCorrect" as changed
       from jsonb_to_recordset($2::jsonb) as g("attemptId" int, "oldVersionId" int, "newVersionId" int, "oldScore" smallint, "newScore" smallint,
         "oldPoints" smallint, "newPoints" smallint, "oldCorrect" smallint, "newCorrect" smallint, "newIncorrect" smallint)
     ), kept as (
       insert into regrade_marks (regrade_id, attempt_id, old_version_id, new_version_id, old_score, new_score, old_points, new_points, old_correct, new_correct)
       select $1, "attemptId", "oldVersionId", "newVersionId", "oldScore", "newScore", "oldPoints", "newPoints", "oldCorrect", "newCorrect" from given
     ), marked as (
       update attempts a set total_score = g."newScore", points = g."newPoints", correct_answers = g."newCorrect", incorrect_answers = g."newIncorrect"
       from given g where a.id = g."attemptId" and g.changed
     )
     insert into outbox (kind, payload)
     select 'attempt-regraded', jsonb_build_object('regradeId', $1::int, 'attemptId', "attemptId") from given where changed order by "attemptId"`,
    [id, JSON.stringify(marks)],
  );
  return id;
}
