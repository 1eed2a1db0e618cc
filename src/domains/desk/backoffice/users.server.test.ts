import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, anAdmin, aParent, aUser, PASSWORD } from '../../../../test/support/builders.ts';

const app = await testApp();
const admin = await anAdmin(app);
const GOOD = 'goiabas-azuis-7';
let made = 0;
const person = (more: Record<string, unknown> = {}) => {
  made += 1;
  return {
    username: `pessoal${made}`,
    fullName: 'Paulo Ndala',
    email: 'paulo@escola.example',
    password: GOOD,
    role: 'teacher',
    ...more,
  };
};
const signIn = (username: string, password = PASSWORD) => app.visitor().post('/api/login', { username, password });
const lastLine = async () => (await admin.get('/api/admin/audit?limit=1')).body[0];

describe('finding accounts', () => {
  test('ignores accents and case in name, username and e-mail', async () => {
    const parent = await aParent(app, { fullName: 'João Conceição Ñandu' });
    for (const words of ['joao conceicao', 'JOÃO', 'nandu', parent.username.toUpperCase(), `${parent.username}@fam`]) {
      const found = await admin.get(`/api/admin/users?search=${encodeURIComponent(words)}`);
      expect(found.body.map(({ id }: { id: number }) => id)).toContain(parent.id);
    }
    expect((await admin.get(`/api/admin/users?search=${encodeURIComponent('%')}`)).body).toEqual([]);
    expect((await admin.get('/api/admin/users?search=ninguem-assim')).headers['x-total-count']).toBe('0');
  });

  test('filters by role, state and plan, page by page in the requested order', async () => {
    const parent = await aParent(app, { plan: 'family', fullName: 'Zulmira Última' });
    await aParent(app, { plan: 'family', fullName: 'Ana Primeira' });
    const page = await admin.get('/api/admin/users?role=parent&plan=family&sort=name&limit=1&page=2');
    expect(page.headers['x-total-count']).toBe('2');
    expect(page.headers['link']).toContain('rel="prev"');
    expect(page.body[0]).toMatchObject({ id: parent.id, children: 0, sessions: 1, subscriptionType: 'family' });
    expect((await admin.get('/api/admin/users?role=gerente')).status).toBe(400);
    expect((await admin.get('/api/admin/users?sort=password')).status).toBe(400);
    expect((await admin.get('/api/admin/users?role=admin')).body).toHaveLength(1);
  });

  test('by id gives the same account as the list', async () => {
    const parent = await aParent(app);
    const [listed] = (await admin.get(`/api/admin/users?search=${parent.username}`)).body;
    expect((await admin.get(`/api/admin/users/${parent.id}`)).body).toEqual(listed);
    expect((await admin.get('/api/admin/users/2000000000')).status).toBe(404);
  });

  test('shows the number of children, never a name', async () => {
    const parent = await aParent(app);
    await aChild(parent, { fullName: 'Menina Secreta', school: 'Escola Secreta' });
    const all = await admin.get('/api/admin/users');
    expect(all.body.find(({ id }: { id: number }) => id === parent.id).children).toBe(1);
    expect(all.text).not.toMatch(/Secreta|argon2|password/i);
  });

  test('exports a file that opens in a spreadsheet without formulas, which is logged', async () => {
    await aParent(app, { fullName: '=HYPERLINK("http://mau";"x")' });
    const file = await admin.get('/api/admin/users/file?role=parent');
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.text.startsWith('\ufeff"Id";"Nome completo";')).toBe(true);
    expect(file.text).toContain(`"'=HYPERLINK(""http://mau"";""x"")"`);
    expect(await lastLine()).toMatchObject({ action: 'users.exported', userId: admin.id });
  });
});

