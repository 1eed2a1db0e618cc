import { randomInt } from 'node:crypto';
import { messageWithoutRow } from '../../../server/db/database-errors.ts';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { PACE, thenRest } from '../../../server/jobs/giving-way.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { tally } from '../../../server/watch/figures.ts';
import type { Log } from '../../../server/watch/log.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { addDays } from '../../../shared/days.ts';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';
import { versionOf } from '../../bank/test-bank/tests.server.ts';
import { effortOf } from '../../sitting/attempts/effort.rules.ts';
import { findClassThemes, findEvidence, findMappedChildren } from '../knowledge/knowledge.store.ts';
import { masteryState } from '../knowledge/mastery.rules.ts';
import { analyse } from './analysis.rules.ts';
import {
  correctOutcome,
  findLooks,
  findMeasured,
  findMeasuredOfChildren,
  findProgress,
  insertLook,
} from './analysis.store.ts';
import { isRightNow } from './judged.rules.ts';
import {
  checkOf,
  choosePair,
  draw,
  dueLook,
  isWeak,
  type Outcome,
  outcomeOf,
  TRIAL,
  type TrialTheme,
} from './trial.rules.ts';
import {
  closeWeek,
  findAnswered,
  findCandidates,
  findEnded,
  findUnseen,
  findWithoutCheck,
  insertCheck,
  insertWeek,
  lockCandidate,
  lockTrial,
  lockWeek,
  loseOrphans,
  type OpenWeek,
} from './trial.store.ts';

/** Maximum children, or weeks, of one statement, and statements of one run: a run that did not reach all is continued by the next. */
const AT_ONCE = 100;
const MOST_STATEMENTS = 200;
/** Upper bound (exclusive) of seeds. */
const SEEDS = 2 ** 31;

const failures = tally(
  'practice_trial_failures_total',
  'Child-weeks, and children without one, whose turn in the practice trial failed in this process, by step',
  'step',
);

/** What is done for each child or week in turn. */
type Step = 'allot' | 'check' | 'close' | 'look';

/**
 * Does one step for each of some children or weeks. Those that fail are logged and counted, and the others go on. The next run tries them
 * again, except those of a look, which is taken without them.
 *
 * @returns the results of those that did not fail.
 */
async function inTurns<Of extends { childId: number } | { weekId: number }, Result>(
  { step, log }: { step: Step; log: Log },
  all: readonly Of[],
  work: (one: Of) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of all) {
    try {
      results.push(await thenRest(() => work(one), PACE.NIGHTLY));
    } catch (error) {
      failures(step);
      const of = 'weekId' in one ? { weekId: one.weekId } : { childId: one.childId };
      log.error({ step, ...of, err: { message: messageWithoutRow(error) } }, 'practice trial: one turn failed');
    }
  }
  return results;
}

/**
 * Begins the weeks of children that have two comparably weak themes and none under way. Does nothing once the trial is over. Safe to run at any
 * time, concurrently, and again after an interruption.
 *
 * @param now the moment for which it is done; later than all answers that count.
 * @param seedOf draws a seed; random unless a demonstration needs the same one every time.
 * @returns how many weeks began.
 */
export async function allotWeeks(db: Database, now: Date, log: Log, seedOf = () => randomInt(SEEDS)): Promise<number> {
  if ((await findProgress(db)).isOver) return 0;
  let begun = 0;
  let after = 0;
  for (let statement = 0; statement < MOST_STATEMENTS; statement += 1) {
    const candidates = await findCandidates(db, after, AT_ONCE);
    const turns = await inTurns({ step: 'allot', log }, candidates, ({ childId, family }) =>
      allotWeek(db, childId, family, now, seedOf),
    );
    begun += turns.filter(Boolean).length;
    after = candidates.at(-1)?.childId ?? after;
    if (candidates.length < AT_ONCE) break;
  }
  return begun;
}

/** Begins a week of one child, if it has a pair of themes. */
async function allotWeek(db: Database, childId: number, family: string, now: Date, seedOf: () => number) {
  const [child] = await findMappedChildren(db, [childId]);
  if (!child) return false;
  const { schoolClass } = child;
  const evidence = new Map(
    (await findEvidence(db, [childId], child.isCurrent)).map((one) => [one.theme, one.evidence]),
  );
  const weak = (await findClassThemes(db, schoolClass, false)).flatMap(({ code, discipline }) => {
    const given = (evidence.get(code) ?? [])
      .map(({ right, at }) => ({ right, at: new Date(at) }))
      .filter(({ at }) => at <= now);
    const { state, a, b, answers, right } = masteryState(given, now);
    const theme = { code, discipline, state, share: a / (a + b), mistakes: answers - right };
    return isWeak(theme) ? [theme] : [];
  });
  if (weak.length < 2) return false;
  const unseen = Map.groupBy(
    await findUnseen(
      db,
      childId,
      weak.map(({ code }) => code),
    ),
    ({ theme }) => theme,
  );
  const themes = weak.map((theme): TrialTheme => ({ ...theme, unseen: unseen.get(theme.code)?.length ?? 0 }));
  const chosen = choosePair(themes);
  if (!chosen) return false;
  const seed = seedOf();
  const { earlierFirst } = draw(seed);
  const [earlier, later] = chosen.pair;
  const startsOn = dateInLuanda(now);
  const checkFrom = addDays(startsOn, TRIAL.PRACTICE_DAYS);
  return db.transaction(async (transaction) => {
    if (!(await lockCandidate(transaction, childId))) return false;
    await insertWeek(transaction, {
      childId,
      family,
      discipline: chosen.discipline,
      schoolClass,
      seed,
      earlierFirst,
      firstTheme: earlierFirst ? earlier : later,
      secondTheme: earlierFirst ? later : earlier,
      startsOn,
      checkFrom,
      checkUntil: addDays(checkFrom, TRIAL.CHECK_DAYS - 1),
    });
    return true;
  });
}

