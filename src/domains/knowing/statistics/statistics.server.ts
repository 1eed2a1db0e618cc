import type { Database, Queryable } from '../../../server/db/db.ts';
import { tableFile } from '../../../server/http/csv.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { letterAt, withoutLetter } from '../../../shared/questions/letters.ts';
import { errorPhrase, misconceptions } from '../../bank/misconceptions/misconceptions.server.ts';
import { versionOf } from '../../bank/test-bank/tests.server.ts';
import { readCalibrated } from '../diagnostic/calibration.server.ts';
import { type ErrorCount, errorsOf, shareShown } from './errors.rules.ts';
import { type CountedQuestion, pool } from './pooling.rules.ts';
import type { TestStatistics } from './statistics.contract.ts';
import { statisticsContract } from './statistics.contract.ts';
import {
  discrimination,
  FOR_DISCRIMINATION,
  FOR_FACILITY,
  facility,
  flagsOf,
  intervalOf,
  type QuestionSums,
  type TestSums,
  testStatistics,
} from './statistics.rules.ts';
import {
  type AskedQuestion,
  type CountableTest,
  findAsked,
  findChosen,
  findCountable,
  findCurrentQuestions,
  findErrors,
  findPoints,
  findWritten,
  type Meaning,
  type VersionQuestion,
} from './statistics.store.ts';
import { questionColumns } from './statistics-table.rules.ts';
import { flagsInWords } from './statistics-words.rules.ts';

/** The sums of a test's valid attempts at its questions, from which every statistic is computed. */
export interface CountedTest {
  test: CountableTest;
  /** Its questions in order, and the sums of each at the same index, over all tests that ask it. */
  current: readonly VersionQuestion[];
  questions: readonly CountedQuestion[];
  /**
   * Sums over the attempts at versions of this test with all current questions: of the whole test, and of each question in it.
   */
  whole: TestSums;
  inWhole: readonly QuestionSums[];
  /** The sums of each question over the attempts at this test only, whatever their version, and the number of these attempts. */
  inTest: readonly CountedQuestion[];
  attemptsInTest: number;
  /** Number of attempts at versions with another question, key or weight, which are not part of `whole`. */
  attemptsBefore: number;
  /** The error that each alternative of a question shows, by index of the question and letter. */
  errors: readonly ReadonlyMap<string, string>[];
}

/**
 * Adds up the valid attempts (docs/words.md) at the current test, and at each of its questions wherever the same question was asked: in any
 * version of any test, with any key. The order of alternatives does not matter. If a child met a question in several tests, the first
 * attempt counts.
 *
 * @returns undefined when the test does not exist.
 */
export function countTest(db: Database, testId: number): Promise<CountedTest | undefined> {
  return db.transaction(async (transaction) => {
    // All statements see the same snapshot: an attempt that is completed between two of them would otherwise be in only one of the sums.
    await transaction.count('set transaction isolation level repeatable read, read only');
    const test = await findCountable(transaction, testId);
    return test && count(transaction, testId, test);
  }, PATIENCE_MS);
}

/** Statement timeout in milliseconds: a statement over two million answers exceeds the usual limit on a busy machine. */
const PATIENCE_MS = 40_000;

