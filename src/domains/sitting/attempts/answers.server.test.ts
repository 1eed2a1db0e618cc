import { expect, test } from 'vitest';
import { testApp, type Visitor } from '../../../../test/support/app.ts';
import { aChildMidTest, ageAttempt, aParent, pastGrace } from '../../../../test/support/builders.ts';
import { hashToken } from '../../../server/config.ts';
import type { Database } from '../../../server/db/db.ts';
import { saveAnswer, saveInTime } from './answers.server.ts';
import type { AnswerToSave } from './answers.store.ts';
import { ANSWER_GRACE_SECONDS } from './attempts.rules.ts';
import { lockAttempt } from './attempts.store.ts';

const app = await testApp();
const { db } = app;

/** Returns the database, and a function that counts the statements that have written answers. */
function counted(): { database: Database; statements: () => number } {
  let statements = 0;
  const rows: Database['rows'] = (text, values) => {
    statements += 1;
    return db.rows(text, values);
  };
  return { database: { ...db, rows }, statements: () => statements };
}

async function aSitting() {
  const parent = await aParent(app);
  return { parent, ...(await aChildMidTest(app, parent)) };
}

const answerOf = (
  sitting: { id: number; parent: Visitor; test: { questions: readonly { id: number }[] } },
  place: number,
  letter: string,
  more: Partial<AnswerToSave> = {},
): AnswerToSave => ({
  tokenHash: hashToken(sitting.parent.cookie?.split('=')[1] ?? ''),
  attemptId: sitting.id,
  questionId: sitting.test.questions[place]?.id ?? 0,
  letter,
  option: letter,
  responseTime: 3,
  sequence: null,
  answeredAt: null,
  ...more,
});

const keptOf = async (attemptId: number) =>
  (
    await db.rows<{ letter: string }>(
      'select selected_answer as letter from answers where attempt_id = $1 order by question_id',
      [attemptId],
    )
  )
    .map(({ letter }) => letter)
    .join('');

test('answers that arrive together are stored by one statement, each with its own verdict', async () => {
  const [one, two, over] = [await aSitting(), await aSitting(), await aSitting()];
  await pastGrace(db, over.id);
  const { database, statements } = counted();
  const verdicts = await Promise.all(
    [
      answerOf(one, 0, 'A'),
      answerOf(two, 0, 'B'),
      answerOf(one, 1, 'X', { option: 'C) três' }),
      // Each of these answers is refused: another family's attempt, no session, a question of another test, an option that the question
      // does not have, and an answer after the end.
      answerOf(one, 0, 'D', { tokenHash: answerOf(two, 0, 'D').tokenHash }),
      answerOf(two, 1, 'D', { tokenHash: hashToken('nobody') }),
      answerOf(two, 1, 'D', { questionId: one.test.questions[1]?.id ?? 0 }),
      answerOf(two, 2, 'F'),
      answerOf(over, 0, 'A'),
      answerOf(two, 3, 'D', { responseTime: null, sequence: 4 }),
    ].map((answer) => saveInTime(database, answer)),
  );
  const none = undefined;
  expect(verdicts).toEqual(['A', 'B', 'C', none, none, none, none, none, 'D']);
  // The answer of another family names the same question as the first, so it is written by a separate statement.
  expect(statements()).toBe(2);
  expect([await keptOf(one.id), await keptOf(two.id), await keptOf(over.id)]).toEqual(['AC', 'BD', '']);
});

test('of two simultaneous choices for the same question the later one is stored', async () => {
  const sitting = await aSitting();
  const { database } = counted();
  const verdicts = await Promise.all(
    ['A', 'B', 'C'].map((letter, index) => saveInTime(database, answerOf(sitting, 0, letter, { sequence: index + 1 }))),
  );
  // Each reply names the letter that is stored when its call ends, so a call that was overtaken names the newer letter.
  expect(verdicts.at(-1)).toBe('C');
  expect(await keptOf(sitting.id)).toBe('C');
});

test('an answer that the database cannot store does not prevent others from being stored', async () => {
  const [one, two] = [await aSitting(), await aSitting()];
  const { database } = counted();
  const broken = answerOf(two, 0, 'A\u0000');
  // The statement for all of them fails as a whole, so each answer is then tried separately.
  expect(await Promise.all([answerOf(one, 0, 'A'), broken].map((answer) => saveInTime(database, answer)))).toEqual([
    undefined,
    undefined,
  ]);
  expect(await saveInTime(database, answerOf(one, 0, 'A'))).toBe('A');
  await expect(saveInTime(database, broken)).rejects.toMatchObject({ code: expect.stringMatching(/^22/) });
  expect(await keptOf(one.id)).toBe('A');
});

