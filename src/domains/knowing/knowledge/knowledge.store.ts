import type { Queryable } from '../../../server/db/db.ts';
import type { ChildClass, Discipline, Gender, PlanId } from '../../../shared/words.ts';
import { OBJECTIVE_NOW } from '../../bank/curriculum/joined.store.ts';
import { WITHOUT_WAY } from '../../bank/test-bank/tests.store.ts';
import { COVER_RANK } from '../../money/plans/covered.store.ts';
import { type Entitled, withEntitlements } from '../../money/plans/plans.rules.ts';
import { ASKED, UNCOVERED } from '../../sitting/attempts/answers.store.ts';
import { TELLS } from '../../sitting/attempts/counting.store.ts';
import type { ThemeEvidence, ThemeTest } from './map.rules.ts';

interface MappedChildRow {
  childId: number;
  userId: number;
  now: Date;
  fullName: string;
  gender: Gender | null;
  schoolClass: ChildClass;
  /** Position in the family's plan; null when archived. */
  rank: number | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  /** Whether the stored evidence was computed from the current attempts. */
  isCurrent: boolean;
}
export type MappedChild = Entitled<MappedChildRow>;

/**
 * Returns SQL for a fingerprint of a child's completed attempts and their versions: their number and the sums of their ids. Stored evidence
 * with another fingerprint is out of date.
 */
const MARK = (child: string) =>
  `(select count(*) || ':' || coalesce(sum(a.id), 0) || ':' || coalesce(sum(a.version_id), 0) from attempts a where a.child_id = ${child} and a.state = 'completed')`;

/** SQL for the children of a statement. With the subquery the statement is planned only once (`test/planned-once.test.ts`). */
const THOSE = '(select $1::int[])::int[]';

const MAPPED_CHILD = `select c.id as child_id, c.user_id, now() as now, c.full_name, c.gender, c.school_class,
       ${COVER_RANK} as rank, u.subscription_type, u.subscription_end,
       ${MARK('c.id')} = coalesce((select mark from knowledge_marks k where k.child_id = c.id), '') as is_current
     from children c join users u on u.id = c.user_id`;

/** Finds the child of a map with what its plan allows it, or undefined when the child is not this parent's. */
export async function findMappedChild(
  db: Queryable,
  userId: number,
  childId: number,
): Promise<MappedChild | undefined> {
  const row = await db.row<MappedChildRow>(`${MAPPED_CHILD} where c.id = $2 and c.user_id = $1`, [userId, childId]);
  return row && withEntitlements(row);
}

/** Returns the same for several children of any parents. */
export async function findMappedChildren(db: Queryable, childIds: readonly number[]): Promise<MappedChild[]> {
  const rows = await db.rows<MappedChildRow>(`${MAPPED_CHILD} where c.id = any (${THOSE})`, [childIds]);
  return rows.map(withEntitlements);
}

/** A re-check (`recheck:` and the content) is evidence of its own, beside the first answer to its question. */
const OUTSIDE_CONTENT = `case when outside.content like 'recheck:%' then outside.content else ${WITHOUT_WAY('outside.content')} end`;

/**
 * SQL for the evidence of some children by theme, from their answers in tests and outside of them. Of each question, identified by its
 * content, it uses only the first time it was asked, and only if that attempt counts and the question was answered there. A question whose
 * objective has left the curriculum counts for the objective that it was joined to, or for the one that the question measures now.
 */
const EVIDENCE = `
  select child_id, theme, jsonb_agg(jsonb_build_object('at', at, 'right', is_right, 'objective', objective) order by at, id, position) as evidence
  from (
    select distinct on (given.child_id, given.content) given.child_id, t.code as theme, o.code as objective, given.at, given.id, given.position,
      given.is_right, given.counts
    from (
      select a.child_id, ${WITHOUT_WAY('q.content')} as content, ${OBJECTIVE_NOW('q.objective', 'q.question_id')} as objective, a.attempt_date as at, a.id, q.position,
        q.selected_answer = q.correct_answer as is_right, ${TELLS} as counts
      from attempts a ${ASKED} where a.child_id = any (${THOSE}) and a.state = 'completed' and ${UNCOVERED}
      union all
      select outside.child_id, ${OUTSIDE_CONTENT}, ${OBJECTIVE_NOW('outside.objective', 'null')}, outside.answered_at, 0, 0, outside.is_right, true
      from outside_answers outside where outside.child_id = any (${THOSE})
    ) given
      left join curriculum_objectives o on o.code = given.objective
      left join curriculum_themes t on t.id = o.theme_id
    order by given.child_id, given.content, given.at, given.id
  ) first_seen
  where counts and is_right is not null and theme is not null
  group by child_id, theme`;

