import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline, TestClass, TestKind } from '../../../shared/words.ts';
import { HOLDS_PLACE, PLACE_HELD } from '../../money/plans/covered.store.ts';
import { ATTEMPT, type AttemptRow, type AttemptToBegin } from './attempts.store.ts';

/** A printed sheet that is waiting, was graded, or has expired. */
export interface PrintedRow extends AttemptRow {
  now: Date;
  fullName: string;
  cover: number;
  discipline: Discipline;
  theme: string;
  form: string;
  schoolClass: TestClass;
  kind: TestKind;
}

/** Finds the sheet of a family for a child and test that has not been photographed yet. */
export function findPrinted(db: Queryable, childId: number, testId: number): Promise<AttemptRow | undefined> {
  return db.row<AttemptRow>(
    `select ${ATTEMPT} from attempts a where a.child_id = $1 and a.test_id = $2 and a.state = 'printed' and a.deadline_at > now()`,
    [childId, testId],
  );
}

const SHEETS = `select ${ATTEMPT}, now() as now, c.full_name, c.cover, a.discipline, t.theme, t.form,
       a.school_class, a.kind
     from attempts a join children c on c.id = a.child_id join tests t on t.id = a.test_id`;

/** Finds an attempt on paper by its number. @returns undefined if it belongs to another family or is not on paper. */
export function findSheet(db: Queryable, userId: number, attemptId: number): Promise<PrintedRow | undefined> {
  return db.row<PrintedRow>(`${SHEETS} where a.id = $2 and c.user_id = $1 and a.printed_at is not null`, [
    userId,
    attemptId,
  ]);
}

/** Finds the sheets of a family that are waiting to be graded, the last printed first. */
export function findWaitingSheets(db: Queryable, userId: number): Promise<PrintedRow[]> {
  return db.rows<PrintedRow>(
    `${SHEETS} where c.user_id = $1 and a.state = 'printed' and a.deadline_at > now() order by a.printed_at desc, a.id desc`,
    [userId],
  );
}

/** Number of days for which a printed sheet is valid. */
const SHEET_DAYS = 60;

/** Reserves an attempt for a sheet. @returns undefined if another call was faster, or if the test has another version by now. */
export function insertPrinted(db: Queryable, attempt: AttemptToBegin): Promise<AttemptRow | undefined> {
  return db.row<AttemptRow>(
    `with ${PLACE_HELD(':childId', ':holdsPlaceOf')}
     insert into attempts as a (child_id, test_id, version_id, discipline, school_class, time_limit, deadline_at, device, free_month, state, printed_at, duration, kind)
     select :childId::int, t.id, :versionId::int, :discipline::text, :schoolClass::text, :timeLimit::int, now() + make_interval(days => :SHEET_DAYS::int), :device::text, :freeMonth::date, 'printed', now(), :duration::smallint, t.kind
     from (select id, kind from tests where id = :testId and version_id = :currentVersionId and ${HOLDS_PLACE(':holdsPlaceOf')} for key share) t
     on conflict do nothing
     returning ${ATTEMPT}`,
    { ...attempt, SHEET_DAYS },
  );
}

/** Ends expired sheets of one child, or of all (null): the month's free test is available again. */
export function lapsePrinted(db: Queryable, childId: number | null): Promise<number> {
  return db.count(
    `update attempts set state = 'abandoned', finished_at = deadline_at, free_month = null
     where id in (
       select id from attempts where state = 'printed' and deadline_at <= now() and ($1::int is null or child_id = $1)
       order by id limit 1000 for update skip locked)`,
    [childId],
  );
}

/** Stores the answers read from a locked sheet, and sets the time of the reading as the attempt's time. */
export async function insertPrintedAnswers(
  transaction: Queryable,
  attemptId: number,
  answers: readonly { questionId: number; selectedAnswer: string }[],
): Promise<AttemptRow> {
  const row = await transaction.row<AttemptRow>(
    `with given as (
       insert into answers (attempt_id, question_id, selected_answer)
       select $1, question_id, selected_answer from unnest($2::int[], $3::text[]) as given(question_id, selected_answer)
     )
     update attempts a set attempt_date = now(), deadline_at = now() + make_interval(secs => a.time_limit) where a.id = $1 returning ${ATTEMPT}`,
    [attemptId, answers.map(({ questionId }) => questionId), answers.map(({ selectedAnswer }) => selectedAnswer)],
  );
  return row as AttemptRow;
}
