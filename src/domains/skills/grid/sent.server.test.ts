import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, anObjective, aParent } from '../../../../test/support/builders.ts';
import { aCalculation } from '../../../../test/support/calculations.ts';
import { aReading, someForms } from '../../../../test/support/readings.ts';
import { aDictation, aText, loadWritingForms } from '../../../../test/support/writings.ts';
import { storeForms } from '../reading/content.server.ts';

const app = await testApp();
const { db } = app;

beforeAll(async () => {
  await anObjective(db, { code: 'LER-1', discipline: 'Português', schoolClass: '2º Ano' });
  await storeForms(db, someForms());
  await anObjective(db, { code: 'LP4.9.2', discipline: 'Português', schoolClass: '4º Ano' });
  await loadWritingForms(db);
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
    const { id } = await aChild(parent, { schoolClass });
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

test('T25 an account stores a bounded number of markings of the ear’s training an hour', async () => {
  const parent = await aParent(app);
  const marks = { clientId: randomUUID(), recordingId: 'ear-1', wrong: [2, 5], selfCorrected: [] };
  expect((await parent.post('/api/ear-training', marks)).status).toBe(200);
  await db.count('delete from rate_limits');
  await useUp('ear-training', parent.id);
  expect((await parent.post('/api/ear-training', { ...marks, clientId: randomUUID() })).status).toBe(429);
  expect((await parent.post('/api/ear-training', marks)).status).toBe(200);
});
