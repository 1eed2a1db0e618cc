import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { connectionOptions } from '../src/server/db/database-address.ts';
import { type EmbeddedDatabase, startEmbedded } from '../src/server/db/embedded.ts';
import { THROWN_AWAY } from './support/postgres-server.ts';
import { freePort, temporaryFolder } from './support/running-app.ts';

// Who can connect to the databases of deploy/, and how.

const deploy = path.join(import.meta.dirname, '..', 'deploy');
const read = (file: string) => fs.readFileSync(path.join(deploy, file), 'utf8');
const folder = temporaryFolder();
const certificate = path.join(folder, 'database.crt');
let server: EmbeddedDatabase;
let port: number;

beforeAll(async () => {
  port = await freePort();
  const rules = path.join(folder, 'pg_hba.conf');
  // The first line is for this test alone: it prepares the server over its socket.
  fs.writeFileSync(rules, `local all app trust\n${read('pg_hba.conf')}`, { mode: 0o644 });
  server = await startEmbedded(path.join(folder, 'postgres'), {
    listen_addresses: '127.0.0.1',
    port: String(port),
    hba_file: rules,
    ...THROWN_AWAY,
  });
  const key = path.join(folder, 'database.key');
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost'.split(' ');
  const name = ['-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...made, ...name, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const { uid, gid } = fs.statSync(server.folder);
  fs.chownSync(key, uid, gid);
  const admin = new pg.Client({ connectionString: `${server.url()}&port=${port}` });
  await admin.connect();
  await admin.query("create role postgres superuser login password 'only-for-tests'");
  await admin.query("create role caderneta login password 'only-for-tests'");
  await admin.query('create database caderneta owner caderneta');
  await admin.query(`alter system set ssl_cert_file = '${certificate}'`);
  await admin.query(`alter system set ssl_key_file = '${key}'`);
  await admin.query('alter system set ssl = on');
  await admin.query('select pg_reload_conf()');
  for (let tries = 0; tries < 100 && (await admin.query('show ssl')).rows[0].ssl !== 'on'; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await admin.end();
});

afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Connects as the app does, and returns whether the connection is encrypted. */
async function connect(role: string, database: string, query: string): Promise<boolean> {
  const url = `postgres://${role}:only-for-tests@localhost:${port}/${database}${query}`;
  const client = new pg.Client(connectionOptions(url));
  await client.connect();
  const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
  await client.end();
  return rows[0].ssl;
}

/** How `DATABASE_URL` of compose.yaml asks for TLS. */
const verified = (given = certificate) => {
  const [, query = ''] = /DATABASE_URL: \S+\/caderneta(\?\S+)/.exec(read('compose.yaml')) ?? [];
  expect(query).toContain('sslmode=verify-full');
  return query.replace('/etc/caderneta/database.crt', given);
};

test('the app reaches its database over TLS', async () => {
  expect(await connect('caderneta', 'caderneta', verified())).toBe(true);
});

test('without TLS nobody gets in over the network', async () => {
  await expect(connect('caderneta', 'caderneta', '')).rejects.toMatchObject({ code: '28000' });
});

test('the app does not talk to a server that shows another certificate', async () => {
  const other = path.join(folder, 'other.crt');
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost'.split(' ');
  execFileSync('openssl', [...made, '-keyout', path.join(folder, 'other.key'), '-out', other], { stdio: 'ignore' });
  await expect(connect('caderneta', 'caderneta', verified(other))).rejects.toThrow(/certificate/);
});

test('the superuser does not get in from the app’s network, nor the app into another database', async () => {
  await expect(connect('postgres', 'postgres', verified())).rejects.toMatchObject({ code: '28000' });
  await expect(connect('postgres', 'caderneta', verified())).rejects.toMatchObject({ code: '28000' });
  await expect(connect('caderneta', 'postgres', verified())).rejects.toMatchObject({ code: '28000' });
});

const MACHINES = ['10.77.0.11/32', '10.77.0.12/32', '10.77.0.13/32'];
interface Patroni {
  restapi: Record<string, string>;
  postgresql: { pg_hba: string[]; parameters: Record<string, string> };
}
const patroni = parse(read('ha/patroni.yml')) as Patroni;

test('the three machines let only each other in as superuser and for replication, and everybody over TLS', () => {
  const rules = patroni.postgresql.pg_hba.map((line) => line.split(' '));
  expect(patroni.postgresql.parameters['ssl']).toBe('on');
  expect(rules.filter(([kind]) => kind !== 'local').map(([kind]) => kind)).not.toContain('host');
  for (const [kind, database, role, from] of rules) {
    if (kind === 'local') continue;
    if (from === '10.77.0.0/24') expect([database, role]).toEqual(['caderneta', 'caderneta']);
    else expect(MACHINES).toContain(from);
  }
});

test('Patroni and etcd talk over TLS, and change nothing for a caller without a certificate of the cluster', () => {
  expect(patroni.restapi).toMatchObject({ verify_client: 'optional', cafile: '/etc/caderneta/ca.crt' });
  for (const name of ['one', 'two', 'three']) {
    const lines = read(`ha/${name}.env`)
      .split('\n')
      .filter((line) => !line.startsWith('#'));
    expect(lines.filter((line) => line.includes('http://'))).toEqual([]);
    for (const line of ['ETCD_CLIENT_CERT_AUTH=true', 'ETCD_PEER_CLIENT_CERT_AUTH=true', 'PATRONI_ETCD_PROTOCOL=https'])
      expect(lines).toContain(line);
  }
});
