import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, aParent, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { aCalculation } from '../../../../test/support/calculations.ts';
import { aReading, someForms } from '../../../../test/support/readings.ts';
import { aDictation, aText, loadWritingForms } from '../../../../test/support/writings.ts';
import { sign } from '../../../server/http/signing.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { UNSUBSCRIBE } from '../../../server/mail/mail.ts';
import { addDays } from '../../../shared/days.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { storeForms } from '../../skills/reading/content.server.ts';
import { type KindSwitch, noticeOf } from './kinds.rules.ts';
import { remindOfTests, reportWeek, sendWaitingMails } from './notifications.server.ts';
import { tell } from './telling.server.ts';
import { weekToReport } from './weekly.rules.ts';

const app = await testApp();
const { db } = app;
const told = async () => {
  while ((await deliver(db, app.frame.log)) > 0);
};

const mailsOf = (parent: Parent) =>
  db.rows<{
    kind: string;
    subject: string;
    recipient: string;
    topic: string;
    content: { paragraphs: string[]; plan?: string };
  }>('select kind, subject, recipient, topic, content from mails where user_id = $1 order by id', [parent.id]);
const kindsOf = async (parent: Parent) => (await mailsOf(parent)).map(({ kind }) => kind);
const NOON = new Date('2026-11-24T11:00:00Z');
/** Simulates the next day: waiting mails are sent. */
async function dayPasses(parent: Parent) {
  await db.count('delete from mail_days d using children c where c.id = d.child_id and c.user_id = $1', [parent.id]);
  return sendWaitingMails(db, NOON);
}
/** Returns the text of all mails of this and the next day. */
async function wordsOf(parent: Parent) {
  await dayPasses(parent);
  return JSON.stringify(await mailsOf(parent));
}
const typesOf = async (parent: Parent) =>
  ((await parent.get('/api/notifications')).body as { type: string }[]).map(({ type }) => type).reverse();

async function aFamily(settings: Record<string, boolean> = {}) {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { gender: 'feminino' });
  await told();
  await db.count('delete from notifications where user_id = $1', [parent.id]);
  await db.count('delete from mails where user_id = $1', [parent.id]);
  if (Object.keys(settings).length > 0) await parent.put('/api/notifications/settings', settings);
  return { parent, childId: child.id };
}

async function takes(parent: Parent, childId: number, right: number, theme?: string): Promise<number> {
  const sitting = await aChildMidTest(app, parent, {
    childId,
    keys: Array(10).fill('A') as string[],
    ...(theme ? { theme } : {}),
  });
  for (let index = 0; index < 10; index += 1) await sitting.answer(index, index < right ? 'A' : 'B');
  await sitting.complete();
  await told();
  return sitting.id;
}

test('results of several families delivered together are notified once each, to their own family', async () => {
  const [one, other] = [await aFamily(), await aFamily()];
  const second = await aChild(one.parent, { fullName: 'Pedro Domingos', gender: 'masculino' });
  const ended: number[] = [];
  for (const { parent, childId } of [one, { ...one, childId: second.id }, other]) {
    const sitting = await aChildMidTest(app, parent, { childId });
    await sitting.answer(0, 'A');
    await sitting.complete();
    ended.push(sitting.id);
  }
  await told();
  const results = async (parent: Parent) =>
    ((await parent.get('/api/notifications')).body as { type: string; actionLink: string }[])
      .filter(({ type }) => type === 'result_ready')
      .map(({ actionLink }) => Number(/\d+/.exec(actionLink)?.[0]));
  expect((await results(one.parent)).sort()).toEqual([ended[0], ended[1]].sort());
  expect(await results(other.parent)).toEqual([ended[2]]);
  // Nothing waits for the next day: each child has its mail of the day.
  for (const { parent } of [one, other]) {
    const sent = (await mailsOf(parent)).length;
    expect(sent).toBeGreaterThan(0);
    await dayPasses(parent);
    expect(await mailsOf(parent)).toHaveLength(sent);
  }
});

