import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { eraseAccounts } from '../../src/domains/people/account-settings/account.server.ts';
import { answeringAs, namesOfCall, traceHeaders } from '../../src/server/http/request-id.ts';
import { deliver } from '../../src/server/jobs/outbox.ts';
import { createMailSender } from '../../src/server/mail/mail-sending.ts';
import { multipart, testApp } from '../support/app.ts';
import { aChildMidTest, aUser } from '../support/builders.ts';

const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-log-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const app = await testApp({ LOG_LEVEL: 'trace', DATA_DIR: folder }, destination);

test('T20 the whole life of an account, from registration to erasure, leaves no personal data in the log', async () => {
  const words = {
    username: 'zulmira.kapapelo',
    fullName: 'Zulmira Kapapelo',
    email: 'zulmira@kapapelo.example',
    password: 'tangerina-roxa-7',
    phone: '923111777',
  };
  const parent = app.visitor();
  const registered = await parent.post('/api/register', { ...words, confirmPassword: words.password });
  expect(registered.status, registered.text).toBe(201);
  const child = {
    fullName: 'Ndapandula Kapapelo',
    schoolClass: '4º Ano',
    school: 'Colégio Mirangolo',
    location: 'Bairro Tchimukua',
    birthday: '2016-03-09',
  };
  const made = await parent.post('/api/children', child);
  expect(made.status, made.text).toBe(201);
  const sitting = await aChildMidTest(app, Object.assign(parent, { id: registered.body.id as number }) as never, {
    childId: made.body.id,
  });
  await sitting.answer(0, 'A');
  await sitting.complete();
  for (const path of ['/api/user', '/api/children', `/api/attempts/${sitting.id}`, '/api/account/data'])
    await parent.get(path);
  const begun = await parent.post('/api/emis/initiate-payment', {
    planId: 'family',
    amount: 18_000,
    paymentMethod: 'reference',
    currency: 'AOA',
  });
  expect(begun.status, begun.text).toBe(200);
  const reference = begun.body.payment.referenceNumber as string;
  const paid = await parent.post(`/api/emis/complete-payment/${begun.body.payment.transactionId}`, {
    status: 'completed',
    callbackData: { reference, paymentId: 1, timestamp: '2026-11-21T10:00:00Z' },
  });
  expect(paid.status, paid.text).toBe(200);
  await app.visitor().post('/api/password/forgot', { who: words.email, username: words.username, email: words.email });
  await app.visitor().post('/api/login', { username: words.username, password: 'errada-marmelada' });

  const teacher = await aUser(app, 'teacher');
  const { payload, headers } = multipart(
    { dryRun: 'true' },
    { name: 'fichas-da-tia-mbuta.csv', type: 'text/csv', bytes: 'Enunciado;A;B;Resposta\nQue pesa a jamanta?;1;2;A\n' },
  );
  const { id: testId } = (await app.db.row<{ id: number }>('select id from tests order by id limit 1')) as {
    id: number;
  };
  expect((await teacher.request('POST', `/api/teacher/tests/${testId}/import`, payload, headers)).status).toBe(200);

  await deliver(app.db, app.frame.log);
  const mails = createMailSender(app.db, app.config, app.frame.log, app.frame.brand);
  await mails.send();
  mails.close();
  expect((await parent.post('/api/account/deletion', { password: words.password })).status).toBe(200);
  await app.db.count(`update users set deletion_asked_at = now() - interval '31 days' where username_key = $1`, [
    words.username,
  ]);
  await eraseAccounts(app.db, app.frame.log);
  expect(await app.db.row('select 1 from users where username_key = $1', [words.username])).toBeUndefined();

  const log = lines.join('').toLowerCase();
  expect(log).toContain('sign-in-failed');
  const personal = [
    ...Object.values(words),
    ...['zulmira', 'kapapelo', 'ndapandula', 'mirangolo', 'tchimukua', '2016-03-09', 'marmelada', 'tangerina'],
    ...['mbuta', 'jamanta', reference],
  ];
  for (const word of personal) expect(log, word).not.toContain(word.toLowerCase());
});

