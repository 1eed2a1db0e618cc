import { tableFile } from '../../server/csv.ts';
import type { Database, Queryable } from '../../server/db.ts';
import { notFound } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import { dateInLuanda } from '../../shared/calendar.ts';
import { readCalibrated } from '../diagnostic/calibration.server.ts';
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
import { questionColumns } from './statistics-table.rules.ts';
import { flagsInWords } from './statistics-words.rules.ts';

/**
 * What has to be equal for answers to a question of two versions to be counted together: what a child sees of it, its key and its weight, in
 * the bank's order. An edit elsewhere in the test keeps a question's history, a rewritten statement starts anew.
 */
function identityOf({
  questionId,
  letters,
  options,
  correctAnswer,
  weight,
  content,
  bankLetters,
}: VersionQuestion): string {
  const bank = (letter: string) => bankLetters?.[letters.indexOf(letter)] ?? letter;
  const texts = options
    .map((text, index) => [bank(letters[index] as string), withoutLetter(text, index).trim()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([questionId, content, weight, bank(correctAnswer), texts]);
}

/** The sums of one question over all valid attempts that asked it as it is now, whatever else was in the test. */
export interface CountedQuestion extends QuestionSums {
  attempts: number;
  /** How many of these attempts are in the best, the middle and the last third by their points. */
  thirds: Thirds;
}
type Thirds = Record<'top' | 'middle' | 'bottom', number>;

/** The sums of a test's valid attempts at its questions as they are now; every statistic follows from them. */
export interface CountedTest {
  test: CountableTest;
  /** Its questions in order, and the sums of each at the same place. */
  current: readonly VersionQuestion[];
  questions: readonly CountedQuestion[];
  /** Of the attempts at versions with all questions as they are now: the whole, each question in it, and the thirds. */
  whole: TestSums;
  inWhole: readonly QuestionSums[];
  thirds: Thirds;
  /** Attempts at versions with another question, key or weight, which are not in the whole. */
  attemptsBefore: number;
}

/**
 * Adds up the valid attempts (decision 7: completed, the child's first, in time, standard time) at a test as it is now, and at each of its
 * questions as it is now. The order of alternatives does not matter.
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
  const identities = new Map([...versions].map(([id, questions]) => [id, new Set(questions.map(identityOf))]));
  const own = current.map(identityOf);
  const withAll = (wanted: readonly string[], only = false) =>
    [...identities]
      .filter(([, has]) => wanted.every((one) => has.has(one)) && (!only || has.size === wanted.length))
      .map(([id]) => id);
  const sums = new Map<string, Promise<Added>>();
  const over = (ids: readonly number[]): Promise<Added> => {
    const key = ids.join(' ');
    const known = sums.get(key) ?? add(db, testId, ids, found, versions, current);
    sums.set(key, known);
    return known;
  };
  const whole = await over(withAll(own, true));
  const questions: CountedQuestion[] = [];
  for (const [index, question] of current.entries()) {
    const { whole: taken, thirds: parts, questions: added } = await over(withAll([own[index] as string]));
    const counted = added.find(({ questionId }) => questionId === question.questionId);
    if (counted) questions.push({ ...counted, attempts: taken.attempts, thirds: parts });
  }
  return {
    test,
    current,
    questions,
    whole: whole.whole,
    inWhole: whole.questions,
    thirds: whole.thirds,
    attemptsBefore: found.reduce((sum, { attempts }) => sum + attempts, 0) - whole.whole.attempts,
  };
}

interface Added {
  whole: TestSums;
  questions: QuestionSums[];
  thirds: Thirds;
}

/** Adds up the valid attempts at some versions. */
async function add(
  db: Queryable,
  testId: number,
  ids: readonly number[],
  found: readonly { versionId: number; points: number; attempts: number }[],
  versions: ReadonlyMap<number, readonly VersionQuestion[]>,
  current: readonly VersionQuestion[],
): Promise<Added> {
  const same = new Set(ids);
  const points = found
    .filter(({ versionId }) => same.has(versionId))
    .flatMap(({ points: one, attempts }) => Array<number>(attempts).fill(one));
  const cut = thirds(points);
  const whole = {
    attempts: points.length,
    pointSum: points.reduce((sum, one) => sum + one, 0),
    pointSquares: points.reduce((sum, one) => sum + one * one, 0),
    possible: current.reduce((sum, { weight }) => sum + weight, 0),
  };
  const chosen = byBankLetter(points.length === 0 ? [] : await findChosen(db, testId, [...same], cut), versions);
  return {
    whole,
    questions: current.map((question) => sumsOf(question, chosen.get(question.questionId) ?? [], whole)),
    thirds: {
      top: points.filter((one) => one >= cut.top).length,
      middle: points.filter((one) => one < cut.top && one >= cut.middle).length,
      bottom: points.filter((one) => one < cut.top && one < cut.middle).length,
    },
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
  const { test, current, questions, whole, inWhole, attemptsBefore } = counted;
  const { attempts } = whole;
  const calibrated = await readCalibrated(
    db,
    test.discipline,
    current.map(({ content }) => content),
  );
  const shown = test.versionId === null ? [] : (await versionOf(db, test.versionId)).presented;
  return {
    testId,
    test,
    attempts,
    attemptsBefore,
    missingForFacility: Math.max(FOR_FACILITY - attempts, 0),
    missingForDiscrimination: Math.max(FOR_DISCRIMINATION - attempts, 0),
    thirds: counted.thirds,
    ...testStatistics(whole, inWhole),
    questions: questions.map((question, index) => {
      const { options } = current[index] as VersionQuestion;
      const presented = shown.find(({ id }) => id === question.questionId);
      const answered = answeredIn(question);
      const { attempts: asked } = question;
      const rate = facility(question, asked);
      return {
        id: question.questionId,
        position: index + 1,
        statement: presented?.statement ?? '',
        ...(presented?.statementHtml === undefined ? {} : { statementHtml: presented.statementHtml }),
        correctAnswer: question.correctAnswer,
        answered,
        attempts: asked,
        thirds: question.thirds,
        omitted: asked - answered,
        facility: rate,
        interval: rate === null ? null : wilson(question.correct, asked),
        discrimination: discrimination(question, asked),
        meanSeconds: question.timed === 0 ? null : question.seconds / question.timed,
        choices: question.choices.map(({ restSum: _, ...choice }, place) => ({
          ...choice,
          text: options[place] ?? letterAt(place),
        })),
        calibrated: calibrated[index] as (typeof calibrated)[number],
        flags: flagsInWords(flagsOf(question, asked)),
      };
    }),
  };
}

/** Statistics of tests, for teachers and administrators. */
export function bindStatistics(frame: Frame): void {
  frame.bind(statisticsContract, {
    'GET /api/teacher/tests/:id/statistics': (call) => readStatistics(frame.db, call.params.id),
    'GET /api/teacher/tests/:id/statistics/file': async (call) => {
      const statistics = await readStatistics(frame.db, call.params.id);
      return tableFile(
        `estatisticas-do-teste-${statistics.testId}-${dateInLuanda(new Date())}.csv`,
        questionColumns,
        statistics.questions,
      );
    },
  });
}
