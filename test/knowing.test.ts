import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const DOMAINS = path.join(ROOT, 'src', 'domains');
const [text = '', figures = ''] = ['docs', 'bench'].map((folder) =>
  fs.readFileSync(path.join(ROOT, folder, 'knowing.md'), 'utf8'),
);

test('every function and file that docs/knowing.md and the figures beside the bench name exists', async () => {
  const rows = [...text.matchAll(/^\| `(\w+)\([^`]*\)` \| `([^`]+)` \|/gm)];
  expect(rows.length).toBeGreaterThan(7);
  const all = fs.readdirSync(DOMAINS, { recursive: true, encoding: 'utf8' });
  for (const [, name, file] of rows)
    expect([name, await import(path.join(DOMAINS, all.find((one) => one.endsWith(`/${file}`)) ?? ''))]).toEqual([
      name,
      expect.objectContaining({ [name as string]: expect.any(Function) }),
    ]);
  const named = [
    ...`${text}\n${figures}`.matchAll(/`((?:[\w-]+\/)?[\w.-]+(?:\.(?:rules|server|store|proof|test))+\.ts)`/g),
  ].map(([, file]) => file as string);
  expect(named.length).toBeGreaterThan(10);
  const known = [...all, ...fs.readdirSync(import.meta.dirname)].map((one) => `/${one}`);
  expect(named.filter((file) => !known.some((one) => one.endsWith(`/${file}`)))).toEqual([]);
});
