import fs from 'node:fs';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { anAdmin } from '../../../../test/support/builders.ts';
import { temporaryFolder } from '../../../../test/support/running-app.ts';
import {
  backupFolder,
  deleteOldBackups,
  lastRehearsal,
  listBackups,
  recordRehearsal,
} from '../../../server/db/backup.ts';
import { backUpWhenDue, healthOfBackups, makeRequestedBackup } from './database.server.ts';

const app = await testApp({ DATA_DIR: temporaryFolder(), BACKUP_EVERY: '6', BACKUP_KEEP: '2' });
const { dataDir } = app.config;
const admin = await anAdmin(app);
const names = () => listBackups(dataDir).map(({ name }) => name);

test('a backup is made when the interval has passed, logged without a user, and deleted after the days set', async () => {
  expect(await backUpWhenDue(app.frame, new Date('2026-11-20T08:00:00Z'))).toBe('copia-20261120-080000.ndjson.gz');
  expect((await admin.get('/api/admin/audit?limit=1')).body[0]).toMatchObject({
    action: 'backup.made',
    subject: 'backup copia-20261120-080000.ndjson.gz',
    who: null,
  });
  expect(await backUpWhenDue(app.frame, new Date('2026-11-20T13:59:59Z'))).toBeUndefined();
  expect(await backUpWhenDue(app.frame, new Date('2026-11-20T14:00:00Z'))).toBe('copia-20261120-140000.ndjson.gz');
  expect(await backUpWhenDue(app.frame, new Date('2026-11-23T08:00:00Z'))).toBe('copia-20261123-080000.ndjson.gz');
  expect(names()).toEqual(['copia-20261123-080000.ndjson.gz']);
});

test('administrators are warned of an old backup and of one that was never restored for a trial', async () => {
  const warned = async (now: string) => healthOfBackups(app.config, new Date(now)).warnings;
  expect(await warned('2026-11-23T19:00:00Z')).toEqual(['never-rehearsed']);
  recordRehearsal(dataDir, new Date('2026-11-23T09:00:00Z'));
  expect(await warned('2026-11-23T19:00:00Z')).toEqual([]);
  expect(await warned('2026-11-23T20:00:01Z')).toEqual(['old']);
  const health = { lastAt: '2026-11-23T08:00:00.000Z', rehearsedAt: '2026-11-23T09:00:00.000Z' };
  for (const path of ['/api/admin/database', '/api/admin/overview'])
    expect((await admin.get(path)).body.backupHealth).toMatchObject(health);
  expect(deleteOldBackups(dataDir, new Date('2026-11-24T00:00:00Z'), 2)).toBe(0);
  expect(lastRehearsal(dataDir)).toEqual(new Date('2026-11-23T09:00:00Z'));
});

test('there is no warning where the app makes no backups: with an external database, or in the demo', () => {
  const none = { ...app.config, backupEvery: 0, dataDir: temporaryFolder() };
  const now = new Date();
  expect(healthOfBackups({ ...none, databaseUrl: 'postgres://um/x' }, now).warnings).toEqual([]);
  expect(healthOfBackups({ ...none, demo: true }, now).warnings).toEqual([]);
  expect(healthOfBackups(none, now).warnings).toEqual(['none']);
  expect(healthOfBackups({ ...none, databaseUrl: 'postgres://um/x', backupEvery: 24 }, now).warnings).toEqual(['none']);
});

test('the newest backup is kept beyond the days set, and none beyond thirty days', () => {
  expect(deleteOldBackups(dataDir, new Date('2026-12-20T00:00:00Z'), 2)).toBe(0);
  expect(deleteOldBackups(dataDir, new Date('2026-12-25T00:00:00Z'), 2)).toBe(1);
  expect(names()).toEqual([]);
});

test('a requested backup waits while another is made; it is failed when it cannot be written or its process has ended', async () => {
  const stateOf = async () => (await admin.get('/api/admin/database')).body.backupRequest?.state;
  const now = new Date('2026-11-24T08:00:00Z');
  await admin.post('/api/admin/backups');
  await app.db.transaction(async (transaction) => {
    await transaction.rows(`select pg_advisory_xact_lock(hashtext('backup'))`);
    expect(await makeRequestedBackup(app.frame, now)).toBeUndefined();
  });
  expect(await stateOf()).toBe('waiting');

  const folder = backupFolder(dataDir);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.writeFileSync(folder, 'a file where the folder should be');
  await expect(makeRequestedBackup(app.frame, now)).rejects.toThrow();
  fs.rmSync(folder);
  expect(await stateOf()).toBe('failed');

  expect((await admin.post('/api/admin/backups')).body.state).toBe('waiting');
  await app.db.count(
    `update backup_requests set state = 'running', started_at = now() - interval '2 minutes' where state = 'waiting'`,
  );
  expect((await admin.post('/api/admin/backups')).body.state).toBe('running');
  expect(await makeRequestedBackup(app.frame, now)).toBeUndefined();
  expect(await stateOf()).toBe('failed');

  await admin.post('/api/admin/backups');
  expect(await makeRequestedBackup(app.frame, now)).toMatchObject({ name: 'copia-20261124-080000.ndjson.gz' });
  expect(await stateOf()).toBe('done');
  fs.rmSync(folder, { recursive: true });
});

test('while another backup is running, the scheduled one waits; an error is thrown', async () => {
  await app.db.transaction(async (transaction) => {
    await transaction.rows(`select pg_advisory_xact_lock(hashtext('backup'))`);
    expect(await backUpWhenDue(app.frame, new Date('2026-11-24T08:00:00Z'))).toBeUndefined();
  });
  expect(names()).toEqual([]);
  const folder = backupFolder(dataDir);
  fs.rmSync(folder, { recursive: true });
  fs.writeFileSync(folder, 'a file where the folder should be');
  await expect(backUpWhenDue(app.frame, new Date('2026-11-24T08:00:00Z'))).rejects.toThrow();
  fs.rmSync(folder);
});
