import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, notFound, Refused } from '../../../server/http/errors.ts';
import { longDate } from '../../../shared/dates.ts';
import { versionByChoice, versionOf } from '../../bank/test-bank/tests.server.ts';
import { findAnswers } from './answers.store.ts';
import { type AttemptRow, findStartContext, lockAttempt } from './attempts.store.ts';
import { grade, moves } from './grading.server.ts';
import { findPrinted, insertPrinted, insertPrintedAnswers, lapsePrinted } from './printed.store.ts';
import { attemptToBegin, begin, tryAgain } from './starting.server.ts';

/** Value of `device` for attempts on paper. */
const ON_PAPER = 'papel';
/** How often printing is retried when another call reserved the test first and its row is not visible yet. */
const TRIES = 4;

/**
 * Reserves an attempt that a child takes on paper, with the same limits as a start on the phone. Printing again returns the same attempt.
 *
 * Questions that are answered in writing on the phone are answered by choosing.
 *
 * @throws Refused 404 when the child or test does not exist or belongs to another family; 409 archived child, or a question without
 * alternatives; 402 plan limit.
 */
export async function printAttempt(
  db: Database,
  print: { userId: number; childId: number; testId: number },
): Promise<{ attempt: AttemptRow; isNew: boolean }> {
  const { userId, childId, testId } = print;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const context = await findStartContext(db, userId, childId, testId, null);
    if (!context) throw notFound();
    await lapsePrinted(db, childId);
    const printed = await findPrinted(db, childId, testId);
    if (printed) return { attempt: printed, isNew: false };
    const wanted = await attemptToBegin(db, context, {
      userId,
      childId,
      clientId: null,
      device: ON_PAPER,
      order: 'own',
    });
    const onPaper = wanted && { ...wanted, versionId: await versionByChoice(db, wanted.versionId) };
    const attempt = onPaper && (await begin(db, userId, onPaper, insertPrinted));
    if (attempt) return { attempt, isNew: true };
  }
  throw tryAgain();
}

/** Returns the address of the result of a sheet, for refusals that name it. */
const resultOf = (attemptId: number) => `/results/${attemptId}`;

/**
 * Refuses a sheet that can no longer be graded.
 *
 * @throws Refused 409 `sheet-used` with the address of its result, or `sheet-lapsed`.
 */
export function refuseSpent(sheet: Pick<AttemptRow, 'id' | 'state' | 'deadlineAt'>, now: Date): void {
  if (sheet.state === 'completed')
    throw new Refused(
      409,
      'sheet-used',
      'Esta folha já foi usada. Cada folha só se usa uma vez; o resultado está guardado.',
      {
        fields: { result: resultOf(sheet.id) },
      },
    );
  if (sheet.state !== 'printed' || sheet.deadlineAt <= now)
    throw conflict('sheet-lapsed', `Esta folha valia até ${longDate(sheet.deadlineAt)}. Imprima outra.`);
}

/**
 * Grades a sheet from the letters that a parent confirmed, once. A repeated call with the same letters, from a phone that lost the reply or
 * from a second phone, returns the graded attempt.
 *
 * @param given letters by question; null or absent means no answer.
 * @throws Refused 404 when the sheet does not exist or belongs to another family; 409 when it is used or lapsed; 400 for a question or
 * letter that it does not have, or without any answer.
 */
export async function gradePrinted(
  db: Database,
  attemptId: number,
  userId: number,
  given: readonly { questionId: number; selectedAnswer: string | null }[],
): Promise<AttemptRow> {
  const graded = await db.transaction(async (transaction) => {
    const attempt = await lockAttempt(transaction, attemptId, userId);
    if (!attempt || attempt.device !== ON_PAPER || attempt.printedAt === null) throw notFound();
    const { questions } = await versionOf(db, attempt.versionId, transaction);
    const answers = checkedAnswers(questions, given);
    if (attempt.state === 'completed' && (await hasAnswers(transaction, attemptId, answers)))
      return { attempt, isNew: false };
    refuseSpent(attempt, attempt.now);
    const begun = await insertPrintedAnswers(transaction, attemptId, answers);
    const withoutTimes = answers.map((answer) => ({ ...answer, visibleMs: null }));
    const completed = await grade(db, transaction, begun, {
      answers: withoutTimes,
      times: [],
      spanMs: null,
      finishedAt: attempt.now,
    });
    return { attempt: completed, isNew: true };
  });
  if (graded.isNew) moves(graded.attempt.state);
  return graded.attempt;
}

/** Returns whether exactly these letters are stored for an attempt. */
async function hasAnswers(
  transaction: Queryable,
  attemptId: number,
  wanted: readonly { questionId: number; selectedAnswer: string }[],
): Promise<boolean> {
  const stored = new Map(
    (await findAnswers(transaction, attemptId)).map((answer) => [answer.questionId, answer.selectedAnswer]),
  );
  return (
    stored.size === wanted.length &&
    wanted.every(({ questionId, selectedAnswer }) => stored.get(questionId) === selectedAnswer)
  );
}

function checkedAnswers(
  questions: readonly { id: number; alternatives: readonly string[] }[],
  given: readonly { questionId: number; selectedAnswer: string | null }[],
): { questionId: number; selectedAnswer: string }[] {
  const letters = new Map(questions.map(({ id, alternatives }) => [id, 'ABCDEF'.slice(0, alternatives.length)]));
  const seen = new Set<number>();
  for (const { questionId, selectedAnswer } of given) {
    const has = letters.get(questionId);
    if (has === undefined || seen.has(questionId) || (selectedAnswer !== null && !has.includes(selectedAnswer)))
      throw invalid({ answers: 'As respostas não são as desta folha. Fotografe-a de novo.' });
    seen.add(questionId);
  }
  const answers = given.flatMap(({ questionId, selectedAnswer }) =>
    selectedAnswer === null ? [] : [{ questionId, selectedAnswer }],
  );
  if (answers.length === 0) throw invalid({ answers: 'Marque pelo menos uma resposta.' });
  return answers;
}
