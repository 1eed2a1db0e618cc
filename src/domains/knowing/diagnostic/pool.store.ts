import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline } from '../../../shared/words.ts';
import { CHOSEN_FROM, WITHOUT_WAY } from '../../bank/test-bank/tests.store.ts';

export interface PoolRow {
  questionId: number;
  versionId: number;
  content: string;
  schoolClass: string;
  objective: string | null;
  /** The author's difficulty, 1 to 5. */
  author: number | null;
  /** To choose from; 0 if the answer is written. */
  alternatives: number;
  theme: string;
  /** The calibrated difficulty; null before the first calibration. */
  difficulty: number | null;
}

/** Returns a fingerprint that changes with the questions of a discipline and with their calibration. */
export async function findPoolMark(db: Queryable, discipline: string): Promise<string> {
  const row = await db.row<{ mark: string }>(
    `select count(*) || ':' || coalesce(sum(version_id::bigint * id), 0) || ':' ||
       coalesce((select extract(epoch from calibrated_at)::text from calibrations where discipline = $1), '') as mark
     from tests where active and version_id is not null and discipline = $1`,
    [discipline],
  );
  return row?.mark ?? '';
}

/**
 * Returns the questions of a discipline's active tests, each content once; of a question that is asked both ways, the one that is answered
 * in writing.
 *
 * @param misfits whether those that do not fit the model are among them.
 */
export function findPool(db: Queryable, discipline: string, misfits: boolean): Promise<PoolRow[]> {
  return db.rows<PoolRow>(
    `select distinct on (${WITHOUT_WAY('q.content')}) q.question_id, q.version_id, q.content, t.school_class,
       q.objective, q.difficulty as author, ${CHOSEN_FROM} as alternatives, coalesce(c.code, t.curriculum_theme, t.theme_key) as theme, d.difficulty
     from tests t join version_questions q on q.version_id = t.version_id
       left join curriculum_objectives o on o.code = q.objective left join curriculum_themes c on c.id = o.theme_id
       left join item_difficulties d on d.discipline = t.discipline and d.content = q.content
     where t.active and t.kind = 'theme' and t.discipline = $1 and ($2 or d.misfit is null)
     order by ${WITHOUT_WAY('q.content')}, q.content desc, t.id`,
    [discipline, misfits],
  );
}

/** Returns the themes of the curriculum in a discipline, by class and in their order. */
export function findThemes(
  db: Queryable,
  discipline: string,
): Promise<{ code: string; name: string; schoolClass: string }[]> {
  return db.rows(
    `select t.code, t.theme as name, p.school_class
     from curriculum_plans p join curriculum_themes t on t.plan_id = p.id where p.discipline = $1 order by p.school_class, t.position`,
    [discipline],
  );
}

/** Returns how many questions each discipline has by class, in active tests. */
export function findQuestionCounts(
  db: Queryable,
): Promise<{ discipline: Discipline; schoolClass: string; questions: number }[]> {
  return db.rows(
    `select discipline, school_class, sum(question_count)::int as questions from tests
     where active and version_id is not null group by discipline, school_class`,
    [],
  );
}
