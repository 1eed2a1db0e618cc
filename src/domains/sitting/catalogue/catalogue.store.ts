import type { Queryable } from '../../../server/db/db.ts';
import type { PlanId, TestKind } from '../../../shared/words.ts';
import type { TestDescription } from '../../bank/test-bank/tests.store.ts';
import { COVER_RANK } from '../../money/plans/covered.store.ts';
import { MAX_AT_ONCE, MONTH_IN_LUANDA } from '../../people/children/children.store.ts';
import type { BegunRehearsal } from '../attempts/attempts.rules.ts';
import { BEGUN_AT, BEGUN_REHEARSALS, THIS_MONTH, USES_FREE_TEST } from '../attempts/free-test.store.ts';

export interface CatalogueRow extends TestDescription {
  id: number;
  active: boolean;
  questionCount: number;
  curriculumTheme: string | null;
  kind: TestKind;
  presentedBytes: number;
  taken: boolean;
  /** Whether it was begun and interrupted by its deadline. */
  interrupted: boolean;
  bestScore: number | null;
  /** When the child last completed it. */
  takenAt: Date | null;
  open: boolean;
  /** Whether it is reserved for a phone without network. */
  prepared: boolean;
}

/** Finds active tests with questions, in the order of the school year; with a child, also that child's state with each. */
export function findCatalogue(
  db: Queryable,
  filters: { discipline: string | null; schoolClass: string | null; themeKey: string | null; childId: number | null },
): Promise<CatalogueRow[]> {
  return db.rows<CatalogueRow>(
    `select t.id, t.discipline, t.theme, t.form, t.school_class, t.description, t.difficulty_level,
       t.evaluation_type, v.duration, t.kind, t.curriculum_theme, t.active, t.question_count, v.presented_bytes,
       coalesce(mine.taken, false) as taken, coalesce(mine.interrupted, false) as interrupted, mine.best as best_score, mine.taken_at, coalesce(mine.open, false) as open, coalesce(mine.prepared, false) as prepared
     from tests t join test_versions v on v.id = t.version_id
       left join curriculum_themes th on th.code = t.curriculum_theme
       left join (
         select test_id, bool_or(completed and not interrupted) as taken, bool_or(interrupted) as interrupted, max(total_score) filter (where not interrupted) as best,
           max(finished_at) filter (where completed) as taken_at, bool_or(state = 'open' and now() <= deadline_at) as open,
           bool_or(state = 'prepared' and now() < prepared_until) as prepared
         from attempts where child_id = $4 group by test_id
       ) mine on mine.test_id = t.id
     where t.active and ($1::text is null or t.discipline = $1) and ($2::text is null or t.school_class = $2) and ($3::text is null or t.theme_key = $3)
     order by t.school_class, t.discipline, th.position, t.theme_key, length(t.form), t.form, t.id`,
    [filters.discipline, filters.schoolClass, filters.themeKey, filters.childId],
  );
}

/** Finds the disciplines with an active test of a theme, in a class or in all. */
export async function findDisciplines(db: Queryable, schoolClass: string | null): Promise<string[]> {
  const rows = await db.rows<{ discipline: string }>(
    `select distinct discipline from tests where active and kind = 'theme' and version_id is not null and ($1::text is null or school_class = $1)`,
    [schoolClass],
  );
  return rows.map(({ discipline }) => discipline);
}

export interface PlanContext {
  now: Date;
  schoolClass: string;
  rank: number | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  /** Number of tests used this month, by discipline. */
  used: Record<string, number>;
  /** Number of free tests of the family's other children this month, by discipline. */
  usedByOthers: Record<string, number>;
  childrenAtOnce: number;
  /** Rehearsals that the child has begun. */
  rehearsals: BegunRehearsal[];
}

/** Finds the data that decides which tests the plan allows a child to start, or undefined when the child is not this parent's. */
export function findPlanContext(db: Queryable, userId: number, childId: number): Promise<PlanContext | undefined> {
  return db.row<PlanContext>(
    `select now() as now, c.school_class, ${COVER_RANK} as rank,
       u.subscription_type, u.subscription_end,
       coalesce((select jsonb_object_agg(discipline, tests) from (
         select used.discipline, count(*) as tests from attempts used
         where used.child_id = c.id and used.kind = 'theme' and ${BEGUN_AT} >= ${THIS_MONTH} and ${USES_FREE_TEST} group by used.discipline) by_discipline), '{}') as used,
       coalesce((select jsonb_object_agg(discipline, tests) from (
         select f.discipline, count(*) as tests from free_tests f
         where f.user_id = c.user_id and f.month = ${MONTH_IN_LUANDA} and f.child_id <> c.id group by f.discipline) by_discipline), '{}') as used_by_others,
       ${MAX_AT_ONCE} as children_at_once, ${BEGUN_REHEARSALS} as rehearsals
     from children c join users u on u.id = c.user_id where c.id = $2 and c.user_id = $1`,
    [userId, childId],
  );
}
