import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, anAdmin, aParent, aTest, aUser } from '../../../../test/support/builders.ts';
import type { AuditLine } from '../operations/audit.contract.ts';
import { changesOf } from '../operations/audit.rules.ts';

// Guarantees of every list of the panel: an expected order that does not change between pages, and files that contain all rows.

const app = await testApp();
const admin = await anAdmin(app);
const teacher = await aUser(app, 'teacher');
const lastLine = async (): Promise<AuditLine> => (await admin.get('/api/admin/audit?limit=1')).body[0];

test.each([
  ['words in any order, without accents', 'kalunga alvaro'],
  ['the name of a child', 'ndjinga'],
  ['a word of the account and one of a child', 'ndjinga kalunga'],
  ['a telephone number, with spaces', '923 555 017'],
])('an account is found by %s', async (_, search) => {
  if ((await admin.get('/api/admin/users?search=kalunga')).body.length === 0) {
    const parent = await aParent(app, { fullName: 'Álvaro Manuel Kalunga' });
    await aChild(parent, { fullName: 'Ndjíngá Manuel' });
    await app.db.count(`update users set phone = '+244 923555017' where full_name = 'Álvaro Manuel Kalunga'`);
  }
  const names = async (sought: string) =>
    (await admin.get(`/api/admin/users?search=${encodeURIComponent(sought)}`)).body.map(
      ({ fullName }: { fullName: string }) => fullName,
    );
  expect(await names(search)).toEqual(['Álvaro Manuel Kalunga']);
  expect(await names(`${search} zzz`)).toEqual([]);
});

test('an account is found by whole words of a child’s name only, so that it cannot be read letter by letter', async () => {
  const parent = await aParent(app, { fullName: 'Família das Letras' });
  await aChild(parent, { fullName: 'Wendjáva-Rute  Quissola' });
  const isFound = async (sought: string) =>
    (await admin.get(`/api/admin/users?search=${encodeURIComponent(`letras ${sought}`)}`)).body.length === 1;
  for (const sought of ['wendjava', 'RUTE', 'wendjáva-rute', 'quissola', 'quissola rute', 'quissola familia'])
    expect([sought, await isFound(sought)]).toEqual([sought, true]);
  for (const sought of ['wend', 'endjava', 'quissol', 'wendjava-rut', '%quissola%', 'quissol_', 'rute quisso'])
    expect([sought, await isFound(sought)]).toEqual([sought, false]);
});

test.each(['users', 'tests', 'payments', 'audit'])(
  '"n.º 35" finds one of %s by its number, and nothing else',
  async (list) => {
    const found = (search: string) => admin.get(`/api/admin/${list}?limit=1&search=${encodeURIComponent(search)}`);
    if (list === 'tests') await aTest(app.db, { theme: 'Com número' });
    if (list === 'payments')
      await app.db.count(
        `insert into emis_payments (user_id, plan_id, kind, price, amount, payment_method, status, gateway, expires_at)
       values ($1, 'family', 'purchase', 18000, 18000, 'reference', 'expired', 'demo', now())`,
        [admin.id],
      );
    if (list === 'audit') await admin.post(`/api/admin/users/${(await aParent(app)).id}/suspend`, {});
    const [first] = (await found('')).body;
    const id = list === 'audit' ? first.subject.split(' ')[1] : first.id;
    const { body, headers } = await found(`n.º ${id}`);
    if (list === 'audit') expect(body[0].subject).toBe(first.subject);
    else expect([body[0].id, headers['x-total-count']]).toEqual([id, '1']);
    expect((await found('n.º 999999999')).body).toEqual([]);
  },
);

describe('sorting', () => {
  test('of names is alphabetical, without regard to accents and case', async () => {
    for (const fullName of ['Zita Ordem', 'Álvaro Ordem', 'ana Ordem', 'Érica Ordem', 'Bento Ordem'])
      await aParent(app, { fullName });
    const names = async (query: string) =>
      (await admin.get(`/api/admin/users?search=ordem&${query}`)).body.map(
        ({ fullName }: { fullName: string }) => fullName.split(' ')[0],
      );
    expect(await names('sort=name')).toEqual(['Álvaro', 'ana', 'Bento', 'Érica', 'Zita']);
    expect(await names('sort=name&order=desc')).toEqual(['Zita', 'Érica', 'Bento', 'ana', 'Álvaro']);
  });

  test('of tests is alphabetical by theme, also within a class', async () => {
    for (const theme of ['Zonas do mapa', 'Água e vida', 'animais', 'Bússola'])
      await aTest(app.db, { theme, discipline: 'Geografia', schoolClass: '7º Ano' });
    const themes = async (query: string) =>
      (await admin.get(`/api/admin/tests?discipline=Geografia&class=7º Ano&${query}`)).body.map(
        ({ theme }: { theme: string }) => theme,
      );
    const alphabetical = ['Água e vida', 'animais', 'Bússola', 'Zonas do mapa'];
    expect(await themes('sort=theme')).toEqual(alphabetical);
    expect(await themes('sort=class')).toEqual(alphabetical);
    expect(await themes('sort=theme&order=desc')).toEqual(alphabetical.toReversed());
  });

  test.each(['name', 'created', 'last-login'])('by %s lists each of many equal rows once', async (sort) => {
    if (sort === 'name') for (let count = 0; count < 7; count += 1) await aParent(app, { fullName: 'Gémea Igual' });
    const ids: number[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const reply = await admin.get(`/api/admin/users?search=gemea igual&sort=${sort}&limit=3&page=${page}`);
      ids.push(...reply.body.map(({ id }: { id: number }) => id));
    }
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
  });
});

