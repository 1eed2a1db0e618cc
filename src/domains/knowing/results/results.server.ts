import type { Database } from '../../../server/db/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { OTHER } from '../../bank/answering/answering.rules.ts';
import { type FrozenQuestion, presentQuestion, revealQuestion } from '../../bank/test-bank/tests.rules.ts';
import { errorsOf, versionOf } from '../../bank/test-bank/tests.server.ts';
import { entitlementsFor, planInForce } from '../../money/plans/plans.rules.ts';
import { presentAttempt } from '../../sitting/attempts/attempts.server.ts';
import { markOpened } from '../../sitting/attempts/opened.store.ts';
import { readAgainFrom } from '../knowledge/knowledge.server.ts';
import { marginOf, REFERENCE } from '../norms/norms.rules.ts';
import { compareIn } from '../norms/norms.server.ts';
import { suggestNext } from './next.server.ts';
import { resultsByTheme, studyOrder, valoresOf } from './rehearsal.rules.ts';
import { findThemesOf } from './rehearsal.store.ts';
import { type AttemptResult, resultsContract } from './results.contract.ts';
import { pointsOf, skillsOf } from './results.rules.ts';
import { type AttemptWithAnswers, findAttempt } from './results.store.ts';
import { awayFrom } from './sentences.rules.ts';

/**
 * Reads an attempt with its answers and its test. It never grades: a provisional attempt has no result and shows no key until its family
 * completes it (`PUT /api/attempts/:id`) or `settleAttempts` does.
 *
 * @throws Refused 404 when the attempt does not exist or belongs to another family.
 */
export async function readResult(db: Database, userId: number, attemptId: number): Promise<AttemptResult> {
  const found = await findAttempt(db, userId, attemptId);
  if (!found) throw notFound();
  if (found.completed && !found.opened) await markOpened(db, attemptId);
  const version = await versionOf(db, found.versionId);
  const { questions } = version;
  // A test finished without a single answer gives the month's free test back, so it must not show its key: otherwise a family could read
  // the whole bank with empty tests.
  const done = found.completed && found.answers.length > 0;
  const chosen = new Map(found.answers.map((answer) => [answer.questionId, answer.selectedAnswer]));
  // Of an interrupted test only the answered questions are shown: the others may be asked again.
  const isShown = (questionId: number) => done && (!found.interrupted || chosen.has(questionId));
  const quick = new Set(found.effort === 'low' ? found.quickQuestions : []);
  const correctedAt = new Map(
    found.corrections.map(({ questionId, at }) => [questionId, { correctedAt: new Date(at).toISOString() }]),
  );
  const result =
    found.interrupted || found.correctAnswers === null || found.totalScore === null
      ? null
      : await gradedResult(
          db,
          userId,
          { ...found, correctAnswers: found.correctAnswers, totalScore: found.totalScore },
          questions,
          chosen,
        );
  return {
    attempt: presentAttempt(found, found.now),
    time: found.time,
    child: { id: found.childId, fullName: found.childName, schoolClass: found.childClass, cover: found.childCover },
    test: {
      id: found.testId,
      discipline: found.discipline,
      theme: found.theme,
      form: found.form,
      schoolClass: found.schoolClass,
      description: found.description,
      difficultyLevel: found.difficultyLevel,
      evaluationType: found.evaluationType,
      duration: found.duration,
      active: found.testActive,
      questionCount: questions.length,
      questions: questions.map((question) =>
        isShown(question.id)
          ? { ...revealQuestion(question), ...correctedAt.get(question.id) }
          : presentQuestion(question),
      ),
    },
    answers: questions.flatMap((question) => {
      const answer = found.answers.find(({ questionId }) => questionId === question.id);
      if (!answer) return [];
      if (!done) return [presentOpenAnswer(answer)];
      const error = errorsOf(version, question)[answer.selectedAnswer];
      return [
        {
          ...presentAnswer(answer),
          isCorrect: question.correctAnswer === answer.selectedAnswer,
          ...(quick.has(question.id) ? { isQuick: true as const } : error === undefined ? {} : { error }),
        },
      ];
    }),
    againFrom: found.interrupted && found.kind === 'theme' ? await readAgainFrom(db, userId, found) : null,
    result,
  };
}

