import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  acknowledge,
  aTaker,
  expectKept,
  Lost,
  nextAnswer,
  type OwnServer,
  ownServer,
  pause,
  send,
  someTakers,
} from './support/faults.ts';
import { aFamily, callerOf, type RunningApp, runningApp } from './support/running-app.ts';

// Two real processes on one PostgreSQL, without shared memory and without session affinity. `npm run topology` runs the same with haproxy
// and TLS.

let server: OwnServer;
let one: RunningApp;
let two: RunningApp;

beforeAll(async () => {
  server = await ownServer();
  await server.run('create database processes');
  const environment = {
    DATABASE_URL: server.url('processes'),
    SECRET_KEY: 'a-secret-only-for-tests-a-secret-only-for-tests',
  };
  [one, two] = await Promise.all([runningApp(environment), runningApp(environment)]);
  // Both start at once: one migrates and loads the bank, the other finds that done.
  await Promise.all([one.start(), two.start()]);
});
afterAll(async () => {
  await Promise.all([one.dispose(), two.dispose()]);
  await server.dispose();
});

test('two processes started at once on an empty database migrate once and load the bank once', async () => {
  const [row] = await server.run<{ applied: number; tests: number; long: number }>(
    `select (select count(*)::int from schema_migrations) as applied, (select count(*)::int from tests) as tests,
       (select count(*)::int from (select 1 from tests t join questions q on q.test_id = t.id group by t.id
         having count(*) > case t.kind when 'rehearsal' then 30 else 10 end) t) as long`,
    [],
    'processes',
  );
  expect(row?.applied).toBeGreaterThan(6);
  expect(row?.tests).toBeGreaterThan(180);
  // If the content had been loaded twice, each test would have its questions twice.
  expect(row?.long).toBe(0);
});

test('a session of one process is valid in the other, and signing out in one ends it in both', async () => {
  const family = await aFamily(one.url);
  const elsewhere = (address: string) => send(two.url, 'GET', address, { cookie: family.cookie() });
  expect((await elsewhere('/api/children')).body).toMatchObject([{ fullName: 'Maria' }]);
  const cookie = family.cookie();
  await family.call('POST', '/api/logout');
  expect((await send(two.url, 'GET', '/api/user', { cookie })).status).toBe(401);
});

test('a limit is shared by both processes: ten wrong passwords in all', async () => {
  const tries: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const { status } = await callerOf(round % 2 ? one.url : two.url).call('POST', '/api/login', {
      username: 'encarregado-de-ninguem',
      password: 'errada-errada',
    });
    tries.push(status);
  }
  expect(tries).toEqual([...Array(10).fill(401), 429, 429]);
});

test('the effects of an event happen once, though both processes read the outbox', async () => {
  const families = await Promise.all(Array.from({ length: 6 }, (_, index) => aFamily(index % 2 ? one.url : two.url)));
  const told = () =>
    server.run<{ user_id: number; welcomes: number }>(
      `select user_id, count(*)::int as welcomes from notifications where type = 'welcome' group by user_id`,
      [],
      'processes',
    );
  await expect.poll(async () => (await told()).length).toBeGreaterThanOrEqual(families.length);
  // Another run of the job in either process would repeat the notifications if there were an error.
  await pause(6_000);
  const rows = await told();
  expect(rows.length).toBeGreaterThanOrEqual(families.length);
  expect(rows.filter(({ welcomes }) => welcomes !== 1)).toEqual([]);
});

test('a payment confirmed to both processes at once, twenty times, gives one year, one receipt and one notification', async () => {
  const family = await aFamily(one.url);
  const asked = { planId: 'individual', amount: 9_000, paymentMethod: 'reference' };
  const ask = (url: string) =>
    send(url, 'POST', '/api/emis/initiate-payment', { cookie: family.cookie(), body: asked });
  const begun = await Promise.all([ask(one.url), ask(two.url), ask(one.url), ask(two.url)]);
  const ids = new Set(begun.map(({ body }) => (body as { payment: { transactionId: string } }).payment.transactionId));
  expect(ids.size).toBe(1);
  const [id] = [...ids];
  const told = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      send((index % 2 ? one : two).url, 'POST', `/api/emis/complete-payment/${id}`, {
        cookie: family.cookie(),
        body: {},
      }),
    ),
  );
  expect(told.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const read = () =>
    server.run<{ changes: number; receipts: number; days: number; notices: number }>(
      `select (select count(*)::int from plan_changes c where c.payment_id = p.id) as changes,
         (select count(*)::int from receipts r where r.payment_id = p.id) as receipts,
         extract(day from u.subscription_end - now())::int as days,
         (select count(*)::int from notifications n where n.user_id = u.id and n.type = 'payment_confirmed') as notices
       from emis_payments p join users u on u.id = p.user_id where p.transaction_id = $1`,
      [id],
      'processes',
    );
  await expect.poll(async () => (await read())[0]?.notices).toBeGreaterThan(0);
  await pause(1_000);
  const [kept] = await read();
  expect(kept).toMatchObject({ changes: 1, receipts: 1, notices: 1 });
  expect([364, 365]).toContain(kept?.days);
});

