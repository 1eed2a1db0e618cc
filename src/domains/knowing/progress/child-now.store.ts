import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline } from '../../../shared/words.ts';
import { COUNTS, FIRST_TIME, PENCIL_OF_THEMES } from '../../sitting/attempts/counting.store.ts';
import { NUMBERED } from './progress.store.ts';

export interface CountedRow {
  childId: number;
  attemptId: number;
  date: Date;
  discipline: Discipline;
  theme: string;
  ofOwnClass: boolean;
  score: number;
  right: number;
  asked: number;
  answered: number;
  onPaper: boolean;
}

/**
 * Finds the last tests of some children that count for their figure (`child-now.rules.ts`), the newest first; of tests of a child's own
 * class, and of those of other classes, up to the same number each.
 */
export function findCountedTests(db: Queryable, childIds: readonly number[], most: number): Promise<CountedRow[]> {
  return db.rows<CountedRow>(
    `select ranked.child_id, ranked.id as attempt_id, ranked.attempt_date as date, ranked.discipline, t.theme,
       ranked.of_own_class, ranked.total_score as score, ranked.correct_answers as right,
       ranked.correct_answers + ranked.incorrect_answers as asked, ranked.printed_at is not null as on_paper,
       (select count(*) from answers given where given.attempt_id = ranked.id) as answered
     from (
       select a.*, a.school_class = c.school_class as of_own_class, row_number() over (
         partition by a.child_id, a.school_class = c.school_class order by a.attempt_date desc, a.id desc) as rank
       from ${NUMBERED('a.child_id = any ((select $1::int[])::int[])')} a join children c on c.id = a.child_id
       where ${FIRST_TIME} and ${COUNTS}
     ) ranked join tests t on t.id = ranked.test_id
     where ranked.rank <= $2 order by ranked.child_id, ranked.attempt_date desc, ranked.id desc`,
    [childIds, most],
  );
}

/** Finds when some children took tests that were answered too quickly to count. */
export function findHurried(db: Queryable, childIds: readonly number[]): Promise<{ childId: number; date: Date }[]> {
  return db.rows(
    `select a.child_id, a.attempt_date as date from attempts a
     where a.child_id = any ((select $1::int[])::int[]) and ${PENCIL_OF_THEMES}`,
    [childIds],
  );
}