/** Chooses the questions of checks that begin. A week whose themes have too few unseen questions by now ends without an outcome. */
export async function prepareChecks(db: Database, now: Date, log: Log): Promise<void> {
  const weeks = await findWithoutCheck(db, dateInLuanda(now), AT_ONCE * AT_ONCE);
  await inTurns({ step: 'check', log }, weeks, (week) => prepareCheck(db, week));
}

async function prepareCheck(db: Database, { weekId, childId, seed, firstTheme, secondTheme }: OpenWeek) {
  const unseen = await findUnseen(db, childId, [firstTheme, secondTheme]);
  const check = checkOf(
    unseen
      .map((question) => ({ ...question, isFirst: question.theme === firstTheme }))
      .sort((one, other) => (one.content < other.content ? -1 : 1)),
    seed,
  );
  await db.transaction(async (transaction) => {
    if (!check) await lockTrial(transaction);
    if (!(await lockWeek(transaction, weekId))) return;
    if (check) await insertCheck(transaction, weekId, check);
    else await closeWeek(transaction, weekId, undefined);
  });
}

/** Ends weeks whose check is answered or can no longer be, and those of erased children. */
export async function closeWeeks(db: Database, now: Date, log: Log): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockTrial(transaction);
    await loseOrphans(transaction);
  });
  const weeks = await findEnded(db, dateInLuanda(now), AT_ONCE * AT_ONCE);
  await inTurns({ step: 'close', log }, weeks, async ({ weekId }) => {
    const outcome = await outcomeOfWeek(db, weekId);
    await db.transaction(async (transaction) => {
      await lockTrial(transaction);
      if (await lockWeek(transaction, weekId)) await closeWeek(transaction, weekId, outcome);
    });
  });
}

/**
 * Returns the outcome of a week by the keys that its questions have now. Questions that the child met in a test before it answered them are left
 * out.
 */
async function outcomeOfWeek(db: Queryable, weekId: number): Promise<Outcome | undefined> {
  const rows = await findAnswered(db, weekId);
  const judged = await Promise.all(
    rows.map(async (row) => {
      const { selectedAnswer, written, wasMet } = row;
      const question = await frozen(db, row.versionId, row.questionId);
      const newest = await frozen(db, row.askedVersionId, row.askedQuestionId);
      const isGiven = selectedAnswer !== null && !wasMet;
      return { row, question, right: isGiven ? isRightNow(question, newest, { selectedAnswer, written }) : null };
    }),
  );
  const given = judged.filter(({ right }) => right !== null);
  const { level } = effortOf(
    given.map(({ question }) => question),
    given.map(({ row, question, right }) => ({
      questionId: question.id,
      // The rule compares letters; by the key of today a wrong letter may be right.
      selectedAnswer: right ? question.correctAnswer : '',
      visibleMs: row.visibleMs,
    })),
    new Map(),
    null,
  );
  return outcomeOf(
    judged.map(({ row, right }) => ({ isFirst: row.isFirst, right })),
    level !== 'low',
  );
}

async function frozen(db: Queryable, versionId: number, questionId: number): Promise<FrozenQuestion> {
  const question = (await versionOf(db, versionId)).questions.find(({ id }) => id === questionId);
  if (!question) throw new Error(`version ${versionId} has no question ${questionId}`);
  return question;
}

/**
 * Takes the look that is due, once. The outcomes that no earlier look has read, of children that are still there, are computed again first, by the
 * keys of today. One that cannot be computed again stays as it was measured.
 *
 * @returns its number, or undefined if none is due.
 */
export async function takeLook(db: Database, log: Log): Promise<number | undefined> {
  const { measured, families, looks, isOver } = await findProgress(db);
  const due = isOver ? undefined : dueLook(measured, families, looks);
  if (due === undefined) return undefined;
  const after = (await findLooks(db)).at(-1)?.weeks ?? 0;
  await inTurns({ step: 'look', log }, await findMeasuredOfChildren(db, after), async ({ weekId }) => {
    const outcome = await outcomeOfWeek(db, weekId);
    // Without enough answers by now, it stays as it was measured.
    if (outcome) await correctOutcome(db, weekId, outcome);
  });
  return db.transaction(async (transaction) => {
    await lockTrial(transaction);
    const { lost } = await findProgress(transaction);
    const look = analyse(await findMeasured(transaction), due);
    if (!look) return undefined;
    await insertLook(transaction, look, lost);
    return due;
  });
}

/** Does everything that is due. */
export async function runTrial(db: Database, now: Date, log: Log): Promise<void> {
  await prepareChecks(db, now, log);
  await closeWeeks(db, now, log);
  await takeLook(db, log);
  await allotWeeks(db, now, log);
}

/** Runs every six hours: a check is there in the morning after its week, and an outcome on the day of the last answer. */
export const trialWork = (db: Database, log: Log): Periodic[] => [
  { name: 'practice-trial', every: 6 * 3600, work: () => runTrial(db, new Date(), log) },
];
