import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Queryable } from '../../../server/db/db.ts';
import { conflict, notFound, Refused } from '../../../server/http/errors.ts';
import { USUAL_DURATION } from '../../../shared/durations.ts';
import { letterAt, withoutLetter } from '../../../shared/questions/letters.ts';
import { grouped } from '../../../shared/text.ts';
import { explains } from '../misconceptions/errors.rules.ts';
import { errorPhrase } from '../misconceptions/misconceptions.server.ts';
import { arrangedLike, inOrder, ORDERS } from './shuffle.rules.ts';
import type { PresentedQuestion } from './tests.contract.ts';
import { type FrozenQuestion, presentQuestion } from './tests.rules.ts';
import {
  type ErrorsByQuestion,
  findFrames,
  findQuestions,
  findTests,
  findVersion,
  insertVersions,
  type NewVersion,
  type TestRow,
  updateCurrentVersions,
} from './tests.store.ts';

/** A cached version. Versions never change, so any process may cache any of them. */
export interface Version {
  id: number;
  testId: number;
  /** In minutes, for a child without extended time. */
  duration: number;
  /** Bytes (brotli) of its questions as they are sent to a phone. */
  presentedBytes: number;
  questions: readonly FrozenQuestion[];
  /** The questions without their keys, as they are sent to a child's screen. */
  presented: readonly PresentedQuestion[];
  /** Error ids by question id and by text of the wrong alternative, as they were when this version was cached. Use `errorsOf` to read them. */
  errors: ErrorsByQuestion;
}

const VERSIONS_KEPT = 400;

/** The cache of one database, so that tests with their own databases never share it. */
interface Kept {
  /** In order of use, the most recently used last. */
  versions: Map<number, Version>;
  /** Ids of the versions in other orders, by `keyOf`. Its size is limited by the bank: at most `ORDERS` for each version. */
  shuffled: Map<number, number>;
  /** The key of each of these ids. Their content can be derived from the version in the order of the bank. */
  keys: Map<number, number>;
}
const kept = new WeakMap<Queryable, Kept>();

function keptOf(db: Queryable): Kept {
  let found = kept.get(db);
  if (!found) {
    found = { versions: new Map(), shuffled: new Map(), keys: new Map() };
    kept.set(db, found);
  }
  return found;
}

const keyOf = (versionId: number, order: number) => versionId * ORDERS + order;

/**
 * Returns the frozen questions of a version: from memory if they were used recently, or if they are those of a cached version in another
 * order.
 *
 * @param via where to read a version that is not in memory: a transaction reads with its own connection, never a second one.
 * @throws Refused 404 when there is no such version.
 */
export async function versionOf(db: Queryable, id: number, via: Queryable = db): Promise<Version> {
  const { versions, keys } = keptOf(db);
  const known = versions.get(id);
  if (known) return keep(db, known);
  const key = keys.get(id);
  if (key !== undefined) {
    const base = await versionOf(db, Math.floor(key / ORDERS), via);
    return keep(db, reordered(base, id, inOrder(base.questions, base.id, key % ORDERS)));
  }
  const found = await findVersion(via, id);
  if (!found) throw notFound();
  return keep(db, { ...found, presented: found.questions.map(presentQuestion) });
}

/**
 * Returns what a child does who chooses a wrong alternative of a question, by its letter: "troca a causa com a consequência". It is not
 * part of the version, so that a better name reaches earlier attempts too. An alternative of which the explanation speaks has none.
 */
export function errorsOf(
  { errors }: Pick<Version, 'errors'>,
  question: FrozenQuestion,
): Readonly<Record<string, string>> {
  const own = errors[question.id] ?? {};
  return Object.fromEntries(
    question.alternatives.flatMap((text, place) => {
      const words = withoutLetter(text, place);
      const phrase = errorPhrase(own[words] ?? '');
      const letter = letterAt(place);
      const isKnown =
        phrase !== undefined && letter !== question.correctAnswer && !explains(question.explanation, words);
      return isKnown ? [[letter, phrase]] : [];
    }),
  );
}

/** Caches a version as the most recently used one. */
function keep(db: Queryable, version: Version): Version {
  const { versions } = keptOf(db);
  versions.delete(version.id);
  versions.set(version.id, version);
  if (versions.size > VERSIONS_KEPT) versions.delete(versions.keys().next().value as number);
  return version;
}

/** Returns a version in another order. Its size differs only by a few bytes. */
const reordered = (base: Version, id: number, questions: readonly FrozenQuestion[]): Version => ({
  ...base,
  id,
  questions,
  presented: questions.map(presentQuestion),
});

/**
 * Returns the version of a shuffled test for one attempt: the same questions with their alternatives in the order of this number, frozen
 * like any other version. It is created when it is first needed.
 *
 * @param versionId the test's current version, in the order of the bank.
 * @param order 0 … ORDERS - 1, chosen at random when the attempt starts.
 */
export async function shuffledVersion(db: Queryable, versionId: number, order: number): Promise<number> {
  const { shuffled, keys } = keptOf(db);
  const key = keyOf(versionId, order);
  const known = shuffled.get(key);
  if (known !== undefined) return known;
  const base = await versionOf(db, versionId);
  const questions = inOrder(base.questions, versionId, order);
  const id = await freeze(db, { ...base, questions });
  shuffled.set(key, id);
  // If all questions keep their order, the result is the version itself.
  if (id !== versionId) {
    keys.set(id, key);
    keep(db, reordered(base, id, questions));
  }
  return id;
}

