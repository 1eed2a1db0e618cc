import type { Queryable } from '../../../server/db/db.ts';
import type { TestDescription } from '../../bank/test-bank/tests.store.ts';
import { ATTEMPT, type AttemptRow } from '../attempts/attempts.store.ts';

export interface PreparedRow extends TestDescription {
  attemptId: number;
  childId: number;
  testId: number;
  versionId: number;
  preparedAt: Date;
  preparedUntil: Date;
  now: Date;
  timeLimit: number;
  presentedBytes: number;
  childName: string;
  childClass: string;
  childCover: number;
  active: boolean;
  questionCount: number;
}

/** Finds reserved tests of this parent's child, or of all children (null), in the order in which they expire. */
export function findPrepared(db: Queryable, userId: number, childId: number | null): Promise<PreparedRow[]> {
  return db.rows<PreparedRow>(
    `select a.id as attempt_id, a.child_id, a.test_id, a.version_id, coalesce(a.prepared_at, a.attempt_date) as prepared_at,
       coalesce(a.prepared_until, a.deadline_at) as prepared_until, now() as now, a.time_limit, v.presented_bytes,
       c.full_name as child_name, c.school_class as child_class, c.cover as child_cover,
       t.discipline, t.theme, t.form, t.school_class, t.description, t.difficulty_level,
       t.evaluation_type, a.duration, t.active, t.question_count
     from attempts a join children c on c.id = a.child_id join tests t on t.id = a.test_id join test_versions v on v.id = a.version_id
     where c.user_id = $1 and ($2::int is null or c.id = $2) and a.state = 'prepared' and a.prepared_until > now()
     order by a.prepared_until, a.id`,
    [userId, childId],
  );
}

export async function isOwnChild(db: Queryable, userId: number, childId: number): Promise<boolean> {
  return (await db.row('select 1 from children where id = $2 and user_id = $1', [userId, childId])) !== undefined;
}

export interface LockedPrepared extends AttemptRow {
  now: Date;
  preparedAt: Date;
  preparedUntil: Date;
  sittingHash: Buffer | null;
}

/**
 * Locks an attempt that was prepared, and its child, as a completion does. Undefined when it was never prepared, does not exist, or belongs
 * to another family.
 */
export function lockPrepared(
  transaction: Queryable,
  attemptId: number,
  userId: number,
): Promise<LockedPrepared | undefined> {
  return transaction.row<LockedPrepared>(
    `select ${ATTEMPT}, now() as now, coalesce(a.prepared_at, a.attempt_date) as prepared_at, coalesce(a.prepared_until, a.deadline_at) as prepared_until, a.sitting_hash
     from attempts a join children c on c.id = a.child_id
     where a.id = $1 and c.user_id = $2 and a.prepared_at is not null
     for update of a for no key update of c`,
    [attemptId, userId],
  );
}

export interface SittingToRecord {
  attemptId: number;
  startedAt: Date;
  hash: Buffer;
  timeConfirmed: boolean;
  device: string | null;
  answers: readonly {
    questionId: number;
    letter: string;
    written: string | null;
    responseTime: number | null;
    timing: Record<string, number | null>;
  }[];
}

/** Writes the sitting of a locked reservation, to be graded in the same transaction. A sitting without an answer ends the reservation. */
export async function recordSitting(transaction: Queryable, sitting: SittingToRecord): Promise<AttemptRow> {
  const row = await transaction.row<AttemptRow>(
    `with given as (
       insert into answers (attempt_id, question_id, selected_answer, written, response_time, first_shown_ms, first_tap_ms, last_tap_ms, visible_ms, changes)
       select :attemptId, question_id, letter, written, response_time, (timing ->> 'firstShownMs')::int, (timing ->> 'firstTapMs')::int, (timing ->> 'lastTapMs')::int,
         (timing ->> 'visibleMs')::int, (timing ->> 'changes')::smallint
       from unnest(:questionIds::int[], :letters::text[], :responseTimes::int[], :timings::jsonb[], :writtens::text[]) as one(question_id, letter, response_time, timing, written)
     )
     update attempts a set offline = true, sitting_hash = :hash, time_confirmed = :timeConfirmed, device = coalesce(:device, a.device),
       attempt_date = :startedAt::timestamptz, deadline_at = :startedAt::timestamptz + make_interval(secs => a.time_limit),
       state = case when cardinality(:questionIds::int[]) = 0 then 'abandoned' else 'provisional' end,
       free_month = case when cardinality(:questionIds::int[]) > 0 then a.free_month end
     where a.id = :attemptId returning ${ATTEMPT}`,
    {
      ...sitting,
      questionIds: sitting.answers.map(({ questionId }) => questionId),
      letters: sitting.answers.map(({ letter }) => letter),
      responseTimes: sitting.answers.map(({ responseTime }) => responseTime),
      timings: sitting.answers.map(({ timing }) => timing),
      writtens: sitting.answers.map(({ written }) => written),
    },
  );
  return row as AttemptRow;
}
