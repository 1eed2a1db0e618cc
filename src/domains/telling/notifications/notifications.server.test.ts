import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, aParent, aUser, type Parent, pastDeadline } from '../../../../test/support/builders.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { settleAttempts } from '../../sitting/attempts/attempts.server.ts';
import type { Switches } from './kinds.rules.ts';
import type { Notification } from './notifications.contract.ts';
import { forgetNotifications, remindOfPractice, remindOfTests } from './notifications.server.ts';

const app = await testApp();
const { db } = app;
const told = async () => {
  while ((await deliver(db, app.frame.log)) > 0);
};

const SWITCHES: Switches = {
  performanceAlerts: true,
  testReminders: true,
  weeklyReports: true,
  achievementNotifications: true,
  emailNotifications: true,
  pushNotifications: true,
};

async function typesOf(parent: Parent): Promise<string[]> {
  await told();
  const { body } = await parent.get('/api/notifications?includeRead=true');
  return (body as Notification[]).map(({ type }) => type).reverse();
}

/** Takes a test of four questions with this number of right answers. */
async function takes(parent: Parent, childId: number, right: number): Promise<number> {
  const sitting = await aChildMidTest(app, parent, { childId, keys: ['A', 'A', 'A', 'A'] });
  for (const index of [0, 1, 2, 3]) await sitting.answer(index, index < right ? 'A' : 'B');
  await sitting.complete();
  await told();
  return sitting.id;
}

async function aFamily(settings: Record<string, boolean> = {}) {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { gender: 'feminino' });
  await told();
  await db.count('delete from notifications where user_id = $1', [parent.id]);
  if (Object.keys(settings).length > 0)
    expect((await parent.put('/api/notifications/settings', settings)).status).toBe(200);
  return { parent, childId: child.id };
}

const idle = (childId: number, days: number) =>
  db.count('update children set created_at = now() - make_interval(days => $2) where id = $1', [childId, days]);

describe('notifications of events', () => {
  test('a new account gets a welcome, whatever its switches', async () => {
    const parent = await aParent(app);
    await parent.put(
      '/api/notifications/settings',
      Object.fromEntries(Object.keys(SWITCHES).map((name) => [name, false])),
    );
    await told();
    const { body } = await parent.get('/api/notifications');
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      userId: parent.id,
      childId: null,
      type: 'welcome',
      category: 'system',
      priority: 'normal',
      isRead: false,
      readAt: null,
      actionLink: '/children?action=add',
    });
  });

  test('performanceAlerts on: a result, the second low one in a row and a sharp drop; off: none of them', async () => {
    for (const on of [true, false]) {
      const { parent, childId } = await aFamily({ performanceAlerts: on, achievementNotifications: false });
      const first = await takes(parent, childId, 3);
      for (const right of [1, 1, 4, 4, 4, 2]) await takes(parent, childId, right);
      expect(await typesOf(parent)).toEqual(
        on
          ? ['result_ready', 'result_ready', 'low_score', 'result_ready', 'result_ready', 'result_ready', 'score_drop']
          : [],
      );
      if (!on) continue;
      const { body } = await parent.get('/api/notifications');
      expect(body.at(-1)).toMatchObject({
        title: 'A Maria terminou um teste de Matemática',
        childId,
        category: 'performance',
        actionLink: `/results/${first}`,
        metadata: { attemptId: first, score: 75 },
      });
      expect(body[0]).toMatchObject({ type: 'score_drop', priority: 'high' });
      expect(body[0].message).toContain('média foi de 100%');
    }
  });

  test('achievementNotifications on: the first test and five in a row; off: neither', async () => {
    for (const on of [true, false]) {
      const { parent, childId } = await aFamily({ performanceAlerts: false, achievementNotifications: on });
      for (let turn = 0; turn < 6; turn += 1) await takes(parent, childId, 4);
      expect(await typesOf(parent)).toEqual(on ? ['first_test', 'five_in_a_row'] : []);
    }
  });

  test('a test without answers is notified with its result, but without alert or achievement', async () => {
    const { parent, childId } = await aFamily();
    await (await aChildMidTest(app, parent, { childId })).complete();
    expect(await typesOf(parent)).toEqual(['result_ready']);
  });

  test('an event that is delivered twice gives one notification, even if that was deleted meanwhile', async () => {
    const { parent, childId } = await aFamily();
    await takes(parent, childId, 3);
    const again = () =>
      db.count(`update outbox set delivered_at = null where payload ->> 'childId' = $1`, [String(childId)]);
    await again();
    expect(await typesOf(parent)).toEqual(['result_ready', 'first_test']);
    for (const { id } of (await parent.get('/api/notifications')).body)
      expect((await parent.request('DELETE', `/api/notifications/${id}`)).status).toBe(204);
    await again();
    expect(await typesOf(parent)).toEqual([]);
  });

  test('an event whose subject was erased meanwhile gives no notification', async () => {
    const { parent, childId } = await aFamily();
    await (await aChildMidTest(app, parent, { childId })).complete();
    await db.count('delete from children where id = $1', [childId]);
    expect(await typesOf(parent)).toEqual([]);
    expect(await db.rows('select id from outbox where delivered_at is null')).toEqual([]);
  });
});

