import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aChildMidTest,
  ageAttempt,
  aParent,
  aTest,
  aUser,
  KEY_SENTINEL,
  PASSWORD,
  pastDeadline,
  pastGrace,
  pastProvisional,
} from '../../../../test/support/builders.ts';
import { monthInLuanda, nextMonth } from '../../../shared/calendar.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { freezeTest } from '../../bank/test-bank/tests.server.ts';
import { ANSWER_CASES } from './answer-cases.rules.ts';
import { ANSWER_GRACE_SECONDS } from './attempts.rules.ts';
import { settleAttempts } from './attempts.server.ts';

const app = await testApp();
const { db } = app;

describe('starting a test', () => {
  test('returns the questions without their key, the deadline and the time left', async () => {
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
    expect(JSON.parse(started.body.questions[0].alternatives)).toEqual(['A) duas', 'B) uma', 'C) três', 'D) quatro']);
    expect(started.text).not.toMatch(new RegExp(`correctAnswer|explanation|objective|isCorrect|${KEY_SENTINEL}`));
  });

  test('a second start returns the open attempt with its answers', async () => {
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

  test('T9 twenty simultaneous starts create one attempt', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const child = await aChild(parent);
    const built = await aTest(db);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => parent.post('/api/attempts', { childId: child.id, testId: built.id })),
    );
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
  });

  test('repeated with the same clientId returns the same attempt, and is refused once that has ended', async () => {
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

  test('an attempt to go on with is resumed while it is open; no other is, and none is started', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const child = await aChild(parent);
    const built = await aTest(db);
    const ids = { childId: child.id, testId: built.id };
    expect((await parent.post('/api/attempts', { ...ids, attemptId: 2_000_000_000 })).body.code).toBe('attempt-ended');
    const { id: attemptId } = (await parent.post('/api/attempts', ids)).body;
    const again = await parent.post('/api/attempts', { ...ids, attemptId });
    expect([again.status, again.body.id]).toEqual([200, attemptId]);
    await parent.put(`/api/attempts/${attemptId}`, { completed: true });
    expect((await parent.post('/api/attempts', { ...ids, attemptId })).body.code).toBe('attempt-ended');
    const next = (await parent.post('/api/attempts', ids)).body;
    expect((await parent.post('/api/attempts', { ...ids, attemptId })).status).toBe(409);
    await pastGrace(db, next.id);
    expect((await parent.post('/api/attempts', { ...ids, attemptId: next.id })).status).toBe(409);
    expect(await db.row('select count(*)::int as attempts from attempts where child_id = $1', [child.id])).toEqual({
      attempts: 2,
    });
  });

  test('a child with extended time gets a longer time limit', async () => {
    const parent = await aParent(app);
    const child = await aChild(parent, { extendedTime: 30 });
    const built = await aTest(db);
    expect((await parent.post('/api/attempts', { childId: child.id, testId: built.id })).body).toMatchObject({
      timeLimit: 1800,
      remainingSeconds: 1800,
    });
  });

  test.each([
    [90, null, 90, true],
    [90, 30, 105, false],
    [5, 60, 50, false],
    [120, null, 120, true],
  ] as const)(
    'a test of %i minutes, extended time %o: the attempt has %i minutes even if the test is edited; valid is %s',
    async (duration, extendedTime, minutes, valid) => {
      const parent = await aParent(app, { plan: 'family' });
      const child = await aChild(parent, { extendedTime });
      const built = await aTest(db, { duration });
      const catalogue = await parent.get(`/api/tests?childId=${child.id}`);
      expect(catalogue.body.find(({ id }: { id: number }) => id === built.id)).toMatchObject({ duration });
      const started = await parent.post('/api/attempts', { childId: child.id, testId: built.id });
      const { id, deadline, startedAt } = started.body;
      expect(started.body).toMatchObject({ timeLimit: minutes * 60, test: { duration } });
      expect(Date.parse(deadline) - Date.parse(startedAt)).toBe(minutes * 60_000);
      // A minute before the end, an answer is still in time.
      await ageAttempt(db, id, minutes * 60 - 60);
      await db.count('update tests set duration = 10 where id = $1', [built.id]);
      await db.transaction((transaction) => freezeTest(transaction, built.id));
      await parent.post('/api/answers', { attemptId: id, questionId: built.questions[0]?.id, selectedAnswer: 'A' });
      const again = await parent.post('/api/attempts', { childId: child.id, testId: built.id });
      expect(again.body).toMatchObject({ id, timeLimit: minutes * 60, test: { duration } });
      const done = await parent.put(`/api/attempts/${id}`, { completed: true });
      expect(done.body).toMatchObject({ completed: true, late: false, timeLimit: minutes * 60, duration });
      expect(await db.row('select valid, effort from attempts where id = $1', [id])).toMatchObject({ valid });
      const next = await parent.post('/api/attempts', { childId: child.id, testId: built.id });
      expect(next.body.test.duration).toBe(10);
    },
  );

  test('a test of ninety minutes is closed by the server after ninety minutes, not before', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent, { duration: 90 });
    const state = () => db.row('select state from attempts where id = $1', [sitting.id]);
    await ageAttempt(db, sitting.id, 89 * 60);
    await settleAttempts(db);
    expect(await state()).toEqual({ state: 'open' });
    await ageAttempt(db, sitting.id, 60 + ANSWER_GRACE_SECONDS + 1);
    await settleAttempts(db);
    expect(await state()).toEqual({ state: 'provisional' });
  });

  test('T8 another family’s child, an inactive test and an unknown test are not found', async () => {
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

  test('an attempt keeps its questions when the test is edited meanwhile', async () => {
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
  test('has one test per child, discipline and month; the second is refused, and another discipline is not affected', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await sitting.answer(0, 'A');
    await sitting.complete();
    const second = await aTest(db);
    const refused = await parent.post('/api/attempts', { childId: sitting.childId, testId: second.id });
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({
      code: 'plan-limit',
      message: expect.stringMatching(
        /^O teste grátis de Matemática deste mês já foi feito\. Pode fazer outro a partir de 1 de \p{Lu}/u,
      ),
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

  test('the catalogue names the forms of a theme and the one to take next', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const child = await aChild(parent);
    const theme = `Medidas ${child.id}`;
    const forms = [await aTest(db, { theme }), await aTest(db, { theme }), await aTest(db, { theme })];
    await aTest(db, { theme, active: false });
    await aTest(db, { theme, schoolClass: '5º Ano' });
    const take = async (place: number, answer: string) => {
      const begun = await parent.post('/api/attempts', { childId: child.id, testId: forms[place]?.id });
      const [asked] = begun.body.questions;
      await parent.post('/api/answers', { attemptId: begun.body.id, questionId: asked.id, selectedAnswer: answer });
      return begun.body.id as number;
    };
    const finish = async (id: number) => parent.put(`/api/attempts/${id}`, { completed: true });
    const listed = async (query = '') =>
      (await parent.get(`/api/tests?childId=${child.id}&class=4º Ano&theme=${theme}${query}`)).body;
    const next = async () => (await listed('&only=next')).map(({ form }: { form: string }) => form);

    const all = await listed();
    expect(all.map(({ form, next }: { form: string; next: boolean }) => [form, next])).toEqual([
      ['A', true],
      ['B', false],
      ['C', false],
    ]);
    expect(all[1]).toMatchObject({ forms: ['A', 'B', 'C'], duration: 15 });
    expect((await parent.get(`/api/tests?theme=${theme}&class=4º Ano`)).body[0]).not.toHaveProperty('next');

    await finish(await take(0, 'A'));
    expect(await next()).toEqual(['B']);
    const open = await take(2, 'B');
    expect(await next()).toEqual(['C']);
    await finish(open);
    expect(await next()).toEqual(['B']);
    expect((await listed('&only=next'))[0].forChild).toMatchObject({
      taken: false,
      takenForms: ['A', 'C'],
      themeScore: 25,
    });
    await finish(await take(1, 'A'));
    expect(await next()).toEqual(['A']);
    expect((await parent.get(`/api/tests?childId=${child.id}&only=best`)).status).toBe(400);
  });

  test('T39 allows one test when twenty are started at once', async () => {
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
    await pastGrace(db, sitting.id);
    expect((await parent.post('/api/attempts', { childId: sitting.childId, testId: second.id })).status).toBe(201);
  });

  test('refuses answers to an attempt that gave the month’s test back, and does not show its key', async () => {
    const parent = await aParent(app);
    const lapsed: Awaited<ReturnType<typeof aChildMidTest>>[] = [];
    const { id: childId } = await aChild(parent);
    for (let round = 0; round < 3; round += 1) {
      const sitting = await aChildMidTest(app, parent, { childId });
      await pastGrace(db, sitting.id);
      lapsed.push(sitting);
    }
    // Each of these attempts but the last was followed by another start. The last one still waits for the answers of an offline phone.
    const answeredAt = new Date(Date.now() - 1_500_000).toISOString();
    const replies = [];
    for (const sitting of lapsed) replies.push(await sitting.answer(0, 'A', { answeredAt }));
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'completed'],
      [409, 'completed'],
      [200, undefined],
    ]);
    // Half of the attempt is answered now, so it is not interrupted and does not give the month's free test back a second time.
    await lapsed.at(-1)?.answer(1, 'A', { answeredAt });
    for (const sitting of lapsed) await sitting.complete();
    const shown = [];
    for (const { id } of lapsed)
      shown.push((await parent.get(`/api/attempts/${id}`)).text.includes('correctAnswer":"'));
    expect(shown).toEqual([false, false, true]);
    const next = await parent.post('/api/attempts', { childId, testId: (await aTest(db)).id });
    expect(next.status).toBe(402);
  });

  test.each(['archived', 'erased'])(
    'gives no further test for a child registered after another was %s',
    async (gone) => {
      const parent = await aParent(app);
      const take = async (childId: number) => {
        const built = await aTest(db);
        const started = await parent.post('/api/attempts', { childId, testId: built.id });
        if (started.status === 201) {
          const questionId = built.questions[0]?.id;
          await parent.post('/api/answers', { attemptId: started.body.id, questionId, selectedAnswer: 'A' });
          await parent.put(`/api/attempts/${started.body.id}`, { completed: true });
        }
        return started;
      };
      const leave = (id: number) =>
        gone === 'archived'
          ? parent.post(`/api/children/${id}/archive`)
          : parent.request('DELETE', `/api/children/${id}`, { password: PASSWORD });
      const first = await aChild(parent);
      expect((await take(first.id)).status).toBe(201);
      await leave(first.id);
      const second = await aChild(parent);
      const refused = await take(second.id);
      expect(refused.status).toBe(402);
      expect(refused.body).toMatchObject({
        code: 'plan-limit',
        message: expect.stringMatching(/^Os testes grátis de Matemática deste mês já foram usados: um por criança/),
      });
      const catalogue = (await parent.get(`/api/tests?childId=${second.id}`)).body;
      expect(catalogue.filter(({ discipline }: { discipline: string }) => discipline === 'Matemática')).toSatisfy(
        (tests: { forChild: { allowed: boolean } }[]) => tests.every(({ forChild }) => !forChild.allowed),
      );
      // Two children who are active at the same time have two free tests, even if one of them is archived after its test; a third child
      // then has none.
      const sibling = await aChild(parent);
      expect((await take(sibling.id)).status).toBe(201);
      await leave(sibling.id);
      expect((await take((await aChild(parent)).id)).status).toBe(402);
      expect((await take(second.id)).status).toBe(402);
    },
  );

  test('T40 allows a family at most one test for each child, however many start at once', async () => {
    const parent = await aParent(app);
    const { childId } = await aChildMidTest(app, parent, { discipline: 'Geografia' });
    await parent.post(`/api/children/${childId}/archive`);
    const children = [await aChild(parent), await aChild(parent), await aChild(parent)];
    const replies = await Promise.all(
      children.map(async ({ id }) => {
        const { id: testId } = await aTest(db, { discipline: 'Geografia' });
        return (await parent.post('/api/attempts', { childId: id, testId })).status;
      }),
    );
    expect(replies.sort()).toEqual([201, 201, 402]);
  });

  test('gives a covered child of a family plan no limit, and any other child the limit of the free plan', async () => {
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

  test('T42 applies from the day after the grace period of an expired plan', async () => {
    const ended = await aParent(app, { plan: 'family', planEnds: new Date(Date.now() - 8 * DAY_MS) });
    const sitting = await aChildMidTest(app, ended);
    await sitting.answer(0, 'A');
    await sitting.complete();
    expect((await ended.post('/api/attempts', { childId: sitting.childId, testId: (await aTest(db)).id })).status).toBe(
      402,
    );
  });
});

describe('answering', () => {
  test('accepts a letter or the full text of an option, and the newest choice counts', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    const replies = [
      await sitting.answer(0, 'A'),
      await sitting.answer(0, 'b'),
      await sitting.answer(0, 'C) três', { responseTime: 7.4 }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    // No reply says whether an answer is right or wrong.
    expect(replies.map(({ body }) => Object.keys(body))).toEqual(
      Array(3).fill(['attemptId', 'questionId', 'saved', 'selectedAnswer']),
    );
    const kept = await db.rows('select selected_answer, response_time from answers where attempt_id = $1', [
      sitting.id,
    ]);
    expect(kept).toEqual([{ selectedAnswer: 'C', responseTime: 7 }]);
  });

  test('a late retry of an older choice does not replace a newer one', async () => {
    const sitting = await aChildMidTest(app, await aParent(app));
    await sitting.answer(0, 'B', { sequence: 2 });
    expect((await sitting.answer(0, 'A', { sequence: 1 })).status).toBe(200);
    expect(await db.rows('select selected_answer from answers where attempt_id = $1', [sitting.id])).toEqual([
      { selectedAnswer: 'B' },
    ]);
  });

  test('fifty identical answers at once are stored as one row', async () => {
    const sitting = await aChildMidTest(app, await aParent(app));
    const replies = await Promise.all(Array.from({ length: 50 }, () => sitting.answer(1, 'D', { sequence: 5 })));
    expect(new Set(replies.map(({ status, text }) => `${status}${text}`)).size).toBe(1);
    expect(
      (await db.row<{ n: number }>('select count(*) as n from answers where attempt_id = $1', [sitting.id]))?.n,
    ).toBe(1);
  });

  test.each([
    ['an option that does not exist', { selectedAnswer: 'E' }, 'selectedAnswer'],
    ['an empty choice', { selectedAnswer: '' }, 'selectedAnswer'],
    ['a choice with NUL', { selectedAnswer: 'A\u0000' }, 'selectedAnswer'],
    ['a time that is not a number', { answeredAt: 'ontem' }, 'answeredAt'],
    ['a negative sequence', { sequence: -1 }, 'sequence'],
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

  test('limits an impossible response time', async () => {
    const sitting = await aChildMidTest(app, await aParent(app));
    for (const responseTime of [-5, 1e308, 'cedo', null])
      expect((await sitting.answer(0, 'A', { responseTime })).status).toBe(200);
  });

  test('is possible for the family only: 401 signed out, 403 a teacher, 404 another parent, nothing is stored', async () => {
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
      await pastDeadline(db, sitting.id, past);
      if (state !== 'open')
        await db.count(
          `update attempts set state = $2, finished_at = deadline_at, prepared_at = case when $2 = 'prepared' then attempt_date end,
             prepared_until = case when $2 = 'prepared' then deadline_at end,
             printed_at = case when $2 = 'printed' then attempt_date end where id = $1`,
          [sitting.id, state],
        );
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
  test('T1 grades on the server and ignores a score sent by the client', async () => {
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
    parent.completesAtOnce = true;
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

  test('repeated twenty times at once gives one result, counted once', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await sitting.answer(0, 'A');
    const replies = await Promise.all(Array.from({ length: 20 }, () => sitting.complete()));
    expect(new Set(replies.map(({ status, text }) => `${status}${text}`)).size).toBe(1);
    expect(
      await db.rows('select tests_completed, score_sum from performance_aggregations where child_id = $1', [
        sitting.childId,
      ]),
    ).toEqual([{ testsCompleted: 1, scoreSum: 25 }]);
    expect(await db.rows(`select kind from outbox where payload ->> 'attemptId' = $1`, [String(sitting.id)])).toEqual([
      { kind: 'attempt-completed' },
    ]);
  });

  test('answers that race with completion are either counted or refused, never accepted and then dropped', async () => {
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

  test('T4 a completed attempt cannot be changed', async () => {
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

  test('T5 only the first attempt in time and with standard time counts in averages', async () => {
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

describe('an attempt left open', () => {
  test('is closed at its deadline without a score; reading it does not grade it, the family’s completion does', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await sitting.answer(0, 'A');
    await sitting.answer(1, 'A');
    await pastGrace(db, sitting.id);
    await settleAttempts(db);
    expect(
      await db.row('select state, finished_at = deadline_at as at_deadline from attempts where id = $1', [sitting.id]),
    ).toEqual({ state: 'provisional', atDeadline: true });
    const listed = (await parent.get('/api/recent-tests')).body[0];
    expect(listed).toMatchObject({
      score: null,
      attempt: { state: 'provisional', totalScore: null, correctAnswers: null },
    });
    expect((await parent.get('/api/children')).body[0].stats.testsCompleted).toBe(0);
    const stored = () => db.row('select xmin::text, state, total_score from attempts where id = $1', [sitting.id]);
    const before = await stored();
    const read = await parent.get(`/api/attempts/${sitting.id}`);
    expect(read.body).toMatchObject({ attempt: { state: 'provisional', totalScore: null }, result: null });
    expect(read.text).not.toMatch(/"(correctAnswer|explanation|isCorrect)"/);
    expect(await stored()).toEqual(before);
    expect((await parent.put(`/api/attempts/${sitting.id}`, { completed: true })).status).toBe(200);
    const completed = await parent.get(`/api/attempts/${sitting.id}`);
    expect(completed.body.attempt).toMatchObject({
      state: 'completed',
      totalScore: 25,
      interrupted: false,
      timeSpent: 900,
      late: false,
    });
    expect((await sitting.answer(1, 'B', { answeredAt: new Date(Date.now() - 600_000).toISOString() })).status).toBe(
      409,
    );
  });

  test('if interrupted, has no mark, gives the free test back once, and shows only what was answered', async () => {
    const parent = await aParent(app);
    const first = await aChildMidTest(app, parent);
    await first.answer(0, 'A');
    await pastGrace(db, first.id);
    await settleAttempts(db);
    const card = async () =>
      (await parent.get(`/api/tests?childId=${first.childId}&discipline=Matemática`)).body[0].forChild.allowed;
    expect(await card()).toBe(true);

    // Starting the next test closes the attempt permanently.
    const second = await aChildMidTest(app, parent, { childId: first.childId });
    expect((await first.answer(1, 'B', { answeredAt: new Date(Date.now() - 600_000).toISOString() })).status).toBe(409);
    const looked = (await parent.get(`/api/attempts/${first.id}`)).body;
    expect(looked).toMatchObject({
      attempt: { state: 'completed', interrupted: true, totalScore: null, correctAnswers: null },
      result: null,
      answers: [{ isCorrect: true }],
    });
    expect(looked.test.questions.map((question: object) => 'correctAnswer' in question)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect((await parent.get('/api/children')).body[0].stats.testsCompleted).toBe(0);
    expect((await parent.post(`/api/attempts/${first.id}/share`, {})).status).toBe(409);

    // The second test in a month uses up the free test.
    await second.answer(0, 'A');
    await pastGrace(db, second.id);
    await settleAttempts(db);
    expect(await card()).toBe(false);
    const third = await aTest(db, { theme: 'Terceiro tema' });
    expect((await parent.post('/api/attempts', { childId: first.childId, testId: third.id })).status).toBe(402);
    expect((await parent.put(`/api/attempts/${second.id}`, { completed: true })).body.interrupted).toBe(true);
    expect(await card()).toBe(false);
    expect(await db.rows('select 1 from performance_aggregations where child_id = $1', [first.childId])).toEqual([]);
  });

  test('a family gets no more free tests back than it had children at the same time', async () => {
    const parent = await aParent(app);
    const allowed: number[] = [];
    // The result of the interrupted test promises no other that the plan would refuse.
    const promised: (string | null)[] = [];
    for (const name of ['Ana', 'Beto']) {
      const child = await aChild(parent, { fullName: name });
      const sitting = await aChildMidTest(app, parent, { childId: child.id });
      await sitting.answer(0, 'A');
      await pastGrace(db, sitting.id);
      expect((await parent.put(`/api/attempts/${sitting.id}`, { completed: true })).body.interrupted).toBe(true);
      promised.push((await parent.get(`/api/attempts/${sitting.id}`)).body.againFrom);
      const again = await aTest(db, {});
      allowed.push((await parent.post('/api/attempts', { childId: child.id, testId: again.id })).status);
      await db.count(
        "update attempts set state = 'abandoned', finished_at = now(), free_month = null where child_id = $1 and state = 'open'",
        [child.id],
      );
      await parent.post(`/api/children/${child.id}/archive`, {});
    }
    expect(allowed).toEqual([201, 402]);
    expect(promised).toEqual([null, nextMonth(monthInLuanda(new Date()))]);
  });

  test('accepts late answers from an offline phone, and then stays out of averages', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await pastGrace(db, sitting.id);
    await settleAttempts(db);
    const answeredAt = new Date(Date.now() - 1_500_000).toISOString();
    for (const index of [0, 1, 2, 3])
      expect((await sitting.answer(index, 'ABCD'[index] as string, { answeredAt })).status).toBe(200);
    expect((await sitting.complete()).body).toMatchObject({ totalScore: 100, late: true, timeSpent: 900 });
    expect(await db.row('select valid from attempts where id = $1', [sitting.id])).toEqual({ valid: false });
    expect(await db.rows('select 1 from performance_aggregations where child_id = $1', [sitting.childId])).toEqual([]);
  });

  test('is graded by a job after 24 hours; without an answer it does not count', async () => {
    const parent = await aParent(app);
    const answered = await aChildMidTest(app, parent);
    await answered.answer(0, 'A');
    const empty = await aChildMidTest(app, parent, { discipline: 'Português', childId: answered.childId });
    for (const { id } of [answered, empty]) await pastProvisional(db, id);
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
