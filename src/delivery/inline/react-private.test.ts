import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROPS_PREFIX } from './react-private.ts';

const folder = path.dirname(createRequire(import.meta.url).resolve('react-dom/package.json'));
const client = fs.readFileSync(path.join(folder, 'cjs', 'react-dom-client.production.js'), 'utf8');

test('React keeps an element’s props in a property with the known prefix, set when it hydrates', () => {
  const [, name] = new RegExp(`(\\w+) = "${PROPS_PREFIX.replace('$', '\\$')}\\$" \\+ \\w+`).exec(client) ?? [];
  expect(name).toBeDefined();
  const hydrate = /function prepareToHydrateHostInstance\(\w+\) \{[\s\S]*?\n\}/.exec(client)?.[0] ?? '';
  expect(hydrate).toContain(`[${name}] = `);
});

test('React compares a field’s value with the one in its tracker, and ignores an event that does not change it', () => {
  const update = /function updateValueIfChanged\(\w+\) \{[\s\S]*?\n\}/.exec(client)?.[0] ?? '';
  expect(update).toContain('._valueTracker');
  expect(update).toContain('.setValue(');
});
