import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aChildOfLastYear, anObjective, aParent } from '../../../../test/support/builders.ts';
import { aCalculation } from '../../../../test/support/calculations.ts';
import { aReading, someForms } from '../../../../test/support/readings.ts';
import { aDictation, aText, loadWritingForms } from '../../../../test/support/writings.ts';
import { DAY_MS, MAX_AGE_DAYS } from '../../../shared/time.ts';
import { storeForms } from '../reading/content.server.ts';
import { MAX_LATEST } from './latest.rules.ts';
import { MAX_RECORDS_A_DAY } from './sent.server.ts';

const app = await testApp();
const { db } = app;

beforeAll(async () => {
  await anObjective(db, { code: 'LER-1', discipline: 'Português', schoolClass: '2º Ano' });
  await storeForms(db, someForms());
  await anObjective(db, { code: 'LP4.9.2', discipline: 'Português', schoolClass: '4º Ano' });
  await loadWritingForms(db);
});

/** Times that a phone's clock may say, from fifty years ago to fifty years ahead, in their order. */
const CLOCKS = [-18_250, -400, -101, -5, -0.5, 0.01, 1, 400, 18_250];

test.each([
  ['readings', '2º Ano', aReading],
  ['calculations', '4º Ano', aCalculation],
  ['dictations', '4º Ano', aDictation],
  ['texts', '4º Ano', aText],
])(
  'a wrong clock refuses none of the %s: they are stored in their order, within what is possible',
  async (kind, schoolClass, sent) => {
    const parent = await aParent(app, { plan: 'family' });
    const { id } = await aChildOfLastYear(db, parent, { schoolClass });
    const before = Date.now();
    const all = CLOCKS.map((days) => sent(id, { startedAt: new Date(before + days * DAY_MS).toISOString() }));
    for (const one of all) {
      const first = await parent.post(`/api/${kind}`, one);
      expect([first.status, first.body.code]).toEqual([201, undefined]);
      const again = await parent.post(`/api/${kind}`, one);
      expect([again.status, again.body]).toEqual([200, first.body]);
    }
    const stored = await db.rows<{ clientId: string; startedAt: Date; receivedAt: Date }>(
      `select client_id, started_at, received_at from ${kind} where child_id = $1 order by started_at, id`,
      [id],
    );
    expect(stored.map(({ clientId }) => clientId)).toEqual(all.map(({ clientId }) => clientId));
    for (const { startedAt, receivedAt } of stored) {
      expect(startedAt.getTime()).toBeGreaterThanOrEqual(before - MAX_AGE_DAYS * DAY_MS);
      expect(startedAt <= receivedAt).toBe(true);
    }
    expect(stored[3]?.startedAt.toISOString()).toBe(all[3]?.['startedAt']);
  },
);

test('nothing is dated before its child was registered', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const { id } = await aChild(parent, { schoolClass: '4º Ano' });
  expect((await parent.post('/api/texts', aText(id, { startedAt: '1970-01-01T00:02:00Z' }))).status).toBe(201);
  const [text] = await db.rows<{ startedAt: Date; createdAt: Date }>(
    'select t.started_at, c.created_at from texts t join children c on c.id = t.child_id where c.id = $1',
    [id],
  );
  expect(text?.startedAt).toEqual(text?.createdAt);
});

/** Counts as many calls as an account may make in an hour. */
const useUp = (name: string, userId: number) =>
  db.count(
    `insert into rate_limits (key, window_start, hits) values ($1, now(), 1000)
     on conflict (key, window_start) do update set hits = excluded.hits`,
    [`${name}:${userId}`],
  );

test.each([
  ['readings', '2º Ano', aReading],
  ['calculations', '4º Ano', aCalculation],
  ['dictations', '4º Ano', aDictation],
  ['texts', '4º Ano', aText],
])(
  'T25 an account stores a bounded number of %s an hour, and sends again what was stored',
  async (kind, schoolClass, sent) => {
    const parent = await aParent(app, { plan: 'family' });
    const { id } = await aChildOfLastYear(db, parent, { schoolClass });
    const path = `/api/${kind}`;
    const first = sent(id);
    expect((await parent.post(path, first)).status).toBe(201);
    await db.count('delete from rate_limits');
    await useUp(kind, parent.id);
    const { status, headers } = await parent.post(path, sent(id));
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await parent.post(path, first)).status).toBe(200);
  },
);

