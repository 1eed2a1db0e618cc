import type { Database } from '../../server/db.ts';
import { notFound } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import { letterAt, withoutLetter } from '../tests/tests.rules.ts';
import { versionOf } from '../tests/tests.server.ts';
import type { TestStatistics } from './statistics.contract.ts';
import { statisticsContract } from './statistics.contract.ts';
import {
  type Choice,
  discrimination,
  FOR_DISCRIMINATION,
  FOR_FACILITY,
  facility,
  flagsOf,
  type QuestionSums,
  testStatistics,
  thirds,
  wilson,
} from './statistics.rules.ts';
import {
  findChosen,
  findCurrentVersion,
  findPoints,
  findVersionQuestions,
  type VersionQuestion,
} from './statistics.store.ts';
import { flagInWords } from './statistics-words.rules.ts';

/** What has to be equal for attempts at two versions to be counted together: alternatives, key and weight of each question, in the bank's order. */
function formOf(questions: readonly VersionQuestion[]): string {
  return JSON.stringify(
    questions
      .map(({ questionId, letters, options, correctAnswer, weight, bankLetters }) => {
        const bank = (letter: string) => bankLetters?.[letters.indexOf(letter)] ?? letter;
        const texts = options
          .map((text, index) => [bank(letters[index] as string), withoutLetter(text, index).trim()] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1));
        return [questionId, weight, bank(correctAnswer), texts];
      })
      .sort(([a], [b]) => Number(a) - Number(b)),
  );
}

/**
 * What the valid attempts (decision 7: completed, the child's first, in time, standard time) say of a test as it is now.
 * Attempts at versions with other alternatives, keys or weights are left out; the order of alternatives does not matter.
 *
 * @throws Refused 404 for a test that is not there.
 */
export async function readStatistics(db: Database, testId: number): Promise<TestStatistics> {
  const test = await findCurrentVersion(db, testId);
  if (!test) throw notFound();
  const [all, points] = await Promise.all([findVersionQuestions(db, testId), findPoints(db, testId)]);
  const versions = Map.groupBy(all, ({ versionId }) => versionId);
  const current = test.versionId === null ? [] : (versions.get(test.versionId) ?? []);
  const form = formOf(current);
  const same = new Set([...versions].filter(([, questions]) => formOf(questions) === form).map(([id]) => id));
  const counted = points.filter(({ versionId }) => same.has(versionId));
  const list = counted.flatMap(({ points: one, attempts }) => Array<number>(attempts).fill(one));
  const cut = thirds(list);
  const attempts = list.length;
  const whole = {
    attempts,
    pointSum: list.reduce((sum, one) => sum + one, 0),
    pointSquares: list.reduce((sum, one) => sum + one * one, 0),
    possible: current.reduce((sum, { weight }) => sum + weight, 0),
  };
  const chosen = attempts === 0 ? [] : await findChosen(db, testId, [...same], cut);
  const byQuestion = Map.groupBy(chosen, ({ questionId }) => questionId);
  const sums = current.map((question): QuestionSums => {
    const rows = byQuestion.get(question.questionId) ?? [];
    const right = rows.find(({ letter }) => letter === question.correctAnswer);
    const { weight } = question;
    const choices = question.letters.map((letter): Choice => {
      const row = rows.find((one) => one.letter === letter);
      const own = letter === question.correctAnswer ? weight : 0;
      const { count = 0, top = 0, middle = 0, bottom = 0, pointSum = 0 } = row ?? {};
      return { letter, count, top, middle, bottom, restSum: pointSum - own * count };
    });
    const correct = right?.count ?? 0;
    const pointsOfCorrect = right?.pointSum ?? 0;
    return {
      questionId: question.questionId,
      weight,
      correctAnswer: question.correctAnswer,
      correct,
      choices,
      // R = T − x, and x is the weight or nothing.
      restSum: whole.pointSum - weight * correct,
      restSquares: whole.pointSquares - 2 * weight * pointsOfCorrect + weight * weight * correct,
      restSumOfCorrect: pointsOfCorrect - weight * correct,
      seconds: rows.reduce((sum, { seconds }) => sum + seconds, 0),
      timed: rows.reduce((sum, { timed }) => sum + timed, 0),
    };
  });
  const shown = test.versionId === null ? [] : (await versionOf(db, test.versionId)).presented;
  return {
    testId,
    attempts,
    attemptsBefore: points.reduce((sum, one) => sum + (same.has(one.versionId) ? 0 : one.attempts), 0),
    missingForFacility: Math.max(FOR_FACILITY - attempts, 0),
    missingForDiscrimination: Math.max(FOR_DISCRIMINATION - attempts, 0),
    thirds: {
      top: list.filter((one) => one >= cut.top).length,
      middle: list.filter((one) => one < cut.top && one >= cut.middle).length,
      bottom: list.filter((one) => one < cut.top && one < cut.middle).length,
    },
    ...testStatistics(whole, sums),
    questions: sums.map((question, index) => {
      const { options } = current[index] as VersionQuestion;
      const presented = shown.find(({ id }) => id === question.questionId);
      const answered = question.choices.reduce((sum, { count }) => sum + count, 0);
      const rate = facility(question, attempts);
      return {
        id: question.questionId,
        position: index + 1,
        statement: presented?.statement ?? '',
        ...(presented?.statementHtml === undefined ? {} : { statementHtml: presented.statementHtml }),
        correctAnswer: question.correctAnswer,
        answered,
        omitted: attempts - answered,
        facility: rate,
        interval: rate === null ? null : wilson(question.correct, attempts),
        discrimination: discrimination(question, attempts),
        meanSeconds: question.timed === 0 ? null : question.seconds / question.timed,
        choices: question.choices.map(({ restSum: _, ...choice }, place) => ({
          ...choice,
          text: options[place] ?? letterAt(place),
        })),
        flags: flagsOf(question, attempts).map((flag) => ({ ...flag, text: flagInWords(flag) })),
      };
    }),
  };
}

/** Statistics of tests, for teachers and administrators. */
export function bindStatistics(frame: Frame): void {
  frame.bind(statisticsContract, {
    'GET /api/teacher/tests/:id/statistics': (call) => readStatistics(frame.db, call.params.id),
  });
}
