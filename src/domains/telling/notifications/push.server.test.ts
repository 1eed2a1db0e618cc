import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aParent, aUser, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { aPushService } from '../../../../test/support/push.ts';
import { openDatabase } from '../../../server/db/db.ts';
import { KINDS, type NoticeType, noticeOf } from './kinds.rules.ts';
import { isPushService, outcomeOf } from './push.rules.ts';
import { pushKeys, sendPushes } from './push.server.ts';
import { tell } from './telling.server.ts';

let publicKey = '';
const service = await aPushService(() => publicKey);
afterAll(() => service.close());
const app = await testApp({ PUSH_SERVICES: service.origin });
const { db, config } = app;
({ publicKey } = await pushKeys(db));

const ADDRESS = '/api/notifications/push';
const send = (database = db) => sendPushes(database, config, app.frame.log, config.brand);
let told = 0;
/** Creates an event of this kind for a child of this parent. */
function happens(parent: Parent, childId: number, type: NoticeType = 'low_score'): Promise<number> {
  told += 1;
  return db.transaction((transaction) =>
    tell(transaction, parent.id, [
      noticeOf(type, new Date(), {
        source: `test:${told}`,
        child: { childId, fullName: 'Maria José Domingos', gender: 'feminino' },
        title: 'A Maria precisa de apoio em Matemática',
        message: 'Frações: 3 de 10 respostas certas.',
        actionLink: '/results/7',
      }),
    ]),
  );
}
async function aFamily(settings: Record<string, boolean> = {}) {
  const parent = await aParent(app);
  const { id: childId } = await aChild(parent);
  await parent.put('/api/notifications/settings', settings);
  const browser = service.aBrowser();
  expect((await parent.post(ADDRESS, browser.subscription)).status).toBe(204);
  return { parent, childId, browser };
}
const waiting = async () => (await db.rows('select 1 from push_messages')).length;
const devicesOf = (parent: Parent) => db.rows('select 1 from push_devices where user_id = $1', [parent.id]);

beforeEach(async () => {
  service.requests.length = 0;
  service.answer = () => ({ status: 201 });
  await db.count('delete from push_messages');
});

