import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aChildMidTest,
  aParent,
  aTest,
  type BuiltTest,
  KEY_SENTINEL,
  PASSWORD,
  type Parent,
} from '../../../../test/support/builders.ts';
import { sign } from '../../../server/http/signing.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import { setSubscription } from '../../people/accounts/accounts.server.ts';
import { settleAttempts } from '../attempts/attempts.server.ts';
import { rebuildAllAggregations } from '../regrades/aggregations.server.ts';

const app = await testApp();
const { db } = app;

async function aFamily(plan: 'free' | 'family' = 'family', fields: Record<string, unknown> = {}) {
  const parent = await aParent(app, { plan });
  const child = await aChild(parent, fields);
  return { parent, child };
}
const prepare = (parent: Parent, childId: number, ...tests: BuiltTest[]) =>
  parent.post('/api/prepared', { childId, testIds: tests.map(({ id }) => id) });
/** Returns a sitting of ten minutes that ended a minute ago, of a test prepared the day before. */
function sittingOf(sealed: { ticket: string }, test: BuiltTest, letters: string[], more: Record<string, unknown> = {}) {
  const start = Date.now() - 11 * MINUTE_MS;
  return {
    ticket: sealed.ticket,
    startedAt: new Date(start).toISOString(),
    finishedAt: new Date(start + 10 * MINUTE_MS).toISOString(),
    elapsedMs: 10 * MINUTE_MS,
    answers: letters.flatMap((letter, index) =>
      letter
        ? [{ questionId: test.questions[index]?.id, selectedAnswer: letter, elapsedMs: (index + 1) * MINUTE_MS }]
        : [],
    ),
    ...more,
  };
}
/** Times that do not change however often the sitting is sent. */
const SENT_AT = {
  startedAt: new Date(Date.now() - 11 * MINUTE_MS).toISOString(),
  finishedAt: new Date(Date.now() - MINUTE_MS).toISOString(),
};
const backdate = (attemptId: number, days = 1) =>
  db.count(
    `update attempts set prepared_at = prepared_at - make_interval(days => $2), attempt_date = attempt_date - make_interval(days => $2) where id = $1`,
    [attemptId, days],
  );
const lapse = (attemptId: number) =>
  db.count(
    `update attempts set prepared_at = now() - interval '8 days', prepared_until = now() - interval '1 second', deadline_at = now() - interval '1 second' where id = $1`,
    [attemptId],
  );
async function aPrepared(plan: 'free' | 'family' = 'family') {
  const { parent, child } = await aFamily(plan);
  const test = await aTest(db);
  const [sealed] = (await prepare(parent, child.id, test)).body;
  await backdate(sealed.attemptId);
  const send = (body: object, by = parent) => by.post(`/api/prepared/${sealed.attemptId}/sitting`, body);
  return { parent, child, test, sealed, send };
}

