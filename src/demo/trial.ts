import { writtenFor } from '../domains/bank/answering/answering.rules.ts';
import { versionOf } from '../domains/bank/test-bank/tests.server.ts';
import { findProgress } from '../domains/knowing/trial/analysis.store.ts';
import { TRIAL, TRIAL_CONSENT } from '../domains/knowing/trial/trial.rules.ts';
import { findDemoParent, findOpenChecks, saveCheckAnswer, saveDecision } from '../domains/knowing/trial/trial.store.ts';
import { allotWeeks, closeWeeks, prepareChecks } from '../domains/knowing/trial/weeks.server.ts';
import type { Database } from '../server/db/db.ts';
import type { Log } from '../server/watch/log.ts';
import { chances } from '../shared/chances.ts';
import { letterAt } from '../shared/questions/letters.ts';
import { DAY_MS } from '../shared/time.ts';

/** Child-weeks of the past of each child, and days from one to the next. */
const ROUNDS = 3;
const BETWEEN_DAYS = 21;
const SEED = 370;

/**
 * Lets the demo family take part in the practice trial, with some measured weeks, once. Does nothing without the demo account, or once the trial
 * has weeks.
 */
export async function seedDemoTrial(db: Database, log: Log): Promise<void> {
  const parent = await findDemoParent(db, 'encarregado');
  const { measured, running, lost } = await findProgress(db);
  if (!parent || measured + running + lost > 0) return;
  await saveDecision(db, parent.id, { agreed: true, consentVersion: TRIAL_CONSENT });
  const chance = chances(SEED);
  for (let round = ROUNDS; round > 0; round -= 1) {
    const begins = Date.now() - round * BETWEEN_DAYS * DAY_MS;
    const asked = new Date(begins + TRIAL.PRACTICE_DAYS * DAY_MS);
    await allotWeeks(db, new Date(begins), log, () => Math.floor(chance() * 2 ** 31));
    await prepareChecks(db, asked, log);
    await answerChecks(db, asked, chance);
    await closeWeeks(db, asked, log);
  }
}

/** Answers all open checks: of both themes some six of ten right. */
async function answerChecks(db: Database, at: Date, chance: () => number): Promise<void> {
  for (const { weekId, position, versionId, questionId } of await findOpenChecks(db)) {
    const question = (await versionOf(db, versionId)).questions.find(({ id }) => id === questionId);
    if (!question) continue;
    const others = question.alternatives
      .map((_, index) => letterAt(index))
      .filter((letter) => letter !== question.correctAnswer);
    const isRight = others.length === 0 || chance() < 0.6;
    const selectedAnswer = isRight ? question.correctAnswer : (others[Math.floor(chance() * others.length)] as string);
    const written = writtenFor(question, selectedAnswer) ?? null;
    const clientId = `00000000-0000-4000-8000-${String(weekId * 10 + position).padStart(12, '0')}`;
    await saveCheckAnswer(db, { weekId, position, clientId, selectedAnswer, written, visibleMs: 20_000, at });
  }
}
