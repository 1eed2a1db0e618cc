import type { Queryable } from '../../../server/db/db.ts';
import type { Look, MeasuredWeek, Progress, StoredLook } from './analysis.rules.ts';
import { type Outcome, TRIAL } from './trial.rules.ts';
import { sumsOf } from './trial.store.ts';

/** Finds measured weeks that still have their child. @param after a place: only later ones. */
export function findMeasuredOfChildren(db: Queryable, after: number): Promise<{ weekId: number }[]> {
  return db.rows(
    `select w.id as week_id from trial_weeks w join trial_allotments a on a.week_id = w.id where w.place > $1 order by w.place`,
    [after],
  );
}

/** Replaces the outcome of a measured week, after a key was corrected. */
export async function correctOutcome(transaction: Queryable, weekId: number, outcome: Outcome): Promise<void> {
  await transaction.count(
    `update trial_weeks set first_right = :firstRight, first_asked = :firstAsked, second_right = :secondRight, second_asked = :secondAsked
     where id = :weekId and state = 'measured'`,
    { weekId, ...sumsOf(outcome) },
  );
}

export async function findProgress(db: Queryable): Promise<Progress> {
  const row = await db.row<Progress>(
    `select count(*) filter (where w.state = 'measured') as measured, count(distinct w.family) filter (where w.state = 'measured') as families,
       count(*) filter (where w.state = 'running') as running, count(*) filter (where w.state = 'lost') as lost,
       (select count(*) from trial_looks) as looks,
       exists (select 1 from trial_looks l where l.is_decided or l.look = ${TRIAL.LOOKS.length}) as is_over
     from trial_weeks w`,
  );
  return row as Progress;
}

/** Returns the measured weeks in the order in which they were measured. */
export async function findMeasured(db: Queryable): Promise<MeasuredWeek[]> {
  const rows = await db.rows<{
    family: string;
    discipline: string;
    schoolClass: string;
    firstRight: number;
    firstAsked: number;
    secondRight: number;
    secondAsked: number;
  }>(
    `select family::text as family, discipline, school_class, first_right, first_asked, second_right, second_asked
     from trial_weeks where state = 'measured' order by place`,
  );
  return rows.map(({ family, discipline, schoolClass, ...sums }) => ({
    family,
    discipline,
    schoolClass,
    first: { right: sums.firstRight, asked: sums.firstAsked },
    second: { right: sums.secondRight, asked: sums.secondAsked },
  }));
}

export function findLooks(db: Queryable): Promise<StoredLook[]> {
  return db.rows(
    'select look, weeks, families, lost, points, low, high, is_decided, parts, taken_at from trial_looks order by look',
  );
}

/** Stores a look once; one that was taken already stays. */
export async function insertLook(transaction: Queryable, look: Look, lost: number): Promise<void> {
  await transaction.count(
    `insert into trial_looks (look, weeks, families, lost, points, low, high, is_decided, parts)
     values (:look, :weeks, :families, :lost, :points, :low, :high, :isDecided, :parts::jsonb) on conflict do nothing`,
    { ...look, lost, parts: JSON.stringify(look.parts) },
  );
}
