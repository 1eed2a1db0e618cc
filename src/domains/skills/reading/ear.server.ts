import type { Database } from '../../../server/db/db.ts';
import { Refused } from '../../../server/http/errors.ts';
import { consumeRateLimit, type Limit } from '../../../server/http/rate-limits.ts';
import { problemOf } from '../grid/grid.rules.ts';
import { checkEar, type EarAgreement, isTrained, latestOf, passesEar } from './ear.rules.ts';
import { findForm, findTraining, findTrainings, insertTraining, type TrainingRow } from './reading.store.ts';

/** Maximum number of new markings of a parent in an hour; each takes a minute of listening. */
const MARKINGS: Limit = { name: 'ear-training', hits: 60, seconds: 3600 };

/**
 * Compares a parent's marks with what a recording of the training says. Safe to repeat. The last marking of each recording counts; an ear
 * that was trained stays trained, even if by a rule of then that asked for less.
 *
 * @throws Refused 422 for an unknown recording or marks that do not fit it; 429 after too many new ones in an hour.
 */
export async function markRecording(
  db: Database,
  userId: number,
  sent: { clientId: string; recordingId: string; wrong: readonly number[]; selfCorrected: readonly number[] },
) {
  const repeated = await findTraining(db, userId, sent.clientId);
  if (repeated) return repeated;
  const form = await findForm(db, sent.recordingId, undefined);
  if (form?.kind !== 'ear') throw new Refused(422, 'unknown-recording', 'Essa gravação não existe.');
  const problem = problemOf(form.items, { ...sent, seconds: 60, finished: true, lastItem: null });
  if (problem) throw new Refused(422, problem.code, problem.message);
  await consumeRateLimit(db, MARKINGS, String(userId));
  const heard = checkEar(form.items, form.body.read, sent.wrong);
  const earlier = await findTrainings(db, userId);
  const latest = latestOf([...earlier.map(asMarking), { recordingId: form.id, ...heard }]);
  const passed = earlier.some((one) => one.passed) || isTrained(latest);
  await insertTraining(db, userId, { ...sent, ...heard, passed });
  return { ...heard, passed };
}

/** Returns a stored marking of a recording with whether it passes. */
export const asMarking = (row: TrainingRow): EarAgreement => ({
  recordingId: row.recordingId,
  agreement: row.agreement,
  passes: passesEar(row),
});
