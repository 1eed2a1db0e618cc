import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig, StartRefused } from './config.ts';

const folder = () => path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-config-')), 'data');

test('the secret is created once and read again by every later start', () => {
  const dataDir = folder();
  const { secretKey } = readConfig({ DATA_DIR: dataDir });
  expect(secretKey.length).toBeGreaterThanOrEqual(32);
  expect(readConfig({ DATA_DIR: dataDir }).secretKey).toBe(secretKey);
  expect(fs.readdirSync(dataDir)).toEqual(['secret.key']);
  expect(fs.statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
});

test.each(['', 'short'])('a secret of which only %j is left stops the start with an instruction', (rest) => {
  const dataDir = folder();
  fs.mkdirSync(dataDir);
  fs.writeFileSync(path.join(dataDir, 'secret.key'), rest);
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(StartRefused);
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/vazio ou incompleto/);
});

test.each([
  [{ DEMO: '0' }, 24],
  [{}, 0],
  [{ DATABASE_URL: 'postgres://localhost/x' }, 0],
  [{ DATABASE_URL: 'postgres://localhost/x', BACKUP_EVERY: '12' }, 12],
  [{ DEMO: '0', BACKUP_EVERY: '0' }, 0],
])('with %j a backup is made every %i hours', (given, hours) => {
  expect(readConfig({ DATA_DIR: folder(), ...given })).toMatchObject({ backupEvery: hours, backupKeep: 30 });
});

test.each([
  ['BACKUP_EVERY', '-1'],
  ['BACKUP_EVERY', '169'],
  ['BACKUP_EVERY', 'daily'],
  ['BACKUP_KEEP', '0'],
  ['BACKUP_KEEP', '31'],
])('%s=%s stops the start with a message that names the variable', (name, value) => {
  expect(() => readConfig({ DATA_DIR: folder(), [name]: value })).toThrow(name);
});

test.each(['PROXYPAY_URL', 'PROXYPAY_TOKEN', 'PROXYPAY_ENTITY'])('ProxyPay without %s stops the start', (missing) => {
  const proxypay = {
    DATA_DIR: folder(),
    PAYMENT_GATEWAY: 'proxypay',
    PROXYPAY_URL: 'https://api.proxypay.co.ao/',
    PROXYPAY_TOKEN: 'x',
    PROXYPAY_ENTITY: '11111',
  };
  expect(readConfig(proxypay).proxypay).toEqual({ url: 'https://api.proxypay.co.ao', token: 'x', entity: '11111' });
  expect(() => readConfig({ ...proxypay, [missing]: '' })).toThrow(StartRefused);
  expect(() => readConfig({ ...proxypay, [missing]: '' })).toThrow(missing);
});

test('Compose passes on what ProxyPay and the backups need', () => {
  const compose = fs.readFileSync(path.join(import.meta.dirname, '..', '..', 'deploy', 'compose.yaml'), 'utf8');
  for (const [name, usual] of [
    ['PROXYPAY_URL', ''],
    ['PROXYPAY_TOKEN', ''],
    ['PROXYPAY_ENTITY', ''],
    ['BACKUP_EVERY', '24'],
    ['BACKUP_KEEP', '30'],
  ])
    expect(compose).toContain(`${name}: \${${name}:-${usual}}\n`);
});

test.each(['foo', '10.0.0.0/33', '10.0.0.0/0', '::1/129', '10.0.0.1,', '10.0.0.1 10.0.0.2', 'true', '-1'])(
  'TRUST_PROXY=%s stops the start',
  (given) => {
    expect(() => readConfig({ DATA_DIR: folder(), TRUST_PROXY: given })).toThrow(StartRefused);
    expect(() => readConfig({ DATA_DIR: folder(), TRUST_PROXY: given })).toThrow('TRUST_PROXY');
  },
);

test.each(['10.0.0.1', '10.0.0.0/8, fd00::/8', 'loopback,linklocal,uniquelocal', '::1'])(
  'TRUST_PROXY=%s names proxies that Fastify can read',
  (given) => {
    const { trustProxy } = readConfig({ DATA_DIR: folder(), TRUST_PROXY: given });
    expect(trustProxy).toBe(given);
    expect(() => Fastify({ trustProxy: trustProxy as string })).not.toThrow();
  },
);

test('the public URL of an IPv6 address has brackets', () => {
  expect(readConfig({ DATA_DIR: folder(), HOST: '::' }).publicUrl).toBe('http://[::]:3000');
  expect(readConfig({ DATA_DIR: folder(), HOST: 'localhost' }).publicUrl).toBe('http://localhost:3000');
});

const PRODUCTION = {
  NODE_ENV: 'production',
  SECRET_KEY: 'a-secret-only-for-tests-a-secret-only-for-tests',
  ALLOW_SIMULATED_PAYMENTS: '1',
  PUBLIC_URL: 'https://caderneta.example',
};

test('accounts with a known password are never created in production', () => {
  expect(() => readConfig({ ...PRODUCTION, DATA_DIR: folder(), DEMO: '1' })).toThrow(/DEMO/);
  for (const demo of [undefined, '', '0'])
    expect(readConfig({ ...PRODUCTION, DATA_DIR: folder(), DEMO: demo }).demo).toBe(false);
});

test('a generated password with a slash is read as a password', () => {
  const { databaseUrl, databaseReplicaUrl } = readConfig({
    DATA_DIR: folder(),
    DATABASE_URL: 'postgres://app:9/x+Y@db:5432/caderneta',
    DATABASE_REPLICA_URL: 'postgres://app:9/x+Y@replica:5432/caderneta',
  });
  expect(databaseUrl).toBe('postgres://app:9%2Fx+Y@db:5432/caderneta');
  expect(databaseReplicaUrl).toBe('postgres://app:9%2Fx+Y@replica:5432/caderneta');
});