test('a diagnostic started and answered in both processes at once has one open question at a time, each answered once', async () => {
  const { childId, cookie } = await aFamily(one.url);
  const at = (turn: number) => (turn % 2 ? one.url : two.url);
  const starts = await Promise.all(
    Array.from({ length: 6 }, (_, turn) =>
      send(at(turn), 'POST', '/api/diagnostics', { cookie: cookie(), body: { childId, discipline: 'Matemática' } }),
    ),
  );
  expect(starts.map(({ status }) => status)).toEqual(Array(6).fill(201));
  type Reply = { id: number; finished: boolean; question: { id: number } };
  const { id, ...first } = (starts[0] as { body: Reply }).body;
  expect(new Set(starts.map(({ body }) => (body as Reply).id)).size).toBe(1);
  let question = first.question;
  for (let turn = 0; turn < 12; turn += 1) {
    const replies = await Promise.all(
      [...'AABBCC'].map((selectedAnswer, index) =>
        send(at(turn + index), 'POST', `/api/diagnostics/${id}/answers`, {
          cookie: cookie(),
          body: { questionId: question.id, selectedAnswer, visibleMs: 20_000 },
        }),
      ),
    );
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    // The first letter was sent twice: both replies have the same next question, the other four are refused.
    const taken = replies.filter(({ status }) => status === 200).map(({ body }) => body as Reply);
    expect(taken).toHaveLength(2);
    expect(taken.every(({ finished }) => !finished)).toBe(true);
    expect(new Set(taken.map((reply) => reply.question.id)).size).toBe(1);
    question = (taken[0] as Reply).question;
  }
  const asked = await server.run<{ position: number; answered: boolean }>(
    `select position, answered_at is not null as answered from diagnostic_questions where diagnostic_id = $1 order by position`,
    [id],
    'processes',
  );
  expect(asked.map(({ position }) => position)).toEqual(Array.from({ length: 13 }, (_, place) => place + 1));
  expect(asked.map(({ answered }) => answered)).toEqual([...Array(12).fill(true), false]);
});

test('T39 late answers that race with the next start never give two free tests in a month, in either process', async () => {
  const tests = await server.run<{ id: number }>(
    `select id from tests where active and discipline = 'Matemática' and school_class = '4º Ano' order by id limit 2`,
    [],
    'processes',
  );
  const [first, second] = tests.map(({ id }) => id);
  for (let round = 0; round < 16; round += 1) {
    const [here, there] = round % 2 ? [one.url, two.url] : [two.url, one.url];
    const { childId, cookie, call } = await aFamily(here);
    const { body: lapsed } = await call('POST', '/api/attempts', { childId, testId: first });
    await server.run(
      `update attempts set attempt_date = attempt_date - interval '2000 s', deadline_at = deadline_at - interval '2000 s' where id = $1`,
      [lapsed.id],
      'processes',
    );
    const answer = (url: string, at: number) =>
      send(url, 'POST', '/api/answers', {
        cookie: cookie(),
        body: {
          attemptId: lapsed.id,
          questionId: lapsed.questions[at].id,
          selectedAnswer: 'A',
          answeredAt: new Date(Date.now() - 1_500_000).toISOString(),
        },
      });
    // Half of the questions are answered: with fewer the attempt would count as interrupted, which gives the free test back once.
    const half = lapsed.questions.length / 2;
    const answers = Array.from({ length: half }, (_, at) => answer(at % 2 ? here : there, at));
    const started = await send(there, 'POST', '/api/attempts', { cookie: cookie(), body: { childId, testId: second } });
    const late = await Promise.all(answers);
    const taken = late.filter(({ status }) => status === 200).length;
    // Either enough answers are accepted and the free test is used, or the next test has begun and the others are refused.
    expect([201, 402]).toContain(started.status);
    expect(taken >= half).toBe(started.status === 402);
    expect(late.every(({ status }) => status === 200 || status === 409)).toBe(true);
  }
});

