import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { anAdmin, aParent, aUser, confirmWithoutCode, type Parent } from '../../../../test/support/builders.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { tellNews } from './news.server.ts';
import type { Notification } from './notifications.contract.ts';

const app = await testApp();
const { db } = app;

const read = async (person: Parent): Promise<Notification[]> =>
  (await person.get('/api/notifications?includeRead=true')).body;
const newsOf = async (person: Parent) => (await read(person)).filter(({ type }) => type === 'news');

async function aWriter(): Promise<Parent> {
  const admin = await anAdmin(app);
  await confirmWithoutCode(db, admin.id);
  return admin;
}
const WORDS = { message: 'Há provas novas de todas as disciplinas.' };

describe('news', () => {
  test.each([
    ['all', true, true],
    ['parents', true, false],
    ['teachers', false, true],
  ] as const)(
    'to %s is sent once to each reader in its audience, even by two processes',
    async (audience, parents, teachers) => {
      const [admin, parent, teacher] = [await aWriter(), await aParent(app), await aUser(app, 'teacher')];
      const sent = await admin.post('/api/admin/news', { title: `Para ${audience}`, ...WORDS, audience });
      expect(sent).toMatchObject({ status: 201, body: { audience, done: false } });
      const late = await aParent(app);
      await Promise.all([tellNews(db), tellNews(db)]);
      await tellNews(db);
      const wanted = { title: `Para ${audience}`, ...WORDS, category: 'system', actionLink: null };
      expect(await newsOf(parent)).toMatchObject(parents ? [wanted] : []);
      expect(await newsOf(teacher)).toMatchObject(teachers ? [wanted] : []);
      expect(await newsOf(late)).toEqual([]);
      expect((await admin.get('/api/admin/news')).body[0]).toMatchObject({ title: `Para ${audience}`, done: true });
      const mails = await db.rows<{ userId: number }>(
        `select user_id as "userId" from mails where kind = 'news' and subject = $1 and user_id = any ($2)`,
        [`Para ${audience}`, [parent.id, teacher.id, late.id]],
      );
      expect(mails.map(({ userId }) => userId).sort()).toEqual(
        [...(parents ? [parent.id] : []), ...(teachers ? [teacher.id] : [])].sort(),
      );
    },
  );

  test('can be marked as read and deleted by a teacher', async () => {
    const [admin, teacher, other] = [await aWriter(), await aUser(app, 'teacher'), await aUser(app, 'teacher')];
    await admin.post('/api/admin/news', { title: 'Fichas novas', ...WORDS, audience: 'teachers' });
    await tellNews(db);
    const [item] = await newsOf(teacher);
    expect((await other.request('PATCH', `/api/notifications/${item?.id}/read`)).status).toBe(404);
    expect((await teacher.request('PATCH', `/api/notifications/${item?.id}/read`)).body.isRead).toBe(true);
    expect((await teacher.get('/api/notifications')).body).toEqual([]);
    expect((await teacher.request('DELETE', `/api/notifications/${item?.id}`)).status).toBe(204);
    expect(await newsOf(teacher)).toEqual([]);
  });

  test('withdrawn news disappears from every list, as do the mails that wait; both actions are logged', async () => {
    const [admin, parent] = [await aWriter(), await aParent(app)];
    const { body } = await admin.post('/api/admin/news', { title: 'Engano', ...WORDS, audience: 'parents' });
    await tellNews(db);
    expect(await newsOf(parent)).toHaveLength(1);
    await admin.post('/api/admin/news', { title: 'Outra novidade', ...WORDS, audience: 'parents' });
    await tellNews(db);
    expect((await admin.request('DELETE', `/api/admin/news/${body.id}`)).status).toBe(204);
    expect(await newsOf(parent)).toMatchObject([{ title: 'Outra novidade' }]);
    const waiting = await db.rows<{ subject: string }>(
      `select subject from mails where kind = 'news' and state = 'waiting' and user_id = $1`,
      [parent.id],
    );
    expect(waiting).toEqual([{ subject: 'Outra novidade' }]);
    expect((await admin.request('DELETE', `/api/admin/news/${body.id}`)).status).toBe(404);
    const log = await db.rows<{ action: string }>('select action from audit_log where subject = $1 order by id', [
      `news ${body.id}`,
    ]);
    expect(log.map(({ action }) => action)).toEqual(['news.sent', 'news.withdrawn']);
  });

  test('before it is sent, its writer learns who would get it, and can get its mail alone', async () => {
    const admin = await aWriter();
    const preview = async (audience: string, mailMe = false) =>
      (await admin.post('/api/admin/news/preview', { title: 'Ensaio geral', ...WORDS, audience, mailMe })).body;
    const before = await preview('all');
    const [parent, silent] = [await aParent(app), await aParent(app), await aUser(app, 'teacher')];
    await silent.request('PUT', '/api/notifications/settings', { emailNotifications: false });
    expect(await preview('all')).toEqual({ readers: before.readers + 3, mailed: before.mailed + 2, mailedTo: null });
    const parents = await preview('parents', true);
    expect(parents.readers + (await preview('teachers')).readers).toBe(before.readers + 3);
    const mails = await db.rows<{ userId: number; subject: string }>(
      `select user_id as "userId", subject from mails where subject like '%Ensaio geral'`,
    );
    expect(mails).toEqual([{ userId: admin.id, subject: '[Ensaio] Ensaio geral' }]);
    expect(parents.mailedTo).toMatch(/@/);
    await tellNews(db);
    expect(await newsOf(parent)).toEqual([]);
  });

  test('the same news cannot be sent twice in a day; title and text are required', async () => {
    const admin = await aWriter();
    const send = (title: string) => admin.post('/api/admin/news', { title, ...WORDS, audience: 'all' });
    expect((await send('Uma vez')).status).toBe(201);
    expect(await send('Uma vez')).toMatchObject({ status: 409, body: { code: 'news-told' } });
    const empty = await admin.post('/api/admin/news', { title: ' ', message: '', audience: 'toda a gente' });
    expect(empty.status).toBe(400);
    expect(Object.keys(empty.body.fields).sort()).toEqual(['audience', 'message', 'title']);
  });
});

