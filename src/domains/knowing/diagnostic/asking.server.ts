import { randomInt } from 'node:crypto';
import type { Queryable } from '../../../server/db/db.ts';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';
import { versionOf } from '../../bank/test-bank/tests.server.ts';
import { effortOf } from '../../sitting/attempts/effort.rules.ts';
import { chanceOfRight } from '../knowledge/ability.rules.ts';
import { addEvidence } from '../knowledge/knowledge.server.ts';
import { abilityAfter, chooseNext, classesFor, isOverexposed, type PoolItem, priorOf } from './diagnostic.rules.ts';
import {
  type AskedQuestion,
  type DiagnosticRow,
  findAsked,
  findSeen,
  findUses,
  finishDiagnostic,
  insertAsked,
  lockExposure,
} from './diagnostic.store.ts';
import { levelAt, startWith, type ThemeShare } from './level.rules.ts';
import { poolOf } from './pool.server.ts';
import { findThemes } from './pool.store.ts';
import { className, classNumber } from './scale.rules.ts';

const CHANCE_STEPS = 1 << 30;
/** Returns an unpredictable number from 0 to below 1. */
const chance = () => randomInt(CHANCE_STEPS) / CHANCE_STEPS;

type Of = Pick<DiagnosticRow, 'id' | 'childId' | 'discipline' | 'schoolClass' | 'priorAbility' | 'priorSd'>;
type Begun = Of & Pick<DiagnosticRow, 'startedAt'>;

/**
 * Chooses the next question of a diagnostic and stores it as the current one.
 *
 * @param db key of the in-memory caches of pools and versions.
 * @returns undefined if no question is left that may be asked.
 */
export async function askNext(
  db: Queryable,
  transaction: Queryable,
  diagnostic: Of,
  asked: readonly AskedQuestion[],
): Promise<AskedQuestion | undefined> {
  const { items } = await poolOf(db, diagnostic.discipline, transaction);
  const seen = await findSeen(transaction, diagnostic.childId, diagnostic.discipline);
  await lockExposure(transaction, diagnostic.discipline, diagnostic.schoolClass);
  const { sessions, uses } = await findUses(transaction, diagnostic.discipline, diagnostic.schoolClass);
  const classes = new Set(classesFor(diagnostic.schoolClass));
  const before = new Map(asked.map((one) => [one.content, one]));
  const pool: PoolItem[] = items.filter((item) => classes.has(item.schoolClass));
  // Earlier questions count as they were asked, even if the bank has changed since.
  const places = new Map(pool.map((item, place) => [item.content, place]));
  const askedPlaces = asked.map((one) => {
    const place = places.get(one.content);
    return place === undefined
      ? pool.push({ ...one, schoolClass: classNumber(one.schoolClass), theme: '' }) - 1
      : place;
  });
  const unavailable = new Set(
    pool.flatMap(({ content }, place) =>
      before.has(content) || seen.has(withoutWay(content)) || isOverexposed(uses.get(content) ?? 0, sessions)
        ? [place]
        : [],
    ),
  );
  const state = { asked: askedPlaces, answers: asked };
  const place = chooseNext(state, pool, priorOf(diagnostic), unavailable, chance);
  const item = place === null ? undefined : pool[place];
  if (!item) return undefined;
  const next = {
    position: asked.length + 1,
    versionId: item.versionId,
    questionId: item.questionId,
    content: item.content,
    schoolClass: className(item.schoolClass),
    objective: item.objective,
    difficulty: item.difficulty,
    guessing: item.guessing,
  };
  await insertAsked(transaction, diagnostic.id, next);
  return { ...next, answeredAt: null, selectedAnswer: null, written: null, isRight: null, visibleMs: null };
}

/** Returns the part of a content that is the same if the question is asked in another way. */
const withoutWay = (content: string) => content.split(':')[0] as string;

