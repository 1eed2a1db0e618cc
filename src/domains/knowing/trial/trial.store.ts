import type { Queryable } from '../../../server/db/db.ts';
import type { ChildClass, Discipline } from '../../../shared/words.ts';
import { OBJECTIVE_NOW } from '../../bank/curriculum/joined.store.ts';
import { WITHOUT_WAY } from '../../bank/test-bank/tests.store.ts';
import { type Order, type Outcome, TRIAL } from './trial.rules.ts';

/** What a family said. */
export interface Decision {
  agreed: boolean;
  consentVersion: number;
  decidedAt: Date;
}

export function findDecision(db: Queryable, userId: number): Promise<Decision | undefined> {
  return db.row('select agreed, consent_version, decided_at from trial_families where user_id = $1', [userId]);
}

/** Stores what a family said now. */
export async function saveDecision(
  transaction: Queryable,
  userId: number,
  { agreed, consentVersion }: Omit<Decision, 'decidedAt'>,
): Promise<void> {
  await transaction.count(
    `insert into trial_families (user_id, agreed, consent_version) values ($1, $2, $3)
     on conflict (user_id) do update set agreed = excluded.agreed, consent_version = excluded.consent_version, decided_at = now()`,
    [userId, agreed, consentVersion],
  );
}

/** Days after registration before a family is asked. */
const ASKED_AFTER_DAYS = 2;

/** Returns whether a family may be asked: it has had its account for some days, and a child of it practised on an earlier day. */
export async function hasPractised(db: Queryable, userId: number): Promise<boolean> {
  const row = await db.row<{ ready: boolean }>(
    `select u.created_at < now() - make_interval(days => ${ASKED_AFTER_DAYS}) and exists (
       select 1 from children c join practice_reviews r on r.child_id = c.id
       where c.user_id = u.id and c.active and r.reviewed_at < now() - interval '1 day') as ready
     from users u where u.id = $1`,
    [userId],
  );
  return row?.ready ?? false;
}

/** Ends the weeks under way of a family, without an outcome. */
export async function loseWeeksOfFamily(transaction: Queryable, userId: number): Promise<number> {
  return transaction.count(
    `with ended as (
       update trial_allotments a set is_open = false from children c
       where c.id = a.child_id and c.user_id = $1 and a.is_open returning a.week_id
     ) update trial_weeks w set state = 'lost' from ended where w.id = ended.week_id and w.state = 'running'`,
    [userId],
  );
}

/** Locks the trial, so that only one process at a time closes weeks or takes a look. */
export async function lockTrial(transaction: Queryable): Promise<void> {
  await transaction.row(`select pg_advisory_xact_lock(hashtext('practice-trial'))`);
}

/**
 * Finds the next children whose family agrees, is not leaving and has fewer weeks than it may have, that are active, have no week under way and
 * did a test or practised in the last two weeks.
 */
export function findCandidates(
  db: Queryable,
  after: number,
  most: number,
): Promise<{ childId: number; family: string }[]> {
  return db.rows(
    `select c.id as child_id, f.family from trial_families f join children c on c.user_id = f.user_id join users u on u.id = f.user_id
     where f.agreed and c.active and u.deletion_asked_at is null and u.suspended_at is null and c.id > $1
       and not exists (select 1 from trial_allotments a where a.child_id = c.id and a.is_open)
       and (select count(*) from trial_weeks w where w.family = f.family and w.state <> 'lost') < ${TRIAL.MOST_OF_FAMILY}
       and (exists (select 1 from practice_reviews r where r.child_id = c.id and r.reviewed_at > now() - interval '14 days')
         or exists (select 1 from attempts a where a.child_id = c.id and a.attempt_date > now() - interval '14 days'))
     order by c.id limit $2`,
    [after, most],
  );
}