/** Finds the evidence of some children, as it is stored or computed from their answers. */
export const findEvidence = (
  db: Queryable,
  childIds: readonly number[],
  isCurrent: boolean,
): Promise<(ThemeEvidence & { childId: number })[]> =>
  db.rows(
    isCurrent
      ? `select child_id, theme, evidence from knowledge_evidence where child_id = any (${THOSE})`
      : `select child_id, theme, evidence from (${EVIDENCE}) made`,
    [childIds],
  );

/** Recomputes the evidence of some children; unchanged rows are not written. @returns how many rows changed. */
export async function rebuildEvidence(transaction: Queryable, childIds: readonly number[]): Promise<number> {
  // These statements are sent together; each sees what the previous ones have locked or written.
  const [, changed] = await Promise.all([
    transaction.rows(`select 1 from children where id = any (${THOSE}) order by id for no key update`, [childIds]),
    transaction.count(
      `with made as (${EVIDENCE}), gone as (
         delete from knowledge_evidence k where k.child_id = any (${THOSE})
           and not exists (select 1 from made where made.child_id = k.child_id and made.theme = k.theme) returning 1
       ), put as (
         insert into knowledge_evidence as k (child_id, theme, evidence) select child_id, theme, evidence from made
         on conflict (child_id, theme) do update set evidence = excluded.evidence where k.evidence <> excluded.evidence returning 1
       )
       select * from gone union all select * from put`,
      [childIds],
    ),
    transaction.count(
      `insert into knowledge_marks as k (child_id, mark) select c.id, ${MARK('c.id')} from children c where c.id = any (${THOSE})
       on conflict (child_id) do update set mark = excluded.mark where k.mark <> excluded.mark`,
      [childIds],
    ),
  ]);
  return changed;
}

/** An answer of a child that was not given in a test. */
export interface OutsideAnswer {
  content: string;
  objective: string;
  answeredAt: Date;
  isRight: boolean;
}

/** The feature that took the answers. */
export type OutsideSource = 'diagnostic' | 'practice' | 'reading' | 'dictation';

/** Stores answers given outside of tests; existing ones are not changed. */
export function insertOutsideAnswers(
  transaction: Queryable,
  childId: number,
  source: OutsideSource,
  answers: readonly OutsideAnswer[],
): Promise<number> {
  return transaction.count(
    `insert into outside_answers (child_id, source, content, objective, answered_at, is_right)
     select $1, $2, a.content, a.objective, a.answered_at, a.is_right
     from jsonb_to_recordset($3::jsonb) as a(content text, objective text, answered_at timestamptz, is_right boolean)
     on conflict do nothing`,
    [
      childId,
      source,
      JSON.stringify(
        answers.map(({ content, objective, answeredAt, isRight }) => ({
          content,
          objective,
          answered_at: answeredAt,
          is_right: isRight,
        })),
      ),
    ],
  );
}

/** Sets whether stored answers of one source are right, by child, content and time; null stands for every time. */
export function updateOutsideAnswers(
  transaction: Queryable,
  source: OutsideSource,
  answers: readonly (Pick<OutsideAnswer, 'content' | 'isRight'> & { childId: number; answeredAt: Date | null })[],
): Promise<number> {
  return transaction.count(
    `update outside_answers o set is_right = a."isRight"
     from jsonb_to_recordset($2::jsonb) as a("childId" int, content text, "answeredAt" timestamptz, "isRight" boolean)
     where o.source = $1 and o.child_id = a."childId" and o.content = a.content
       and (a."answeredAt" is null or o.answered_at = a."answeredAt")`,
    [source, JSON.stringify(answers)],
  );
}

