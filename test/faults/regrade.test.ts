import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnServer, ownServer, pause } from '../support/faults.ts';
import {
  aFamily,
  callerOf,
  type RunningApp,
  runningApp,
  temporaryFolder,
  withLoadedDatabase,
} from '../support/running-app.ts';

const ROUNDS = Number(process.env['REGRADE_KILLS'] ?? 2);
const CHILDREN = 10;
const DATABASE = 'regrades';

let server: OwnServer;
let app: RunningApp;
let testId: number;
let questionId: number;
beforeAll(async () => {
  server = await ownServer({}, withLoadedDatabase(temporaryFolder()));
  await server.run(`create database ${DATABASE} template postgres`);
  app = await runningApp({
    DATABASE_URL: server.url(DATABASE),
    SECRET_KEY: 'a-secret-only-for-tests-a-secret-only-for-tests',
    DEMO: '1',
  });
  await app.start();
  await aTakenTest();
});
afterAll(async () => {
  await app.dispose();
  await server.dispose();
});

/** Signs the teacher in, with a fresh confirmation of a second factor that no sign-in is asked for. */
const teacher = async () => {
  const caller = callerOf(app.url);
  await server.run('delete from second_factors', [], DATABASE);
  const signedIn = await caller.call('POST', '/api/login', { username: 'professor', password: 'caderneta' });
  expect(signedIn.status).toBe(200);
  const { id } = signedIn.body;
  await server.run(`insert into second_factors (user_id, secret, enabled_at) values ($1, 'x', now())`, [id], DATABASE);
  await server.run('update sessions set confirmed_at = now() where user_id = $1', [id], DATABASE);
  return caller;
};

/** Creates a test of one question with the key A, and children who all chose B. */
async function aTakenTest(): Promise<void> {
  const maker = await teacher();
  const made = await maker.call('POST', '/api/teacher/tests', {
    discipline: 'Artes',
    theme: 'Chaves',
    shuffle: false,
    schoolClass: '4º Ano',
  });
  testId = made.body.id;
  const question = { statement: 'Qual é a certa?', alternatives: ['Esta', 'Aquela', 'A outra'], correctAnswer: 'A' };
  questionId = (await maker.call('POST', `/api/teacher/tests/${testId}/questions`, question)).body.id;
  const family = await aFamily(app.url);
  const children = [family.childId];
  for (let more = 1; more < CHILDREN; more += 1)
    children.push(
      (await family.call('POST', '/api/children', { fullName: `Filho ${more}`, schoolClass: '4º Ano' })).body.id,
    );
  for (const childId of children) {
    const { body } = await family.call('POST', '/api/attempts', { childId, testId });
    await family.call('POST', '/api/answers', { attemptId: body.id, questionId, selectedAnswer: 'B' });
    // Answered as slowly as a child reads, because quick answers enter no sums.
    const earlier = "update attempts set attempt_date = attempt_date - interval '1 minute' where id = $1";
    await server.run(earlier, [body.id], DATABASE);
    expect((await family.call('PUT', `/api/attempts/${body.id}`, { completed: true })).status).toBe(200);
  }
}

/** Returns everything that a regrade changes. Values that differ between attempts are joined by commas, which reveals a partial regrade. */
async function state() {
  const [row] = await server.run<Record<string, number | string>>(
    `select (select string_agg(distinct total_score::text, ',') from attempts where test_id = $1) as scores,
       (select string_agg(distinct q.correct_answer, ',') from attempts a join version_questions q on q.version_id = a.version_id where a.test_id = $1) as keys,
       (select correct_answer from questions where id = $2) as bank,
       (select q.correct_answer from tests t join version_questions q on q.version_id = t.version_id where t.id = $1) as offered,
       (select coalesce(sum(score_sum), 0)::int from performance_aggregations where discipline = 'Artes') as sums,
       (select count(*)::int from regrades where test_id = $1) as regrades,
       (select count(*)::int from regrade_marks m join regrades r on r.id = m.regrade_id where r.test_id = $1) as marks,
       (select count(*)::int from outbox where kind = 'attempt-regraded') as told,
       (select count(*)::int from audit_log where action = 'question.regraded') as audited`,
    [testId, questionId],
    DATABASE,
  );
  return row as Record<string, number | string>;
}

const stateOf = (key: 'A' | 'B', regrades: number) => ({
  scores: key === 'A' ? '0' : '100',
  keys: key,
  bank: key,
  offered: key,
  sums: key === 'A' ? 0 : 100 * CHILDREN,
  regrades,
  marks: regrades * CHILDREN,
  told: regrades * CHILDREN,
  audited: regrades,
});

const regrade = async (correctAnswer: 'A' | 'B') =>
  (await teacher()).call('POST', `/api/teacher/tests/${testId}/questions/${questionId}/regrade`, {
    correctAnswer,
    reason: 'A chave estava trocada.',
  });

// The locks block a regrade while it grades, and afterwards.
test.each([
  ['while it stores the marks', 'lock table regrade_marks in exclusive mode'],
  ['when the marks are stored and the sums are not', 'lock table performance_aggregations in exclusive mode'],
])('kill -9 of a regrade, %s, leaves the old marks intact', async (_, lock) => {
  expect(await state()).toEqual(stateOf('A', 0));
  const holder = new pg.Client({ connectionString: server.url(DATABASE).replace('@localhost/', '@/') });
  await holder.connect();
  await holder.query('begin');
  await holder.query(lock);
  const sent = regrade('B').catch(() => undefined);
  for (let held = 0; held === 0; await pause(5)) {
    const [row] = await server.run<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = '${DATABASE}' and wait_event_type = 'Lock' and query !~ '^select id, kind'`,
    );
    held = row?.n ?? 0;
  }
  await app.kill();
  expect(await sent).toBeUndefined();
  await holder.query('rollback');
  await holder.end();
  // Waits until the server has ended the statements of the dead process.
  await pause(500);
  expect(await state()).toEqual(stateOf('A', 0));
  await app.start();
});

test(
  `kill -9 during regrades, ${ROUNDS} times: all marks are old or all are new, and repeating the regrade gives the new ones`,
  async () => {
    let done = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [before, after] = round % 2 === 0 ? (['A', 'B'] as const) : (['B', 'A'] as const);
      const sent = regrade(after).catch(() => undefined);
      await pause(20 + ((round * 97) % 160));
      await app.kill();
      await sent;
      await pause(500);
      const found = await state();
      expect([stateOf(before, done), stateOf(after, done + 1)]).toContainEqual(found);
      await app.start();
      expect((await regrade(after)).status).toBe(200);
      done += 1;
      expect(await state()).toEqual(stateOf(after, done));
    }
  },
  300_000 + ROUNDS * 60_000,
);