test('one renewal is created for a plan that ends, though both processes run the job', async () => {
  const family = await aFamily(two.url);
  const { id } = (await family.call('GET', '/api/user')).body as { id: number };
  await server.run(
    `update users set subscription_type = 'family', subscription_start = now() - interval '1 year',
       subscription_end = now() + interval '7 days' where id = $1`,
    [id],
    'processes',
  );
  const read = () =>
    server.run<{ type: string; times: number }>(
      `select type, count(*)::int as times from notifications
       where user_id = $1 and type in ('renewal_ready', 'plan_ending') group by type order by type`,
      [id],
      'processes',
    );
  // The job runs every minute.
  await expect.poll(async () => (await read()).length, { timeout: 120_000 }).toBe(2);
  await pause(1_500);
  expect(await read()).toEqual([
    { type: 'plan_ending', times: 1 },
    { type: 'renewal_ready', times: 1 },
  ]);
  const payments = await server.run('select 1 from emis_payments where user_id = $1', [id], 'processes');
  expect(payments.length).toBe(1);
});

test('kill -9 of either process loses no acknowledged answer: the phone continues with the other', async () => {
  for (const [victim, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const takers = await someTakers(victim.url, 6);
    let going = true;
    let moved = 0;
    const loops = takers.map(async (taker) => {
      while (going) {
        const answer = nextAnswer(taker);
        const reply = await send(taker.url, 'POST', '/api/answers', { cookie: taker.cookie, body: answer }).catch(
          (error: unknown) => {
            if (!(error instanceof Lost)) throw error;
            taker.url = other.url;
            moved += 1;
            return undefined;
          },
        );
        if (reply?.status === 200) acknowledge(taker, answer);
        await pause(10);
      }
    });
    await pause(600);
    await victim.kill();
    await pause(600);
    going = false;
    await Promise.all(loops);
    expect(moved).toBe(takers.length);
    expect(await expectKept(takers)).toBeGreaterThan(takers.length);
    await victim.start();
  }
});

test('during a rolling restart under load, no request fails that a proxy would send to the ready process', async () => {
  const apps = [one, two];
  const ready = new Map(apps.map((app) => [app.url, true]));
  const probes = apps.map((app) =>
    setInterval(async () => {
      ready.set(app.url, (await send(app.url, 'GET', '/readyz').catch(() => undefined))?.status === 200);
    }, 100),
  );
  const takers = await Promise.all(apps.flatMap((app) => [aTaker(app.url), aTaker(app.url), aTaker(app.url)]));
  const failed: string[] = [];
  let answered = 0;
  let going = true;
  const loops = takers.map(async (taker, index) => {
    while (going) {
      const answer = nextAnswer(taker);
      // Behaves as a proxy does: sends requests to a ready process, and to another one if the connection is refused before anything was
      // sent.
      const order = [...apps].sort(
        (a, b) => Number(ready.get(b.url)) - Number(ready.get(a.url)) || ((answered + index) % 2) - 0.5,
      );
      let reply: { status: number } | undefined;
      for (const app of order) {
        reply = await send(app.url, 'POST', '/api/answers', { cookie: taker.cookie, body: answer }).catch(
          (error: unknown) => {
            if ((error as Lost).code === 'ECONNREFUSED') return undefined;
            failed.push(String(error));
            return { status: 0 };
          },
        );
        if (reply) break;
      }
      if (reply?.status === 200) {
        acknowledge(taker, answer);
        answered += 1;
      } else failed.push(`status ${reply?.status}`);
      await pause(15);
    }
  });
  for (const app of apps) {
    await pause(500);
    app.signal('SIGTERM');
    expect(await app.ended()).toBe(0);
    await app.start();
  }
  await pause(500);
  going = false;
  await Promise.all(loops);
  for (const probe of probes) clearInterval(probe);
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  expect(await expectKept(takers)).toBeGreaterThan(takers.length);
});
