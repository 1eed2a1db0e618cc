import { writtenFor } from '../domains/bank/answering/answering.rules.ts';
import { askNext, finish, frozenQuestion } from '../domains/knowing/diagnostic/asking.server.ts';
import { abilityAfter, isOver, priorOfClass } from '../domains/knowing/diagnostic/diagnostic.rules.ts';
import {
  type AskedQuestion,
  findDemoChild,
  insertDiagnostic,
  moveToPast,
  recordAnswer,
} from '../domains/knowing/diagnostic/diagnostic.store.ts';
import { classMean } from '../domains/knowing/diagnostic/scale.rules.ts';
import { chanceOfRight } from '../domains/knowing/knowledge/ability.rules.ts';
import { timeLimitFor } from '../domains/sitting/attempts/attempts.rules.ts';
import type { Database } from '../server/db/db.ts';
import { USUAL_DURATION } from '../shared/durations.ts';
import { letterAt } from '../shared/questions/letters.ts';
import type { Discipline } from '../shared/words.ts';

const DAY_SECONDS = 86_400;
/** Milliseconds that a simulated child takes for a question. */
const THINKING_MS = 31_000;

/**
 * Creates finished diagnostics of the demo family, once: two of Maria, to show growth, and one of João. Does nothing without the demo
 * accounts or without questions.
 */
export async function seedDemoDiagnostics(db: Database): Promise<void> {
  const maria = await findDemoChild(db, 'encarregado', 'Maria Domingos');
  if (maria) {
    await takePast(db, maria, 'Matemática', { ability: classMean(3) - 0.1, daysAgo: 98 });
    await takePast(db, maria, 'Matemática', { ability: classMean(4) - 0.1, daysAgo: 6 });
  }
  const joao = await findDemoChild(db, 'encarregado', 'João Domingos');
  if (joao) await takePast(db, joao, 'Português', { ability: classMean(2) - 0.3, daysAgo: 12 });
}

/** Takes a diagnostic some days ago, with deterministic answers that match the expected share of right ones. */
function takePast(
  db: Database,
  { id: childId, schoolClass }: { id: number; schoolClass: string },
  discipline: Discipline,
  { ability, daysAgo }: { ability: number; daysAgo: number },
): Promise<void> {
  const startedAt = new Date(Date.now() - daysAgo * DAY_SECONDS * 1000);
  return db.transaction(async (transaction) => {
    const begun = { childId, discipline, schoolClass, startedAt, priorAbility: null, priorSd: null };
    const created = await insertDiagnostic(transaction, { ...begun, seconds: timeLimitFor(USUAL_DURATION, null) });
    const of = { ...begun, id: (created as { id: number }).id };
    const answered: AskedQuestion[] = [];
    // Answers right whenever the accumulated share of right answers is due, without random numbers.
    let due = 0;
    for (;;) {
      const asked = await askNext(db, transaction, of, answered);
      if (!asked) break;
      const question = await frozenQuestion(db, asked, transaction);
      const { correctAnswer, alternatives } = question;
      due += chanceOfRight(ability, asked);
      const isRight = due >= 0.5;
      if (isRight) due -= 1;
      const wrong = alternatives.map((_, index) => letterAt(index)).find((letter) => letter !== correctAnswer);
      const selectedAnswer = isRight ? correctAnswer : (wrong ?? null);
      const written = (selectedAnswer && writtenFor(question, selectedAnswer)) ?? null;
      const { position } = asked;
      await recordAnswer(transaction, of.id, {
        position,
        selectedAnswer,
        written,
        isRight,
        visibleMs: THINKING_MS,
      });
      const answeredAt = new Date(startedAt.getTime() + position * THINKING_MS);
      answered.push({ ...asked, answeredAt, selectedAnswer, written, isRight, visibleMs: THINKING_MS });
      if (isOver(answered.length, abilityAfter(answered, priorOfClass(schoolClass)).standardError, false)) break;
    }
    await finish(db, transaction, of, answered);
    const minutes = Math.round((answered.length * THINKING_MS) / 60_000);
    await moveToPast(transaction, of.id, daysAgo * DAY_SECONDS, minutes);
  }, 60_000);
}
