import type { Queryable } from '../../../server/db/db.ts';
import { USUAL_DURATION } from '../../../shared/durations.ts';
import type {
  ChildClass,
  Difficulty,
  Discipline,
  EvaluationType,
  PlanId,
  TestClass,
  TestKind,
} from '../../../shared/words.ts';
import type { TestDescription } from '../../bank/test-bank/tests.store.ts';
import { COVER_RANK, COVER_USED_AT, HOLDS_PLACE, PLACE_HELD } from '../../money/plans/covered.store.ts';
import type { AttemptState } from './attempts.contract.ts';
import { ANSWER_GRACE_SECONDS, PROVISIONAL_SECONDS } from './attempts.rules.ts';
import { COUNTS } from './counting.store.ts';
import type { Effort } from './effort.rules.ts';
import { freeTestBack } from './free-test.store.ts';

export interface AttemptRow {
  id: number;
  childId: number;
  testId: number;
  versionId: number;
  attemptDate: Date;
  deadlineAt: Date;
  /** In seconds, including the child's extended time. */
  timeLimit: number;
  /** Minutes of its version, for a child without extended time. */
  duration: number;
  state: AttemptState;
  completed: boolean;
  late: boolean;
  interrupted: boolean;
  /** Whether it was taken without network, and whether its times are reliable; the latter is null for all others. */
  offline: boolean;
  timeConfirmed: boolean | null;
  /** When its sheet was printed; null for an attempt on a screen. */
  printedAt: Date | null;
  totalScore: number | null;
  timeSpent: number | null;
  correctAnswers: number | null;
  incorrectAnswers: number | null;
  humanEvaluator: boolean;
  device: string | null;
}

/** Columns of an attempt `a`, for this store and for later features that read attempts. */
export const ATTEMPT = `a.id, a.child_id, a.test_id, a.version_id, a.attempt_date,
  a.deadline_at, a.time_limit, a.duration, a.state, a.completed, a.late, a.interrupted, a.offline, a.time_confirmed, a.printed_at, a.total_score, a.time_spent,
  a.correct_answers, a.incorrect_answers, a.human_evaluator, a.device`;

export interface StartContext {
  now: Date;
  child: {
    id: number;
    active: boolean;
    fullName: string;
    schoolClass: ChildClass;
    extendedTime: 30 | 60 | null;
    cover: number;
  };
  /** The child's position in the family's plan; null if the child is archived. */
  rank: number | null;
  /** When the child last started a test under the plan. */
  coverUsedAt: Date | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  test: TestFields | null;
  /** The attempt in progress or reserved; for a reserved one `deadlineAt` is the end of the reservation. */
  openAttempt: AttemptRow | null;
  /** The version that `GET /api/tests/:id` shows the family because of an open attempt; null if there is none. */
  shownVersionId: number | null;
  /** State of the attempt that an earlier try of the same call started; null if there was none. */
  startedBefore: AttemptState | null;
}

interface TestFields extends TestDescription {
  id: number;
  active: boolean;
  versionId: number | null;
  questionCount: number;
  shuffle: boolean;
  kind: TestKind;
}

/**
 * SQL for the version of the attempt that a family has open at a test, the one that began last; null if there is none.
 *
 * @param userId and testId are SQL expressions.
 */
const SHOWN_VERSION = (userId: string, testId: string) =>
  `(select shown.version_id from attempts shown join children family on family.id = shown.child_id
       where family.user_id = ${userId} and shown.test_id = ${testId} and shown.state = 'open' and shown.deadline_at >= now() - interval '${ANSWER_GRACE_SECONDS} seconds'
       order by shown.attempt_date desc, shown.id desc limit 1)`;

/** Finds the version of the attempt that a family has open at a test. */
export async function findShownVersion(db: Queryable, userId: number, testId: number): Promise<number | null> {
  const row = await db.row<{ versionId: number | null }>(`select ${SHOWN_VERSION('$1', '$2')} as version_id`, [
    userId,
    testId,
  ]);
  return row?.versionId ?? null;
}

/**
 * Finds everything that decides whether this parent's child may start this test now. @returns undefined if the child is not this parent's.
 */