type Happening = { kind: string; happen: (parent: Parent, childId: number) => Promise<unknown> };
/** For every switch of kinds, a function that causes a notification that obeys it. */
const HAPPENINGS: Record<KindSwitch, Happening> = {
  performanceAlerts: { kind: 'result_ready', happen: (parent, childId) => takes(parent, childId, 8) },
  achievementNotifications: { kind: 'first_test', happen: (parent, childId) => takes(parent, childId, 8) },
  testReminders: {
    kind: 'no_test',
    happen: async (_, childId) => {
      await db.count(`update children set created_at = now() - interval '20 days' where id = $1`, [childId]);
      await remindOfTests(db);
    },
  },
  weeklyReports: {
    kind: 'weekly_report',
    happen: async (parent, childId) => {
      const id = await takes(parent, childId, 8);
      await db.count('update attempts set finished_at = $2 where id = $1', [id, new Date('2026-11-20T10:00:00Z')]);
      await reportWeek(db, new Date('2026-11-22T18:00:00Z'));
    },
  },
};

describe('every switch', () => {
  for (const [name, { kind, happen }] of Object.entries(HAPPENINGS)) {
    test(`${name} on: in the app and by mail; off: neither`, async () => {
      const on = await aFamily();
      await happen(on.parent, on.childId);
      const { body } = await on.parent.get('/api/notifications');
      const notification = body.find(({ type }: { type: string }) => type === kind);
      expect(await wordsOf(on.parent)).toContain(notification.title);
      const off = await aFamily({ [name]: false });
      await happen(off.parent, off.childId);
      expect(await typesOf(off.parent)).not.toContain(kind);
      expect(await wordsOf(off.parent)).not.toContain(notification.title);
    });

    test(`emailNotifications off: ${kind} in the app only`, async () => {
      const { parent, childId } = await aFamily({ emailNotifications: false });
      await happen(parent, childId);
      expect(await typesOf(parent)).toContain(kind);
      await dayPasses(parent);
      expect(await kindsOf(parent)).toEqual([]);
    });
  }

  test('switching mails off drops those waiting to be sent, also those waiting for the next day', async () => {
    const { parent, childId } = await aFamily();
    await takes(parent, childId, 8);
    expect(await kindsOf(parent)).toEqual(['joined_news']);
    await parent.put('/api/notifications/settings', { performanceAlerts: false });
    expect(await kindsOf(parent)).toEqual([]);
    const other = await aFamily({ achievementNotifications: false });
    await takes(other.parent, other.childId, 8);
    await takes(other.parent, other.childId, 8);
    await other.parent.put('/api/notifications/settings', { performanceAlerts: false });
    await dayPasses(other.parent);
    expect(await kindsOf(other.parent)).toEqual([]);
  });
});

test('a notification of a newer version waits for a process that knows it, and stops nobody else', async () => {
  const [one, other] = [await aFamily(), await aFamily()];
  for (const { parent, childId } of [one, other]) {
    await takes(parent, childId, 8);
    await takes(parent, childId, 8);
    await db.count('delete from mails where user_id = $1', [parent.id]);
  }
  await db.count(`update notifications set type = 'of_a_newer_version' where user_id = $1`, [one.parent.id]);
  await dayPasses(one.parent);
  await dayPasses(other.parent);
  expect(await kindsOf(one.parent)).toEqual([]);
  expect(await kindsOf(other.parent)).toHaveLength(1);
  await db.count(`update notifications set type = 'result_ready' where user_id = $1`, [one.parent.id]);
  await dayPasses(one.parent);
  expect(await kindsOf(one.parent)).toHaveLength(1);
});

