import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-check-'));
afterAll(() => fs.rmSync(place, { recursive: true }));

let folders = 0;
/** Runs the content check over a folder with these files and the curriculum. */
export function check(files: Record<string, string>, ...options: string[]) {
  folders += 1;
  const folder = path.join(place, String(folders));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  fs.cpSync(path.join(root, 'content', 'curriculum'), path.join(folder, 'curriculum'), { recursive: true });
  const result = spawnSync(
    process.execPath,
    [path.join(root, 'scripts', 'content-check.ts'), `--content=${folder}`, ...options],
    { encoding: 'utf8' },
  );
  expect(result.stderr).toBe('');
  return { status: result.status, said: result.stdout };
}
