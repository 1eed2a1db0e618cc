import { describe, expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import {
  aChild,
  aChildMidTest,
  ageAttempt,
  aParent,
  aTest,
  aUser,
  KEY_SENTINEL,
} from '../../../test/support/builders.ts';
import { freezeTest } from '../tests/tests.server.ts';
import { ANSWER_CASES } from './answer-cases.rules.ts';
import { settleAttempts } from './attempts.server.ts';

const app = await testApp();
const { db } = app;

describe('starting a test', () => {
  test('gives the questions without their key, a deadline and the time that is left', async () => {
    const parent = await aParent(app);
    const child = await aChild(parent, { fullName: 'Maria José Domingos' });
    const built = await aTest(db, { keys: ['A', 'B'] });
    const started = await parent.post('/api/attempts', {
      childId: child.id,
      testId: built.id,
      device: 'telemóvel',
      totalScore: 100,
      completed: true,
      attemptDate: '2020-01-01',
    });
    expect(started.status).toBe(201);
    expect(started.body).toMatchObject({
      childId: child.id,
      testId: built.id,
      remainingSeconds: 900,
      timeLimit: 900,
      child: { firstName: 'Maria', cover: 1 },
      answers: [],
    });
    expect(Date.parse(started.body.deadline) - Date.parse(started.body.startedAt)).toBe(900_000);
    expect(started.body.questions.map((question: { id: number }) => question.id)).toEqual(
      built.questions.map(({ id }) => id),
    );
    expect(JSON.parse(started.body.questions[0].alternatives)).toEqual(['A) uma', 'B) duas', 'C) três', 'D) quatro']);
    expect(started.text).not.toMatch(new RegExp(`correctAnswer|explanation|objective|isCorrect|${KEY_SENTINEL}`));
  });

  test('again while it is open gives the same attempt, with what is already answered', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await sitting.answer(0, 'C');
    const again = await parent.post('/api/attempts', { childId: sitting.childId, testId: sitting.test.id });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      id: sitting.id,
      answers: [{ questionId: sitting.test.questions[0]?.id, selectedAnswer: 'C' }],
    });
  });

  test('T9 twenty at once make one attempt', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const child = await aChild(parent);
    const built = await aTest(db);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => parent.post('/api/attempts', { childId: child.id, testId: built.id })),
    );
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
  });

  test('repeated with the same clientId is the same attempt, and refused once that is over', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const child = await aChild(parent);
    const built = await aTest(db);
    const clientId = crypto.randomUUID();
    const first = await parent.post('/api/attempts', { childId: child.id, testId: built.id, clientId });
    const second = await parent.post('/api/attempts', { childId: child.id, testId: built.id, clientId });
    expect(second.body.id).toBe(first.body.id);
    await parent.put(`/api/attempts/${first.body.id}`, { completed: true });
    expect((await parent.post('/api/attempts', { childId: child.id, testId: built.id, clientId })).status).toBe(409);
    expect((await parent.post('/api/attempts', { childId: child.id, testId: built.id })).status).toBe(201);
  });

  test('a child with extended time gets it', async () => {
    const parent = await aParent(app);
    const child = await aChild(parent, { extendedTime: 30 });
    const built = await aTest(db);
    expect((await parent.post('/api/attempts', { childId: child.id, testId: built.id })).body).toMatchObject({
      timeLimit: 1800,
      remainingSeconds: 1800,
    });
  });

  test('T8 someone else’s child, an inactive test and a test that is not there are all not found', async () => {
    const parent = await aParent(app);
    const mine = await aChild(parent);
    const theirs = await aChild(await aParent(app));
    const built = await aTest(db);
    const inactive = await aTest(db, { active: false });
    const replies = await Promise.all([
      parent.post('/api/attempts', { childId: theirs.id, testId: built.id }),
      parent.post('/api/attempts', { childId: 2_000_000_000, testId: built.id }),
      parent.post('/api/attempts', { childId: mine.id, testId: inactive.id }),
      parent.post('/api/attempts', { childId: mine.id, testId: 2_000_000_000 }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  test.each([
    {},
    { childId: 0, testId: 1 },
    { childId: '1', testId: 1 },
    { childId: 2_147_483_648, testId: 1 },
    { childId: 1.5, testId: 1 },
    { childId: true, testId: 1 },
    [],
    'texto',
  ])('refuses %j', async (body) => {
    expect((await (await aParent(app)).post('/api/attempts', body)).status).toBe(400);
  });

  test('an attempt keeps its questions when the test is changed under it', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent, { keys: ['A', 'B'] });
    await db.transaction(async (transaction) => {
      await transaction.count(`update questions set statement = 'Outra', correct_answer = 'D' where test_id = $1`, [
        sitting.test.id,
      ]);
      await freezeTest(transaction, sitting.test.id);
    });
    await sitting.answer(0, 'A');
    await sitting.answer(1, 'B');
    expect((await sitting.complete()).body.totalScore).toBe(100);
    const result = await parent.get(`/api/attempts/${sitting.id}`);
    expect(result.body.test.questions[0].statement).not.toBe('Outra');
  });
});

describe('the free plan', () => {
  test('has one test per child, discipline and month; the next is told, and another discipline is not touched', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await sitting.answer(0, 'A');
    await sitting.complete();
    const second = await aTest(db);
    const refused = await parent.post('/api/attempts', { childId: sitting.childId, testId: second.id });
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({
      code: 'plan-limit',
      message: expect.stringMatching(/^Já fez o teste grátis de Matemática deste mês\. O próximo abre a 1 de \p{Lu}/u),
    });
    const other = await aTest(db, { discipline: 'Português' });
    expect((await parent.post('/api/attempts', { childId: sitting.childId, testId: other.id })).status).toBe(201);
    const catalogue = (await parent.get(`/api/tests?childId=${sitting.childId}`)).body;
    expect(catalogue.find(({ id }: { id: number }) => id === second.id).forChild).toMatchObject({
      allowed: false,
      taken: false,
    });
    expect(catalogue.find(({ id }: { id: number }) => id === sitting.test.id).forChild).toMatchObject({
      allowed: false,
      taken: true,
      bestScore: 25,
    });
  });

  test('T39 gives one when twenty are asked for at once', async () => {
    const parent = await aParent(app);
    const child = await aChild(parent);
    const tests = await Promise.all(Array.from({ length: 20 }, () => aTest(db)));
    const replies = await Promise.all(
      tests.map((built) => parent.post('/api/attempts', { childId: child.id, testId: built.id })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 402 || status === 409)).toHaveLength(19);
    expect((await db.row<{ n: number }>('select count(*) as n from attempts where child_id = $1', [child.id]))?.n).toBe(
      1,
    );
  });

  test('does not count an attempt that ended without an answer', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    const second = await aTest(db);
    expect((await parent.post('/api/attempts', { childId: sitting.childId, testId: second.id })).status).toBe(402);
    await ageAttempt(db, sitting.id, 1000);
    expect((await parent.post('/api/attempts', { childId: sitting.childId, testId: second.id })).status).toBe(201);
  });

  test('a covered child of a family plan has no limit, a child beyond it has the free one', async () => {
    const parent = await aParent(app, { plan: 'individual' });
    const covered = await aChild(parent);
    const beyond = await aChild(parent);
    for (const [child, expected] of [
      [covered, 201],
      [beyond, 402],
    ] as const) {
      const first = await aChildMidTest(app, parent, { childId: child.id });
      await first.answer(0, 'A');
      await first.complete();
      const second = await aTest(db);
      expect((await parent.post('/api/attempts', { childId: child.id, testId: second.id })).status).toBe(expected);
    }
  });

  test('T42 holds from the day after the grace of a plan that ended', async () => {
    const ended = await aParent(app, { plan: 'family', planEnds: new Date(Date.now() - 8 * 86_400_000) });
    const sitting = await aChildMidTest(app, ended);
    await sitting.answer(0, 'A');
    await sitting.complete();
    expect((await ended.post('/api/attempts', { childId: sitting.childId, testId: (await aTest(db)).id })).status).toBe(
      402,
    );
  });
});