async function count(db: Queryable, testId: number, test: CountableTest): Promise<CountedTest> {
  const [current, found] = await Promise.all([findCurrentQuestions(db, testId), findPoints(db, testId)]);
  const shown = await findErrors(
    db,
    current.map(({ content }) => withoutWay(content)),
  );
  const occurrences = placesOf(
    testId,
    current,
    await findAsked(
      db,
      current.map(({ content }) => content),
    ),
  );
  const asAreNow = wholeVersions(testId, current, occurrences);
  const asked = occurrences.map(({ versionId, questionId, place, shared }) => ({
    versionId,
    questionId,
    place,
    whole: asAreNow.has(versionId),
    shared,
  }));
  const meanings = occurrences.flatMap((one) => meaningsOf(one, current[one.place] as VersionQuestion));
  const testIds = [...new Set(occurrences.map((one) => one.testId))];
  const rows = Map.groupBy(
    asked.length === 0 ? [] : await findChosen(db, testIds, asked, meanings),
    ({ place }) => place,
  );
  const points = found
    .filter(({ versionId }) => asAreNow.has(versionId))
    .flatMap(({ points: one, attempts }) => Array<number>(attempts).fill(one));
  const ofTest = new Set(occurrences.filter((one) => one.testId === testId).map(({ versionId }) => versionId));
  return {
    test,
    current,
    questions: current.map((question, place) =>
      pool(question, rows.get(place)?.filter(({ repeated }) => !repeated) ?? []),
    ),
    whole: {
      attempts: points.length,
      pointSum: points.reduce((sum, one) => sum + one, 0),
      pointSquares: points.reduce((sum, one) => sum + one * one, 0),
      possible: current.reduce((sum, { weight }) => sum + weight, 0),
    },
    inWhole: current.map((question, place) => pool(question, rows.get(place)?.filter(({ whole }) => whole) ?? [])),
    inTest: current.map((question, place) =>
      pool(question, rows.get(place)?.filter((row) => row.testId === testId) ?? []),
    ),
    attemptsInTest: found.reduce((sum, { versionId, attempts }) => sum + (ofTest.has(versionId) ? attempts : 0), 0),
    attemptsBefore: found.reduce((sum, { attempts }) => sum + attempts, 0) - points.length,
    errors: current.map((question) => errorByLetter(question, shown)),
  };
}

/** Returns the content of a question without its way of answering: questions asked both ways show the same errors. */
const withoutWay = (content: string) => content.split(':', 1)[0] as string;

/** Returns the error that each alternative of a question shows, by its letter. */
function errorByLetter(
  question: VersionQuestion,
  shown: Awaited<ReturnType<typeof findErrors>>,
): ReadonlyMap<string, string> {
  const words = texts(question);
  const own = shown.filter(({ content }) => content === withoutWay(question.content));
  return new Map(
    own.flatMap((one) => {
      const letter = question.letters[words.indexOf(one.words)];
      return letter === undefined || letter === question.correctAnswer ? [] : [[letter, one.misconception] as const];
    }),
  );
}

/** Returns the errors of questions of a test, by how often they were given. @param sums at the index of each question. */
export const errorsIn = ({ errors }: Pick<CountedTest, 'errors'>, sums: readonly QuestionSums[]) =>
  errorsOf(
    sums.map(({ choices }, place) => ({
      position: place + 1,
      given: choices.map(({ letter, count }) => ({ count, error: errors[place]?.get(letter) ?? null })),
    })),
  );

/** Adds what a person reads of an error; none that is no longer in the content. */
export const named = <Count extends ErrorCount>(counts: readonly Count[]) =>
  counts.flatMap((count) => {
    const error = misconceptions().get(count.id);
    if (!error) return [];
    return [{ ...count, share: shareShown(count), name: error.name, example: error.example, helps: error.helps }];
  });

type Occurrence = AskedQuestion & { place: number; shared: boolean };

/**
 * Returns where each question of a test was asked, compared by what a child sees. Within the test itself a question is the one with the
 * same id; in a version of another test it is the first one with that content.
 */
function placesOf(
  testId: number,
  current: readonly VersionQuestion[],
  asked: readonly AskedQuestion[],
): readonly Occurrence[] {
  const byContent = Map.groupBy(asked, ({ content }) => content);
  return current.flatMap(({ content, questionId }, place) => {
    const versions = new Map<number, AskedQuestion>();
    for (const one of byContent.get(content) ?? [])
      if (one.testId === testId ? one.questionId === questionId : !versions.has(one.versionId))
        versions.set(one.versionId, one);
    const shared = new Set([...versions.values()].map((one) => one.testId)).size > 1;
    return [...versions.values()].map((one) => ({ ...one, place, shared }));
  });
}

/** Returns the versions of a test with exactly the current questions, keys and weights. */
function wholeVersions(
  testId: number,
  current: readonly VersionQuestion[],
  occurrences: readonly Occurrence[],
): ReadonlySet<number> {
  const ofTest = occurrences.filter((one) => one.testId === testId);
  return new Set(
    [...Map.groupBy(ofTest, ({ versionId }) => versionId)]
      .filter(
        ([, asked]) =>
          asked.length === current.length &&
          asked[0]?.inVersion === current.length &&
          asked.every((one) => {
            const now = current[one.place] as VersionQuestion;
            return one.weight === now.weight && keyText(one) === keyText(now);
          }),
      )
      .map(([versionId]) => versionId),
  );
}