describe('creating accounts', () => {
  test('gives a teacher who can sign in with the given password', async () => {
    const wanted = person();
    const created = await admin.post('/api/admin/users', wanted);
    expect(created).toMatchObject({ status: 201, body: { userRole: 'teacher', lastLogin: null, sessions: 0 } });
    expect((await signIn(wanted.username, GOOD)).body).toMatchObject({ isTeacher: true, isAdmin: false });
    const line = (await admin.get('/api/admin/audit?kind=user&limit=1')).body[0];
    expect(line).toMatchObject({ action: 'user.created', subjectName: wanted.username, who: 'Domingas Cassoma' });
    expect(JSON.stringify(line)).not.toContain(GOOD);
  });

  test.each([
    [{ password: 'curta-123' }, 'password'],
    [{ password: 'administrador' }, 'password'],
    [{ password: 'Ndala-2026-x' }, 'password'],
    [{ role: 'parent' }, 'role'],
    [{ username: 'ab' }, 'username'],
    [{ email: 'nada' }, 'email'],
    [{ fullName: ' ' }, 'fullName'],
  ])('refuses %j and names the field', async (wrong, field) => {
    const reply = await admin.post('/api/admin/users', person(wrong));
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.fields)).toEqual([field]);
  });

  test('refuses a username that is taken', async () => {
    const reply = await admin.post('/api/admin/users', person({ username: admin.username }));
    expect(reply).toMatchObject({ status: 409, body: { code: 'username-taken' } });
  });
});

describe('suspending and restoring', () => {
  test('ends the sessions; signing in explains why until the account is restored', async () => {
    const parent = await aParent(app);
    const shut = await admin.post(`/api/admin/users/${parent.id}/suspend`, { reason: 'A pedido da família' });
    expect(shut.body).toMatchObject({ sessions: 0 });
    expect(shut.body.suspendedAt).not.toBeNull();
    expect((await parent.get('/api/user')).status).toBe(401);
    const refused = await signIn(parent.username);
    expect(refused).toMatchObject({ status: 403, body: { code: 'suspended' } });
    expect(refused.body.message).toContain(app.config.brand.supportEmail);
    expect(await lastLine()).toMatchObject({
      action: 'user.suspended',
      before: { suspended: false },
      after: { suspended: true, reason: 'A pedido da família' },
      address: '127.0.0.1',
    });
    // Suspending an account twice has the same effect as once.
    await admin.post(`/api/admin/users/${parent.id}/suspend`, {});
    expect((await admin.get(`/api/admin/audit?search=${parent.username}`)).body).toHaveLength(1);
    expect((await admin.post(`/api/admin/users/${parent.id}/restore`)).body.suspendedAt).toBeNull();
    expect((await signIn(parent.username)).status).toBe(200);
  });

  test('a password can be invalidated: its owner gets a mail with a link to choose another', async () => {
    const parent = await aParent(app);
    const asked = await admin.post(`/api/admin/users/${parent.id}/password-reset`);
    expect(asked.body).toMatchObject({ resetForced: true, sessions: 0 });
    expect((await signIn(parent.username)).status).toBe(401);
    const mail = await app.db.row<{ recipient: string }>('select recipient from mails where user_id = $1', [parent.id]);
    expect(mail?.recipient).toContain(parent.username);
    expect(await lastLine()).toMatchObject({ action: 'user.reset-forced', subject: `user ${parent.id}` });
  });

  test('the sessions alone can be ended', async () => {
    const parent = await aParent(app);
    expect((await admin.request('DELETE', `/api/admin/users/${parent.id}/sessions`)).body.sessions).toBe(0);
    expect((await parent.get('/api/user')).status).toBe(401);
    expect((await signIn(parent.username)).status).toBe(200);
  });

  test('is refused for the own account and for unknown users', async () => {
    for (const path of ['suspend', 'restore']) {
      expect((await admin.post(`/api/admin/users/${admin.id}/${path}`, {})).body.code).toBe('own-account');
      expect((await admin.post(`/api/admin/users/1999999999/${path}`, {})).status).toBe(404);
    }
    expect((await admin.request('DELETE', `/api/admin/users/${admin.id}/sessions`)).status).toBe(409);
    expect((await admin.put(`/api/admin/users/${admin.id}/role`, { role: 'teacher' })).status).toBe(409);
  });
});