describe('a push message', () => {
  test('arrives encrypted and signed, with the first name of the child only', async () => {
    const { parent, childId, browser } = await aFamily();
    await happens(parent, childId);
    expect(await send()).toBe(1);
    expect(service.requests).toMatchObject([{ faults: [], headers: { urgency: 'high' } }]);
    expect(browser.read()).toEqual([
      {
        title: config.brand.productName,
        body: 'Há um resultado novo da Maria.',
        path: '/results/7',
        tag: expect.stringMatching(/^\d+$/),
      },
    ]);
    expect(await send(), 'once').toBe(0);
  });

  test('pushNotifications on: every kind is sent; off: none is sent, but all are listed in the app', async () => {
    for (const type of Object.keys(KINDS) as NoticeType[]) {
      const on = await aFamily();
      await happens(on.parent, on.childId, type);
      await send();
      expect(on.browser.read(), type).toHaveLength(KINDS[type].push === null ? 0 : 1);
      const off = await aFamily({ pushNotifications: false });
      await happens(off.parent, off.childId, type);
      await send();
      expect(off.browser.read(), type).toEqual([]);
      expect((await off.parent.get('/api/notifications')).body).toHaveLength(1);
    }
  });

  test('a kind whose switch is off is not sent', async () => {
    for (const [type, { obeys }] of Object.entries(KINDS)) {
      if (!obeys) continue;
      const { parent, childId, browser } = await aFamily({ [obeys]: false });
      await happens(parent, childId, type as NoticeType);
      await send();
      expect(browser.read(), type).toEqual([]);
    }
  });

  test('T60 does not say whether a result is good or bad, and waits while the children have the phone', async () => {
    const results = [KINDS.low_score, KINDS.score_drop, KINDS.result_ready];
    expect(new Set(results.map(({ push }) => push)).size).toBe(1);
    const { parent, childId, browser } = await aFamily();
    const second = app.visitor();
    await second.post('/api/login', { username: parent.username, password: PASSWORD });
    const others = service.aBrowser();
    await second.post(ADDRESS, others.subscription);
    await happens(parent, childId);
    expect((await parent.post('/api/child-mode', { childId })).status).toBe(204);
    await happens(parent, childId, 'result_ready');
    expect(await send(), 'to the phone that the parent has').toBe(2);
    expect([browser.read().length, others.read().length]).toEqual([0, 2]);
    expect(await waiting()).toBe(2);
    expect((await parent.request('DELETE', '/api/child-mode', { password: PASSWORD })).status).toBe(204);
    expect(await send(), 'before the device has its new session').toBe(0);
    expect((await parent.get('/api/children')).status).toBe(200);
    expect(await send()).toBe(2);
    expect(browser.read().map(({ body }) => body)).toEqual(Array(2).fill('Há um resultado novo da Maria.'));
  });

  test('switching push off drops the waiting messages', async () => {
    const { parent, childId, browser } = await aFamily();
    await happens(parent, childId, 'result_ready');
    await happens(parent, childId, 'no_test');
    await parent.put('/api/notifications/settings', { performanceAlerts: false });
    expect(await waiting()).toBe(1);
    await parent.put('/api/notifications/settings', { pushNotifications: false });
    await send();
    expect(browser.read()).toEqual([]);
  });

  test('is dropped when its notification is deleted', async () => {
    const { parent, childId } = await aFamily();
    await happens(parent, childId);
    const [{ id }] = (await parent.get('/api/notifications')).body;
    await parent.request('DELETE', `/api/notifications/${id}`);
    expect(await waiting()).toBe(0);
  });

  test('is sent once by two processes at the same time', async () => {
    const { parent, childId, browser } = await aFamily();
    for (let number = 0; number < 12; number += 1) await happens(parent, childId);
    const other = openDatabase(app.url);
    try {
      const sent = await Promise.all([send(), send(other), send()]);
      expect(sent.reduce((sum, count) => sum + count, 0)).toBe(12);
    } finally {
      await other.close();
    }
    expect(browser.read()).toHaveLength(12);
  });

  test.each([404, 410])('%i: the browser has unsubscribed and is deleted', async (status) => {
    const { parent, childId } = await aFamily();
    service.answer = () => ({ status });
    await happens(parent, childId);
    await send();
    expect(await devicesOf(parent)).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test.each([429, 500, 503])('%i: sent again later, not at once', async (status) => {
    const { parent, childId, browser } = await aFamily();
    service.answer = () => ({ status, headers: { 'Retry-After': '240' } });
    await happens(parent, childId);
    await send();
    await send();
    expect(service.requests).toHaveLength(1);
    const [row] = await db.rows<{ seconds: number }>(
      'select extract(epoch from next_try_at - now())::int as seconds from push_messages',
    );
    expect(row?.seconds).toBeGreaterThan(200);
    service.answer = () => ({ status: 201 });
    await db.count('update push_messages set next_try_at = now()');
    await send();
    expect(browser.read()).toHaveLength(1);
  });

  test('a message that is refused for good is dropped, but the browser stays subscribed', async () => {
    const { parent, childId } = await aFamily();
    service.answer = () => ({ status: 413 });
    await happens(parent, childId);
    await send();
    expect(await waiting()).toBe(0);
    expect(await devicesOf(parent)).toHaveLength(1);
  });

  test.each<[number, number, string | null, object]>([
    [201, 1, null, { what: 'sent' }],
    [410, 1, null, { what: 'gone' }],
    [0, 1, null, { what: 'again', seconds: 30 }],
    [429, 1, '90', { what: 'again', seconds: 90 }],
    [503, 2, '1', { what: 'again', seconds: 120 }],
    [503, 1, '999999', { what: 'again', seconds: 21_600 }],
    [503, 1, 'Sun, 22 Nov 2026 18:00:00 GMT', { what: 'again', seconds: 30 }],
    [503, 5, null, { what: 'given-up' }],
    [302, 1, null, { what: 'given-up' }],
    [403, 1, null, { what: 'given-up' }],
  ])('%i at try %i, Retry-After %s: %j', (status, tries, after, outcome) =>
    expect(outcomeOf(status, tries, after)).toEqual(outcome),
  );
});

describe('a browser', () => {
  test('is subscribed for one user and one session, and gets nothing after signing out', async () => {
    const { parent, childId, browser } = await aFamily();
    expect((await parent.get(ADDRESS)).body).toEqual({ publicKey, on: true });
    await happens(parent, childId);
    await parent.post('/api/logout');
    expect(await devicesOf(parent)).toEqual([]);
    await send();
    expect(browser.read()).toEqual([]);
    await parent.post('/api/login', { username: parent.username, password: PASSWORD });
    expect((await parent.get(ADDRESS)).body.on).toBe(false);
  });

  test('belongs to the user who subscribed last', async () => {
    const { parent, childId, browser } = await aFamily();
    const next = await aParent(app);
    expect((await next.post(ADDRESS, browser.subscription)).status).toBe(204);
    await happens(parent, childId);
    await send();
    expect(browser.read()).toEqual([]);
    expect(await devicesOf(parent)).toEqual([]);
  });

  test('stays subscribed when the password is changed on it, but not on other devices', async () => {
    const { parent } = await aFamily();
    const other = app.visitor();
    await other.post('/api/login', { username: parent.username, password: PASSWORD });
    await other.post(ADDRESS, service.aBrowser().subscription);
    await parent.put('/api/account/password', {
      currentPassword: PASSWORD,
      newPassword: 'outra-1',
      confirmPassword: 'outra-1',
    });
    expect(await devicesOf(parent)).toHaveLength(1);
    expect((await parent.get(ADDRESS)).body.on).toBe(true);
  });

  test('can be unsubscribed, and a second time has no effect', async () => {
    const { parent } = await aFamily();
    expect((await parent.request('DELETE', ADDRESS)).status).toBe(204);
    expect((await parent.request('DELETE', ADDRESS)).status).toBe(204);
    expect(await devicesOf(parent)).toEqual([]);
  });

  test('up to twenty are subscribed per user', async () => {
    const { parent } = await aFamily();
    for (let number = 0; number < 22; number += 1) {
      const other = app.visitor();
      await other.post('/api/login', { username: parent.username, password: PASSWORD });
      await other.post(ADDRESS, service.aBrowser().subscription);
    }
    expect(await devicesOf(parent)).toHaveLength(20);
  });

  test('can be subscribed by a parent only, with valid keys', async () => {
    const { subscription } = service.aBrowser();
    expect((await (await aUser(app, 'teacher')).post(ADDRESS, subscription)).status).toBe(403);
    expect((await app.visitor().post(ADDRESS, subscription)).status).toBe(401);
    const parent = await aParent(app);
    for (const keys of [
      { ...subscription.keys, p256dh: 'A'.repeat(87) },
      { ...subscription.keys, auth: 'x' },
      { p256dh: subscription.keys.p256dh },
    ])
      expect((await parent.post(ADDRESS, { ...subscription, keys })).status).toBe(400);
    expect(await devicesOf(parent)).toEqual([]);
  });
});

test('the server’s keys are generated once, even by two processes at once', async () => {
  await db.count(`delete from settings where key = 'push-keys'`);
  const other = openDatabase(app.url);
  try {
    const made = await Promise.all([pushKeys(db), pushKeys(other), pushKeys(db), pushKeys(other)]);
    expect(new Set(made.map((keys) => keys.privateKey)).size).toBe(1);
  } finally {
    await other.close();
  }
  ({ publicKey } = await pushKeys(db));
});

describe('T53 the server sends requests to known push services only', () => {
  test.each<[string, boolean]>([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
    ['https://web.push.apple.com/Qx', true],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com:8443/x', false],
    ['https://fcm.googleapis.com@127.0.0.1/x', false],
    ['https://user:pass@fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com.evil.example/x', false],
    ['https://evil-push.apple.com.example/x', false],
    ['https://push.apple.com/x', false],
    ['https://127.0.0.1/x', false],
    ['https://[::1]/x', false],
    ['https://169.254.169.254/latest', false],
    ['file:///etc/passwd', false],
    ['nonsense', false],
  ])('T53 %s: %s', (endpoint, allowed) =>
    expect(isPushService(endpoint, ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com'])).toBe(
      allowed,
    ),
  );

  test('T53 an address elsewhere is refused on subscribing and never requested even if stored, and redirects are not followed', async () => {
    let visits = 0;
    const trap = createServer((_request, response) => {
      visits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/x`;
    const { parent, childId, browser } = await aFamily();
    const refused = await parent.post(ADDRESS, { ...browser.subscription, endpoint: address });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['endpoint']]);
    service.answer = () => ({ status: 307, headers: { Location: address } });
    await happens(parent, childId);
    await send();
    await db.count('update push_devices set endpoint = $2 where user_id = $1', [parent.id, address]);
    await happens(parent, childId);
    await send();
    expect(await devicesOf(parent)).toEqual([]);
    expect(visits).toBe(0);
    trap.closeAllConnections();
    await new Promise<void>((resolve) => trap.close(() => resolve()));
  });
});