/** Returns the next children in the order of their ids. */
export function findNextChildren(db: Queryable, after: number, most: number): Promise<{ id: number }[]> {
  return db.rows('select id from children where id > $1 order by id limit $2', [after, most]);
}

/** Finds the children of some attempts. */
export function findChildrenOf(db: Queryable, attemptIds: readonly number[]): Promise<{ childId: number }[]> {
  return db.rows('select distinct child_id from attempts where id = any ((select $1::int[])::int[])', [attemptIds]);
}

export interface CurriculumThemeRow {
  discipline: Discipline;
  code: string;
  name: string;
  objectives: { code: string; text: string }[];
}

const classThemes = (objectives: string) =>
  `select p.discipline, t.code, t.theme as name, ${objectives} as objectives
   from curriculum_plans p join curriculum_themes t on t.plan_id = p.id where p.school_class = $1 order by p.discipline, t.position`;
const OBJECTIVES = `(select coalesce(jsonb_agg(jsonb_build_object('code', o.code, 'text', o.text) order by o.position), '[]')
     from curriculum_objectives o where o.theme_id = t.id)`;

/**
 * Returns the themes of a class in all disciplines, in the order of the curriculum.
 *
 * @param detailed whether to read the objectives of each theme; otherwise their lists are empty.
 */
export function findClassThemes(db: Queryable, schoolClass: string, detailed: boolean): Promise<CurriculumThemeRow[]> {
  // Two statements, because a single one with `detailed` as a parameter would be planned at every execution.
  return db.rows<CurriculumThemeRow>(classThemes(detailed ? OBJECTIVES : `'[]'::jsonb`), [schoolClass]);
}

/** Returns the themes of the classes before one, the nearest class first. */
export function findThemesBefore(
  db: Queryable,
  classes: readonly ChildClass[],
): Promise<{ schoolClass: ChildClass; discipline: Discipline; code: string }[]> {
  return db.rows(
    `select p.school_class, p.discipline, t.code
     from curriculum_plans p join curriculum_themes t on t.plan_id = p.id where p.school_class = any($1::text[])
     order by array_position($1::text[], p.school_class), p.discipline, t.position`,
    [classes],
  );
}

/** Finds, for each theme of a class, one test that the child may take and has not taken, in the order of forms. */
export function findThemeTests(db: Queryable, childId: number, schoolClass: string): Promise<ThemeTest[]> {
  return db.rows(
    // Objectives are read for all tests at once: joined for each test by itself they cost ten times as much.
    `with open as materialized (
       select t.id, t.theme, t.form, t.duration from tests t
       where t.active and t.kind = 'theme' and t.version_id is not null and t.school_class = $2
         and not exists (select 1 from attempts a where a.child_id = $1 and a.test_id = t.id and a.state in ('completed', 'provisional')
           and not a.interrupted)
     ), asked as materialized (
       select distinct test_id, objective from questions where test_id = any (array(select id from open))
     )
     select distinct on (c.code) c.code, t.id, t.theme, t.duration
     from asked join open t on t.id = asked.test_id
       join curriculum_objectives o on o.code = asked.objective join curriculum_themes c on c.id = o.theme_id
     order by c.code, length(t.form), t.form, t.id`,
    [childId, schoolClass],
  );
}

/** Finds name and discipline of some themes, in the order of the curriculum. */
export function findThemeNames(
  db: Queryable,
  codes: readonly string[],
): Promise<{ code: string; name: string; discipline: Discipline; schoolClass: string }[]> {
  return db.rows(
    `select t.code, t.theme as name, p.discipline, p.school_class from curriculum_themes t join curriculum_plans p on p.id = t.plan_id
     where t.code = any ((select $1::text[])::text[]) order by p.discipline, p.school_class, t.position`,
    [codes],
  );
}

/** Finds where and when a completed attempt of a child was taken. */
export function findMappedAttempt(
  db: Queryable,
  childId: number,
  attemptId: number,
): Promise<{ discipline: Discipline; schoolClass: ChildClass; startedAt: Date; finishedAt: Date } | undefined> {
  return db.row(
    `select discipline, school_class, attempt_date as started_at, finished_at
     from attempts where id = $2 and child_id = $1 and state = 'completed'`,
    [childId, attemptId],
  );
}