describe('roles', () => {
  test('a new role ends the sessions and applies at the next sign-in', async () => {
    const teacher = await aUser(app, 'teacher');
    expect((await admin.put(`/api/admin/users/${teacher.id}/role`, { role: 'admin' })).body.userRole).toBe('admin');
    expect((await teacher.get('/api/user')).status).toBe(401);
    expect((await signIn(teacher.username)).body).toMatchObject({ isAdmin: true, isTeacher: false });
    expect(await lastLine()).toMatchObject({ before: { role: 'teacher' }, after: { role: 'admin' } });
    await admin.put(`/api/admin/users/${teacher.id}/role`, { role: 'parent' });
  });

  test('a parent who becomes a teacher must choose a new password; a parent with children stays a parent', async () => {
    const alone = await aParent(app);
    const made = await admin.put(`/api/admin/users/${alone.id}/role`, { role: 'teacher' });
    expect(made.body).toMatchObject({ userRole: 'teacher', resetForced: true });
    expect((await signIn(alone.username)).status).toBe(401);
    await app.db.count(`update users set password_hash = password_hash || ' ' where id = $1`, [alone.id]);
    expect((await admin.get(`/api/admin/users?search=${alone.username}`)).body[0].resetForced).toBe(false);

    const family = await aParent(app);
    await aChild(family);
    const refused = await admin.put(`/api/admin/users/${family.id}/role`, { role: 'teacher' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'is-a-family' } });
    // The role cannot be changed either while paid days are parked or a payment may still arrive.
    const toTeacher = (id: number) => admin.put(`/api/admin/users/${id}/role`, { role: 'teacher' });
    const parked = await aParent(app, { plan: 'individual' });
    await parked.post('/api/subscription', { subscriptionType: 'free' });
    const paying = await aParent(app);
    const begun = await paying.post('/api/emis/initiate-payment', {
      planId: 'individual',
      amount: 9_000,
      paymentMethod: 'reference',
    });
    for (const { id } of [parked, paying]) expect((await toTeacher(id)).body.code).toBe('is-a-family');
    await paying.post(`/api/emis/cancel-payment/${begun.body.payment.transactionId}`);
    expect((await toTeacher(paying.id)).status).toBe(200);
    // A payment that still arrives gives a teacher no plan: it is flagged.
    const late = await admin.post(`/api/admin/payments/${begun.body.payment.transactionId}/confirm`, {
      bankReference: `Tarde ${paying.id}`,
    });
    expect([late.status, late.body.code]).toEqual([409, 'no-family']);
    const [flag] = (await admin.get('/api/admin/payments/flagged')).body;
    expect(flag).toMatchObject({ userId: paying.id, notificationType: 'late' });
    const accepted = await admin.post(`/api/admin/payments/flagged/${flag.id}/resolve`, {
      decision: 'accepted',
      note: 'Chegou.',
    });
    expect([accepted.status, accepted.body.code]).toEqual([409, 'no-family']);
  });

  test('the last administrator keeps the role, even when two demote each other at once', async () => {
    for (const act of ['role', 'suspend'] as const) {
      const [one, two] = [await anAdmin(app), await anAdmin(app)];
      await app.db.count(
        `update users set user_role = 'teacher', is_admin = false, is_teacher = true where user_role = 'admin' and id <> all($1)`,
        [[one.id, two.id]],
      );
      const against = (by: typeof one, id: number) =>
        act === 'role'
          ? by.put(`/api/admin/users/${id}/role`, { role: 'teacher' })
          : by.post(`/api/admin/users/${id}/suspend`, {});
      const replies = await Promise.all([against(one, two.id), against(two, one.id)]);
      const left = await app.db.row<{ count: number }>(
        `select count(*) as count from users where user_role = 'admin' and suspended_at is null`,
      );
      expect(left?.count, JSON.stringify(replies.map(({ status, body }) => [status, body.code]))).toBe(1);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    }
    await expect(app.db.count(`delete from users where user_role = 'admin'`)).rejects.toMatchObject({ code: 'AD001' });
    await expect(app.db.count(`update users set suspended_at = now() where user_role = 'admin'`)).rejects.toMatchObject(
      { code: 'AD001' },
    );
    await app.db.count(`update users set user_role = 'admin', is_admin = true, is_teacher = false where id = $1`, [
      admin.id,
    ]);
  });
});