describe('reminders', () => {
  test('testReminders on: after 14 days without a test, once a fortnight, from two processes at once; off: none', async () => {
    for (const on of [true, false]) {
      const { parent, childId } = await aFamily({ testReminders: on });
      await idle(childId, 13);
      await remindOfTests(db);
      expect(await typesOf(parent)).toEqual([]);
      await idle(childId, 15);
      await Promise.all([remindOfTests(db), remindOfTests(db), remindOfTests(db)]);
      expect(await typesOf(parent)).toEqual(on ? ['no_test'] : []);
      // The reminder is two weeks old, and the child has still not taken a test.
      await db.count(`update notification_sources set told_at = told_at - interval '14 days' where user_id = $1`, [
        parent.id,
      ]);
      await db.count(`update children set created_at = created_at - interval '14 days' where id = $1`, [childId]);
      await remindOfTests(db);
      await remindOfTests(db);
      expect((await typesOf(parent)).length).toBe(on ? 2 : 0);
    }
  });

  test('a child that took a test since, and an archived child, get no reminder', async () => {
    const { parent, childId } = await aFamily({ performanceAlerts: false, achievementNotifications: false });
    await idle(childId, 40);
    await takes(parent, childId, 3);
    const archived = await aChild(parent, { fullName: 'João' });
    await idle(archived.id, 40);
    await db.count('update children set active = false where id = $1', [archived.id]);
    await remindOfTests(db);
    expect(await typesOf(parent)).toEqual([]);
  });

  test('testReminders on: an unfinished test, with or without answers, once a fortnight; off: none', async () => {
    for (const on of [true, false]) {
      const { parent, childId } = await aFamily({ testReminders: on });
      const sitting = await aChildMidTest(app, parent, { childId });
      await sitting.answer(0, 'A');
      await pastDeadline(db, sitting.id, 3 * 3600);
      await settleAttempts(db);
      await remindOfTests(db);
      expect(await typesOf(parent)).toEqual(on ? ['unfinished_test'] : []);

      const other = await aFamily({ testReminders: on });
      const empty = await aChildMidTest(app, other.parent, { childId: other.childId });
      await pastDeadline(db, empty.id, 26 * 3600);
      await settleAttempts(db);
      await settleAttempts(db);
      await Promise.all([remindOfTests(db), remindOfTests(db)]);
      expect(await typesOf(other.parent)).toEqual(on ? ['unfinished_test'] : []);
    }
  });
});

describe('practice that has stopped', () => {
  test('testReminders on: a reminder once a week while cards are due; off: none', async () => {
    for (const on of [true, false]) {
      const { parent, childId } = await aFamily({
        testReminders: on,
        performanceAlerts: false,
        achievementNotifications: false,
      });
      await takes(parent, childId, 2);
      await remindOfPractice(db);
      expect(await typesOf(parent)).toEqual([]);
      const { body } = await parent.get(`/api/children/${childId}/practice`);
      const { id, correctAnswer: selectedAnswer } = body.cards[0];
      await parent.post(`/api/children/${childId}/practice`, {
        reviews: [{ id, selectedAnswer, at: body.now, clientId: randomUUID() }],
      });
      await remindOfPractice(db);
      expect(await typesOf(parent)).toEqual([]);
      await db.count(`update attempts set finished_at = finished_at - interval '5 days' where child_id = $1`, [
        childId,
      ]);
      await db.count(`update practice_reviews set reviewed_at = reviewed_at - interval '5 days' where child_id = $1`, [
        childId,
      ]);
      await Promise.all([remindOfPractice(db), remindOfPractice(db), remindOfPractice(db)]);
      await remindOfPractice(db);
      expect(await typesOf(parent)).toEqual(on ? ['practice_due'] : []);
    }
  });
});

