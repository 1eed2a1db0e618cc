import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('no button is disabled: the browser would take the focus from it', () => {
  const root = path.join(import.meta.dirname, '..', '..', '..');
  const disabled = fs
    .globSync('**/*.tsx', { cwd: root })
    .filter((file) => /<button\b[^<]*?\sdisabled(?:=|\s|>)/.test(fs.readFileSync(path.join(root, file), 'utf8')));
  expect(disabled).toEqual([]);
});
