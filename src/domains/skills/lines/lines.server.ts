import type { Database } from '../../../server/db/db.ts';
import type { Frame } from '../../../server/http/http.ts';
import type { ReportSkill } from '../../knowing/reports/report-skills.server.ts';
import { calculatingLine } from '../calculating/line.server.ts';
import { readLine } from '../reading/line.server.ts';
import { writeLine } from '../writing/line.server.ts';
import { linesContract, type SkillLine } from './lines.contract.ts';

/**
 * Returns in one sentence each how a child reads, calculates and writes; null for what is not known yet.
 *
 * @throws Refused 404 when the child is not this parent's.
 */
async function readSkills(
  db: Database,
  userId: number,
  childId: number,
): Promise<Record<'reading' | 'calculating' | 'writing', SkillLine>> {
  return {
    reading: await readLine(db, userId, childId),
    calculating: await calculatingLine(db, userId, childId),
    writing: await writeLine(db, childId),
  };
}

/** Returns the same for the report. */
export async function skillsOfReport(db: Database, userId: number, childId: number): Promise<ReportSkill[]> {
  const { reading, calculating, writing } = await readSkills(db, userId, childId);
  return [
    { verb: 'Lê', said: reading },
    { verb: 'Conta', said: calculating },
    { verb: 'Escreve', said: writing },
  ];
}

/** Binds the three sentences of a child. */
export function bindLines(frame: Frame): void {
  const { db } = frame;
  frame.bind(linesContract, {
    'GET /api/children/:id/skills': ({ caller, params }) => readSkills(db, caller.userId, params.id),
  });
}