/** Locks a child and its family's decision, and returns whether the family still agrees, is not leaving and may have another week. */
export async function lockCandidate(transaction: Queryable, childId: number): Promise<boolean> {
  await transaction.row(
    `select c.id from children c join trial_families f on f.user_id = c.user_id where c.id = $1
     for no key update of c, f`,
    [childId],
  );
  const row = await transaction.row<{ may: boolean }>(
    `select f.agreed and c.active and u.deletion_asked_at is null and u.suspended_at is null
       and not exists (select 1 from trial_allotments a where a.child_id = c.id and a.is_open)
       and (select count(*) from trial_weeks w where w.family = f.family and w.state <> 'lost') < ${TRIAL.MOST_OF_FAMILY} as may
     from children c join trial_families f on f.user_id = c.user_id join users u on u.id = c.user_id where c.id = $1`,
    [childId],
  );
  return row?.may ?? false;
}

/** A question of a theme that a child has never met. */
export interface UnseenQuestion {
  theme: string;
  versionId: number;
  questionId: number;
  content: string;
}

/**
 * Finds the questions of some themes, in active tests, that a child has met in no test, no diagnostic and no check; each content once, and none
 * that the calibration reports as unfit.
 */
export function findUnseen(db: Queryable, childId: number, themes: readonly string[]): Promise<UnseenQuestion[]> {
  return db.rows(
    // One set of what was met, looked up by hash: compared row by row it takes minutes where the planner has no statistics yet.
    `with met as materialized (
       select ${WITHOUT_WAY('q.content')} as content from attempts a join version_questions q on q.version_id = a.version_id where a.child_id = $1
       union select ${WITHOUT_WAY('q.content')} from diagnostics s join diagnostic_questions q on q.diagnostic_id = s.id where s.child_id = $1
       union select ${WITHOUT_WAY('q.content')} from trial_allotments a join trial_questions q on q.week_id = a.week_id where a.child_id = $1
     )
     select distinct on (c.code, ${WITHOUT_WAY('q.content')}) c.code as theme, q.version_id, q.question_id, q.content
     from curriculum_themes c join curriculum_objectives o on o.theme_id = c.id
       join version_questions q on ${OBJECTIVE_NOW('q.objective', 'q.question_id')} = o.code
       join tests t on t.version_id = q.version_id
       left join item_difficulties d on d.discipline = t.discipline and d.content = q.content
     where c.code = any ($2::text[]) and t.active and t.kind = 'theme' and d.misfit is null
       and ${WITHOUT_WAY('q.content')} not in (select content from met)
     order by c.code, ${WITHOUT_WAY('q.content')}, q.content desc, q.version_id, q.question_id`,
    [childId, themes],
  );
}

/** A child-week as it begins. Days are `YYYY-MM-DD` in Luanda. */
export interface NewWeek {
  childId: number;
  family: string;
  discipline: Discipline;
  schoolClass: ChildClass;
  seed: number;
  earlierFirst: boolean;
  firstTheme: string;
  secondTheme: string;
  startsOn: string;
  checkFrom: string;
  checkUntil: string;
}

export async function insertWeek(transaction: Queryable, week: NewWeek): Promise<void> {
  await transaction.count(
    `with made as (
       insert into trial_weeks (family, discipline, school_class, earlier_first) values (:family::uuid, :discipline, :schoolClass, :earlierFirst) returning id
     ) insert into trial_allotments (week_id, child_id, seed, first_theme, second_theme, starts_on, check_from, check_until)
     select made.id, :childId, :seed, :firstTheme, :secondTheme, :startsOn::date, :checkFrom::date, :checkUntil::date from made`,
    week,
  );
}

/** A child-week under way. */
export interface OpenWeek {
  weekId: number;
  childId: number;
  seed: number;
  firstTheme: string;
  secondTheme: string;
  /** Whether the check has its questions. */
  hasCheck: boolean;
}

const OPEN_WEEK = `a.week_id, a.child_id, a.seed, a.first_theme, a.second_theme,
  exists (select 1 from trial_questions q where q.week_id = a.week_id) as has_check`;