describe('one mail a day for each child', () => {
  test('simultaneous notifications are one mail; later ones of that day wait for the next, and none is sent at night', async () => {
    const { parent, childId } = await aFamily();
    await takes(parent, childId, 8, 'Frações');
    expect(await mailsOf(parent)).toMatchObject([
      {
        kind: 'joined_news',
        topic: 'emailNotifications',
        subject: 'A Maria terminou um teste de Matemática e mais 1 aviso',
        content: {
          paragraphs: [expect.stringContaining('8 de 10'), expect.stringContaining('O primeiro teste da Maria')],
        },
      },
    ]);
    await takes(parent, childId, 7, 'Medidas');
    await takes(parent, childId, 6, 'Horas');
    expect(await mailsOf(parent)).toHaveLength(1);
    expect(await sendWaitingMails(db, NOON), 'the same day').toBe(0);
    await db.count('delete from mail_days where child_id = $1', [childId]);
    expect(await sendWaitingMails(db, new Date('2026-11-24T02:00:00Z')), 'at night').toBe(0);
    await Promise.all([sendWaitingMails(db, NOON), sendWaitingMails(db, NOON)]);
    const [, next, ...others] = await mailsOf(parent);
    expect(others).toEqual([]);
    expect(next).toMatchObject({
      subject: 'A Maria terminou um teste de Matemática e mais 1 aviso',
      topic: 'performanceAlerts',
    });
    expect(next?.content.paragraphs.join()).toMatch(/Medidas.*Horas/);
  });

  test('each child has its own, and a mail about the whole family is sent on a day without another', async () => {
    const { parent, childId } = await aFamily({ achievementNotifications: false });
    const second = await aChild(parent, { fullName: 'João Domingos', gender: 'masculino' });
    const id = await takes(parent, childId, 8);
    await takes(parent, second.id, 8);
    expect(await kindsOf(parent)).toEqual(['result_ready', 'result_ready']);
    await db.count('update attempts set finished_at = $2 where id = $1', [id, new Date('2026-12-04T10:00:00Z')]);
    await reportWeek(db, new Date('2026-12-06T18:00:00Z'));
    expect(await kindsOf(parent)).toHaveLength(2);
    await dayPasses(parent);
    expect(await kindsOf(parent)).toEqual(['result_ready', 'result_ready', 'weekly_report']);
    await takes(parent, second.id, 8);
    expect(await kindsOf(parent), 'the report was the day’s mail of both').toHaveLength(3);
  });

  test('notifications about money and the account are sent at once, in mails of their own', async () => {
    const { parent, childId } = await aFamily({ achievementNotifications: false });
    await takes(parent, childId, 8);
    const plan = noticeOf('plan_ending', new Date(), {
      source: 'plan-ending:x',
      title: 'O seu plano termina em 7 dias',
      message: 'Renove quando quiser.',
      actionLink: '/subscription',
    });
    await db.transaction((transaction) => tell(transaction, parent.id, [plan]));
    expect(await kindsOf(parent)).toEqual(['result_ready', 'plan_ending']);
  });
});

describe('a mail', () => {
  test('contains the first name, the test and the score, and the link of the plan', async () => {
    const { parent, childId } = await aFamily({ achievementNotifications: false });
    await takes(parent, childId, 8, 'Frações simples');
    expect(await mailsOf(parent)).toMatchObject([
      {
        recipient: `${parent.username}@familia.example`,
        topic: 'performanceAlerts',
        subject: 'A Maria terminou um teste de Matemática',
        content: {
          paragraphs: ['Frações simples: 8 de 10 respostas certas, 80%. Veja o que correu bem e o que falta praticar.'],
          plan: 'Plano Família',
        },
      },
    ]);
    const free = await aParent(app);
    await told();
    expect((await mailsOf(free))[0]?.content.plan).toBeUndefined();
  });

  test('is not sent once the account is to be erased, and waiting ones are dropped', async () => {
    const { parent, childId } = await aFamily();
    await takes(parent, childId, 8);
    const sitting = await aChildMidTest(app, parent, { childId });
    await sitting.answer(0, 'A');
    expect((await parent.post('/api/account/deletion', { password: PASSWORD })).status).toBe(200);
    await parent.post('/api/login', { username: parent.username, password: PASSWORD });
    const before = await typesOf(parent);
    await sitting.complete();
    await told();
    expect(await typesOf(parent)).toEqual(before);
    expect((await mailsOf(parent)).filter(({ topic }) => topic !== null)).toEqual([]);
  });
});

/** Returns 19:00 of the last Sunday in Luanda that is over. */
function lastSunday(): Date {
  const yesterday = new Date(Date.now() - DAY_MS);
  return new Date(Date.parse(`${addDays(yesterday.toISOString().slice(0, 10), -yesterday.getUTCDay())}T18:00:00Z`));
}

