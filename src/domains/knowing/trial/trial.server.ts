import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import type { Figure } from '../../../server/watch/figures.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { firstName } from '../../../shared/text.ts';
import { verdictOn } from '../../bank/answering/answering.rules.ts';
import { languagesOf } from '../../bank/test-bank/presented.rules.ts';
import { presentQuestion } from '../../bank/test-bank/tests.rules.ts';
import { versionOf } from '../../bank/test-bank/tests.server.ts';
import { findFamilyChild } from '../../money/plans/covered.store.ts';
import { clampMilliseconds } from '../../sitting/attempts/attempts.rules.ts';
import { findLooks, findProgress } from './analysis.store.ts';
import { wordsOf } from './judged.rules.ts';
import { type TrialCheck, type TrialState, trialContract } from './trial.contract.ts';
import { TRIAL_CONSENT, TRIAL_WEEKS } from './trial.rules.ts';
import {
  type CheckAnswer,
  type CheckQuestion,
  findCheck,
  findDecision,
  findQuestionsOf,
  hasPractised,
  loseWeeksOfFamily,
  saveCheckAnswer,
  saveDecision,
} from './trial.store.ts';
import { WORKS_UNKNOWN, worksWords } from './works-words.rules.ts';

/** Returns what a family said, and how far the trial is. */
async function readTrial(db: Queryable, userId: number): Promise<TrialState> {
  const [decision, { measured, isOver }] = await Promise.all([findDecision(db, userId), findProgress(db)]);
  return {
    agreed: decision?.agreed ?? null,
    decidedAt: decision?.decidedAt.toISOString() ?? null,
    asks: decision === undefined && !isOver && (await hasPractised(db, userId)),
    version: TRIAL_CONSENT,
    weeks: Math.min(measured, TRIAL_WEEKS),
    aim: TRIAL_WEEKS,
    isOver,
  };
}

/**
 * Stores whether a family takes part. If it does not, its weeks under way end at once; what was measured before stays in the sums.
 *
 * @throws Refused 409 when the text has changed since the family read it.
 */
async function decide(db: Database, userId: number, agreed: boolean, version: number): Promise<TrialState> {
  if (agreed && version !== TRIAL_CONSENT)
    throw conflict('other-version', 'O texto mudou entretanto. Abra a página de novo e leia-o outra vez.');
  await db.transaction(async (transaction) => {
    await saveDecision(transaction, userId, { agreed, consentVersion: TRIAL_CONSENT });
    if (!agreed) await loseWeeksOfFamily(transaction, userId);
  });
  return readTrial(db, userId);
}

/** Returns the id of a question of a check in calls. */
const checkId = (weekId: number, position: number) => `check:${weekId}:${position}`;

/** Parses the id of a question of a check. @returns undefined if it is not one. */
export function readCheckId(id: string): { weekId: number; position: number } | undefined {
  const [, weekId, position] = /^check:([1-9]\d{0,8}):([1-8])$/.exec(id) ?? [];
  return weekId ? { weekId: Number(weekId), position: Number(position) } : undefined;
}

/**
 * Returns the questions that wait for a child, in their order; none if no check is open.
 *
 * @throws Refused 404 when the child does not exist or belongs to another family.
 */
async function readCheck(db: Database, userId: number, childId: number): Promise<TrialCheck> {
  const child = await findFamilyChild(db, userId, childId);
  if (!child) throw notFound();
  const rows = await findCheck(db, childId, dateInLuanda(child.now));
  const questions = await Promise.all(
    rows.map(async ({ weekId, position, versionId, questionId, discipline, schoolClass }) => {
      const frozen = (await versionOf(db, versionId)).questions.find(({ id }) => id === questionId);
      if (!frozen) throw notFound();
      const question = presentQuestion(frozen);
      const languages = languagesOf({ discipline, schoolClass }, question.alternatives);
      return { id: checkId(weekId, position), question, languages: [...languages] as ['pt', 'pt', 'pt'] };
    }),
  );
  return { child: { firstName: firstName(child.fullName), schoolClass: child.schoolClass }, questions };
}

/** How many questions of a check wait for a child. */
export const countCheck = async (db: Queryable, childId: number, now: Date): Promise<number> =>
  (await findCheck(db, childId, dateInLuanda(now))).length;

/** An answer to a question of a check, as a device sends it. */
export interface SentCheckAnswer {
  weekId: number;
  position: number;
  clientId: string;
  selectedAnswer: string;
  at: string;
  visibleMs: number | null;
}

