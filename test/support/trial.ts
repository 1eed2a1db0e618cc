import { randomUUID } from 'node:crypto';
import { takeableTests } from '../../src/domains/bank/test-bank/tests.server.ts';
import { closeWeeks, prepareChecks } from '../../src/domains/knowing/trial/weeks.server.ts';
import { recordPastAttempt } from '../../src/domains/sitting/attempts/grading.server.ts';
import type { Database } from '../../src/server/db/db.ts';
import { createLog } from '../../src/server/watch/log.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import type { TestApp } from './app.ts';
import { aChild, anObjective, aParent, aTest, type Parent } from './builders.ts';

const silent = createLog('silent');

/** Two themes of Geografia of the 4.ª classe, each with a test to take and two of ten questions that remain unseen. */
export async function aTrialBank(db: Database): Promise<readonly [number, number]> {
  const first: number[] = [];
  for (const code of ['ENSAIO-RIOS', 'ENSAIO-MAPAS']) {
    await anObjective(db, { code, discipline: 'Geografia', schoolClass: '4º Ano' });
    const keys = Array<string>(10).fill('A');
    const wanted = { discipline: 'Geografia', schoolClass: '4º Ano', objective: code, keys } as const;
    first.push((await aTest(db, wanted)).id);
    for (let more = 0; more < 2; more += 1) await aTest(db, wanted);
  }
  return first as [number, number];
}

/** Takes a test of the trial's bank some days ago, with these letters. */
export async function takePast(db: Database, childId: number, testId: number, letters: string, daysAgo = 3) {
  const test = (await takeableTests(db, '4º Ano')).find(({ id }) => id === testId);
  if (!test) throw new Error('the test cannot be taken');
  const rows = await db.rows<{ questionId: number }>(
    'select question_id from version_questions where version_id = $1 order by position',
    [test.versionId],
  );
  await recordPastAttempt(db, {
    childId,
    test: { id: testId, versionId: test.versionId, discipline: test.discipline, schoolClass: test.schoolClass },
    startedAt: new Date(Date.now() - daysAgo * DAY_MS),
    seconds: 400,
    answers: rows.map(({ questionId }, place) => ({
      questionId,
      selectedAnswer: letters[place] as string,
      responseTime: 30,
    })),
  });
}

/** Creates a family that agreed to the trial, with a child that is equally weak in two themes. */
export async function aTrialFamily(app: TestApp, bank: readonly [number, number]) {
  const parent = await aParent(app, { plan: 'family' });
  const { id: childId } = await aChild(parent);
  for (const testId of bank) await takePast(app.db, childId, testId, 'AAAAABBBBB');
  await agree(parent);
  return { parent, childId };
}

export const agree = (parent: Parent, agreed = true) => parent.put('/api/practice-trial', { agreed, version: 1 });

/** Moves the week of a child that is under way into the past. */
export async function passDays(db: Database, childId: number, days: number): Promise<void> {
  await db.count(
    `update trial_allotments set starts_on = starts_on - $2::int, check_from = check_from - $2::int, check_until = check_until - $2::int
     where child_id = $1 and is_open`,
    [childId, days],
  );
}

/** A question of a check as it is stored. */
export interface StoredQuestion {
  weekId: number;
  position: number;
  isFirst: boolean;
  versionId: number;
  questionId: number;
  content: string;
}

/** Returns the questions of a child's check, in their order. */
export const checkOf = (db: Database, childId: number) =>
  db.rows<StoredQuestion>(
    `select q.week_id, q.position, q.is_first, q.version_id, q.question_id, q.content
     from trial_questions q join trial_allotments a on a.week_id = q.week_id where a.child_id = $1 and a.is_open order by q.position`,
    [childId],
  );

/** Lets the practice week pass and prepares the check. */
export async function toCheck(db: Database, childId: number): Promise<StoredQuestion[]> {
  await passDays(db, childId, 7);
  await prepareChecks(db, new Date(), silent);
  return checkOf(db, childId);
}

/** Answers the questions that wait, through the API. @param letterOf undefined leaves a question unanswered. */
export async function answerCheck(
  parent: Parent,
  childId: number,
  letterOf: (question: StoredQuestion) => string | undefined,
  stored: readonly StoredQuestion[],
  visibleMs = 9_000,
) {
  const { questions } = (await parent.get(`/api/children/${childId}/check`)).body as { questions: { id: string }[] };
  const reviews = questions.flatMap(({ id }) => {
    const question = stored.find(({ weekId, position }) => id === `check:${weekId}:${position}`) as StoredQuestion;
    const selectedAnswer = letterOf(question);
    const at = new Date().toISOString();
    return selectedAnswer === undefined ? [] : [{ id, selectedAnswer, at, clientId: randomUUID(), visibleMs }];
  });
  return parent.post(`/api/children/${childId}/practice`, { reviews });
}

/** Ends the weeks that are due and returns the states of all, in the order in which they began. */
export async function closed(db: Database): Promise<string[]> {
  await closeWeeks(db, new Date(), silent);
  return (await db.rows<{ state: string }>('select state from trial_weeks order by id')).map(({ state }) => state);
}

/** Deletes everything of the trial but the decisions of families. */
export async function resetTrial(db: Database): Promise<void> {
  await db.script(
    'delete from trial_looks; delete from trial_allotments; delete from trial_weeks; delete from trial_families',
  );
}
