import type { Queryable } from '../../server/db.ts';
import type { ChildClass, Difficulty, Discipline, EvaluationType, PlanId, TestClass } from '../../shared/words.ts';
import { COVER_RANK, COVER_USED_AT } from '../plans/covered.store.ts';
import { THIS_MONTH, USES_FREE_TEST } from './catalogue.store.ts';

export interface AttemptRow {
  id: number;
  childId: number;
  testId: number;
  versionId: number;
  attemptDate: Date;
  deadlineAt: Date;
  timeLimit: number;
  state: 'open' | 'provisional' | 'completed' | 'abandoned';
  completed: boolean;
  late: boolean;
  totalScore: number | null;
  timeSpent: number | null;
  correctAnswers: number | null;
  incorrectAnswers: number | null;
  humanEvaluator: boolean;
  device: string | null;
}

/** Columns of an attempt `a`, for this store and for those that read attempts later on. */
export const ATTEMPT = `a.id, a.child_id as "childId", a.test_id as "testId", a.version_id as "versionId", a.attempt_date as "attemptDate",
  a.deadline_at as "deadlineAt", a.time_limit as "timeLimit", a.state, a.completed, a.late, a.total_score as "totalScore", a.time_spent as "timeSpent",
  a.correct_answers as "correctAnswers", a.incorrect_answers as "incorrectAnswers", a.human_evaluator as "humanEvaluator", a.device`;

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
  /** The child's place in the family's plan; null when archived. */
  rank: number | null;
  /** When the child last started a test under the plan. */
  coverUsedAt: Date | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  test: TestFields | null;
  /** Attempts of this discipline this month that use up the free test. */
  usedThisMonth: number;
  openAttempt: AttemptRow | null;
  /** What became of the attempt that this very call started before; null when it did not. */
  startedBefore: AttemptRow['state'] | null;
}

interface TestFields {
  id: number;
  active: boolean;
  versionId: number | null;
  discipline: Discipline;
  theme: string;
  schoolClass: TestClass;
  description: string | null;
  difficultyLevel: Difficulty;
  evaluationType: EvaluationType;
  questionCount: number;
  shuffle: boolean;
}