/** Finds weeks whose check is to be asked and has no questions yet. @param today `YYYY-MM-DD` in Luanda. */
export function findWithoutCheck(db: Queryable, today: string, most: number): Promise<OpenWeek[]> {
  return db.rows(
    `select ${OPEN_WEEK} from trial_allotments a where a.is_open and a.check_from <= $1::date
       and not exists (select 1 from trial_questions q where q.week_id = a.week_id) order by a.week_id limit $2`,
    [today, most],
  );
}

/** Finds weeks whose check is answered, or can no longer be. */
export function findEnded(db: Queryable, today: string, most: number): Promise<OpenWeek[]> {
  return db.rows(
    `select ${OPEN_WEEK} from trial_allotments a where a.is_open and (a.check_until < $1::date
       or exists (select 1 from trial_questions q where q.week_id = a.week_id)
         and not exists (select 1 from trial_questions q where q.week_id = a.week_id and q.answered_at is null))
     order by a.week_id limit $2`,
    [today, most],
  );
}

/** Locks a week of a child. @returns whether it is still under way. */
export async function lockWeek(transaction: Queryable, weekId: number): Promise<boolean> {
  const row = await transaction.row('select 1 from trial_allotments where week_id = $1 and is_open for update', [
    weekId,
  ]);
  return row !== undefined;
}

/** Stores the questions of a check, in their order. */
export async function insertCheck(
  transaction: Queryable,
  weekId: number,
  check: readonly (UnseenQuestion & { isFirst: boolean })[],
): Promise<void> {
  await transaction.count(
    `insert into trial_questions (week_id, position, is_first, version_id, question_id, content)
     select $1, q.position, q.is_first, q.version_id, q.question_id, q.content
     from jsonb_to_recordset($2::jsonb) as q(position smallint, is_first boolean, version_id int, question_id int, content text)
     on conflict do nothing`,
    [
      weekId,
      JSON.stringify(
        check.map(({ isFirst, versionId, questionId, content }, index) => ({
          position: index + 1,
          is_first: isFirst,
          version_id: versionId,
          question_id: questionId,
          content,
        })),
      ),
    ],
  );
}

/** Finds the order in which practice treats two themes of a child on a day. */
export function findOrder(db: Queryable, childId: number, today: string): Promise<Order | undefined> {
  return db.row(
    `select first_theme, second_theme from trial_allotments
     where child_id = $1 and is_open and starts_on <= $2::date and check_from > $2::date`,
    [childId, today],
  );
}

/** A question of a check. */
export interface CheckQuestion {
  weekId: number;
  position: number;
  isFirst: boolean;
  versionId: number;
  questionId: number;
  content: string;
  clientId: string | null;
  selectedAnswer: string | null;
  written: string | null;
  visibleMs: number | null;
  answeredAt: Date | null;
  /** Discipline and class of its test. */
  discipline: Discipline;
  schoolClass: string;
  /** When the check could first be asked. */
  checkFrom: Date;
}

const CHECK_QUESTION = `q.week_id, q.position, q.is_first, q.version_id, q.question_id, q.content, q.client_id, q.selected_answer, q.written, q.visible_ms,
  q.answered_at, t.discipline, t.school_class, (a.check_from::timestamp at time zone 'Africa/Luanda') as check_from`;
const CHECK_TABLES = `trial_questions q join trial_allotments a on a.week_id = q.week_id
  join test_versions v on v.id = q.version_id join tests t on t.id = v.test_id`;

/** Finds the questions of a child's check that can be answered today and have no answer. */
export function findCheck(db: Queryable, childId: number, today: string): Promise<CheckQuestion[]> {
  return db.rows(
    `select ${CHECK_QUESTION} from ${CHECK_TABLES}
     where a.child_id = $1 and a.is_open and a.check_from <= $2::date and a.check_until >= $2::date and q.answered_at is null
     order by q.position`,
    [childId, today],
  );
}

/** Finds the questions of a child's checks in these weeks, whether a week is under way or not. */
export function findQuestionsOf(
  db: Queryable,
  childId: number,
  weekIds: readonly number[],
): Promise<(CheckQuestion & { isOpen: boolean })[]> {
  return db.rows(
    `select ${CHECK_QUESTION}, a.is_open from ${CHECK_TABLES} where a.child_id = $1 and q.week_id = any ($2::int[])`,
    [childId, weekIds],
  );
}

