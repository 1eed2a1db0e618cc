import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { postgresServer } from './support/postgres-server.ts';
import { aFamily, callerOf, type RunningApp, runningApp, temporaryFolder } from './support/running-app.ts';
import { runTool } from './support/tool.ts';

const running: RunningApp[] = [];
afterAll(async () => {
  for (const app of running) await app.dispose();
});

test('the program starts in an empty folder, keeps its data across a restart, and refuses a second start in that folder', async () => {
  const dataDir = temporaryFolder();
  const app = await runningApp({ DATA_DIR: dataDir, DEMO: '1' });
  running.push(app);
  await app.start();
  await expect.poll(() => app.output()).toMatch(/encarregado/);
  const parent = callerOf(app.url);
  expect((await parent.call('POST', '/api/login', { username: 'encarregado', password: 'caderneta' })).status).toBe(
    200,
  );
  const children = (await parent.call('GET', '/api/children')).body;
  expect(children.map(({ fullName }: { fullName: string }) => fullName)).toEqual([
    'Maria Domingos',
    'João Domingos',
    'Nzinga Domingos',
  ]);
  expect(children[0].stats.testsCompleted).toBe(43);
  // Only files with a hash in their name may be cached without revalidation; a cached service worker would never be updated.
  const kept = async (path: string) => (await parent.call('GET', path)).headers.get('cache-control');
  expect(await kept('/sw.js')).toBe('no-cache');
  const asset = /\/assets\/[\w.-]+\.js/.exec((await parent.call('GET', '/dashboard')).body)?.[0] as string;
  expect(await kept(asset)).toContain('immutable');

  const second = await runningApp({ DATA_DIR: dataDir });
  await expect(second.start()).rejects.toThrow(/já está a ser usada por outra/);
  expect(await second.ended()).toBe(3);

  app.signal('SIGTERM');
  expect(await app.ended()).toBe(0);
  await app.start();
  expect((await parent.call('GET', '/api/user')).body.username).toBe('encarregado');
  expect((await parent.call('GET', '/api/children')).body).toEqual(children);
});

test.each([
  ['PORT', { PORT: 'setenta' }, /PORT/],
  [
    'SECRET_KEY in production',
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /SECRET_KEY/,
  ],
  [
    'simulated payments in production',
    { NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /PAYMENT_GATEWAY/,
  ],
  [
    'plain http in production',
    {
      NODE_ENV: 'production',
      SECRET_KEY: 'x'.repeat(32),
      ALLOW_SIMULATED_PAYMENTS: '1',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    },
    /PUBLIC_URL/,
  ],
  ['a short SECRET_KEY', { SECRET_KEY: 'curta' }, /SECRET_KEY/],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
  ['several hosts', { DATABASE_URL: 'postgres://a:secreta@um,dois/x' }, /falta \?target_session_attrs=read-write/],
  [
    'the same host twice',
    { DATABASE_URL: 'postgres://a@um,um:5432/x?target_session_attrs=primary' },
    /um:5432 está duas vezes/,
  ],
  ['a replica as primary', { DATABASE_URL: 'postgres://a@um/x?target_session_attrs=standby' }, /tem de ser read-write/],
  [
    'hosts and ports given twice',
    { DATABASE_URL: 'postgres://a@um,dois/x?target_session_attrs=primary&port=1' },
    /outra vez em host/,
  ],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }, /TRUST_PROXY/],
])('an invalid setting of %s stops the start with one line', async (_, environment, line) => {
  const app = await runningApp(environment as unknown as Record<string, string>);
  await expect(app.start()).rejects.toThrow(line);
  expect(await app.ended()).toBe(3);
  expect(app.output().trim().split('\n')).toHaveLength(1);
  expect(app.output()).not.toContain('secreta');
});

test('a start that has waited long enough for its database ends with one line and is started again', async () => {
  const environment = { DATABASE_URL: 'postgres://a:secreta@127.0.0.1:1/x', DATABASE_WAIT: '0', LOG_LEVEL: 'silent' };
  const app = await runningApp(environment);
  await expect(app.start()).rejects.toThrow(/não aceita ligações/);
  expect(await app.ended()).toBe(1);
  expect(app.output().trim().split('\n')).toHaveLength(1);
  expect(app.output()).not.toContain('secreta');
});

test('a version does not start on the database of a later one, except to go back to it', async () => {
  const server = await postgresServer();
  try {
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query('create database later');
    await client.end();
    const url = new URL(server.url);
    url.pathname = '/later';
    const environment = { DATABASE_URL: url.href, DEMO: '0', LOG_LEVEL: 'silent' };
    const app = await runningApp(environment);
    running.push(app);
    await app.start();
    app.signal('SIGTERM');
    await app.ended();
    const later = new pg.Client(url.href);
    await later.connect();
    await later.query(`insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x');
      alter table children add column later text; create table later_things (id int primary key)`);
    await later.end();
    await expect(app.start()).rejects.toThrow(/mais recente do que este programa \(9999_later\.sql\)/);
    expect(await app.ended()).toBe(3);

    const back = await runningApp({ ...environment, ALLOW_NEWER_SCHEMA: '1' });
    running.push(back);
    await back.start();
    expect(await (await fetch(`${back.url}/readyz`)).text()).toBe(
      'ok, schema is newer than this version: 9999_later.sql',
    );
    const family = await aFamily(back.url);
    expect((await family.call('GET', '/api/children')).body).toHaveLength(1);
    back.signal('SIGTERM');
    expect(await back.ended()).toBe(0);
  } finally {
    await server.stop();
  }
});

test('a wrong database password stops the start with one line and an exit code that prevents a restart', async () => {
  const server = await postgresServer();
  try {
    const url = new URL(server.url);
    url.password = 'outra';
    const app = await runningApp({ DATABASE_URL: url.href, DEMO: '0', LOG_LEVEL: 'silent' });
    running.push(app);
    await expect(app.start()).rejects.toThrow(/recusa a senha que está em DATABASE_URL/);
    expect(await app.ended()).toBe(3);
    expect(app.output().trim().split('\n')).toHaveLength(1);
    expect(app.output()).not.toContain('outra');
    const { status, printed } = await runTool(['scripts/aggregates-rebuild.ts'], {
      quiet: true,
      env: { DATABASE_URL: url.href },
    });
    expect([status, printed.trim()]).toEqual([3, 'A base de dados recusa a senha que está em DATABASE_URL.']);
  } finally {
    await server.stop();
  }
});