/** Returns a question of a frozen version. */
export async function frozenQuestion(
  db: Queryable,
  { versionId, questionId }: Pick<AskedQuestion, 'versionId' | 'questionId'>,
  via: Queryable = db,
): Promise<FrozenQuestion> {
  const { questions } = await versionOf(db, versionId, via);
  const question = questions.find(({ id }) => id === questionId);
  if (!question) throw new Error(`version ${versionId} has no question ${questionId}`);
  return question;
}

/** Returns how long each answer took by the server's clock, in milliseconds: since the one before it, or since the start. */
const seenByServer = ({ startedAt }: Begun, answered: readonly AskedQuestion[]): number[] =>
  answered.map(
    ({ answeredAt }, index) =>
      (answeredAt as Date).getTime() - (answered[index - 1]?.answeredAt ?? startedAt).getTime(),
  );

/**
 * Ends a diagnostic with its result: level, band, where to begin, and the evidence for the map. Without effort the answers are
 * stored but not evaluated.
 */
export async function finish(
  db: Queryable,
  transaction: Queryable,
  diagnostic: Begun,
  asked: readonly AskedQuestion[],
): Promise<void> {
  const answered = asked.filter(({ answeredAt }) => answeredAt !== null);
  const { byClass, thresholds } = await poolOf(db, diagnostic.discipline, transaction);
  const classes = classesFor(diagnostic.schoolClass);
  const ability = abilityAfter(answered, priorOf(diagnostic));
  // The level is limited to the classes that were asked.
  const level = levelAt(
    ability,
    thresholds.filter(({ schoolClass }) => classes.includes(schoolClass)),
  );
  const questions = await Promise.all(answered.map((one) => frozenQuestion(db, one, transaction)));
  const seen = seenByServer(diagnostic, answered);
  // «Ainda não aprendi» may be answered quickly: only chosen alternatives are checked for effort.
  const chosen = answered.flatMap(({ selectedAnswer, ...one }, index) =>
    selectedAnswer ? [{ ...one, selectedAnswer, seenMs: seen[index] as number }] : [],
  );
  const { level: effort } = effortOf(
    questions,
    chosen.map(({ seenMs, ...one }) => ({ ...one, visibleMs: Math.min(one.visibleMs ?? seenMs, seenMs) })),
    new Map(),
    chosen.reduce((sum, { seenMs }) => sum + seenMs, 0),
  );
  const named = await findThemes(transaction, diagnostic.discipline);
  const shares = named.flatMap(({ code, name, schoolClass }): ThemeShare[] => {
    const number = classNumber(schoolClass);
    const items = (byClass.get(number) ?? []).filter(({ theme }) => theme === code);
    if (!classes.includes(number) || items.length === 0) return [];
    const contents = new Set(items.map(({ content }) => content));
    const own = answered.filter(({ content }) => contents.has(content));
    const expected = items.reduce((sum, item) => sum + chanceOfRight(ability.ability, item), 0) / items.length;
    return [
      {
        code,
        name,
        schoolClass: number,
        expected,
        answers: own.length,
        right: own.filter((one) => one.isRight).length,
      },
    ];
  });
  await finishDiagnostic(transaction, diagnostic.id, {
    ...ability,
    place: level.place,
    low: level.low,
    high: level.high,
    level: level.schoolClass === null ? null : className(level.schoolClass),
    effort,
    startHere: startWith(shares, level.schoolClass).map(({ code, name, schoolClass, answers, right }) => ({
      code,
      name,
      schoolClass: className(schoolClass),
      answers,
      right,
    })),
  });
  if (effort === 'low') return;
  const evidence = answered.flatMap(({ content, objective, answeredAt, isRight }) =>
    objective && answeredAt ? [{ content, objective, answeredAt, isRight: isRight === true }] : [],
  );
  await addEvidence(transaction, diagnostic.childId, 'diagnostic', evidence);
}

/** Returns the questions asked so far, and the one that is unanswered. */
export async function askedSoFar(transaction: Queryable, id: number) {
  const all = await findAsked(transaction, id);
  return {
    all,
    answered: all.filter((one) => one.answeredAt !== null),
    open: all.find((one) => one.answeredAt === null),
  };
}