/**
 * Returns the version of a test with its current questions in the order in which another of its versions shows them.
 *
 * @param versionId the test's current version, in the order of the bank.
 * @param shownId the version whose order is kept.
 */
export async function versionArrangedLike(db: Queryable, versionId: number, shownId: number): Promise<number> {
  if (shownId === versionId) return versionId;
  const [base, shown] = [await versionOf(db, versionId), await versionOf(db, shownId)];
  return freeze(db, { ...base, questions: arrangedLike(base.questions, shown.questions) });
}

/**
 * Returns the version of a test on which the same questions are answered by choosing an alternative, as on paper.
 *
 * @throws Refused 409 if one of them has no alternatives.
 */
export async function versionByChoice(db: Queryable, versionId: number): Promise<number> {
  const base = await versionOf(db, versionId);
  if (!base.questions.some(({ answering }) => answering)) return versionId;
  refuseWithoutAlternatives(base.questions);
  return freeze(db, { testId: base.testId, duration: base.duration, questions: byChoice(base.questions) });
}

/** Why a test cannot be taken on paper. */
const NO_ALTERNATIVES = 'Este teste tem perguntas de escrever a resposta, sem alternativas: faz-se só no telemóvel.';

/** @throws Refused 409 if one of the questions has no alternatives, and so no place in the answer part of a sheet. */
export function refuseWithoutAlternatives(questions: readonly FrozenQuestion[]): void {
  if (questions.some(({ alternatives }) => alternatives.length === 0))
    throw conflict('no-alternatives', NO_ALTERNATIVES);
}

/** Returns questions that are answered by choosing, where they have alternatives. */
const byChoice = (questions: readonly FrozenQuestion[]): FrozenQuestion[] =>
  questions.map((question) => {
    if (question.alternatives.length === 0) return question;
    const { answering: _answering, ...chosen } = question;
    return chosen;
  });

/** The content of a version; `presentedBytes` is computed if it is not known. */
export type ToFreeze = Pick<Version, 'testId' | 'duration' | 'questions'> & Partial<Pick<Version, 'presentedBytes'>>;

/** Stores questions as a version, or finds the identical version. */
export async function freeze(db: Queryable, version: ToFreeze): Promise<number> {
  const [id] = await insertVersions(db, [newVersion(version)]);
  return id as number;
}

function newVersion({ testId, duration, questions, presentedBytes = bytesOf(questions) }: ToFreeze): NewVersion {
  return {
    testId,
    // A version without a duration, from before durations existed, keeps its hash.
    hash: createHash('sha256')
      .update(JSON.stringify(duration === USUAL_DURATION ? questions : [duration, questions]))
      .digest('hex'),
    duration,
    questions,
    presentedBytes,
  };
}

function bytesOf(questions: readonly FrozenQuestion[]): number {
  const presented = brotliCompressSync(JSON.stringify(questions.map(presentQuestion)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  });
  // Pictures are sent without further compression.
  return questions.reduce((sum, { image }) => sum + (image?.bytes ?? 0), presented.length);
}

/** Maximum points that an attempt's columns can store: with more, grading would fail. */
const MAX_POINTS = 32_767;

/**
 * Freezes the current questions of tests, and makes these versions the ones of the next attempts. To be called in the transaction that
 * changed the questions; running attempts keep their version.
 *
 * @throws Refused 400 when a test would have more points than an attempt can store.
 */
export async function freezeTests(transaction: Queryable, testIds: readonly number[]): Promise<void> {
  const byTest = Map.groupBy(await findQuestions(transaction, testIds), ({ testId }) => testId);
  for (const questions of byTest.values()) {
    const points = questions.reduce((sum, { weight }) => sum + weight, 0);
    if (points > MAX_POINTS)
      throw new Refused(
        400,
        'too-many-points',
        `Um teste vale no máximo ${grouped(MAX_POINTS)} pontos e este ficaria com ${grouped(points)}: use menos questões ou pesos mais baixos.`,
      );
  }
  const frames = await findFrames(transaction, testIds);
  const versions = [...byTest].map(([testId, questions]) => {
    const { duration = USUAL_DURATION, schoolClass } = frames.get(testId) ?? {};
    return newVersion({ testId, duration, questions: schoolClass === '1º Ano' ? byChoice(questions) : questions });
  });
  const ids = await insertVersions(transaction, versions);
  const versionOfTest = new Map(versions.map(({ testId }, index) => [testId, ids[index] as number]));
  await updateCurrentVersions(
    transaction,
    testIds.map((testId) => ({
      testId,
      versionId: versionOfTest.get(testId) ?? null,
      questionCount: byTest.get(testId)?.length ?? 0,
    })),
  );
}

/** Freezes the questions of one test; see `freezeTests`. */
export const freezeTest = (transaction: Queryable, testId: number): Promise<void> => freezeTests(transaction, [testId]);

/** Returns the active tests of a class's themes, with the version that the next attempt gets. */
export async function takeableTests(db: Queryable, schoolClass: string): Promise<(TestRow & { versionId: number })[]> {
  const tests = await findTests(db, { discipline: null, schoolClass, themeKey: null });
  return tests.flatMap((test) =>
    test.active && test.kind === 'theme' && test.versionId !== null ? [{ ...test, versionId: test.versionId }] : [],
  );
}
