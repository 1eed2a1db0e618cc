import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unseal } from '../../src/server/db/sealing.ts';
import { type PostgresServer, postgresServer } from '../support/postgres-server.ts';
import { type FakeProxypay, fakeProxypay } from '../support/proxypay.ts';
import {
  aFamily,
  type Caller,
  callerOf,
  type RunningApp,
  runningApp,
  temporaryFolder,
} from '../support/running-app.ts';
import { aMailServer, type MailServer } from '../support/smtp.ts';

// Every secret of an installation is changed as docs/operations.md says (*Rotating secrets*), one after the other, on two processes.

const root = path.join(import.meta.dirname, '..', '..');
const OLD_KEY = 'the-old-secret-key-of-this-installation';
const NEW_KEY = 'the-new-secret-key-of-this-installation';
const PASSWORD = 'uma senha bem comprida';
/** Reconciliation runs once a minute. */
const FOUND_WITHIN = 180_000;
/** Milliseconds for a test: each starts programs, which takes minutes on a busy machine. */
const PATIENCE = 900_000;

let server: PostgresServer;
let gateway: FakeProxypay;
let mails: MailServer;
let environment: Record<string, string>;
let apps: [RunningApp, RunningApp];
let family: Awaited<ReturnType<typeof aFamily>>;
let staff: Caller;
let secret: string;
const folder = temporaryFolder();

/** The address of a database, with the password that the role has now. */
let password = 'only-for-tests';
function addressOf(name: string): string {
  const address = new URL(server.url);
  address.password = password;
  address.pathname = `/${name}`;
  return address.href;
}

async function ask<Row>(text: string, database = 'rotation'): Promise<Row[]> {
  const client = new pg.Client({ connectionString: addressOf(database) });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Runs a command of the operator with the service's environment, and returns what it printed. */
const command = (script: string, args: string[], more: Record<string, string> = {}, input = '') =>
  execFileSync(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: root,
    input,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment, ...more },
  });

/** Starts one process after the other again, with the environment of now. */
async function restart(): Promise<void> {
  for (const [index, app] of apps.entries()) {
    app.signal('SIGTERM');
    await app.ended();
    const next = await runningApp({ ...environment, PORT: new URL(app.url).port, DATA_DIR: app.dataDir });
    await next.start();
    apps[index] = next;
  }
}

/** Asks each process with the session of a person. */
async function seenBy(person: Caller, address = '/api/user', more: Record<string, string> = {}): Promise<number[]> {
  const headers = { cookie: person.cookie(), ...more };
  return Promise.all(apps.map(async ({ url }) => (await fetch(url + address, { headers })).status));
}

/** Returns a code that has not been used yet: those of the next half minute are accepted too. */
const codeOf = (ahead: number) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + ahead * 1_000,
  });