describe('the list', () => {
  const insert = (parent: Parent, more = '') =>
    db.row<{ id: number }>(
      `insert into notifications (user_id, title, message, type, category, expires_at) values ($1, 'Aviso', 'Texto', 'news', 'system', now() + nullif($2, '')::interval) returning id`,
      [parent.id, more],
    );

  test('is sorted newest first, includes read ones only on request, and never expired ones', async () => {
    const { parent } = await aFamily();
    const [one, two, expired] = [
      await insert(parent),
      await insert(parent, '1 hour'),
      await insert(parent, '-1 second'),
    ];
    const ids = async (query: string) =>
      ((await parent.get(`/api/notifications${query}`)).body as Notification[]).map(({ id }) => id);
    expect(await ids('')).toEqual([two?.id, one?.id]);
    const read = await parent.request('PATCH', `/api/notifications/${two?.id}/read`);
    expect(read.body).toMatchObject({ id: two?.id, isRead: true, readAt: expect.any(String) });
    const again = await parent.request('PATCH', `/api/notifications/${two?.id}/read`);
    expect(again.body.readAt).toBe(read.body.readAt);
    expect(await ids('?includeRead=false')).toEqual([one?.id]);
    expect(await ids('?includeRead=true')).toEqual([two?.id, one?.id]);
    expect((await parent.get('/api/notifications?includeRead=talvez')).status).toBe(400);
    await forgetNotifications(db);
    expect(await db.rows('select id from notifications where id = $1', [expired?.id])).toEqual([]);
    expect(await ids('?includeRead=true')).toEqual([two?.id, one?.id]);
  });

  test('can be read by its parent only', async () => {
    const { parent } = await aFamily();
    const other = await aParent(app);
    const mine = await insert(parent);
    for (const [method, path] of [
      ['PATCH', `/api/notifications/${mine?.id}/read`],
      ['DELETE', `/api/notifications/${mine?.id}`],
    ] as const) {
      expect((await other.request(method, path)).status).toBe(404);
      expect((await app.visitor().request(method, path)).status).toBe(401);
      expect((await (await aUser(app, 'teacher')).request(method, path)).status).toBe(404);
      expect((await (await aUser(app, 'admin')).request(method, path)).status).toBe(403);
    }
    expect((await parent.get('/api/notifications')).body).toMatchObject([{ id: mine?.id, isRead: false }]);
    expect((await parent.request('DELETE', `/api/notifications/${mine?.id}`)).status).toBe(204);
    expect((await parent.request('DELETE', `/api/notifications/${mine?.id}`)).status).toBe(404);
  });

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'tests', '/a\nb', ''])(
    'the database rejects %j as a link',
    async (link) => {
      const { parent } = await aFamily();
      await expect(
        db.count(
          `insert into notifications (user_id, title, message, type, category, action_link) values ($1, 'A', 'B', 'news', 'system', $2)`,
          [parent.id, link],
        ),
      ).rejects.toMatchObject({ code: '23514' });
    },
  );

  test('another family’s child is never notified, and erasing a family deletes its notifications', async () => {
    const { parent, childId } = await aFamily();
    const other = await aParent(app);
    await expect(
      db.count(
        `insert into notifications (user_id, child_id, title, message, type, category) values ($1, $2, 'A', 'B', 'news', 'system')`,
        [other.id, childId],
      ),
    ).rejects.toMatchObject({ code: '23503' });
    await takes(parent, childId, 3);
    await parent.put('/api/notifications/settings', { weeklyReports: false });
    await db.count('delete from users where id = $1', [parent.id]);
    for (const table of ['notifications', 'notification_sources', 'notification_settings'])
      expect(await db.rows(`select 1 from ${table} where user_id = $1`, [parent.id]), table).toEqual([]);
  });
});

describe('settings', () => {
  test('are all on by default, and can be changed one by one by their owner only', async () => {
    const parent = await aParent(app);
    const other = await aParent(app);
    expect((await parent.get('/api/notifications/settings')).body).toEqual({
      id: null,
      userId: parent.id,
      ...SWITCHES,
      updatedAt: null,
    });
    const changed = await parent.put('/api/notifications/settings', {
      ...SWITCHES,
      id: 999,
      userId: other.id,
      testReminders: false,
    });
    expect(changed.body).toMatchObject({ ...SWITCHES, userId: parent.id, testReminders: false });
    expect(changed.body.id).not.toBe(999);
    await Promise.all([
      parent.put('/api/notifications/settings', { performanceAlerts: false }),
      parent.put('/api/notifications/settings', { emailNotifications: false }),
    ]);
    expect((await parent.get('/api/notifications/settings')).body).toMatchObject({
      ...SWITCHES,
      testReminders: false,
      performanceAlerts: false,
      emailNotifications: false,
    });
    expect((await other.get('/api/notifications/settings')).body).toMatchObject(SWITCHES);
    expect((await parent.put('/api/notifications/settings', { testReminders: 'sim' })).body.fields).toHaveProperty(
      'testReminders',
    );
  });
});