describe('preparing', () => {
  test('reserves the test and returns questions, ticket and size without any key; the list names it', async () => {
    const { parent, child } = await aFamily();
    const test = await aTest(db);
    const reply = await prepare(parent, child.id, test);
    expect(reply.status).toBe(201);
    const [sealed] = reply.body;
    expect(sealed).toMatchObject({ childId: child.id, testId: test.id, timeLimit: 900, child: { firstName: 'Maria' } });
    expect(sealed.questions).toHaveLength(4);
    expect(sealed.kilobytes).toBeGreaterThan(0);
    expect(Date.parse(sealed.expiresAt) - Date.parse(sealed.preparedAt)).toBe(7 * DAY_MS);
    expect(Date.parse(sealed.expiresAt) - Date.parse(sealed.beginBefore)).toBe(sealed.timeLimit * 1000);
    expect(reply.text).not.toMatch(new RegExp(`${KEY_SENTINEL}|correctAnswer|explanation`));
    expect((await parent.get(`/api/prepared?childId=${child.id}`)).body).toEqual([
      expect.objectContaining({ attemptId: sealed.attemptId, expiresAt: sealed.expiresAt }),
    ]);
    const [offered] = (await parent.get(`/api/tests?childId=${child.id}`)).body.filter(
      ({ id }: { id: number }) => id === test.id,
    );
    expect(offered.forChild).toMatchObject({ prepared: true, open: false, allowed: true });
    // The attempt is in no history, and single answers to it are refused.
    expect((await parent.get('/api/recent-tests')).body).toEqual([]);
    const single = { attemptId: sealed.attemptId, questionId: test.questions[0]?.id, selectedAnswer: 'A' };
    expect((await parent.post('/api/answers', single)).body.code).toBe('prepared');
    expect((await parent.put(`/api/attempts/${sealed.attemptId}`, { completed: true })).body.code).toBe('prepared');
    expect((await parent.get(`/api/attempts/${sealed.attemptId}`)).text).not.toContain(KEY_SENTINEL);
  });

  test('stores the duration that the test had when it was prepared, and grades a sitting by it', async () => {
    const { parent, child } = await aFamily();
    const test = await aTest(db, { duration: 90 });
    const [sealed] = (await prepare(parent, child.id, test)).body;
    expect(sealed).toMatchObject({ timeLimit: 5400, test: { duration: 90 } });
    await backdate(sealed.attemptId);
    await db.count('update tests set duration = 5 where id = $1', [test.id]);
    const start = Date.now() - 90 * MINUTE_MS;
    const sent = await parent.post(
      `/api/prepared/${sealed.attemptId}/sitting`,
      sittingOf(sealed, test, ['A', 'B', 'C', 'D'], {
        startedAt: new Date(start).toISOString(),
        finishedAt: new Date(start + 89 * MINUTE_MS).toISOString(),
        elapsedMs: 89 * MINUTE_MS,
      }),
    );
    expect(sent.body).toMatchObject({ totalScore: 100, timeConfirmed: true, timeSpent: 89 * 60, duration: 90 });
  });

  test('is safe to repeat, and returns the same ticket to another device', async () => {
    const { parent, child } = await aFamily();
    const test = await aTest(db);
    const both = await Promise.all([prepare(parent, child.id, test), prepare(parent, child.id, test)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0].body[0].ticket).toBe(both[1].body[0].ticket);
    expect((await parent.get('/api/prepared')).body).toHaveLength(1);
  });

  test('is limited to five tests a child, even when requested at once, and reserves all or none', async () => {
    const { parent, child } = await aFamily();
    const tests = await Promise.all(Array.from({ length: 8 }, () => aTest(db)));
    const replies = await Promise.all(tests.map((test) => prepare(parent, child.id, test)));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(3).fill(409)]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'prepared-full',
      message: 'Já há 5 testes preparados, o máximo. Retire um para trazer outro.',
    });
    const other = await aChild(parent, { fullName: 'João' });
    const [first, second] = tests as [BuiltTest, BuiltTest];
    const absent = { id: 2_000_000_000, questions: [] };
    expect((await prepare(parent, other.id, first, absent)).status).toBe(404);
    expect((await parent.get(`/api/prepared?childId=${other.id}`)).body).toEqual([]);
    expect((await prepare(parent, other.id, first, second)).body).toHaveLength(2);
  });

  test('is possible for active children of the family, and not for a test in progress', async () => {
    const { parent, child } = await aFamily();
    const stranger = await aFamily();
    const test = await aTest(db);
    expect((await prepare(stranger.parent, child.id, test)).status).toBe(404);
    expect((await stranger.parent.get(`/api/prepared?childId=${child.id}`)).status).toBe(404);
    await parent.post('/api/attempts', { childId: child.id, testId: test.id });
    expect((await prepare(parent, child.id, test)).body.code).toBe('attempt-open');
    await parent.post(`/api/children/${child.id}/archive`);
    expect((await prepare(parent, child.id, await aTest(db))).body.code).toBe('child-archived');
    for (const body of [
      {},
      { childId: child.id },
      { childId: child.id, testIds: [] },
      { childId: child.id, testIds: [0] },
    ])
      expect((await parent.post('/api/prepared', body)).status).toBe(400);
  });

  test('uses the free test of the month, which is given back when the test is returned or expires', async () => {
    const { parent, child } = await aFamily('free');
    const [one, two] = await Promise.all([aTest(db), aTest(db)]);
    expect((await prepare(parent, child.id, one, two)).status).toBe(402);
    expect((await parent.get('/api/prepared')).body).toEqual([]);
    const [sealed] = (await prepare(parent, child.id, one)).body;
    expect((await prepare(parent, child.id, two)).body.code).toBe('plan-limit');
    expect((await parent.post('/api/attempts', { childId: child.id, testId: two.id })).status).toBe(402);
    expect((await parent.request('DELETE', `/api/prepared/${sealed.attemptId}`)).status).toBe(204);
    expect((await parent.request('DELETE', `/api/prepared/${sealed.attemptId}`)).status).toBe(204);
    const [again] = (await prepare(parent, child.id, two)).body;
    await lapse(again.attemptId);
    await settleAttempts(db);
    expect((await prepare(parent, child.id, one)).status).toBe(201);
  });

  test('of two rehearsals on the free plan is refused by the plan, like one after the other', async () => {
    const { parent, child } = await aFamily('free', { schoolClass: '6º Ano' });
    const fields = { kind: 'rehearsal', theme: 'Simulado', schoolClass: '6º Ano', duration: 90 } as const;
    const one = await aTest(db, fields);
    const two = await aTest(db, fields);
    const both = await prepare(parent, child.id, one, two);
    expect([both.status, both.body.code]).toEqual([402, 'plan-limit']);
    expect((await parent.get('/api/prepared')).body).toEqual([]);
    expect((await prepare(parent, child.id, one)).status).toBe(201);
  });
});