type CheckOutcome = 'kept' | 'repeated' | 'unknown-card' | 'check-over' | 'unknown-answer';
type AskedInCheck = CheckQuestion & { isOpen: boolean };

/**
 * Stores the first answer to each question of a check. The outcomes never say whether an answer is right. One statement reads all questions,
 * and at most two more statements run per question, however many answers there are to it.
 *
 * @param timeOf returns the time of an answer for the moment from which its question could be asked, or why it is refused.
 * @returns the outcome of each answer, in their order.
 */
export async function answerCheck<Refusal extends string>(
  db: Database,
  childId: number,
  sent: readonly SentCheckAnswer[],
  timeOf: (at: string, since: Date) => Date | Refusal,
): Promise<(CheckOutcome | Refusal)[]> {
  const outcomes: (CheckOutcome | Refusal)[] = [];
  const asked = await readAsked(db, childId, new Set(sent.map(({ weekId }) => weekId)));
  for (const answer of sent) {
    const id = checkId(answer.weekId, answer.position);
    const row = asked.get(id);
    const found = row ? await judgeCheckAnswer(db, row, answer, timeOf) : 'unknown-card';
    if (typeof found === 'string') outcomes.push(found);
    else if (await saveCheckAnswer(db, found)) {
      asked.set(id, { ...(row as AskedInCheck), clientId: found.clientId, answeredAt: found.at });
      outcomes.push('kept');
    } else {
      // The same answer may have arrived at the same time: from the page and from its worker.
      const stored = (await readAsked(db, childId, new Set([answer.weekId]))).get(id);
      if (stored) asked.set(id, stored);
      else asked.delete(id);
      outcomes.push(stored?.clientId === answer.clientId ? 'repeated' : 'check-over');
    }
  }
  return outcomes;
}

/** Returns the questions of a child's checks in these weeks, by their id. */
async function readAsked(db: Queryable, childId: number, weekIds: Set<number>): Promise<Map<string, AskedInCheck>> {
  const rows = weekIds.size > 0 ? await findQuestionsOf(db, childId, [...weekIds]) : [];
  return new Map(rows.map((row) => [checkId(row.weekId, row.position), row]));
}

/** Returns what to store of an answer, or why it is not stored. */
async function judgeCheckAnswer<Refusal extends string>(
  db: Database,
  row: AskedInCheck,
  { weekId, position, clientId, selectedAnswer, at, visibleMs }: SentCheckAnswer,
  timeOf: (at: string, since: Date) => Date | Refusal,
): Promise<CheckAnswer | CheckOutcome | Refusal> {
  if (row.clientId === clientId) return 'repeated';
  if (!row.isOpen || row.answeredAt) return 'check-over';
  const time = timeOf(at, row.checkFrom);
  if (typeof time === 'string') return time;
  const question = (await versionOf(db, row.versionId)).questions.find(({ id }) => id === row.questionId);
  const verdict = question && verdictOn(question, selectedAnswer);
  if (!question || (verdict && verdict.kind !== 'answer')) return 'unknown-answer';
  if (!verdict && wordsOf(question, selectedAnswer) === undefined) return 'unknown-answer';
  return {
    weekId,
    position,
    clientId,
    selectedAnswer: verdict?.letter ?? selectedAnswer,
    written: verdict?.text ?? null,
    visibleMs: clampMilliseconds(visibleMs),
    at: time,
  };
}

/** Returns the texts of the public page. While the database cannot be reached it says so. */
export async function readWorks(db: Queryable): Promise<Record<string, string>> {
  try {
    const [progress, looks] = await Promise.all([findProgress(db), findLooks(db)]);
    return { ...worksWords(progress, looks) };
  } catch {
    // Documents are served without a database too, and before it is migrated.
    return { ...WORKS_UNKNOWN };
  }
}

/** Metrics: child-weeks by state. Their number is bounded by the plan of the trial. */
export const trialFigures = (db: Database): Figure[] => [
  {
    name: 'practice_trial_weeks',
    help: 'Child-weeks of the practice trial, by state',
    label: 'state',
    read: async () => {
      const { measured, running, lost } = await findProgress(db);
      return { measured, running, lost };
    },
  },
];

/** Binds the endpoints of the practice trial. */
export function bindTrial(frame: Frame): void {
  const { db } = frame;
  frame.bind(trialContract, {
    'GET /api/practice-trial': (call) => readTrial(db, call.caller.userId),
    'PUT /api/practice-trial': (call) => decide(db, call.caller.userId, call.body.agreed, call.body.version),
    'GET /api/children/:id/check': (call) => readCheck(db, call.caller.userId, call.params.id),
  });
}