describe('the weekly report', () => {
  test('is created once, however often and in however many processes the job runs', async () => {
    const { parent, childId } = await aFamily({ achievementNotifications: false, performanceAlerts: false });
    const id = await takes(parent, childId, 8);
    await db.count('update attempts set finished_at = $2 where id = $1', [id, new Date('2026-11-27T10:00:00Z')]);
    const evening = new Date('2026-11-29T18:00:00Z');
    expect(weekToReport(evening)?.day).toBe('2026-11-29');
    await Promise.all([reportWeek(db, evening), reportWeek(db, evening)]);
    await reportWeek(db, evening);
    expect(await typesOf(parent)).toEqual(['weekly_report']);
    expect(await kindsOf(parent)).toEqual(['weekly_report']);
    expect((await parent.get('/api/notifications')).body[0].message).toBe('A Maria fez 1 teste de Matemática (80%).');
  });

  test('reaches the other families when one cannot be told, and that one in the next run', async () => {
    const families = await Promise.all([aFamily({}), aFamily({})]);
    for (const { parent, childId } of families) {
      const id = await takes(parent, childId, 8);
      await db.count('update attempts set finished_at = $2 where id = $1', [id, new Date('2026-11-20T10:00:00Z')]);
    }
    const reports = async () =>
      (await Promise.all(families.map(({ parent }) => typesOf(parent)))).map(
        (types) => types.filter((type) => type === 'weekly_report').length,
      );
    const evening = new Date('2026-11-22T18:00:00Z');
    let isFirst = true;
    const failing = new Proxy(db, {
      get: (of, name) =>
        name === 'transaction' && isFirst
          ? () => {
              isFirst = false;
              return Promise.reject(new Error('gone'));
            }
          : Reflect.get(of, name),
    });
    await expect(reportWeek(failing, evening)).rejects.toThrow('failed for 1');
    expect((await reports()).toSorted()).toEqual([0, 1]);
    await reportWeek(db, evening);
    expect(await reports()).toEqual([1, 1]);
  });

  test.each([
    ['readings', (id: number) => aReading(id), /Lê/],
    ['calculations', (id: number) => aCalculation(id), /conta/i],
    ['dictations', (id: number) => aDictation(id), /ditado|palavras/i],
    ['texts', (id: number) => aText(id), /nível 3/],
  ])('names one thing of a week in which a child did nothing but %s', async (what, made, said) => {
    await Promise.all([loadWritingForms(db), storeForms(db, someForms())]);
    const { parent, childId } = await aFamily();
    expect((await parent.post(`/api/${what}`, made(childId))).status).toBe(201);
    const evening = lastSunday();
    await db.count(`update ${what} set started_at = $2 where child_id = $1`, [
      childId,
      new Date(evening.getTime() - 3 * DAY_MS),
    ]);
    await reportWeek(db, evening);
    const [report] = (await parent.get('/api/notifications')).body as { title: string; message: string }[];
    expect(report?.title).toBe('A semana da Maria: 1 exercício em casa');
    expect(report?.message).toMatch(said);
  });
});

test('reminders and weekly reports reach all families, however few a statement reads at a time', async () => {
  const families = [
    await aFamily({ achievementNotifications: false }),
    await aFamily({ achievementNotifications: false }),
  ];
  const evening = new Date('2026-12-13T18:00:00Z');
  for (const { parent, childId } of families) {
    const id = await takes(parent, childId, 8);
    await told();
    await db.count('update attempts set finished_at = $2 where id = $1', [id, new Date('2026-12-10T10:00:00Z')]);
    await db.count(`update attempts set attempt_date = now() - interval '20 days' where id = $1`, [id]);
  }
  await reportWeek(db, evening, 1);
  await remindOfTests(db, 1);
  for (const { parent } of families)
    expect(await typesOf(parent)).toEqual(expect.arrayContaining(['no_test', 'weekly_report']));
});

describe('a theme', () => {
  test('is notified as known once, when it is still known on another day', async () => {
    const { parent, childId } = await aFamily({ performanceAlerts: false });
    for (const daysAgo of [3, 0, 0]) {
      const keys = Array(10).fill('A') as string[];
      const sitting = await aChildMidTest(app, parent, { childId, keys, discipline: 'Artes', objective: 'SABE-1' });
      for (let index = 0; index < 10; index += 1) await sitting.answer(index, 'A');
      await sitting.complete();
      await told();
      await db.count(
        `update attempts set attempt_date = attempt_date - make_interval(days => $2), finished_at = finished_at - make_interval(days => $2) where id = $1`,
        [sitting.id, daysAgo],
      );
    }
    expect((await typesOf(parent)).filter((type) => type === 'theme_mastered')).toHaveLength(1);
  });
});