/** Copies a child's only record; the beginnings of the copies are this interval apart. */
const copy = (table: string, childId: number, count: number, apart: string) =>
  db.count(
    `insert into ${table} overriding user value
     select (jsonb_populate_record(r, jsonb_build_object('client_id', gen_random_uuid(), 'started_at', r.started_at + number * $3::interval))).*
     from ${table} r, generate_series(1, $2::int) as number where r.child_id = $1`,
    [childId, count, apart],
  );

const TRAINING = {
  kind: 'training',
  formId: undefined,
  answers: [{ sum: '8 + 7', written: 15, ms: 2_000 }],
  copying: [],
};

test.each([
  ['readings', '2º Ano', aReading, {}],
  ['calculations', '4º Ano', aCalculation, {}],
  ['calculations', '4º Ano', aCalculation, TRAINING],
  ['dictations', '4º Ano', aDictation, {}],
  ['texts', '4º Ano', aText, {}],
])('T25 a child has a bounded number of %s a day, the rest is refused', async (kind, schoolClass, sent, change) => {
  const parent = await aParent(app, { plan: 'family' });
  const { id } = await aChildOfLastYear(db, parent, { schoolClass });
  const path = `/api/${kind}`;
  // Noon of yesterday: the day does not change while the test runs.
  const day = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2);
  const at = (minutes: number) => ({
    ...change,
    startedAt: new Date(day.getTime() + minutes * 60_000).toISOString(),
  });
  const first = sent(id, at(0));
  expect((await parent.post(path, first)).status).toBe(201);
  await copy(kind, id, MAX_RECORDS_A_DAY - 1, '1 minute');
  const { status, body } = await parent.post(path, sent(id, at(90)));
  expect([status, body.code, body.message]).toEqual([
    422,
    'full-day',
    'Esta criança já fez isto muitas vezes nesse dia. Continue noutro dia.',
  ]);
  expect((await parent.post(path, first)).status).toBe(200);
  expect((await parent.post(path, sent(id, at(-24 * 60)))).status).toBe(201);
});

test('T25 of a child’s many records the newest of each kind are listed, and an old one is found when it is sent again', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const { id } = await aChildOfLastYear(db, parent, { schoolClass: '2º Ano' });
  const lists = [
    ['readings', aReading],
    ['calculations', aCalculation],
  ] as const;
  for (const [kind, sent] of lists) {
    const first = sent(id);
    expect((await parent.post(`/api/${kind}`, first)).status).toBe(201);
    await copy(kind, id, MAX_LATEST + 20, '-1 day');
    const { body } = await parent.get(`/api/children/${id}/${kind}`);
    expect(body[kind]).toHaveLength(MAX_LATEST);
    expect(body[kind][0].clientId).toBe(first['clientId']);
    if (kind === 'calculations') expect(body.runs).toBe(MAX_LATEST + 21);
    const [old] = await db.rows<{ clientId: string }>(
      `select client_id from ${kind} where child_id = $1 order by started_at limit 1`,
      [id],
    );
    expect((await parent.post(`/api/${kind}`, { ...first, clientId: old?.clientId })).status).toBe(200);
  }
  expect((await parent.get(`/api/children/${id}/skills`)).status).toBe(200);
});

test('T25 an account stores a bounded number of markings of the ear’s training an hour', async () => {
  const parent = await aParent(app);
  const marks = { clientId: randomUUID(), recordingId: 'ear-1', wrong: [2, 5], selfCorrected: [] };
  expect((await parent.post('/api/ear-training', marks)).status).toBe(200);
  await db.count('delete from rate_limits');
  await useUp('ear-training', parent.id);
  expect((await parent.post('/api/ear-training', { ...marks, clientId: randomUUID() })).status).toBe(429);
  expect((await parent.post('/api/ear-training', marks)).status).toBe(200);
});