describe('answering', () => {
  test('takes a letter or the whole option, and the newest choice wins', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    const replies = [
      await sitting.answer(0, 'A'),
      await sitting.answer(0, 'b'),
      await sitting.answer(0, 'C) três', { responseTime: 7.4 }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    // No reply tells right from wrong.
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    const kept = await db.rows('select selected_answer, response_time from answers where attempt_id = $1', [
      sitting.id,
    ]);
    expect(kept).toEqual([{ selected_answer: 'C', response_time: 7 }]);
  });

  test('a late retry of an older choice does not undo a newer one', async () => {
    const sitting = await aChildMidTest(app, await aParent(app));
    await sitting.answer(0, 'B', { sequence: 2 });
    expect((await sitting.answer(0, 'A', { sequence: 1 })).status).toBe(200);
    expect(await db.rows('select selected_answer from answers where attempt_id = $1', [sitting.id])).toEqual([
      { selected_answer: 'B' },
    ]);
  });

  test('fifty of the same at once keep one row', async () => {
    const sitting = await aChildMidTest(app, await aParent(app));
    const replies = await Promise.all(Array.from({ length: 50 }, () => sitting.answer(1, 'D', { sequence: 5 })));
    expect(new Set(replies.map(({ status, text }) => `${status}${text}`)).size).toBe(1);
    expect(
      (await db.row<{ n: number }>('select count(*) as n from answers where attempt_id = $1', [sitting.id]))?.n,
    ).toBe(1);
  });

  test.each([
    ['an option that is not there', { selectedAnswer: 'E' }, 'selectedAnswer'],
    ['an empty choice', { selectedAnswer: '' }, 'selectedAnswer'],
    ['a choice with NUL', { selectedAnswer: 'A\u0000' }, 'selectedAnswer'],
    ['a time that is none', { answeredAt: 'ontem' }, 'answeredAt'],
    ['a sequence below nothing', { sequence: -1 }, 'sequence'],
  ])('refuses %s and stores nothing', async (_, more, field) => {
    const sitting = await aChildMidTest(app, await aParent(app));
    const refused = await sitting.answer(0, 'A', more);
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toHaveProperty(field);
    expect(await db.rows('select 1 from answers where attempt_id = $1', [sitting.id])).toEqual([]);
  });

  test('T6 refuses a question of another test', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const sitting = await aChildMidTest(app, parent);
    const other = await aTest(db);
    const refused = await parent.post('/api/answers', {
      attemptId: sitting.id,
      questionId: other.questions[0]?.id,
      selectedAnswer: 'A',
    });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toHaveProperty('questionId');
  });

  test('clamps a response time that cannot be', async () => {
    const sitting = await aChildMidTest(app, await aParent(app));
    for (const responseTime of [-5, 1e308, 'cedo', null])
      expect((await sitting.answer(0, 'A', { responseTime })).status).toBe(200);
  });

  test('is for the family alone: 401 signed out, 403 a teacher, 404 another parent, nothing written', async () => {
    const sitting = await aChildMidTest(app, await aParent(app));
    const answer = { attemptId: sitting.id, questionId: sitting.test.questions[0]?.id, selectedAnswer: 'A' };
    expect((await app.visitor().post('/api/answers', answer)).status).toBe(401);
    expect((await app.visitor('sid=invented').post('/api/answers', answer)).status).toBe(401);
    expect((await (await aUser(app, 'teacher')).post('/api/answers', answer)).status).toBe(403);
    const other = await aParent(app);
    const refused = await other.post('/api/answers', answer);
    const absent = await other.post('/api/answers', { ...answer, attemptId: 2_000_000_000 });
    expect([refused.status, refused.text]).toEqual([404, absent.text]);
    expect(await db.rows('select 1 from answers where attempt_id = $1', [sitting.id])).toEqual([]);
  });

  test.each(ANSWER_CASES)('T7 by the clock: $title → $verdict', async ({ state, past, chosen, verdict }) => {
    const sitting = await aChildMidTest(app, await aParent(app));
    await sitting.answer(1, 'A');
    if (state === 'completed') await sitting.complete();
    else {
      await ageAttempt(db, sitting.id, 900 + past);
      if (state !== 'open')
        await db.count('update attempts set state = $2, finished_at = deadline_at where id = $1', [sitting.id, state]);
    }
    const deadline = await db.row<{ at: Date }>('select deadline_at as at from attempts where id = $1', [sitting.id]);
    const answeredAt =
      chosen === null ? undefined : new Date((deadline?.at.getTime() ?? 0) + chosen * 1000).toISOString();
    const reply = await sitting.answer(0, 'B', { answeredAt });
    expect(reply.status).toBe(verdict === 'in-time' || verdict === 'late' ? 200 : 409);
    if (reply.status === 409) expect(reply.body.code).toBe(verdict);
    const kept = await db.row<{ late: boolean; answers: number }>(
      'select late, (select count(*) from answers where attempt_id = attempts.id) as answers from attempts where id = $1',
      [sitting.id],
    );
    expect(kept).toEqual({ late: verdict === 'late', answers: reply.status === 200 ? 2 : 1 });
  });
});

