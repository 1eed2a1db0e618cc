import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { keepBuiltFiles } from '../src/delivery/serve/earlier-files.ts';
import { saveBuiltFiles } from '../src/server/db/built-files.ts';
import { testApp } from './support/app.ts';

const app = await testApp({}, undefined, { pages: true });
const assets = path.join(import.meta.dirname, '..', 'dist', 'assets');
const ask = (name: string, encoding = 'br') =>
  app.frame.server.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encoding } });

test('a process serves the files of another version, compressed or not, for ever cacheable and with the headers of files', async () => {
  await saveBuiltFiles(app.db, ['other-abcd1234.js'], [brotliCompressSync('export const other = 1;')]);
  const plain = await ask('other-abcd1234.js', 'identity');
  expect([plain.statusCode, plain.body]).toEqual([200, 'export const other = 1;']);
  const small = await ask('other-abcd1234.js', 'gzip, deflate, br');
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const own = fs.readdirSync(assets).find((name) => name.endsWith('.js')) as string;
  const ours = await ask(own);
  for (const header of ['content-type', 'cache-control', 'x-content-type-options', 'cross-origin-resource-policy'])
    expect(small.headers[header], header).toBe(ours.headers[header]);
});

test('names that no version has are not found', async () => {
  for (const name of ['other-abcd1234.css', 'other-abcd1234.html', '..%2fserver%2fmain.server.js', ''])
    expect((await ask(name)).statusCode, name).toBe(404);
});

test('a version keeps all of its files, and those of versions that have not run for a week go', async () => {
  await keepBuiltFiles(app.db);
  const mine = fs.readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name));
  const [kept] = await app.db.rows<{ names: string[] }>(`select array_agg(name) as names from built_files`);
  for (const name of mine) expect(kept?.names).toContain(name);
  await app.db.count(`update built_files set seen_at = now() - interval '6 days 23 hours'`);
  await keepBuiltFiles(app.db);
  expect((await ask('other-abcd1234.js')).statusCode).toBe(200);
  await app.db.count(`update built_files set seen_at = now() - interval '7 days 1 hour'`);
  await keepBuiltFiles(app.db);
  expect((await ask('other-abcd1234.js')).statusCode).toBe(404);
  const [left] = await app.db.rows<{ count: number }>('select count(*)::int as count from built_files');
  expect(left?.count).toBe(mine.length);
});