describe('sending', () => {
  test('grades the whole sitting once, however often it is sent', async () => {
    const { parent, test, sealed, send } = await aPrepared();
    const sitting = sittingOf(sealed, test, ['A', 'B', 'D', '']);
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(sitting)));
    for (const { status, body } of replies)
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          id: sealed.attemptId,
          completed: true,
          offline: true,
          timeConfirmed: true,
          totalScore: 50,
          correctAnswers: 2,
          timeSpent: 600,
        }),
      ]);
    expect((await parent.get(`/api/attempts/${sealed.attemptId}`)).text).toContain(KEY_SENTINEL);
    const row = await db.row(
      'select valid, (select count(*) from answers where attempt_id = a.id) as answers, (select count(*) from outbox where kind = $2 and payload ->> $3 = a.id::text) as told from attempts a where id = $1',
      [sealed.attemptId, 'attempt-completed', 'attemptId'],
    );
    expect(row).toEqual({ valid: false, answers: 3, told: 1 });
  });

  test('is refused with another family’s session, a forged ticket, or answers that do not fit the test', async () => {
    const { test, sealed, send } = await aPrepared();
    const other = await aPrepared();
    const sitting = sittingOf(sealed, test, ['A']);
    expect((await send(sitting, other.parent)).status).toBe(404);
    for (const ticket of ['x', `${sealed.ticket}x`, other.sealed.ticket])
      expect((await send({ ...sitting, ticket })).body.fields).toHaveProperty('ticket');
    for (const answer of [
      { questionId: other.test.questions[0]?.id, selectedAnswer: 'A', elapsedMs: 1 },
      { questionId: test.questions[0]?.id, selectedAnswer: 'E', elapsedMs: 1 },
    ])
      expect((await send({ ...sitting, answers: [answer] })).status).toBe(400);
    for (const wrong of [{ startedAt: 'ontem' }, { elapsedMs: -1 }, { elapsedMs: 1.5 }, { answers: 'A' }])
      expect((await send({ ...sitting, ...wrong })).status).toBe(400);
    expect((await send(sitting)).status).toBe(200);
  });

  test('of two phones the first counts, and the other is told so', async () => {
    const { sealed, test, send, parent } = await aPrepared();
    const phone = app.visitor();
    await phone.post('/api/login', { username: parent.username, password: PASSWORD });
    const mine = sittingOf(sealed, test, ['A', 'B']);
    const replies = await Promise.all([
      send(mine),
      phone.post(`/api/prepared/${sealed.attemptId}/sitting`, sittingOf(sealed, test, ['D', 'D', 'D'])),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('ticket-used');
  });

  test('a returned or expired ticket accepts no answers', async () => {
    for (const end of ['give back', 'lapse', 'lapse and settle']) {
      const { sealed, test, send, parent } = await aPrepared('free');
      if (end === 'give back') await parent.request('DELETE', `/api/prepared/${sealed.attemptId}`);
      else await lapse(sealed.attemptId);
      if (end === 'lapse and settle') await settleAttempts(db);
      const [given] = (await db.rows<{ state: string }>('select state from attempts where id = $1', [
        sealed.attemptId,
      ])) as [{ state: string }];
      expect(given.state).toBe(end === 'lapse' ? 'prepared' : 'abandoned');
      // The ticket contains its expiry, so it is signed again after the expiry was moved in the database.
      const row = await db.row<{ until: Date }>('select prepared_until as until from attempts where id = $1', [
        sealed.attemptId,
      ]);
      const ticket = sign(
        app.config.secretKey,
        'prepared-test',
        `${sealed.attemptId}.${parent.id}.${row?.until.getTime()}`,
      );
      const reply = await send(sittingOf({ ticket }, test, ['A', 'B', 'C', 'D']));
      expect([reply.status, reply.body.code], end).toEqual([409, 'ticket-over']);
      expect(await db.rows('select 1 from answers where attempt_id = $1', [sealed.attemptId])).toEqual([]);
    }
  });

  test('an online start replaces the reservation, and the phone’s sitting is refused', async () => {
    const { parent, child, sealed, test, send } = await aPrepared('free');
    const clientId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    const started = await parent.post('/api/attempts', { childId: child.id, testId: test.id, clientId });
    expect([started.status, started.body.id]).toEqual([201, sealed.attemptId]);
    expect(started.body.remainingSeconds).toBeGreaterThan(880);
    expect((await parent.post('/api/attempts', { childId: child.id, testId: test.id, clientId })).status).toBe(200);
    expect((await send(sittingOf(sealed, test, ['A']))).body.code).toBe('ticket-started');
    expect((await parent.request('DELETE', `/api/prepared/${sealed.attemptId}`)).status).toBe(409);
    expect((await parent.put(`/api/attempts/${sealed.attemptId}`, { completed: true })).body.offline).toBe(false);
    expect((await send(sittingOf(sealed, test, ['A']))).body.code).toBe('ticket-started');
  });

  test('a sitting counts even if the plan ended meanwhile', async () => {
    const { parent, sealed, test, send } = await aPrepared();
    await setSubscription(db, parent.id, 'free', null);
    expect((await send(sittingOf(sealed, test, ['A', 'B', 'C', 'D']))).body).toMatchObject({ totalScore: 100 });
  });

  test('doubtful times do not invalidate answers, but keep the attempt out of the report and of every average', async () => {
    const back = new Date(Date.now() - 130 * MINUTE_MS).toISOString();
    const { parent, child, sealed, test, send } = await aPrepared();
    const done = await send(sittingOf(sealed, test, ['A', 'B', 'C', 'D'], { finishedAt: back }));
    expect(done.body).toMatchObject({ totalScore: 100, offline: true, timeConfirmed: false });
    expect((await parent.get('/api/recent-tests')).body).toHaveLength(1);
    const figures = 'select tests_completed as n from performance_aggregations where child_id = $1';
    expect(await db.rows(figures, [child.id])).toEqual([]);
    await rebuildAllAggregations(db);
    expect(await db.rows(figures, [child.id])).toEqual([]);
    const good = await aPrepared();
    await good.send(sittingOf(good.sealed, good.test, ['A', 'B', 'C', 'D']));
    expect(await db.rows(figures, [good.child.id])).toEqual([{ n: 1 }]);
    await rebuildAllAggregations(db);
    expect(await db.rows(figures, [good.child.id])).toEqual([{ n: 1 }]);
  });

  test('a sitting without answers ends without a mark, gives the month’s test back and shows no key', async () => {
    const { parent, child, sealed, test, send } = await aPrepared('free');
    const empty = sittingOf(sealed, test, []);
    const first = await send(empty);
    expect(first.body).toMatchObject({ completed: false, state: 'abandoned', totalScore: null });
    expect((await send(empty)).body).toEqual(first.body);
    expect((await send(sittingOf(sealed, test, ['A', 'B', 'C', 'D']))).body.code).toBe('ticket-used');
    expect((await parent.get(`/api/attempts/${sealed.attemptId}`)).text).not.toContain(KEY_SENTINEL);
    expect((await prepare(parent, child.id, await aTest(db))).status).toBe(201);
  });

  test('a test prepared last month and taken in this one does not use this month’s free test', async () => {
    const { parent, child, sealed, test, send } = await aPrepared('free');
    await db.count(
      `update attempts set prepared_at = prepared_at - interval '1 month', free_month = (free_month - interval '1 month')::date where id = $1`,
      [sealed.attemptId],
    );
    expect((await send(sittingOf(sealed, test, ['A', 'B', 'C', 'D']))).status).toBe(200);
    expect((await parent.post('/api/attempts', { childId: child.id, testId: (await aTest(db)).id })).status).toBe(201);
  });
});

