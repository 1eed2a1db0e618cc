import type { Queryable } from '../../server/db.ts';
import type { PlanId, TestKind } from '../../shared/words.ts';
import { MONTH_IN_LUANDA, MOST_AT_ONCE } from '../children/children.store.ts';
import { COVER_RANK } from '../plans/covered.store.ts';
import type { TestDescription } from '../tests/tests.store.ts';
import { GRACE_SECONDS } from './attempts.rules.ts';

/** An attempt `used` that has an answer, or that is still being taken, or reserved for a phone or on paper. */
export const HOLDS_FREE_TEST = `(exists (select 1 from answers where answers.attempt_id = used.id) or (used.state = 'open' and now() <= used.deadline_at + interval '${GRACE_SECONDS} seconds')
  or (used.state = 'prepared' and now() < used.prepared_until) or (used.state = 'printed' and now() < used.deadline_at))`;

/** When an attempt `used` began to count for a month: a reserved one when it was reserved. */
export const BEGUN_AT = 'coalesce(used.prepared_at, used.printed_at, used.attempt_date)';

/** The month in which an attempt began in Luanda, as its first day. */
const monthOf = (attempt: string) =>
  `(date_trunc('month', coalesce(${attempt}.prepared_at, ${attempt}.attempt_date), 'Africa/Luanda') at time zone 'Africa/Luanda')::date`;

/**
 * The month whose free test an interrupted attempt of a child `c` gives back; null when that child had one of the discipline
 * back already, or the family as many as it had children at the same time.
 */
export const freeTestBack = (attempt: string) => `(select ${monthOf(attempt)}
  where not exists (select 1 from attempts r where r.child_id = ${attempt}.child_id and r.discipline = ${attempt}.discipline and r.free_returned = ${monthOf(attempt)})
    and (select count(*) from attempts r join children s on s.id = r.child_id
      where s.user_id = c.user_id and r.discipline = ${attempt}.discipline and r.free_returned = ${monthOf(attempt)}) < ${MOST_AT_ONCE})`;

/** An attempt `used` that ran out before half of it was answered and is still to be closed for good (attempts.rules.ts, `isInterrupted`). */
export const RAN_OUT_HALFWAY = `used.state in ('open', 'provisional') and now() > used.deadline_at + interval '${GRACE_SECONDS} seconds'
  and exists (select 1 from answers where answers.attempt_id = used.id)
  and 2 * (select count(*) from answers where answers.attempt_id = used.id)
    < (select count(*) from version_questions q where q.version_id = used.version_id)`;

/** A free test is used up by an attempt `used` of a child `c` unless it gave the test back, or will as soon as it is closed for good. */
export const USES_FREE_TEST = `(used.free_returned is null and ${HOLDS_FREE_TEST}
  and not (${RAN_OUT_HALFWAY} and ${freeTestBack('used')} is not null))`;

/**
 * How many rehearsals of a child `c` count towards the free one: those that were begun, and of the test itself (`testId`) none that
 * ended halfway, so that it can be taken again.
 */
export const REHEARSALS = (
  testId: string,
) => `(select count(*) from attempts used where used.child_id = c.id and used.kind = 'rehearsal'
  and ${HOLDS_FREE_TEST} and not (used.test_id = ${testId} and (used.interrupted or (${RAN_OUT_HALFWAY}))))`;

/** When the present month began in Luanda, by the database's clock, like every other time that decides something. */
export const THIS_MONTH = `date_trunc('month', now(), 'Africa/Luanda')`;

export interface CatalogueRow extends TestDescription {
  id: number;
  active: boolean;
  questionCount: number;
  kind: TestKind;
  presentedBytes: number;
  taken: boolean;
  /** Begun and ended halfway by its deadline. */
  interrupted: boolean;
  bestScore: number | null;
  /** When the child last completed it. */
  takenAt: Date | null;
  open: boolean;
  /** Reserved for a phone without network. */
  prepared: boolean;
}

/** Active tests with questions; with a child, how that child stands with each. */
export function findCatalogue(
  db: Queryable,
  filters: { discipline: string | null; schoolClass: string | null; themeKey: string | null; childId: number | null },
): Promise<CatalogueRow[]> {
  return db.rows<CatalogueRow>(
    `select t.id, t.discipline, t.theme, t.form, t.school_class as "schoolClass", t.description, t.difficulty_level as "difficultyLevel",
       t.evaluation_type as "evaluationType", v.duration, t.kind, t.active, t.question_count as "questionCount", v.presented_bytes as "presentedBytes",
       coalesce(mine.taken, false) as taken, coalesce(mine.interrupted, false) as interrupted, mine.best as "bestScore", mine.taken_at as "takenAt", coalesce(mine.open, false) as open, coalesce(mine.prepared, false) as prepared
     from tests t join test_versions v on v.id = t.version_id
       left join (
         select test_id, bool_or(completed and not interrupted) as taken, bool_or(interrupted) as interrupted, max(total_score) filter (where not interrupted) as best,
           max(finished_at) filter (where completed) as taken_at, bool_or(state = 'open' and now() <= deadline_at) as open,
           bool_or(state = 'prepared' and now() < prepared_until) as prepared
         from attempts where child_id = $4 group by test_id
       ) mine on mine.test_id = t.id
     where t.active and ($1::text is null or t.discipline = $1) and ($2::text is null or t.school_class = $2) and ($3::text is null or t.theme_key = $3)
     order by t.school_class, t.discipline, t.theme_key, length(t.form), t.form, t.id`,
    [filters.discipline, filters.schoolClass, filters.themeKey, filters.childId],
  );
}

export interface PlanContext {
  now: Date;
  rank: number | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  /** Tests used up this month, by discipline. */
  used: Record<string, number>;
  /** Free tests of the family's other children this month, by discipline. */
  usedByOthers: Record<string, number>;
  childrenAtOnce: number;
  /** Rehearsals that count towards the free one. */
  rehearsals: number;
}

/** What decides which tests the plan lets a child start; nothing when the child is not this parent's. */
export function findPlanContext(db: Queryable, userId: number, childId: number): Promise<PlanContext | undefined> {
  return db.row<PlanContext>(
    `select now() as now, ${COVER_RANK} as rank,
       u.subscription_type as "subscriptionType", u.subscription_end as "subscriptionEnd",
       coalesce((select jsonb_object_agg(discipline, tests) from (
         select used.discipline, count(*) as tests from attempts used
         where used.child_id = c.id and used.kind = 'theme' and ${BEGUN_AT} >= ${THIS_MONTH} and ${USES_FREE_TEST} group by used.discipline) by_discipline), '{}') as used,
       coalesce((select jsonb_object_agg(discipline, tests) from (
         select f.discipline, count(*) as tests from free_tests f
         where f.user_id = c.user_id and f.month = ${MONTH_IN_LUANDA} and f.child_id <> c.id group by f.discipline) by_discipline), '{}') as "usedByOthers",
       ${MOST_AT_ONCE} as "childrenAtOnce", ${REHEARSALS('0')} as rehearsals
     from children c join users u on u.id = c.user_id where c.id = $2 and c.user_id = $1`,
    [userId, childId],
  );
}