describe('an unsubscription link', () => {
  const linkFor = (userId: number, topic: string) =>
    `/api/notifications/unsubscribe/${sign(app.config.secretKey, UNSUBSCRIBE, `${userId}:${topic}`)}`;
  const settingsOf = async (parent: Parent) => (await parent.get('/api/notifications/settings')).body;
  const tap = (link: string, body = 'List-Unsubscribe=One-Click') =>
    app.visitor().request('POST', link, body, { 'content-type': 'application/x-www-form-urlencoded' });

  test('works with one tap, without signing in, and only for its kind', async () => {
    const { parent, childId } = await aFamily({ achievementNotifications: false });
    await takes(parent, childId, 8);
    const idle = await aChild(parent, { fullName: 'João Domingos' });
    await db.count(`update children set created_at = now() - interval '20 days' where id = $1`, [idle.id]);
    await remindOfTests(db);
    const reply = await tap(linkFor(parent.id, 'performanceAlerts'));
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('Já não vai receber avisos de resultados');
    expect(await settingsOf(parent)).toMatchObject({
      performanceAlerts: false,
      testReminders: true,
      emailNotifications: true,
    });
    expect(await kindsOf(parent)).toEqual(['no_test']);
    expect((await tap(linkFor(parent.id, 'performanceAlerts'))).status, 'a second tap').toBe(200);
  });

  test('works with a form sent as multipart/form-data, as RFC 8058 allows', async () => {
    const { parent } = await aFamily();
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const send = (body: string) =>
      app.visitor().request('POST', linkFor(parent.id, 'weeklyReports'), `${body}--b--\r\n`, {
        'content-type': 'multipart/form-data; boundary=b',
      });
    const oneClick = part('List-Unsubscribe', 'One-Click');
    expect((await send(oneClick)).status).toBe(200);
    expect(await settingsOf(parent)).toMatchObject({ weeklyReports: false, emailNotifications: true });
    expect((await send(oneClick + part('all', '1'))).status).toBe(200);
    expect(await settingsOf(parent)).toMatchObject({ emailNotifications: false });
    expect(
      (await send(`${oneClick}--b\r\nContent-Disposition: form-data; name="x"; filename="x"\r\n\r\nx\r\n`)).status,
    ).toBe(400);
  });

  test('has no effect when it is only opened', async () => {
    const { parent } = await aFamily();
    const page = await app.visitor().get(linkFor(parent.id, 'weeklyReports'));
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('<form method="post"');
    expect(page.text).not.toContain('<script');
    expect(await settingsOf(parent)).toMatchObject({ weeklyReports: true });
  });

  test('can stop all kinds', async () => {
    const { parent } = await aFamily();
    const { text } = await tap(linkFor(parent.id, 'weeklyReports'), 'all=1');
    expect(text).toContain('Já não vai receber e-mails de avisos.');
    expect(await settingsOf(parent)).toMatchObject({ weeklyReports: true, emailNotifications: false });
  });

  test('has no effect if it is forged, changed or belongs to a deleted account', async () => {
    const { parent } = await aFamily();
    const other = await aFamily();
    const good = linkFor(parent.id, 'weeklyReports');
    const forged = good.replace(
      /unsubscribe\/[^.]+/,
      `unsubscribe/${Buffer.from(`${other.parent.id}:weeklyReports`).toString('base64url')}`,
    );
    for (const link of [forged, `${good}x`, linkFor(parent.id, 'isAdmin'), linkFor(parent.id, 'constructor')]) {
      expect((await tap(link)).status).toBe(404);
      expect((await app.visitor().get(link)).text).toContain('não está completa');
    }
    const gone = await tap(linkFor(2_000_000_000, 'weeklyReports'));
    expect([gone.status, gone.text]).toEqual([200, expect.stringContaining('Está feito')]);
    expect(await settingsOf(other.parent)).toMatchObject({ weeklyReports: true });
    expect(await settingsOf(parent)).toMatchObject({ weeklyReports: true });
  });
});
