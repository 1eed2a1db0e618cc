import type { Queryable } from '../../server/db.ts';
import type { Difficulty, Discipline, EvaluationType, PlanId, TestClass } from '../../shared/words.ts';
import { COVER_RANK } from '../plans/covered.store.ts';

/** A free test is used up by an attempt that has an answer, or that is still being taken. */
export const USES_FREE_TEST = `(exists (select 1 from answers where answers.attempt_id = used.id) or (used.state = 'open' and now() <= used.deadline_at + interval '60 seconds'))`;

/** When the present month began in Luanda, by the database's clock, like every other time that decides something. */
export const THIS_MONTH = `date_trunc('month', now(), 'Africa/Luanda')`;

export interface CatalogueRow {
  id: number;
  discipline: Discipline;
  theme: string;
  schoolClass: TestClass;
  description: string | null;
  difficultyLevel: Difficulty;
  evaluationType: EvaluationType;
  active: boolean;
  questionCount: number;
  presentedBytes: number;
  taken: boolean;
  bestScore: number | null;
  open: boolean;
}

/** Active tests with questions; with a child, how that child stands with each. */
export function findCatalogue(
  db: Queryable,
  filters: { discipline: string | null; schoolClass: string | null; themeKey: string | null; childId: number | null },
): Promise<CatalogueRow[]> {
  return db.rows<CatalogueRow>(
    `select t.id, t.discipline, t.theme, t.school_class as "schoolClass", t.description, t.difficulty_level as "difficultyLevel",
       t.evaluation_type as "evaluationType", t.active, t.question_count as "questionCount", v.presented_bytes as "presentedBytes",
       coalesce(mine.taken, false) as taken, mine.best as "bestScore", coalesce(mine.open, false) as open
     from tests t join test_versions v on v.id = t.version_id
       left join (
         select test_id, bool_or(completed) as taken, max(total_score) as best, bool_or(state = 'open' and now() <= deadline_at) as open
         from attempts where child_id = $4 group by test_id
       ) mine on mine.test_id = t.id
     where t.active and ($1::text is null or t.discipline = $1) and ($2::text is null or t.school_class = $2) and ($3::text is null or t.theme_key = $3)
     order by t.school_class, t.discipline, t.theme, t.id`,
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
}

/** What decides which tests the plan lets a child start; nothing when the child is not this parent's. */
export function findPlanContext(db: Queryable, userId: number, childId: number): Promise<PlanContext | undefined> {
  return db.row<PlanContext>(
    `select now() as now, ${COVER_RANK} as rank,
       u.subscription_type as "subscriptionType", u.subscription_end as "subscriptionEnd",
       coalesce((select jsonb_object_agg(discipline, tests) from (
         select used.discipline, count(*) as tests from attempts used
         where used.child_id = c.id and used.attempt_date >= ${THIS_MONTH} and ${USES_FREE_TEST} group by used.discipline) by_discipline), '{}') as used
     from children c join users u on u.id = c.user_id where c.id = $2 and c.user_id = $1`,
    [userId, childId],
  );
}