export async function findStartContext(
  db: Queryable,
  userId: number,
  childId: number,
  testId: number,
  clientId: string | null,
): Promise<StartContext | undefined> {
  const row = await db.row<StartRow>(
    `select now() as now, c.id as c_id, c.active as c_active, c.full_name as c_full_name, c.school_class as c_class, c.extended_time as c_extended, c.cover as c_cover,
       ${COVER_RANK} as rank, ${COVER_USED_AT} as cover_used_at,
       u.subscription_type, u.subscription_end,
       t.id as t_id, t.active as t_active, t.version_id as t_version, t.discipline as t_discipline, t.theme as t_theme, t.form as t_form, t.school_class as t_class,
       t.description as t_description, t.difficulty_level as t_difficulty, t.evaluation_type as t_evaluation, t.question_count as t_questions, v.duration as t_duration, t.shuffle as t_shuffle, t.kind as t_kind,
       ${SHOWN_VERSION('$1', '$3')} as shown_version_id,
       (select before.state from attempts before where before.child_id = c.id and before.client_id = $4) as started_before,
       ${ATTEMPT}
     from children c join users u on u.id = c.user_id
       left join tests t on t.id = $3
       left join test_versions v on v.id = t.version_id
       left join attempts a on a.child_id = c.id and a.test_id = t.id and a.state in ('open', 'prepared')
     where c.id = $2 and c.user_id = $1`,
    [userId, childId, testId, clientId],
  );
  if (!row) return undefined;
  return {
    now: row.now,
    child: {
      id: row.cId,
      active: row.cActive,
      fullName: row.cFullName,
      schoolClass: row.cClass,
      extendedTime: row.cExtended,
      cover: row.cCover,
    },
    rank: row.rank,
    coverUsedAt: row.coverUsedAt,
    subscriptionType: row.subscriptionType,
    subscriptionEnd: row.subscriptionEnd,
    test:
      row.tId === null
        ? null
        : {
            id: row.tId,
            active: row.tActive,
            versionId: row.tVersion,
            discipline: row.tDiscipline,
            theme: row.tTheme,
            form: row.tForm,
            schoolClass: row.tClass,
            description: row.tDescription,
            difficultyLevel: row.tDifficulty,
            evaluationType: row.tEvaluation,
            // A test without questions has no version and cannot be started.
            duration: row.tDuration ?? USUAL_DURATION,
            questionCount: row.tQuestions,
            shuffle: row.tShuffle,
            kind: row.tKind,
          },
    openAttempt: row.id === null ? null : (row as AttemptRow),
    shownVersionId: row.shownVersionId,
    startedBefore: row.startedBefore,
  };
}

interface StartRow extends Omit<AttemptRow, 'id'> {
  id: number | null;
  now: Date;
  cId: number;
  cActive: boolean;
  cFullName: string;
  cClass: ChildClass;
  cExtended: 30 | 60 | null;
  cCover: number;
  rank: number | null;
  coverUsedAt: Date | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  tId: number | null;
  tActive: boolean;
  tVersion: number | null;
  tDiscipline: Discipline;
  tTheme: string;
  tForm: string;
  tClass: TestClass;
  tDescription: string | null;
  tDifficulty: Difficulty;
  tEvaluation: EvaluationType;
  tQuestions: number;
  tDuration: number | null;
  tShuffle: boolean;
  tKind: TestKind;
  shownVersionId: number | null;
  startedBefore: AttemptState | null;
}

export interface AttemptToBegin {
  childId: number;
  testId: number;
  versionId: number;
  discipline: string;
  schoolClass: string;
  clientId: string | null;
  timeLimit: number;
  duration: number;
  device: string | null;
  /** The month whose free test this attempt uses up; null if the plan has no limit. */
  freeMonth: string | null;
  /** The version that its test must still have when the row is inserted. */
  currentVersionId: number;
  /** If set, the attempt is reserved for this number of days instead of begun. */
  preparedDays?: number;
  freeRehearsal: boolean;
  /** The number of children that the plan covers, if this start makes the child hold its place; otherwise null. */
  holdsPlaceOf: number | null;
}

/**
 * Inserts an attempt, open or prepared. The lock waits for a running regrade of the test: an attempt either exists when a regrade looks for
 * those to correct, or begins with the corrected key.
 *
 * @returns undefined if an attempt is already open or prepared, the free test is used up, the `clientId` is known, the child no longer has
 * a place in the plan, or the test has another version by now.
 */