/** Returns the text of each alternative, without its letter. */
const texts = ({ options }: VersionQuestion) => options.map((text, index) => withoutLetter(text, index).trim());
const keyText = (question: VersionQuestion) => texts(question)[question.letters.indexOf(question.correctAnswer)];

/** Returns what the alternatives of a question in a version correspond to, and count, now. */
function meaningsOf(asked: AskedQuestion, now: VersionQuestion): Meaning[] {
  const words = texts(now);
  return texts(asked).flatMap((text, index) => {
    const letter = asked.letters[index] as string;
    const present = now.letters[words.indexOf(text)];
    if (present === undefined) return [];
    const given = letter === asked.correctAnswer ? asked.weight : 0;
    const change = (present === now.correctAnswer ? now.weight : 0) - given;
    return [{ versionId: asked.versionId, questionId: asked.questionId, letter, now: present, change }];
  });
}

/** Number of written values that are listed for a question. */
const MAX_WRITTEN = 10;

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Returns the number of attempts that answered a question. */
export const answeredIn = ({ choices }: QuestionSums) => choices.reduce((sum, { count }) => sum + count, 0);

/**
 * Returns the figures of the current test, and of each of its questions, from the valid attempts.
 *
 * @throws Refused 404 when the test does not exist.
 */
export async function readStatistics(db: Database, testId: number): Promise<TestStatistics> {
  const counted = await countTest(db, testId);
  if (!counted) throw notFound();
  const { test, current, questions, whole, inWhole, attemptsBefore, errors } = counted;
  const { attempts } = whole;
  const calibrated = await readCalibrated(
    db,
    test.discipline,
    current.map(({ content }) => content),
  );
  const shown = test.versionId === null ? [] : (await versionOf(db, test.versionId)).presented;
  const written = shown.some(({ asks }) => asks) ? await findWritten(db, testId, MAX_WRITTEN) : [];
  return {
    testId,
    test,
    attempts,
    attemptsBefore,
    missingForFacility: Math.max(FOR_FACILITY - attempts, 0),
    missingForDiscrimination: Math.max(FOR_DISCRIMINATION - attempts, 0),
    ...testStatistics(whole, inWhole),
    errors: named(errorsIn(counted, questions)),
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
        tests: question.tests,
        thirds: question.thirds,
        omitted: asked - answered,
        facility: rate,
        interval: rate === null ? null : intervalOf(question.correct, asked),
        discrimination: discrimination(question, asked),
        meanSeconds: question.timed === 0 ? null : question.seconds / question.timed,
        choices: question.choices.map(({ restSum: _, top, middle, bottom, ...choice }, place) => ({
          ...choice,
          top: hundredths(top),
          middle: hundredths(middle),
          bottom: hundredths(bottom),
          text: options[place] ?? letterAt(place),
          error: errorPhrase(errors[index]?.get(choice.letter) ?? '') ?? null,
        })),
        calibrated: calibrated[index] as (typeof calibrated)[number],
        ...(presented?.asks
          ? {
              written: written
                .filter(({ questionId }) => questionId === question.questionId)
                .map(({ text, right, count }) => ({ text, right, count })),
            }
          : {}),
        flags: flagsInWords(flagsOf(question, asked)),
      };
    }),
  };
}

/** Binds the statistics of tests, for teachers and administrators. */
export function bindStatistics(frame: Frame): void {
  frame.bind(statisticsContract, {
    'GET /api/teacher/tests/:id/statistics': (call) => readStatistics(call.db, call.params.id),
    'GET /api/teacher/tests/:id/statistics/file': async (call) => {
      const statistics = await readStatistics(call.db, call.params.id);
      return tableFile(
        `estatisticas-do-teste-${statistics.testId}-${dateInLuanda(new Date())}.csv`,
        questionColumns,
        statistics.questions,
      );
    },
  });
}