test('refused calls are in the log by status, code and route, and without personal data', async () => {
  const parent = app.visitor();
  const words = { username: 'recusada.mbiavanga', password: 'tangerina-roxa-7', email: 'recusada@mbiavanga.example' };
  await parent.post('/api/register', {
    ...words,
    fullName: 'Recusada Mbiavanga',
    confirmPassword: words.password,
  });
  lines.length = 0;
  await app.visitor().get('/api/attempts/4711?nome=Mbiavanga');
  await parent.get('/api/admin/users?search=Mbiavanga');
  const wrong = { ...words, password: 'errada-marmelada' };
  for (let tries = 0; tries < 11; tries += 1) await app.visitor().post('/api/login', wrong);
  await parent.get('/api/attempts/4711');
  const refused = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'refused');
  const kinds = new Set(refused.map(({ status, code, route }) => `${status} ${code} ${route}`));
  expect([...kinds]).toEqual([
    '401 not-signed-in /api/attempts/:id',
    '403 forbidden /api/admin/users',
    '401 wrong-credentials /api/login',
    '429 too-many /api/login',
  ]);
  expect(JSON.stringify(refused)).not.toMatch(/mbiavanga|marmelada|4711|127\.0\.0\.1/i);
  for (const line of refused)
    expect(Object.keys(line).sort()).toEqual(
      ['code', 'event', 'level', 'msg', 'requestId', 'route', 'status', 'time'].filter((name) => name in line),
    );
});

describe('the id of a request', () => {
  const OURS = /^[\w-]{12}$/;
  const TRACE = '0af7651916cd43dd8448eb211c80319c';
  const given = { 'x-request-id': 'proxy-7f3a.0001', traceparent: `00-${TRACE}-b7ad6b7169203331-01` };

  test('is the proxy’s own when the proxy is trusted, and is in every log line and in calls to partners', async () => {
    const heard: string[] = [];
    const behind = await testApp(
      { TRUST_PROXY: '10.1.0.0/16,loopback', LOG_LEVEL: 'debug' },
      { write: (line) => void heard.push(line) },
    );
    const reply = await behind.visitor().post('/api/login', { username: 'ninguem', password: 'nada-disto' }, given);
    expect(reply.headers['x-request-id']).toBe(given['x-request-id']);
    const told = heard.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === given['x-request-id']);
    expect(told.map(({ event, msg }) => event ?? msg)).toEqual(expect.arrayContaining(['sign-in-failed', 'request']));
    expect(told.find(({ event }) => event === 'sign-in-failed').trace).toBe(TRACE);
    // Requests to partners are sent with the same trace id and a new span.
    let passedOn: ReturnType<typeof traceHeaders> = {};
    answeringAs('loopback')({ id: 'one', headers: given, socket: { remoteAddress: '::ffff:127.0.0.1' } }, () => {
      passedOn = traceHeaders();
    });
    expect(passedOn.traceparent).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-01$`));
    expect(passedOn.traceparent).not.toBe(given.traceparent);
    expect(traceHeaders()).toEqual({});
    expect(namesOfCall()).toEqual({});

    for (const bad of ['short', 'x'.repeat(65), 'two words here', 'a\u00e3o-nome-de-alguem', '{"forged":"line"}'])
      expect((await behind.visitor().get('/api/user', { 'x-request-id': bad })).headers['x-request-id']).toMatch(OURS);
    const elsewhere = await behind.frame.server.inject({ url: '/api/user', headers: given, remoteAddress: '10.2.0.1' });
    expect(elsewhere.headers['x-request-id']).toMatch(OURS);
  });

  test('sent by a browser is ignored', async () => {
    lines.length = 0;
    const reply = await app.visitor().post('/api/login', { username: 'ninguem', password: 'nada-disto' }, given);
    expect(reply.headers['x-request-id']).toMatch(OURS);
    const log = lines.join('');
    expect(log).toContain(String(reply.headers['x-request-id']));
    expect(log).not.toContain(given['x-request-id']);
    expect(log).not.toContain(TRACE);
  });
});
