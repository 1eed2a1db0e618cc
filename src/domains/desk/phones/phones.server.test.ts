import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { anAdmin, aParent } from '../../../../test/support/builders.ts';
import { MAX_REPORT_BYTES } from '../../../shared/phones/phone-report.ts';
import { FEWEST_REPORTS } from './phones.rules.ts';
import { forgetOldPhoneReports, KEPT_DAYS, MAX_FAULTS_OF_DAY } from './phones.store.ts';

const app = await testApp({}, undefined, { pages: true });
const { db } = app;
const admin = await anAdmin(app);
const panel = async (days = 7) => (await admin.get(`/api/admin/phones?days=${days}`)).body;
const report = (body: Record<string, unknown>) =>
  app.visitor().post('/api/phone-reports', { build: '', measures: [], faults: [], ...body });
const clear = () => db.count('with measures as (delete from phone_measures) delete from phone_faults');
const lcp = (value: number, route = '/dashboard') => ({ name: 'lcp', route, value });

test('reports become p75 by page, once there are enough of them', async () => {
  await clear();
  for (let one = 1; one < FEWEST_REPORTS; one += 1) expect((await report({ measures: [lcp(1500)] })).status).toBe(204);
  expect((await panel()).measures[0]).toEqual({ name: 'lcp', reports: FEWEST_REPORTS - 1, p75: null, good: 100 });
  await report({
    measures: [lcp(1500), { name: 'inp', route: '/children/:id', value: 90 }, { name: 'cls', route: '/x', value: 0 }],
  });
  const { measures, routes, builds } = await panel();
  expect(measures[0]).toEqual({ name: 'lcp', reports: FEWEST_REPORTS, p75: 1525, good: 100 });
  expect(routes).toEqual([
    { route: '/dashboard', lcp: 1525, inp: null, cls: null, reports: FEWEST_REPORTS },
    { route: '/children/:id', lcp: null, inp: null, cls: null, reports: 0 },
    { route: 'other', lcp: null, inp: null, cls: null, reports: 0 },
  ]);
  expect(builds).toHaveLength(1);
});

test('faults are counted by page, kind and place', async () => {
  await clear();
  const fault = { kind: 'script', route: '/tests/:id', what: 'TypeError Ab3_x9Qz:1042' };
  const refused = { kind: 'policy', route: '/auth', what: 'script-src-elem inline' };
  await report({ faults: [fault, fault, refused] });
  await report({ faults: [fault] });
  const { faults } = await panel();
  expect(faults).toMatchObject([
    { ...fault, reports: 3 },
    { ...refused, reports: 1 },
  ]);
});

test('metrics have a distribution of each measure and a count of faults, by page', async () => {
  await report({
    measures: [lcp(2100, '/results/:id')],
    faults: [{ kind: 'policy', route: '/child', what: 'img-src data' }],
  });
  const { body } = await app.frame.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toContain('phone_lcp_seconds_bucket{le="2.5",route="/results/:id",build="earlier"} 1');
  expect(body).toContain('phone_lcp_seconds_bucket{le="2",route="/results/:id",build="earlier"} 0');
  expect(body).toContain('phone_faults_total{kind="policy",route="/child",build="earlier"} 1');
});

test('a report says nothing of who sent it, and names that are not known are not kept', async () => {
  await clear();
  const parent = await aParent(app, { fullName: 'Mãe Canária' });
  await parent.post('/api/phone-reports', {
    build: 'cafe',
    measures: [lcp(1500, '/nada/canario'), { name: 'cls', route: '/api/user', value: 1 }],
    faults: [{ kind: 'script', route: '/canario/:id', what: 'TypeError Ab3_x9Qz:1' }],
    userId: parent.id,
  });
  const rows = await db.rows('select * from phone_measures');
  expect(rows).toHaveLength(2);
  const kept = JSON.stringify([rows, await db.rows('select * from phone_faults')]);
  expect(kept).not.toMatch(/canario|api|cafe/i);
  for (const row of rows) expect(row).toMatchObject({ build: 'other', route: 'other' });
});

test.each([
  ['a message in a fault', { faults: [{ kind: 'script', route: '/', what: 'x of Maria is undefined' }] }],
  ['a measure twice', { measures: [lcp(1), lcp(2)] }],
  ['a measure that is negative', { measures: [lcp(-1)] }],
  ['a measure of a phone that slept', { measures: [lcp(600_001)] }],
  ['an address that is no pattern', { measures: [lcp(1, '/children/4711')] }],
  ['a route that would be no route', { measures: [lcp(1, '/(x')] }],
  ['a build that is no commit', { build: 'x\u0000' }],
  ['a measure of another name', { measures: [{ name: 'ttfb', route: '/', value: 1 }] }],
])('%s is refused', async (_what, body) => {
  expect((await report(body)).status).toBe(400);
});

test('a report longer than 300 bytes is refused', async () => {
  const long = { measures: [], faults: [], build: '', more: 'x'.repeat(MAX_REPORT_BYTES) };
  expect((await app.visitor().post('/api/phone-reports', long)).status).toBe(413);
});

test('the kinds of faults of a day are bounded', async () => {
  await clear();
  await db.count(
    `insert into phone_faults (day, build, route, kind, what, reports)
     select (now() at time zone 'Africa/Luanda')::date, 'other', '/', 'script', 'Error Ab3_x9Qz:' || n, 1 from generate_series(1, $1::int) n`,
    [MAX_FAULTS_OF_DAY],
  );
  expect((await report({ faults: [{ kind: 'script', route: '/', what: 'Error Ab3_x9Qz:999999' }] })).status).toBe(204);
  expect(await db.row('select count(*)::int as n from phone_faults')).toEqual({ n: MAX_FAULTS_OF_DAY });
});

test('counts are deleted after their time, and not before', async () => {
  await clear();
  await report({ measures: [lcp(1500)], faults: [{ kind: 'policy', route: '/', what: 'img-src data' }] });
  const age = (days: number) =>
    db.count(
      `with aged as (update phone_measures set day = (now() at time zone 'Africa/Luanda')::date - $1::int)
       update phone_faults set day = (now() at time zone 'Africa/Luanda')::date - $1::int`,
      [days],
    );
  await age(KEPT_DAYS);
  expect(await forgetOldPhoneReports(db)).toBe(0);
  await age(KEPT_DAYS + 1);
  expect(await forgetOldPhoneReports(db)).toBe(2);
  expect((await panel(30)).faults).toEqual([]);
});

test('one network reports so often an hour and no more', async () => {
  await db.count(`update rate_limits set hits = 300 where key like 'phone-report:%'`);
  expect((await report({ measures: [lcp(1)] })).status).toBe(429);
});