/** A first answer to a question of a check. */
export interface CheckAnswer {
  weekId: number;
  position: number;
  clientId: string;
  selectedAnswer: string;
  written: string | null;
  visibleMs: number | null;
  at: Date;
}

/** Stores a first answer. @returns whether there was none before, and the week is still under way. */
export async function saveCheckAnswer(transaction: Queryable, answer: CheckAnswer): Promise<boolean> {
  return (
    (await transaction.count(
      `update trial_questions q set client_id = :clientId::uuid, selected_answer = :selectedAnswer, written = :written, visible_ms = :visibleMs, answered_at = :at
       from trial_allotments a where a.week_id = q.week_id and a.is_open and q.week_id = :weekId and q.position = :position and q.answered_at is null`,
      answer,
    )) > 0
  );
}

/** A question of a check with the version of the same question that counts now, and whether the child met it elsewhere before it answered. */
export interface AnsweredQuestion extends CheckQuestion {
  askedVersionId: number;
  askedQuestionId: number;
  wasMet: boolean;
}

/** Finds all questions of a week's check. */
export function findAnswered(db: Queryable, weekId: number): Promise<AnsweredQuestion[]> {
  return db.rows(
    `select ${CHECK_QUESTION}, asked_now.version_id as asked_version_id, asked_now.question_id as asked_question_id,
       coalesce(exists (select 1 from attempts met join version_questions m on m.version_id = met.version_id
         where met.child_id = a.child_id and met.attempt_date < q.answered_at and ${WITHOUT_WAY('m.content')} = ${WITHOUT_WAY('q.content')}), false) as was_met
     from ${CHECK_TABLES}
       cross join lateral (
         -- The version that a test asks now. It need not be the last: a key that is corrected back leads to the version from before.
         select n.version_id, n.question_id from version_questions n left join tests asking on asking.version_id = n.version_id
         where n.content = q.content order by asking.id is null, n.version_id desc limit 1) asked_now
     where q.week_id = $1 order by q.position`,
    [weekId],
  );
}

/** Ends a week with its outcome, or without one. The trial must be locked, so that places have no gap. */
export async function closeWeek(transaction: Queryable, weekId: number, outcome: Outcome | undefined): Promise<void> {
  await transaction.count('update trial_allotments set is_open = false where week_id = $1', [weekId]);
  await transaction.count(
    `update trial_weeks set state = :state, first_right = :firstRight, first_asked = :firstAsked, second_right = :secondRight, second_asked = :secondAsked,
       place = case when :state = 'measured' then (select coalesce(max(place), 0) + 1 from trial_weeks) end
     where id = :weekId and state = 'running'`,
    { weekId, state: outcome ? 'measured' : 'lost', ...sumsOf(outcome) },
  );
}

/** The columns of an outcome. */
export const sumsOf = (outcome: Outcome | undefined) => ({
  firstRight: outcome?.first.right,
  firstAsked: outcome?.first.asked,
  secondRight: outcome?.second.right,
  secondAsked: outcome?.second.asked,
});

/** Ends weeks whose child was erased meanwhile. */
export function loseOrphans(transaction: Queryable): Promise<number> {
  return transaction.count(
    `update trial_weeks w set state = 'lost' where w.state = 'running'
       and not exists (select 1 from trial_allotments a where a.week_id = w.id)`,
  );
}

/** Finds the parent of a demo account. */
export function findDemoParent(db: Queryable, username: string): Promise<{ id: number } | undefined> {
  return db.row('select id from users where username = $1', [username]);
}

/** Finds the questions of all checks under way that have no answer. For demonstrations. */
export function findOpenChecks(
  db: Queryable,
): Promise<{ weekId: number; position: number; versionId: number; questionId: number }[]> {
  return db.rows(
    `select q.week_id, q.position, q.version_id, q.question_id from trial_questions q join trial_allotments a on a.week_id = q.week_id
     where a.is_open and q.answered_at is null order by q.week_id, q.position`,
  );
}
