import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline } from '../../../shared/words.ts';
import type { FamilyChild } from '../../money/plans/covered.store.ts';
import { bandSentence, sinceSentence } from './diagnostic-words.rules.ts';
import { levelAt } from './level.rules.ts';
import { poolOf } from './pool.server.ts';
import { classMean, className, classNumber, difficultyPrior, guessingOf } from './scale.rules.ts';
import { schoolYearsBetween, TRACKING, type TrackedAbility, trackAbility } from './tracking.rules.ts';
import { findTrackedAnswers, type TrackedRow } from './tracking.store.ts';

/** The level of a child in a discipline by its ordinary tests. */
export interface LevelFromAnswers {
  /** '3º Ano'; null below the lowest class. */
  level: string | null;
  place: number;
  band: [number, number];
  sentence: string;
  bandSentence: string;
  answers: number;
}

/**
 * Returns the level in each discipline in which a child's answers to ordinary tests say it well enough. Computed from the answers each time,
 * so that regraded keys, joined themes and new calibrations need no rebuilding: about a millisecond for each discipline.
 *
 * @param db key of the cached pools.
 */
export async function levelsFromAnswers(db: Queryable, child: FamilyChild): Promise<Map<Discipline, LevelFromAnswers>> {
  const levels = new Map<Discipline, LevelFromAnswers>();
  const byDiscipline = Map.groupBy(await findTrackedAnswers(db, child.id), ({ discipline }) => discipline);
  for (const [discipline, rows] of byDiscipline) {
    const [first] = rows;
    if (!first) continue;
    const tracked = trackedBy(rows, child, first.at);
    if (tracked.standardError > TRACKING.ENOUGH_SE) continue;
    const { thresholds } = await poolOf(db, discipline);
    const { schoolClass, place, low, high } = levelAt(tracked, thresholds);
    const level = schoolClass === null ? null : className(schoolClass);
    const classes = thresholds.map((one) => className(one.schoolClass));
    levels.set(discipline, {
      level,
      place,
      band: [low, high],
      sentence: sinceSentence(
        child,
        { discipline, level, place, low, high, sure: true, effort: 'full', classes },
        first.at,
      ),
      bandSentence: bandSentence(low, high),
      answers: tracked.answers,
    });
  }
  return levels;
}

/** Estimates a child's ability in a discipline from its answers to ordinary tests; null if there are none. */
export async function abilityFromAnswers(
  db: Queryable,
  child: FamilyChild,
  discipline: Discipline,
): Promise<TrackedAbility | null> {
  const rows = (await findTrackedAnswers(db, child.id)).filter((row) => row.discipline === discipline);
  const [first] = rows;
  return first ? trackedBy(rows, child, first.at) : null;
}

/** Returns the ability by the answers in a discipline. @param first when the first of them was given. */
function trackedBy(rows: readonly TrackedRow[], { schoolClass, now }: FamilyChild, first: Date): TrackedAbility {
  const sittings = [...Map.groupBy(rows, ({ sitting }) => sitting).values()].map((own) => ({
    at: (own[0] as TrackedRow).at,
    answers: own.map(({ right, difficulty, author, alternatives, ...question }) => ({
      right,
      difficulty: difficulty ?? difficultyPrior(classNumber(question.schoolClass), author).mean,
      guessing: guessingOf(alternatives),
    })),
  }));
  const classThen = Math.max(1, classNumber(schoolClass) - schoolYearsBetween(first, now));
  return trackAbility(sittings, classMean(classThen), now);
}
