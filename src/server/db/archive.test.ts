import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { archiveFigures } from './archive.ts';
import type { Database } from './db.ts';

test('the age of the newest backup counts those of the app and those copied off site', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-archive-'));
  const figures = archiveFigures({} as Database, dataDir);
  const age = figures.find(({ name }) => name === 'backup_age_seconds');
  const offSite = figures.find(({ name }) => name === 'backup_off_site_age_seconds');
  const before = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const write = (file: string, at: Date) => {
    fs.mkdirSync(path.dirname(path.join(dataDir, file)), { recursive: true });
    fs.writeFileSync(path.join(dataDir, file), '');
    fs.utimesSync(path.join(dataDir, file), at, at);
  };
  expect(await age?.read()).toBeUndefined();
  expect(await offSite?.read()).toBeUndefined();
  write(path.join('off-site', 'copied'), before(5));
  expect(await age?.read()).toBeCloseTo(5 * 3_600, -2);
  const stamp = before(2).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  write(path.join('backups', `copia-${stamp}.ndjson.gz`), before(9));
  expect(await age?.read()).toBeCloseTo(2 * 3_600, -2);
  // A fresh backup here does not hide that copying fails.
  expect(await offSite?.read()).toBeCloseTo(5 * 3_600, -2);
  fs.rmSync(dataDir, { recursive: true });
});
