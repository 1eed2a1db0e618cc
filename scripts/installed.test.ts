import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isInstalled } from './installed.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-installed-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const wanted = {
  '': { name: 'caderneta' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b', optional: true },
};

/**
 * Returns whether a folder counts as installed if npm's record (`.package-lock.json`) names these packages; undefined stands for no record.
 */
function after(noted: object | string | undefined): boolean {
  const root = fs.mkdtempSync(path.join(folder, 'root-'));
  fs.mkdirSync(path.join(root, 'node_modules'));
  fs.writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  if (noted !== undefined)
    fs.writeFileSync(
      path.join(root, 'node_modules', '.package-lock.json'),
      typeof noted === 'string' ? noted : JSON.stringify({ packages: noted }),
    );
  return isInstalled(root);
}

const { 'node_modules/a': a, 'node_modules/b': b } = wanted;

test.each([
  ['everything', { 'node_modules/a': a, 'node_modules/b': b }, true],
  ['all but an optional package of another system', { 'node_modules/a': a }, true],
  [
    'another version of an optional package',
    { 'node_modules/a': a, 'node_modules/b': { ...b, version: '1.9.0' } },
    false,
  ],
  ['another version', { 'node_modules/a': { ...a, version: '1.0.1' } }, false],
  ['the same version with other contents', { 'node_modules/a': { ...a, integrity: 'sha512-x' } }, false],
  ['nothing', undefined, false],
  ['half a file', '{"packages": {', false],
])('a folder with %s', (_what, noted, installed) => {
  expect(after(noted)).toBe(installed);
});

test('a folder that npm has installed is not installed again', () => {
  expect(isInstalled(path.join(import.meta.dirname, '..'))).toBe(true);
});