test('answers to other attempts do not wait for an attempt that is being completed', async () => {
  const [held, free] = [await aSitting(), await aSitting()];
  const { database } = counted();
  await db.transaction(async (transaction) => {
    await lockAttempt(transaction, held.id, null);
    const verdicts = await Promise.all(
      [answerOf(held, 0, 'A'), answerOf(free, 0, 'B')].map((answer) => saveInTime(database, answer)),
    );
    expect(verdicts).toEqual([undefined, 'B']);
  });
  expect([await keptOf(held.id), await keptOf(free.id)]).toEqual(['', 'B']);
  expect((await held.answer(0, 'A')).status).toBe(200);
});

test('simultaneous answers to one question are stored in order, even without a sequence or while the attempt is locked', async () => {
  const sitting = await aSitting();
  // The first statement is delayed. Without an order of their own, the answers after it would overtake it.
  let held = true;
  const slowly: Database['rows'] = async (text, values) => {
    if (held) {
      held = false;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return db.rows(text, values);
  };
  const stored = await Promise.all(
    ['A', 'B', 'C'].map((letter) =>
      saveAnswer({ ...db, rows: slowly }, { ...answerOf(sitting, 0, letter), selectedAnswer: letter }),
    ),
  );
  expect(stored).toEqual(['A', 'B', 'C']);
  expect(await keptOf(sitting.id)).toBe('C');
  const waiting: Promise<string>[] = [];
  await db.transaction(async (transaction) => {
    await lockAttempt(transaction, sitting.id, null);
    for (const letter of ['A', 'B', 'D'])
      waiting.push(saveAnswer(db, { ...answerOf(sitting, 1, letter), selectedAnswer: letter }));
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  expect(await Promise.all(waiting)).toEqual(['A', 'B', 'D']);
  expect(await keptOf(sitting.id)).toBe('CD');
});

test('the reply names the stored letter, also when a newer choice was stored before', async () => {
  const sitting = await aSitting();
  const replies = [
    await sitting.answer(0, 'B', { sequence: 2 }),
    await sitting.answer(0, 'A', { sequence: 1 }),
    await sitting.answer(0, 'C) três', { sequence: 3 }),
  ];
  expect(replies.map(({ body }) => [body.saved, body.selectedAnswer])).toEqual([
    [true, 'B'],
    [true, 'B'],
    [true, 'C'],
  ]);
  // The same for late answers, which another statement writes.
  await pastGrace(db, sitting.id);
  const answeredAt = new Date(Date.now() - 3_500_000).toISOString();
  const late = await sitting.answer(0, 'D', { sequence: 1, answeredAt });
  expect([late.status, late.body.selectedAnswer]).toEqual([200, 'C']);
});

test('a choice that is sent again after the end, because the reply was lost, is reported as saved; any other is refused', async () => {
  const sitting = await aSitting();
  await sitting.answer(0, 'B', { sequence: 2 });
  await sitting.complete();
  const replies = [
    await sitting.answer(0, 'B', { sequence: 2 }),
    await sitting.answer(0, 'B', { sequence: 3 }),
    await sitting.answer(0, 'A', { sequence: 2 }),
    await sitting.answer(0, 'B', {}),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 409, 409, 409]);
  expect(await keptOf(sitting.id)).toBe('B');
});

test('a sequence is limited by the server’s clock, so that a huge one does not block later answers', async () => {
  const sitting = await aSitting();
  expect((await sitting.answer(0, 'A', { sequence: 2_147_483_647 })).status).toBe(200);
  const kept = await db.row<{ sequence: number }>('select sequence from answers where attempt_id = $1', [sitting.id]);
  expect(kept?.sequence).toBeGreaterThanOrEqual(ANSWER_GRACE_SECONDS * 10);
  // In tenths of a second: the grace and the time that this test has taken so far.
  expect(kept?.sequence).toBeLessThan(9_000 + ANSWER_GRACE_SECONDS * 10);
  await ageAttempt(db, sitting.id, 120);
  expect((await sitting.answer(0, 'B', { sequence: (120 + ANSWER_GRACE_SECONDS) * 10 })).body.selectedAnswer).toBe('B');
});