describe('completing', () => {
  test('T1 grades on the server whatever the client claims', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent, { keys: ['A', 'B', 'C', 'D'], weights: [1, 1, 1, 5] });
    await sitting.answer(0, 'B');
    await sitting.answer(1, 'B');
    for (const totalScore of [1e308, -5, '100', null, { $gt: 0 }])
      expect((await parent.put(`/api/attempts/${sitting.id}`, { totalScore, correctAnswers: 4 })).body).toMatchObject({
        completed: false,
        totalScore: null,
        correctAnswers: null,
      });
    const done = await parent.put(`/api/attempts/${sitting.id}`, {
      completed: true,
      totalScore: 100,
      correctAnswers: 4,
      incorrectAnswers: 0,
      timeSpent: 1e308,
    });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({
      completed: true,
      state: 'completed',
      totalScore: 13,
      correctAnswers: 1,
      incorrectAnswers: 3,
      late: false,
    });
    expect(done.body.timeSpent).toBeLessThan(30);
  });

  test('twenty times at once gives one result and counts once', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await sitting.answer(0, 'A');
    const replies = await Promise.all(Array.from({ length: 20 }, () => sitting.complete()));
    expect(new Set(replies.map(({ status, text }) => `${status}${text}`)).size).toBe(1);
    expect(
      await db.rows('select tests_completed, score_sum from performance_aggregations where child_id = $1', [
        sitting.childId,
      ]),
    ).toEqual([{ tests_completed: 1, score_sum: 25 }]);
    expect(await db.rows(`select kind from outbox where payload ->> 'attemptId' = $1`, [String(sitting.id)])).toEqual([
      { kind: 'attempt-completed' },
    ]);
  });

  test('answers that race with it are either counted or refused, never taken and forgotten', async () => {
    const parent = await aParent(app, { plan: 'family' });
    for (let round = 0; round < 10; round += 1) {
      const sitting = await aChildMidTest(app, parent, { keys: ['A', 'A', 'A', 'A'] });
      const [done, ...answers] = await Promise.all([
        sitting.complete(),
        ...[0, 1, 2, 3].map((index) => sitting.answer(index, 'A')),
      ]);
      const taken = answers.filter(({ status }) => status === 200).length;
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect(done.body.correctAnswers).toBe(taken);
    }
  });

  test('T4 nothing changes a completed attempt', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await sitting.answer(0, 'A');
    await sitting.complete();
    expect((await sitting.answer(0, 'B')).status).toBe(409);
    expect((await parent.put(`/api/attempts/${sitting.id}`, { completed: false })).status).toBe(409);
    expect((await parent.put(`/api/attempts/${sitting.id}`, { totalScore: 100 })).status).toBe(409);
    expect((await sitting.complete()).body.totalScore).toBe(25);
  });

  test('T11 another family’s attempt is not found and stays open', async () => {
    const sitting = await aChildMidTest(app, await aParent(app));
    const other = await aParent(app);
    expect((await other.put(`/api/attempts/${sitting.id}`, { completed: true })).status).toBe(404);
    expect((await other.get(`/api/attempts/${sitting.id}`)).status).toBe(404);
    expect(await db.row('select state from attempts where id = $1', [sitting.id])).toEqual({ state: 'open' });
  });

  test('T5 only the first, in time and in the usual time, counts in averages', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const usual = await aChild(parent);
    const extended = await aChild(parent, { extendedTime: 60 });
    const built = await aTest(db);
    const take = async (childId: number) => {
      const { body } = await parent.post('/api/attempts', { childId, testId: built.id });
      await parent.post('/api/answers', {
        attemptId: body.id,
        questionId: built.questions[0]?.id,
        selectedAnswer: 'A',
      });
      await parent.put(`/api/attempts/${body.id}`, { completed: true });
      return (await db.row<{ valid: boolean }>('select valid from attempts where id = $1', [body.id]))?.valid;
    };
    expect([await take(usual.id), await take(usual.id), await take(extended.id)]).toEqual([true, false, false]);
  });
});

