import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, anObjective, aParent } from '../../../../test/support/builders.ts';
import { aReading, someForms } from '../../../../test/support/readings.ts';
import { storeForms } from './content.server.ts';

const app = await testApp();
const { db } = app;

beforeAll(async () => {
  await anObjective(db, { code: 'LER-1', discipline: 'Português', schoolClass: '2º Ano' });
  await storeForms(db, someForms());
});

/** Counts as many calls as an account may make in an hour. */
const useUp = (name: string, userId: number) =>
  db.count(
    `insert into rate_limits (key, window_start, hits) values ($1, now(), 1000)
     on conflict (key, window_start) do update set hits = excluded.hits`,
    [`${name}:${userId}`],
  );

test('T25 an account stores a bounded number of readings an hour, and sends again what was stored', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const { id } = await aChild(parent, { schoolClass: '2º Ano' });
  const first = aReading(id);
  expect((await parent.post('/api/readings', first)).status).toBe(201);
  await db.count('delete from rate_limits');
  await useUp('readings', parent.id);
  const { status, headers } = await parent.post('/api/readings', aReading(id));
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await parent.post('/api/readings', first)).status).toBe(200);
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