export function insertAttempt(
  db: Queryable,
  attempt: AttemptToBegin,
): Promise<(AttemptRow & { now: Date }) | undefined> {
  return db.row(
    `with ${PLACE_HELD(':childId', ':holdsPlaceOf')}
     insert into attempts as a (child_id, test_id, version_id, discipline, school_class, client_id, time_limit, deadline_at, device, free_month,
       state, prepared_at, prepared_until, duration, kind)
     select :childId::int, t.id, :versionId::int, :discipline::text, :schoolClass::text, :clientId::uuid, :timeLimit::int,
       now() + coalesce(make_interval(days => :preparedDays::int), make_interval(secs => :timeLimit::int)), :device::text, :freeMonth::date,
       case when :preparedDays::int is null then 'open' else 'prepared' end, case when :preparedDays::int is not null then now() end, now() + make_interval(days => :preparedDays::int), :duration::smallint, t.kind
     from (select id, kind from tests where id = :testId and version_id = :currentVersionId and ${HOLDS_PLACE(':holdsPlaceOf')} for key share) t
     on conflict do nothing
     returning ${ATTEMPT}, now() as now`,
    { ...attempt, preparedDays: attempt.preparedDays ?? null },
  );
}

export interface LockedAttempt extends AttemptRow {
  now: Date;
  discipline: string;
  schoolClass: string;
}

/**
 * Locks an attempt in order to complete it, against answers that are still arriving, and locks its child, against the completion of another
 * attempt of the same child.
 *
 * @param userId the parent who owns the attempt; null if the server itself completes it.
 * @returns undefined if the attempt does not exist or belongs to another family.
 */
export function lockAttempt(
  transaction: Queryable,
  attemptId: number,
  userId: number | null,
): Promise<LockedAttempt | undefined> {
  return transaction.row<LockedAttempt>(
    `select ${ATTEMPT}, a.discipline, a.school_class, now() as now
     from attempts a join children c on c.id = a.child_id
     where a.id = $1 and ($2::int is null or c.user_id = $2)
     for update of a for no key update of c`,
    [attemptId, userId],
  );
}

/** How a child worked on an attempt, as the device measured it. */
export interface AttemptWork {
  /** Questions in the order in which they were first shown. */
  shown: readonly number[] | null;
  awayTimes: number | null;
  awayMs: number | null;
  /** How often a passage in a reading test was read aloud as help. */
  textsHeard: number | null;
  /** When the child was asked to read calmly, in milliseconds since the start. */
  pausedAtMs: number | null;
}

export interface Completion {
  effort: Pick<Effort, 'level' | 'quick' | 'slowestQuickMs'> & { quickQuestions: readonly number[] };
  work: AttemptWork;
  attemptId: number;
  points: number;
  possible: number;
  percentage: number;
  correct: number;
  incorrect: number;
  /** Whether any question was answered. */
  answered: boolean;
  interrupted: boolean;
  /** When the attempt ended: never after the deadline. */
  finishedAt: Date;
  schoolYear: number;
  trimester: number;
  event: Record<string, unknown>;
}