describe('an attempt that nobody comes back to', () => {
  test('is closed at its deadline, shown without a score, and graded when the family looks', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await sitting.answer(0, 'A');
    await ageAttempt(db, sitting.id, 961);
    await settleAttempts(db);
    expect(
      await db.row('select state, finished_at = deadline_at as at_deadline from attempts where id = $1', [sitting.id]),
    ).toEqual({ state: 'provisional', at_deadline: true });
    const listed = (await parent.get('/api/recent-tests')).body[0];
    expect(listed).toMatchObject({
      score: null,
      attempt: { state: 'provisional', totalScore: null, correctAnswers: null },
    });
    expect((await parent.get('/api/children')).body[0].stats.testsCompleted).toBe(0);
    const looked = await parent.get(`/api/attempts/${sitting.id}`);
    expect(looked.body.attempt).toMatchObject({ state: 'completed', totalScore: 25, timeSpent: 900, late: false });
    expect((await sitting.answer(1, 'B', { answeredAt: new Date(Date.now() - 600_000).toISOString() })).status).toBe(
      409,
    );
  });

  test('takes late answers from a phone that was offline, and then stays out of averages', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await ageAttempt(db, sitting.id, 2000);
    await settleAttempts(db);
    const answeredAt = new Date(Date.now() - 1_500_000).toISOString();
    for (const index of [0, 1, 2, 3])
      expect((await sitting.answer(index, 'ABCD'[index] as string, { answeredAt })).status).toBe(200);
    expect((await sitting.complete()).body).toMatchObject({ totalScore: 100, late: true, timeSpent: 900 });
    expect(await db.row('select valid from attempts where id = $1', [sitting.id])).toEqual({ valid: false });
    expect(await db.rows('select 1 from performance_aggregations where child_id = $1', [sitting.childId])).toEqual([]);
  });

  test('is graded by itself after 24 hours; without an answer it counts for nothing', async () => {
    const parent = await aParent(app);
    const answered = await aChildMidTest(app, parent);
    await answered.answer(0, 'A');
    const empty = await aChildMidTest(app, parent, { discipline: 'Português', childId: answered.childId });
    for (const { id } of [answered, empty]) await ageAttempt(db, id, 900 + 60 + 24 * 3600 + 5);
    await settleAttempts(db);
    await settleAttempts(db);
    const states = await db.rows<{ id: number; state: string }>(
      'select id, state from attempts where id = any($1) order by id',
      [[answered.id, empty.id]],
    );
    expect(states.map(({ state }) => state)).toEqual(['completed', 'abandoned']);
    expect(
      (await parent.get('/api/recent-tests')).body.map(({ attempt }: { attempt: { id: number } }) => attempt.id),
    ).toEqual([answered.id]);
    expect((await empty.complete()).status).toBe(409);
  });
});