describe('changes to the account that somebody else may have made', () => {
  const told = async (person: Parent) => {
    while ((await deliver(db, app.frame.log)) > 0);
    return (await read(person)).filter(({ type }) => type === 'security' || type === 'child_mode_left');
  };
  const mailed = async (person: Parent, kind: string) =>
    db.rows<{ content: { paragraphs: string[] } }>('select content from mails where user_id = $1 and kind = $2', [
      person.id,
      kind,
    ]);
  const PASSWORD = 'segredo-da-familia';
  const signIn = (person: Parent, agent: string) =>
    app.visitor().post('/api/login', { username: person.username, password: PASSWORD }, { 'user-agent': agent });
  const PHONE = 'Mozilla/5.0 (Linux; Android 10) Chrome/126.0';
  const LAPTOP = 'Mozilla/5.0 (Windows NT 10.0) Firefox/127.0';

  test('a new password gives a notification with the text of the mail, and only one mail', async () => {
    const parent = await aParent(app);
    await parent.put('/api/notifications/settings', { emailNotifications: false });
    const body = { currentPassword: PASSWORD, newPassword: 'outra-senha-boa', confirmPassword: 'outra-senha-boa' };
    expect((await parent.put('/api/account/password', body)).status).toBeLessThan(300);
    const [item] = await told(parent);
    expect(item).toMatchObject({ title: 'A senha da sua conta mudou', priority: 'high', actionLink: '/settings' });
    expect(item?.message).toContain(`A senha da conta ${parent.username} foi mudada`);
    expect(await mailed(parent, 'password_changed')).toHaveLength(1);
    expect(await mailed(parent, 'security')).toHaveLength(0);
  });

  test('signing in on a new kind of device gives a mail and a notification, on a known kind neither', async () => {
    const parent = await aParent(app);
    await db.count('delete from known_devices where user_id = $1', [parent.id]);
    expect((await signIn(parent, PHONE)).status).toBe(200);
    expect(await told(parent)).toEqual([]);
    expect((await signIn(parent, LAPTOP)).status).toBe(200);
    expect(await told(parent)).toMatchObject([{ title: 'Entraram na sua conta com um aparelho novo' }]);
    expect((await mailed(parent, 'new_device'))[0]?.content.paragraphs[0]).toContain(
      `na conta ${parent.username} com Firefox em Windows, a partir de 127.0.x.x.`,
    );
    for (const agent of [PHONE, LAPTOP]) await signIn(parent, agent);
    expect(await told(parent)).toHaveLength(1);
  });

  test('a known kind of device in a network where the account was never used gives both', async () => {
    const parent = await aParent(app);
    await db.count('delete from known_devices where user_id = $1', [parent.id]);
    await signIn(parent, PHONE);
    await db.count(`update known_networks set network = '105.168.1.0/24' where user_id = $1`, [parent.id]);
    await signIn(parent, PHONE);
    expect(await told(parent)).toHaveLength(1);
    expect(await mailed(parent, 'new_device')).toHaveLength(1);
  });

  test('T56 setting a PIN, or leaving child mode with the password, gives a notification; with the PIN once a day, without a mail', async () => {
    const parent = await aParent(app);
    const child = await parent.post('/api/children', { fullName: 'Weza Domingos', schoolClass: '4º Ano' });
    await parent.put('/api/account/pin', { pin: '837465', password: PASSWORD });
    const handOver = () => parent.post('/api/child-mode', { childId: child.body.id });
    expect((await handOver()).status).toBe(204);
    expect((await parent.request('DELETE', '/api/child-mode', { pin: '837465' })).status).toBe(204);
    const first = [
      { title: 'Saíram do modo criança com o PIN', type: 'child_mode_left', priority: 'low' },
      { title: 'Foi escolhido um PIN para o modo criança', priority: 'normal' },
    ];
    expect(await told(parent)).toMatchObject(first);
    expect(await mailed(parent, 'child_mode_left_by_pin')).toHaveLength(0);
    await handOver();
    expect((await parent.request('DELETE', '/api/child-mode', { password: PASSWORD })).status).toBe(204);
    expect(await told(parent)).toMatchObject([{ title: 'Saíram do modo criança com a senha' }, ...first]);
    expect(await mailed(parent, 'child_mode_left')).toHaveLength(1);
  });
});