/** Completes an attempt, adds it to the child's aggregation if it counts, and writes an event to the outbox, in one statement. */
export async function completeAttempt(transaction: Queryable, completion: Completion): Promise<AttemptRow> {
  const row = await transaction.row<AttemptRow>(
    `with done as (
       update attempts a set state = 'completed', completed = true, points = :points, points_possible = :possible, total_score = :percentage, correct_answers = :correct,
         incorrect_answers = :incorrect, finished_at = :finishedAt,
         time_spent = least(greatest(extract(epoch from :finishedAt - a.attempt_date)::int, 0), a.time_limit),
         interrupted = :interrupted, free_returned = back.month, effort = :level, quick_answers = :quick, quick_ms = :slowestQuickMs, quick_questions = :quickQuestions, shown = :shown, away_times = :awayTimes, away_ms = :awayMs, texts_heard = :textsHeard, paused_at_ms = :pausedAtMs,
         free_month = case when :answered and back.month is null then a.free_month end,
         valid = :answered and not :interrupted and a.kind = 'theme' and not a.late and not a.offline and a.printed_at is null and a.time_limit = a.duration * 60 and :level <> 'low'
           and not exists (select 1 from attempts earlier where earlier.child_id = a.child_id and earlier.test_id = a.test_id and earlier.completed)
       from children c, attempts before left join lateral (select ${freeTestBack('before')} as month where :answered and :interrupted and before.kind = 'theme') back on true
       where a.id = :attemptId and before.id = a.id and c.id = a.child_id
       returning a.*
     ), counted as (
       insert into performance_aggregations as p (child_id, school_year, trimester, school_class, discipline, tests_completed, score_sum, correct_sum,
         question_sum, total_time_spent, last_evaluation_date, average_score, average_correct_answers)
       select child_id, :schoolYear, :trimester, school_class, discipline, 1, total_score, correct_answers, correct_answers + incorrect_answers, time_spent, finished_at, total_score, correct_answers
       from done a where ${COUNTS}
       on conflict (child_id, school_year, trimester, school_class, discipline) do update set
         tests_completed = p.tests_completed + 1, score_sum = p.score_sum + excluded.score_sum, correct_sum = p.correct_sum + excluded.correct_sum,
         question_sum = p.question_sum + excluded.question_sum, total_time_spent = p.total_time_spent + excluded.total_time_spent,
         last_evaluation_date = greatest(p.last_evaluation_date, excluded.last_evaluation_date),
         average_score = round((p.score_sum + excluded.score_sum)::numeric / (p.tests_completed + 1), 2),
         average_correct_answers = round((p.correct_sum + excluded.correct_sum)::numeric / (p.tests_completed + 1), 2)
     ), told as (
       insert into outbox (kind, payload) values ('attempt-completed', :event)
     )
     select ${ATTEMPT} from done a`,
    {
      ...completion,
      event: JSON.stringify(completion.event),
      level: completion.effort.level,
      quick: completion.effort.quick,
      slowestQuickMs: completion.effort.slowestQuickMs === null ? null : Math.round(completion.effort.slowestQuickMs),
      shown: completion.work.shown,
      awayTimes: completion.work.awayTimes,
      awayMs: completion.work.awayMs,
      textsHeard: completion.work.textsHeard,
      quickQuestions: completion.effort.quickQuestions,
      pausedAtMs: completion.work.pausedAtMs,
    },
  );
  return row as AttemptRow;
}

/** Ends an attempt without any answer: it is not counted, and the month's free test is available again. */
export async function abandonAttempt(transaction: Queryable, attemptId: number): Promise<AttemptRow> {
  const row = await transaction.row<AttemptRow>(
    `update attempts a set state = 'abandoned', finished_at = a.deadline_at, free_month = null where a.id = $1 returning ${ATTEMPT}`,
    [attemptId],
  );
  return row as AttemptRow;
}

/** Closes attempts past their deadline and grace period, of all children or of one; they become provisional. */
export function closeOverdue(db: Queryable, childId: number | null = null): Promise<number> {
  return db.count(
    `update attempts set state = 'provisional', finished_at = deadline_at
     where id in (
       select id from attempts
       where state = 'open' and deadline_at < now() - interval '${ANSWER_GRACE_SECONDS} seconds' and ($1::int is null or child_id = $1)
       order by deadline_at limit 1000 for update skip locked)`,
    [childId],
  );
}

/** Returns the version that an attempt asks, or undefined if there is no such attempt. */
export async function findVersionId(db: Queryable, attemptId: number): Promise<number | undefined> {
  const row = await db.row<{ versionId: number }>('select version_id from attempts where id = $1', [attemptId]);
  return row?.versionId;
}

export async function findChildOfAttempt(db: Queryable, attemptId: number): Promise<number | undefined> {
  const row = await db.row<{ childId: number }>('select child_id from attempts where id = $1', [attemptId]);
  return row?.childId;
}

/** Finds provisional attempts whose 24 hours are over. */
export function findSettled(db: Queryable, most: number): Promise<{ id: number }[]> {
  return db.rows(
    `select id from attempts where state = 'provisional' and deadline_at < now() - interval '${PROVISIONAL_SECONDS + ANSWER_GRACE_SECONDS} seconds' order by deadline_at limit $1`,
    [most],
  );
}