type StoredAnswer = AttemptWithAnswers['answers'][number];

/** Returns an answer of a graded attempt: the letter, and what was written. */
const presentAnswer = ({ written, selectedAnswer, ...answer }: StoredAnswer) => ({
  ...answer,
  selectedAnswer: selectedAnswer === OTHER ? (written ?? OTHER) : selectedAnswer,
  ...(written === null ? {} : { written }),
});

/** Returns an answer before the attempt is graded. The letter of what was written is not shown: it may tell whether it is right. */
const presentOpenAnswer = ({ written, selectedAnswer, ...answer }: StoredAnswer) => ({
  ...answer,
  selectedAnswer: written ?? selectedAnswer,
  ...(written === null ? {} : { written }),
});

/** Returns a graded attempt's result with comparisons and the suggested next test, as far as the plan includes them. */
async function gradedResult(
  db: Database,
  userId: number,
  attempt: AttemptWithAnswers & { correctAnswers: number; totalScore: number },
  questions: readonly FrozenQuestion[],
  chosen: ReadonlyMap<number, string>,
): Promise<NonNullable<AttemptResult['result']>> {
  const { childId, discipline, theme, schoolClass, correctAnswers: correct, totalScore, rank, now } = attempt;
  const allows = entitlementsFor(planInForce(attempt, now), rank);
  const total = questions.length;
  const skills = skillsOf(questions, chosen);
  const margin = marginOf(correct, total);
  const [marks, next, rehearsal] = await Promise.all([
    compareIn(
      db,
      { userId, childId, allowed: allows.comparison },
      new Map([[discipline, { [schoolClass]: 1 }]]),
      margin,
    ),
    suggestNext(db, userId, childId, allows.suggestions),
    attempt.kind === 'rehearsal' ? rehearsalResult(db, totalScore, questions, chosen) : null,
  ]);
  return {
    value: correct,
    total,
    percentage: totalScore,
    corrected: lastChange(attempt.corrections),
    effort: effortToSay(attempt),
    away: awayFrom(attempt.awayTimes, attempt.awayMs),
    textHeard: (attempt.textsHeard ?? 0) > 0,
    weighted: new Set(questions.map((question) => question.weight)).size > 1,
    skills,
    reference: REFERENCE,
    comparison: { allowed: allows.comparison, marks: marks.get(discipline) ?? [] },
    margin,
    ...pointsOf({ theme, correct, total }, skills),
    next,
    rehearsal,
  };
}

/** Returns the additional parts of a rehearsal's result: its themes, and what to study in which order. */
async function rehearsalResult(
  db: Database,
  percentage: number,
  questions: readonly FrozenQuestion[],
  chosen: ReadonlyMap<number, string>,
): Promise<NonNullable<NonNullable<AttemptResult['result']>['rehearsal']>> {
  const found = await findThemesOf(db, [...new Set(questions.flatMap(({ objective }) => objective ?? []))]);
  const asked = found.flatMap(({ objective, code, name }) =>
    questions
      .filter((question) => question.objective === objective)
      .map(({ id, correctAnswer }) => ({ code, name, right: chosen.get(id) === correctAnswer })),
  );
  const themes = resultsByTheme(asked);
  return { valores: valoresOf(percentage), themes, study: studyOrder(themes) };
}

function effortToSay({
  effort,
  quickAnswers,
  quickMs,
}: AttemptWithAnswers): NonNullable<AttemptResult['result']>['effort'] {
  if (effort !== 'some' && effort !== 'low') return null;
  return { level: effort, quickAnswers: quickAnswers ?? 0, seconds: Math.ceil((quickMs ?? 0) / 1_000) };
}

function lastChange(corrections: AttemptWithAnswers['corrections']): NonNullable<AttemptResult['result']>['corrected'] {
  const last = corrections.findLast(({ before, after }) => before !== after);
  return last ? { at: new Date(last.at).toISOString(), before: last.before } : null;
}

/** Binds the endpoint of a result. */
export function bindResults(frame: Frame): void {
  const { db } = frame;
  frame.bind(resultsContract, {
    'GET /api/attempts/:id': (call) => readResult(db, call.caller.userId, call.params.id),
  });
}
