import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline } from '../../../shared/words.ts';
import { CHOSEN_FROM, WITHOUT_WAY } from '../../bank/test-bank/tests.store.ts';
import { ASKED, UNCOVERED } from '../../sitting/attempts/answers.store.ts';
import { TELLS } from '../../sitting/attempts/counting.store.ts';
import { TRACKING } from './tracking.rules.ts';

export interface TrackedRow {
  discipline: Discipline;
  /** When the test or diagnostic began, and an identity of it. */
  at: Date;
  sitting: string;
  right: boolean;
  /** The calibrated difficulty; null before the first calibration with answers. */
  difficulty: number | null;
  /** Class of the question, the author's difficulty, and the number of alternatives to choose from (0 if the answer is written). */
  schoolClass: string;
  author: number | null;
  alternatives: number;
}

/**
 * Returns a child's first answers to each question in the last two years, in tests that show what it knows and in diagnostics with effort,
 * in order of time. A question that it met before in an attempt that does not count is left out.
 */
export function findTrackedAnswers(db: Queryable, childId: number): Promise<TrackedRow[]> {
  return db.rows<TrackedRow>(
    `select met.discipline, met.at, met.sitting, met.is_right as "right", d.difficulty, met.school_class, met.author, met.alternatives
     from (
       select distinct on (${WITHOUT_WAY('given.content')}) given.* from (
         select a.discipline, a.attempt_date as at, 'attempt ' || a.id as sitting, q.content, q.selected_answer = q.correct_answer as is_right,
           a.school_class, q.difficulty as author, ${CHOSEN_FROM} as alternatives, ${TELLS} as counts
         from attempts a ${ASKED} where a.child_id = $1 and a.state = 'completed' and ${UNCOVERED} and a.attempt_date > now() - interval '${TRACKING.YEARS} years'
         union all
         select s.discipline, s.started_at, 'diagnostic ' || s.id, g.content, g.is_right, g.school_class, q.difficulty, ${CHOSEN_FROM}, s.effort <> 'low'
         from diagnostics s join diagnostic_questions g on g.diagnostic_id = s.id
           join version_questions q on q.version_id = g.version_id and q.question_id = g.question_id
         where s.child_id = $1 and s.state = 'finished' and s.started_at > now() - interval '${TRACKING.YEARS} years'
       ) given order by ${WITHOUT_WAY('given.content')}, given.at
     ) met left join item_difficulties d on d.discipline = met.discipline and d.content = met.content
     where met.counts and met.is_right is not null order by met.at, met.sitting`,
    [childId],
  );
}