test('in child mode the child can send and list its own sittings, but cannot prepare tests', async () => {
  const { parent, child, sealed, test, send } = await aPrepared();
  const sibling = await aChild(parent, { fullName: 'João' });
  const [theirs] = (await prepare(parent, sibling.id, test)).body;
  await parent.post('/api/child-mode', { childId: child.id });
  expect((await parent.get(`/api/prepared?childId=${child.id}`)).body).toHaveLength(1);
  for (const refused of [
    parent.get('/api/prepared'),
    parent.get(`/api/prepared?childId=${sibling.id}`),
    prepare(parent, child.id, await aTest(db)),
    parent.request('DELETE', `/api/prepared/${sealed.attemptId}`),
    parent.post(`/api/prepared/${theirs.attemptId}/sitting`, sittingOf(theirs, test, ['A'])),
  ])
    expect((await refused).body.code).toBe('child-mode');
  const done = await send(sittingOf(sealed, test, ['A', 'B', 'C', 'D']));
  expect(done.body).toMatchObject({ completed: true, offline: true, totalScore: null, correctAnswers: null });
});

test('a sitting that arrives after a key was corrected is graded by the corrected key', async () => {
  const { sealed, test, send } = await aPrepared();
  await aChildMidTest(app, await aParent(app));
  await db.count(
    `with moved as (
       insert into test_versions (test_id, hash, questions, presented_bytes)
       select test_id, 'corrigida', jsonb_set(questions, '{0,correctAnswer}', '"D"'), presented_bytes from test_versions where id = (select version_id from attempts where id = $1)
       returning id)
     update attempts set version_id = (select id from moved) where id = $1`,
    [sealed.attemptId],
  );
  expect((await send(sittingOf(sealed, test, ['D', 'B', 'C', 'D']))).body.totalScore).toBe(100);
});