/** Everything that decides whether this parent's child may start this test, as it is now; nothing when the child is not theirs. */
export async function findStartContext(
  db: Queryable,
  userId: number,
  childId: number,
  testId: number,
  clientId: string | null,
): Promise<StartContext | undefined> {
  const row = await db.row<StartRow>(
    `select now() as now, c.id as "cId", c.active as "cActive", c.full_name as "cFullName", c.school_class as "cClass", c.extended_time as "cExtended", c.cover as "cCover",
       ${COVER_RANK} as rank, ${COVER_USED_AT} as "coverUsedAt",
       u.subscription_type as "subscriptionType", u.subscription_end as "subscriptionEnd",
       t.id as "tId", t.active as "tActive", t.version_id as "tVersion", t.discipline as "tDiscipline", t.theme as "tTheme", t.school_class as "tClass",
       t.description as "tDescription", t.difficulty_level as "tDifficulty", t.evaluation_type as "tEvaluation", t.question_count as "tQuestions", t.shuffle as "tShuffle",
       (select count(*) from attempts used where used.child_id = c.id and used.discipline = t.discipline
          and used.attempt_date >= ${THIS_MONTH} and ${USES_FREE_TEST}) as used,
       (select before.state from attempts before where before.child_id = c.id and before.client_id = $4) as "startedBefore",
       ${ATTEMPT}
     from children c join users u on u.id = c.user_id
       left join tests t on t.id = $3
       left join attempts a on a.child_id = c.id and a.test_id = t.id and a.state = 'open'
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
            schoolClass: row.tClass,
            description: row.tDescription,
            difficultyLevel: row.tDifficulty,
            evaluationType: row.tEvaluation,
            questionCount: row.tQuestions,
            shuffle: row.tShuffle,
          },
    usedThisMonth: row.used,
    openAttempt: row.id === null ? null : (row as AttemptRow),
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
  tClass: TestClass;
  tDescription: string | null;
  tDifficulty: Difficulty;
  tEvaluation: EvaluationType;
  tQuestions: number;
  tShuffle: boolean;
  used: number;
  startedBefore: AttemptRow['state'] | null;
}

export interface NewAttempt {
  childId: number;
  testId: number;
  versionId: number;
  discipline: string;
  schoolClass: string;
  clientId: string | null;
  timeLimit: number;
  device: string | null;
  freeMonth: string | null;
}

/**
 * Nothing when another call was first: an attempt is open, the free test is taken, this very call was made before, or the
 * test has another version by now. The lock waits for a regrade of the test to end: an attempt is either there when a
 * regrade looks for those that it concerns, or begins with the right key.
 */
export function insertAttempt(
  db: Queryable,
  attempt: NewAttempt & { currentVersionId: number },
): Promise<(AttemptRow & { now: Date }) | undefined> {
  return db.row(
    `insert into attempts as a (child_id, test_id, version_id, discipline, school_class, client_id, time_limit, deadline_at, device, free_month)
     select $1::int, t.id, $3::int, $4::text, $5::text, $6::uuid, $7::int, now() + make_interval(secs => $7::int), $8::text, $9::date
     from (select id from tests where id = $2 and version_id = $10 for key share) t
     on conflict do nothing
     returning ${ATTEMPT}, now() as now`,
    [
      attempt.childId,
      attempt.testId,
      attempt.versionId,
      attempt.discipline,
      attempt.schoolClass,
      attempt.clientId,
      attempt.timeLimit,
      attempt.device,
      attempt.freeMonth,
      attempt.currentVersionId,
    ],
  );
}

/** Gives a child's free test of a month back when the attempt that held it ended without an answer. */
export function releaseFreeTest(
  db: Queryable,
  childId: number,
  discipline: string,
  freeMonth: string,
): Promise<number> {
  return db.count(
    `update attempts used set free_month = null
     where used.child_id = $1 and used.discipline = $2 and used.free_month = $3 and not ${USES_FREE_TEST}`,
    [childId, discipline, freeMonth],
  );
}

export interface LockedAttempt extends AttemptRow {
  now: Date;
  discipline: string;
  schoolClass: string;
}

/**
 * Locks an attempt for completing it, against answers still coming in, and its child, against another attempt of that
 * child being completed. `userId` null is the server itself; otherwise nothing when the attempt is another family's.
 */
export function lockAttempt(
  transaction: Queryable,
  attemptId: number,
  userId: number | null,
): Promise<LockedAttempt | undefined> {
  return transaction.row<LockedAttempt>(
    `select ${ATTEMPT}, a.discipline, a.school_class as "schoolClass", now() as now
     from attempts a join children c on c.id = a.child_id
     where a.id = $1 and ($2::int is null or c.user_id = $2)
     for update of a for no key update of c`,
    [attemptId, userId],
  );
}

export interface Completion {
  attemptId: number;
  points: number;
  possible: number;
  percentage: number;
  correct: number;
  incorrect: number;
  /** Whether a single question was answered. */
  answered: boolean;
  /** When it ended: never after the deadline. */
  finishedAt: Date;
  schoolYear: number;
  trimester: number;
  event: Record<string, unknown>;
}

/**
 * Completes an attempt, adds it to the child's aggregation and leaves word in the outbox, in one statement. Late attempts
 * and attempts without an answer stay out of the aggregation.
 */
export async function completeAttempt(transaction: Queryable, completion: Completion): Promise<AttemptRow> {
  const row = await transaction.row<AttemptRow>(
    `with done as (
       update attempts a set state = 'completed', completed = true, points = $2, points_possible = $3, total_score = $4, correct_answers = $5,
         incorrect_answers = $6, finished_at = $11,
         time_spent = least(greatest(extract(epoch from $11 - a.attempt_date)::int, 0), a.time_limit),
         free_month = case when $7 then a.free_month end,
         valid = $7 and not a.late and a.time_limit = 900
           and not exists (select 1 from attempts earlier where earlier.child_id = a.child_id and earlier.test_id = a.test_id and earlier.completed)
       where a.id = $1
       returning a.*
     ), counted as (
       insert into performance_aggregations as p (child_id, school_year, trimester, school_class, discipline, tests_completed, score_sum, correct_sum,
         question_sum, total_time_spent, last_evaluation_date, average_score, average_correct_answers)
       select child_id, $8, $9, school_class, discipline, 1, total_score, correct_answers, correct_answers + incorrect_answers, time_spent, finished_at, total_score, correct_answers
       from done where $7 and not late
       on conflict (child_id, school_year, trimester, school_class, discipline) do update set
         tests_completed = p.tests_completed + 1, score_sum = p.score_sum + excluded.score_sum, correct_sum = p.correct_sum + excluded.correct_sum,
         question_sum = p.question_sum + excluded.question_sum, total_time_spent = p.total_time_spent + excluded.total_time_spent,
         last_evaluation_date = greatest(p.last_evaluation_date, excluded.last_evaluation_date),
         average_score = round((p.score_sum + excluded.score_sum)::numeric / (p.tests_completed + 1), 2),
         average_correct_answers = round((p.correct_sum + excluded.correct_sum)::numeric / (p.tests_completed + 1), 2)
     ), told as (
       insert into outbox (kind, payload) values ('attempt-completed', $10)
     )
     select ${ATTEMPT} from done a`,
    [
      completion.attemptId,
      completion.points,
      completion.possible,
      completion.percentage,
      completion.correct,
      completion.incorrect,
      completion.answered,
      completion.schoolYear,
      completion.trimester,
      JSON.stringify(completion.event),
      completion.finishedAt,
    ],
  );
  return row as AttemptRow;
}

/** Ends an attempt that nobody answered: it counts for nothing and gives the month's free test back. */
export async function abandonAttempt(transaction: Queryable, attemptId: number): Promise<AttemptRow> {
  const row = await transaction.row<AttemptRow>(
    `update attempts a set state = 'abandoned', finished_at = a.deadline_at, free_month = null where a.id = $1 returning ${ATTEMPT}`,
    [attemptId],
  );
  return row as AttemptRow;
}

/** Closes attempts past their deadline and its grace; the closing stays provisional. Optionally of one child only. */
export function closeOverdue(db: Queryable, childId: number | null = null): Promise<number> {
  return db.count(
    `update attempts set state = 'provisional', finished_at = deadline_at
     where id in (
       select id from attempts
       where state = 'open' and deadline_at < now() - interval '60 seconds' and ($1::int is null or child_id = $1)
       order by deadline_at limit 1000 for update skip locked)`,
    [childId],
  );
}

/** Provisional attempts whose 24 hours are over. */
export function findSettled(db: Queryable, most: number): Promise<{ id: number }[]> {
  return db.rows(
    `select id from attempts where state = 'provisional' and deadline_at < now() - interval '24 hours 60 seconds' order by deadline_at limit $1`,
    [most],
  );
}