test.each(['payments', 'audit', 'payments/file', 'audit/file', 'payments/summary'])(
  'a date that does not exist is refused: %s',
  async (list) => {
    for (const day of ['2026-02-31', '2026-13-01', '0000-01-01', 'ontem', '2026-1-1', '99999-01-01'])
      for (const name of ['from', 'to']) {
        const reply = await admin.get(`/api/admin/${list}?${name}=${day}`);
        expect([reply.status, Object.keys(reply.body?.fields ?? {})], `${name}=${day}`).toEqual([400, [name]]);
      }
    for (const day of ['0001-01-01', '9999-12-31', '2028-02-29'])
      expect((await admin.get(`/api/admin/${list}?from=${day}&to=${day}`)).status, day).toBe(200);
  },
);

describe('an exported file', () => {
  test('has all rows that match its filters, also those beyond a page', async () => {
    await app.db.count(
      `insert into users (username, username_key, password_hash, email, full_name, terms_version)
       select 'muitos' || n, 'muitos' || n, 'x', 'x@familia.example', 'Muitos ' || n, '2025-04' from generate_series(1, 620) n`,
    );
    expect((await admin.get('/api/admin/users?search=muitos&limit=25')).body).toHaveLength(25);
    const { text } = await admin.get('/api/admin/users/file?search=muitos&limit=25&page=2');
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + 620);
    expect((await lastLine()).after).toEqual({ rows: 620 });
  });

  test('that would be cut short is refused with advice, and is not logged as downloaded', async () => {
    await app.db.count(
      `insert into audit_log (action, subject) select 'backup.made', 'backup copia' from generate_series(1, 50001)`,
    );
    const refused = await admin.get('/api/admin/audit/file?kind=backup');
    expect(refused).toMatchObject({ status: 400, body: { code: 'too-many-rows' } });
    expect(refused.body.message).toBe(
      'Um ficheiro tem no máximo 50.000 linhas e estas são 50.001: escolha menos com os filtros.',
    );
    expect((await lastLine()).action).toBe('backup.made');
  });

  test('of the log describes actions and changes in words, unabridged', async () => {
    const { id } = await aTest(app.db, { theme: 'Antes' });
    const words = 'Muito antigamente; '.repeat(25);
    await teacher.put(`/api/teacher/tests/${id}`, {
      discipline: 'Artes',
      theme: 'Depois',
      schoolClass: '3º Ano',
      description: words.trim(),
    });
    const { text } = await admin.get('/api/admin/audit/file?kind=test');
    expect(text.split('\r\n')[0]).toContain('"Id";"Quando";"Quem";"O que fez";"O que mudou";"De onde";');
    expect(text).toContain(`editou o teste n.º ${id}`);
    expect(text).toContain('Tema: Antes → Depois');
    expect(text).toContain(words.trim());
  });

  test('of subscriptions lists subscribers and the end of their plans', async () => {
    await aParent(app, { plan: 'family', fullName: 'Assinante Fiel' });
    const { text } = await admin.get('/api/admin/subscriptions/file?search=assinante');
    expect(text).toMatch(
      /\r\n"\d+";"Assinante Fiel";[^;]+;"Família";"0";[^;]*;"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d";"com aviso"\r\n$/,
    );
    expect((await lastLine()).action).toBe('payments.subscriptions-exported');
  });
});

test('the entry for an edited question names what was edited and nothing else', async () => {
  const { questions } = await aTest(app.db);
  const id = questions[0]?.id;
  const [before] = (await teacher.get(`/api/teacher/questions?search=${id}`)).body;
  const { statement, alternatives, correctAnswer, explanation, skillCategory, objective } = before;
  const fields = { statement, alternatives, correctAnswer, explanation, skillCategory, objective };
  expect((await teacher.put(`/api/teacher/questions/${id}`, { ...fields, weight: 4 })).status).toBe(200);
  expect(changesOf(await lastLine())).toEqual([{ field: 'Peso', before: '1', after: '4' }]);
  await teacher.request('DELETE', `/api/teacher/questions/${id}`);
  expect(changesOf(await lastLine()).map(({ field }) => field)).not.toContain('Teste n.º');
});

test('payments are filtered by flagged ones, and counted by state', async () => {
  const parent = await aParent(app, { fullName: 'Sinalizada Pagadora' });
  const pay = async () =>
    (
      await parent.post('/api/emis/initiate-payment', {
        amount: 18_000,
        planId: 'family',
        paymentMethod: 'reference',
        currency: 'AOA',
      })
    ).body.payment.id as number;
  const first = await pay();
  await app.db.count(`update emis_payments set status = 'expired', closed_by = 'program' where id = $1`, [first]);
  const second = await pay();
  const flag = (paymentId: number | null) =>
    app.db.count(
      `insert into emis_notifications (payment_id, notification_type, status) values ($1, 'late', 'flagged')`,
      [paymentId],
    );
  await flag(first);
  await flag(first);
  await flag(null);
  const found = (await admin.get('/api/admin/payments?search=sinalizada&status=flagged')).body;
  expect(found).toMatchObject([{ id: first, status: 'expired', flags: 2 }]);
  expect((await admin.get('/api/admin/payments?search=sinalizada')).body).toHaveLength(2);
  const { states, flaggedPayments } = (await admin.get('/api/admin/payments/summary?search=sinalizada')).body;
  expect(flaggedPayments).toBe(1);
  expect(states).toMatchObject([
    { status: 'expired', count: 1 },
    { status: 'pending', count: 1 },
  ]);
  const { text } = await admin.get('/api/admin/payments/file?search=sinalizada&status=flagged');
  expect(text.trimEnd().split('\r\n').slice(1)).toEqual([expect.stringMatching(new RegExp(`^"${first}";.*;"sim"$`))]);
  expect(second).toBeGreaterThan(first);
});