test('only administrators can open the panel, and they see no answers', async () => {
  for (const visitor of [await aParent(app), await aUser(app, 'teacher')])
    for (const path of ['overview', 'users', 'audit', 'users/file'])
      expect((await visitor.get(`/api/admin/${path}`)).status).toBe(403);
  expect((await app.visitor().get('/api/admin/users')).status).toBe(401);
});

describe('the audit log', () => {
  test('can be filtered by caller, subject, kind and day, and cannot be edited', async () => {
    const parent = await aParent(app);
    await admin.post(`/api/admin/users/${parent.id}/suspend`, {});
    const today = new Date().toISOString().slice(0, 10);
    expect((await admin.get(`/api/admin/audit?kind=user&search=${parent.username}`)).body).toHaveLength(1);
    expect((await admin.get(`/api/admin/audit?from=2020-01-01&to=2020-12-31`)).body).toEqual([]);
    expect((await admin.get(`/api/admin/audit?to=${today}x`)).status).toBe(400);
    for (const statement of ['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log'])
      await expect(app.db.count(statement)).rejects.toMatchObject({ code: '23001' });
    for (const method of ['PUT', 'DELETE', 'PATCH', 'POST'])
      expect((await admin.request(method, '/api/admin/audit')).status).toBe(405);
    const file = await admin.get('/api/admin/audit/file?kind=user');
    expect(file.text).toContain(`suspendeu a conta ${parent.username}`);
  });

  test('a change and its entry are stored in one transaction', async () => {
    const parent = await aParent(app);
    await app.db.script(`create function no_more() returns trigger language plpgsql as 'begin raise exception ''full''; end';
      create trigger no_more before insert on audit_log for each statement execute function no_more()`);
    const failed = await admin.post(`/api/admin/users/${parent.id}/suspend`, {});
    await app.db.script('drop trigger no_more on audit_log');
    expect(failed.status).toBe(500);
    expect((await parent.get('/api/user')).status).toBe(200);
  });
});

test('the overview counts what exists', async () => {
  const before = (await admin.get('/api/admin/overview?days=7')).body;
  await aParent(app);
  const after = (await admin.get('/api/admin/overview?days=7')).body;
  expect(after.parents.total - before.parents.total).toBe(1);
  expect(after.daily).toHaveLength(7);
  expect(after.daily.at(-1).parents - before.daily.at(-1).parents).toBe(1);
  expect(after.scores, 'fewer than ten children').toBeNull();
  expect(after.activeNow).toBeGreaterThan(0);
  expect((await admin.get('/api/admin/overview?days=8')).status).toBe(400);
});

describe('what the owner reads of an erasure that an administrator asked for', () => {
  const lastMail = (userId: number) =>
    app.db.row<{ kind: string; content: object }>(
      'select kind, content from mails where user_id = $1 order by id desc limit 1',
      [userId],
    );
  const askFor = (id: number) => admin.post(`/api/admin/users/${id}/erasure`, { when: 'later', reason: 'A pedido' });

  test('a family reads how to cancel it, and that an administrator has', async () => {
    const parent = await aParent(app);
    await askFor(parent.id);
    expect(JSON.stringify(await lastMail(parent.id))).toMatch(/deletion_asked.*Manter a minha conta/);
    await admin.request('DELETE', `/api/admin/users/${parent.id}/erasure`);
    expect((await lastMail(parent.id))?.kind).toBe('deletion_cancelled');
    // Nothing is told when there was nothing to cancel.
    const other = await aParent(app);
    await admin.request('DELETE', `/api/admin/users/${other.id}/erasure`);
    expect((await lastMail(other.id))?.kind).not.toBe('deletion_cancelled');
  });

  test('a teacher reads neither of children nor of a button that only families have', async () => {
    const teacher = await aUser(app, 'teacher');
    await askFor(teacher.id);
    expect((await lastMail(teacher.id))?.kind).toBe('deletion_asked_staff');
    expect(JSON.stringify(await lastMail(teacher.id))).not.toMatch(/crianças|Manter a minha conta/);
  });
});
