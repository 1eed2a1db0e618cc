import { beforeAll, expect, test } from 'vitest';
import { storeForms } from '../../src/domains/skills/reading/content.server.ts';
import { testApp } from '../support/app.ts';
import { aChild, anObjective, aParent } from '../support/builders.ts';
import { aReading, someForms } from '../support/readings.ts';

const app = await testApp({}, undefined, { pages: true });

beforeAll(async () => {
  await anObjective(app.db, { code: 'LER-1', discipline: 'Português', schoolClass: '2º Ano' });
  await storeForms(app.db, someForms());
});

test('T25 one account’s readings at once are stored one after another, few wait, and another account is answered meanwhile', async () => {
  const [parent, other] = [await aParent(app, { plan: 'family' }), await aParent(app)];
  const { id } = await aChild(parent, { schoolClass: '2º Ano' });
  // The child's row is locked, so that no reading can be stored.
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = app.db.transaction(async (transaction) => {
    await transaction.row('select id from children where id = $1 for update', [id]);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const flood = Array.from({ length: 60 }, () => parent.post('/api/readings', aReading(id)));
  expect((await other.get('/api/user')).status).toBe(200);
  held.resolve();
  await holding;
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  // One in hand and twenty waiting; on a slow machine some of those wait too long.
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(39);
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
});

test('T25 one account’s pages at once are prepared one after another, few wait, and another account’s page is sent meanwhile', async () => {
  const [parent, other] = [await aParent(app), await aParent(app)];
  // One page is prepared at a time and the next after a pause as long, so that most of the sixty find six before them.
  const flood = Array.from({ length: 60 }, () => parent.get('/dashboard'));
  expect((await other.get('/dashboard')).status).toBe(200);
  const replies = await Promise.all(flood);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(replies.find(({ status }) => status === 503)?.headers['retry-after']).toBe('2');
  expect((await parent.get('/dashboard')).status).toBe(200);
});
