import type { Database, Queryable } from '../../server/db.ts';
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
  type TestSums,
  testStatistics,
  thirds,
  wilson,
} from './statistics.rules.ts';
import {
  type ChosenRow,
  type CountableTest,
  findChosen,
  findCountable,
  findPoints,
  findVersionQuestions,
  type VersionQuestion,
} from './statistics.store.ts';
import { flagsInWords } from './statistics-words.rules.ts';

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

/** The sums of a test's valid attempts at its questions as they are now; every statistic follows from them. */
export interface CountedTest {
  test: CountableTest;
  /** Its questions in order, and the sums of each at the same place. */
  current: readonly VersionQuestion[];
  questions: readonly QuestionSums[];
  whole: TestSums;
  /** Points of each attempt, and where their thirds begin. */
  points: readonly number[];
  cut: { top: number; middle: number };
  /** Attempts at other alternatives, keys or weights, which are not counted. */
  attemptsBefore: number;
}

/**
 * Adds up the valid attempts (decision 7: completed, the child's first, in time, standard time) at a test as it is now.
 * Attempts at versions with other alternatives, keys or weights are left out; the order of alternatives does not matter.
 *
 * @returns nothing for a test that is not there.
 */
export function countTest(db: Database, testId: number): Promise<CountedTest | undefined> {
  return db.transaction(async (transaction) => {
    // One moment for all statements: an attempt that is completed between two of them would be in one sum and not in the other.
    await transaction.count('set transaction isolation level repeatable read, read only');
    const test = await findCountable(transaction, testId);
    return test && count(transaction, testId, test);
  }, PATIENCE);
}

/** Milliseconds that adding up may take: a statement of two million answers passes the usual limit on a busy machine. */
const PATIENCE = 40_000;

async function count(db: Queryable, testId: number, test: CountableTest): Promise<CountedTest> {
  const [all, found] = await Promise.all([findVersionQuestions(db, testId), findPoints(db, testId)]);
  const versions = Map.groupBy(all, ({ versionId }) => versionId);
  const current = test.versionId === null ? [] : (versions.get(test.versionId) ?? []);
  const form = formOf(current);
  const same = new Set([...versions].filter(([, questions]) => formOf(questions) === form).map(([id]) => id));
  const counted = found.filter(({ versionId }) => same.has(versionId));
  const points = counted.flatMap(({ points: one, attempts }) => Array<number>(attempts).fill(one));
  const cut = thirds(points);
  const whole = {
    attempts: points.length,
    pointSum: points.reduce((sum, one) => sum + one, 0),
    pointSquares: points.reduce((sum, one) => sum + one * one, 0),
    possible: current.reduce((sum, { weight }) => sum + weight, 0),
  };
  const chosen = byBankLetter(points.length === 0 ? [] : await findChosen(db, testId, [...same], cut), versions);
  return {
    test,
    current,
    questions: current.map((question) => sumsOf(question, chosen.get(question.questionId) ?? [], whole)),
    whole,
    points,
    cut,
    attemptsBefore: found.reduce((sum, { attempts }) => sum + attempts, 0) - points.length,
  };
}

type Chosen = Omit<ChosenRow, 'versionId'>;

/** Rows of several versions added up, by question and by the letter that the alternative has in the bank. */
function byBankLetter(
  rows: readonly ChosenRow[],
  versions: ReadonlyMap<number, readonly VersionQuestion[]>,
): Map<number, Chosen[]> {
  const sums = new Map<number, Map<string, Chosen>>();
  for (const { versionId, ...row } of rows) {
    const asked = versions.get(versionId)?.find(({ questionId }) => questionId === row.questionId);
    if (!asked) continue;
    const letter = asked.bankLetters?.[asked.letters.indexOf(row.letter)] ?? row.letter;
    const letters = sums.get(row.questionId) ?? new Map<string, Chosen>();
    sums.set(row.questionId, letters);
    const sum = letters.get(letter);
    if (!sum) letters.set(letter, { ...row, letter });
    else for (const name of SUMMED) sum[name] += row[name];
  }
  return new Map([...sums].map(([id, letters]) => [id, [...letters.values()]]));
}
const SUMMED = ['count', 'top', 'middle', 'bottom', 'pointSum', 'seconds', 'timed'] as const;

function sumsOf(question: VersionQuestion, rows: readonly Chosen[], whole: TestSums): QuestionSums {
  const { weight } = question;
  const choices = question.letters.map((letter): Choice => {
    const row = rows.find((one) => one.letter === letter);
    const own = letter === question.correctAnswer ? weight : 0;
    const { count = 0, top = 0, middle = 0, bottom = 0, pointSum = 0 } = row ?? {};
    return { letter, count, top, middle, bottom, restSum: pointSum - own * count };
  });
  const right = rows.find(({ letter }) => letter === question.correctAnswer);
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
}

/** How many attempts answered a question at all. */
export const answeredIn = ({ choices }: QuestionSums) => choices.reduce((sum, { count }) => sum + count, 0);

/**
 * What the valid attempts say of a test as it is now, and of each of its questions.
 *
 * @throws Refused 404 for a test that is not there.
 */
export async function readStatistics(db: Database, testId: number): Promise<TestStatistics> {
  const counted = await countTest(db, testId);
  if (!counted) throw notFound();
  const { test, current, questions, whole, points, cut, attemptsBefore } = counted;
  const { attempts } = whole;
  const shown = test.versionId === null ? [] : (await versionOf(db, test.versionId)).presented;
  return {
    testId,
    test,
    attempts,
    attemptsBefore,
    missingForFacility: Math.max(FOR_FACILITY - attempts, 0),
    missingForDiscrimination: Math.max(FOR_DISCRIMINATION - attempts, 0),
    thirds: {
      top: points.filter((one) => one >= cut.top).length,
      middle: points.filter((one) => one < cut.top && one >= cut.middle).length,
      bottom: points.filter((one) => one < cut.top && one < cut.middle).length,
    },
    ...testStatistics(whole, questions),
    questions: questions.map((question, index) => {
      const { options } = current[index] as VersionQuestion;
      const presented = shown.find(({ id }) => id === question.questionId);
      const answered = answeredIn(question);
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
        flags: flagsInWords(flagsOf(question, attempts)),
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