beforeAll(async () => {
  server = await postgresServer();
  gateway = await fakeProxypay();
  mails = await aMailServer();
  await ask('create database rotation', 'postgres');
  environment = {
    DATABASE_URL: addressOf('rotation'),
    SECRET_KEY: OLD_KEY,
    METRICS_TOKEN: 'the-old-token-of-the-metrics',
    SMTP_URL: mails.url,
    PAYMENT_GATEWAY: 'proxypay',
    PROXYPAY_URL: gateway.url,
    PROXYPAY_TOKEN: gateway.token,
    PROXYPAY_ENTITY: '11111',
  };
  apps = [await runningApp(environment), await runningApp(environment)];
  await Promise.all(apps.map((app) => app.start()));
  family = await aFamily(apps[0].url);
  command(
    'admin-create',
    ['--username', 'chefia', '--name', 'Ana Chefe', '--email', 'ana@escola.example'],
    {},
    PASSWORD,
  );
  staff = callerOf(apps[0].url);
  expect((await staff.call('POST', '/api/login', { username: 'chefia', password: PASSWORD })).status).toBe(200);
  secret = (await staff.call('POST', '/api/account/second-factor', { password: PASSWORD })).body.secret;
  expect((await staff.call('PUT', '/api/account/second-factor', { code: codeOf(0) })).status).toBe(200);
}, PATIENCE);
afterAll(async () => {
  for (const app of apps) await app.dispose();
  await Promise.all([gateway.close(), mails.close()]);
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test(
  'the database password: who is refused a new connection is told to try again, and sessions go on after the restarts',
  async () => {
    await ask(`alter role caderneta password 'another/password@of the role'`);
    password = 'another/password@of the role';
    // Connections that nobody uses are closed after a while; here they are all closed at once.
    await ask(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'rotation' and pid <> pg_backend_pid()`,
    );
    for (const { url } of apps) {
      const reply = await fetch(`${url}/api/user`, { headers: { cookie: family.cookie() } });
      expect([reply.status, reply.headers.has('retry-after')]).toEqual([503, true]);
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 60_000 }).toBe(503);
    }
    environment['DATABASE_URL'] = addressOf('rotation');
    await restart();
    expect([await seenBy(family), await seenBy(staff)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
  },
  PATIENCE,
);

test(
  'the token of the metrics: only the new one reads them',
  async () => {
    const token = 'the-new-token-of-the-metrics';
    const read = (given: string) => seenBy(family, '/metrics', { authorization: `Bearer ${given}` });
    expect(await read(token)).toEqual([404, 404]);
    const old = environment['METRICS_TOKEN'] as string;
    environment['METRICS_TOKEN'] = token;
    await restart();
    expect([await read(token), await read(old)]).toEqual([
      [200, 200],
      [404, 404],
    ]);
  },
  PATIENCE,
);

test(
  'the key of the gateway: a payment whose callback came in between is found afterwards',
  async () => {
    const begun = await family.call('POST', '/api/emis/initiate-payment', {
      planId: 'family',
      amount: 18_000,
      paymentMethod: 'reference',
    });
    expect(begun.status).toBe(200);
    const { transactionId, referenceNumber } = begun.body.payment;
    const stateOf = async () =>
      (await family.call('GET', `/api/emis/payment-status/${transactionId}`)).body.payment?.status;
    gateway.token = 'the-new-key-of-the-gateway';
    const { body, headers } = gateway.callback(gateway.pay(referenceNumber));
    const told = await fetch(`${apps[0].url}/api/emis/callback/proxypay`, { method: 'POST', headers, body });
    expect([told.status, await stateOf()]).toEqual([401, 'pending']);
    environment['PROXYPAY_TOKEN'] = gateway.token;
    await restart();
    await expect.poll(stateOf, { timeout: FOUND_WITHIN, interval: 1_000 }).toBe('completed');
  },
  PATIENCE,
);

test(
  'the mail server: what could not be sent with the old access is sent with the new one',
  async () => {
    const other = await aMailServer();
    try {
      mails.answerTo = () => '451 4.7.0 try again later';
      const before = mails.taken.length;
      await aFamily(apps[1].url);
      await expect
        .poll(() => ask(`select 1 from mails where state = 'waiting' and tries > 0`), { timeout: FOUND_WITHIN })
        .toHaveLength(1);
      environment['SMTP_URL'] = other.url;
      await restart();
      await ask(`update mails set next_try_at = now() where state = 'waiting'`);
      await expect.poll(() => other.taken.length, { timeout: FOUND_WITHIN }).toBe(1);
      expect(mails.taken).toHaveLength(before);
    } finally {
      environment['SMTP_URL'] = mails.url;
      await restart();
      await other.close();
    }
  },
  PATIENCE,
);

test(
  'SECRET_KEY: sessions and second factors go on; a backup from before is whole, and its second factors open with the key of then',
  async () => {
    command('backup', ['--to', folder]);
    const backup = path.join(folder, fs.readdirSync(folder).find((name) => name.endsWith('.ndjson.gz')) as string);
    for (const app of apps) app.signal('SIGTERM');
    for (const app of apps) await app.ended();
    await expect
      .poll(() => ask(`select 1 from pg_stat_activity where application_name = 'caderneta-jobs'`), { timeout: 60_000 })
      .toEqual([]);
    // The old key stands only in the service's environment file; the command must read it there and must not write to that file.
    const file = path.join(folder, 'app.env');
    fs.writeFileSync(file, `SECRET_KEY=${OLD_KEY}\nDATA_DIR=${folder}\n`);
    const given = { NEW_SECRET_KEY: NEW_KEY, SECRET_KEY: '' };
    expect(command('secret-rotate', ['--env-file', file], given)).toContain('Arranque com a nova em SECRET_KEY');
    expect(fs.existsSync(path.join(folder, 'secret.key'))).toBe(false);
    environment['SECRET_KEY'] = NEW_KEY;
    await restart();
    expect([await seenBy(family), await seenBy(staff)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    const again = callerOf(apps[1].url);
    const signIn = { username: 'chefia', password: PASSWORD, code: codeOf(30) };
    expect((await again.call('POST', '/api/login', signIn)).status).toBe(200);

    await ask('create database restored', 'postgres');
    command('restore', ['--from', backup], { DATABASE_URL: addressOf('restored'), SECRET_KEY: OLD_KEY });
    const factors = 'select user_id::text as "userId", secret from second_factors';
    const [then] = await ask<{ userId: string; secret: Buffer }>(factors, 'restored');
    if (!then) throw new Error('the backup has no second factor');
    expect(unseal(OLD_KEY, 'second-factor', then.userId, then.secret)).toHaveLength(20);
    expect(unseal(NEW_KEY, 'second-factor', then.userId, then.secret)).toBeUndefined();
    const users = 'select id, username, password_hash from users order by id';
    expect(await ask(users, 'restored')).toEqual(await ask(users));
  },
  PATIENCE,
);

test(
  'the keys of messages to phones, and all sessions',
  async () => {
    const keyOf = async () => (await family.call('GET', '/api/notifications/push')).body.publicKey;
    const before = await keyOf();
    await ask(`delete from settings where key = 'push-keys'`);
    await restart();
    const after = await keyOf();
    expect([typeof after, after === before]).toEqual(['string', false]);
    await ask('delete from sessions');
    expect(await seenBy(family)).toEqual([401, 401]);
  },
  PATIENCE,
);