test('many phones send at once, each twice: two sittings are processed at a time, and each is stored once, completely', async () => {
  const { server, admission } = app.frame;
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const phones: Awaited<ReturnType<typeof aPrepared>>[] = [];
  for (let index = 0; index < 12; index += 1) phones.push(await aPrepared());
  const letters = ['A', 'B', 'D', 'D'];
  const send = async (phone: (typeof phones)[number]): Promise<{ status: number; body: unknown }> => {
    const { parent, sealed, test } = phone;
    const reply = await fetch(`${url}/api/prepared/${sealed.attemptId}/sitting`, {
      method: 'POST',
      headers: { cookie: parent.cookie as string, 'content-type': 'application/json' },
      body: JSON.stringify(sittingOf(sealed, test, letters, SENT_AT)),
    });
    const body = await reply.json();
    if (reply.status !== 503) return { status: reply.status, body };
    // On a very busy machine a call may have waited too long: it is repeated, as a phone would do.
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    return send(phone);
  };
  let most = 0;
  let done = false;
  const watched = (async () => {
    for (; !done; await new Promise(setImmediate)) most = Math.max(most, admission.load().inHand);
  })();
  const replies = await Promise.all([...phones, ...phones].map(send));
  done = true;
  await watched;
  expect(most).toBe(2);
  expect(admission.load()).toMatchObject({ waiting: 0 });
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  for (const [index, { child, sealed }] of phones.entries()) {
    expect(replies[index + phones.length]?.body).toEqual(replies[index]?.body);
    const kept = await db.rows(
      `select a.id, a.state, (select string_agg(w.selected_answer, '' order by w.question_id) from answers w where w.attempt_id = a.id) as letters
       from attempts a where a.child_id = $1`,
      [child.id],
    );
    expect(kept).toEqual([{ id: sealed.attemptId, state: 'completed', letters: letters.join('') }]);
  }
});
