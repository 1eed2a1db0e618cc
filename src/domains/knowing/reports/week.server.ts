import type { Database } from '../../../server/db/db.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { readErrors } from '../child-errors/child-errors.server.ts';
import { errorsOfWeek } from '../child-errors/error-words.rules.ts';
import { readKnowledge } from '../knowledge/knowledge.server.ts';
import { readMoves } from '../knowledge/moves.server.ts';
import { readNow } from '../progress/child-now.server.ts';
import { readReportSkills } from './report-skills.server.ts';
import { type ChildBesides, figureSentence } from './week.rules.ts';

interface Week {
  from: Date;
  to: Date;
}

/** What a child did in a week: one row a discipline. */
interface DoneInWeek {
  childId: number;
  /** Number of tests that count. */
  tests: number;
  /** Days on which it practised. */
  practised: number;
  /** How often it read, calculated or wrote at home. */
  atHome: number;
}

/**
 * Returns what is said of a family's week besides what its children did, by the children's ids: the figures of those who took a test, what
 * changed on their maps, and the errors of those who took one or practised.
 */
export async function readBesides(
  db: Database,
  userId: number,
  rows: readonly DoneInWeek[],
  week: Week,
): Promise<ReadonlyMap<number, ChildBesides>> {
  const besides = new Map<number, ChildBesides>();
  const figures = await readNow(db, [...new Set(rows.map(({ childId }) => childId))]);
  for (const childId of new Set(rows.filter(({ tests }) => tests > 0).map((row) => row.childId))) {
    const { detailed, moves } = await readMoves(db, { userId, childId, from: week.from, until: week.to });
    const { action } = await readKnowledge(db, userId, childId);
    const named = (wanted: 'before' | 'after') =>
      moves.filter((move) => move[wanted] === 'knows').map(({ name }) => name);
    const map = { detailed, gained: named('after'), lost: named('before'), action: action?.text ?? null };
    besides.set(childId, { figure: figureSentence(figures.get(childId)?.now), map });
  }
  for (const childId of new Set(rows.filter(({ atHome }) => atHome > 0).map((row) => row.childId)))
    besides.set(childId, { ...besides.get(childId), skill: await newSkill(db, userId, childId, week) });
  const active = rows.filter(({ tests, practised }) => tests + practised > 0).map(({ childId }) => childId);
  for (const childId of new Set(active))
    besides.set(childId, {
      ...besides.get(childId),
      errors: errorsOfWeek(await readErrors(db, userId, childId), week),
    });
  return besides;
}

/** Returns the newest sentence of the week about how a child reads, calculates or writes. */
async function newSkill(db: Database, userId: number, childId: number, week: Week): Promise<string | undefined> {
  const skills = await readReportSkills(db, userId, childId);
  const lines = skills.map(({ said }) => said).filter((said) => said !== null);
  const [newest] = lines.sort((one, other) => other.date.localeCompare(one.date));
  return newest && newest.date >= dateInLuanda(week.from) ? newest.sentence : undefined;
}
