import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DARK_INK, INK } from './ink.ts';

const tokens = fs.readFileSync(path.join(import.meta.dirname, '..', '..', 'web', 'ui', 'base', 'tokens.css'), 'utf8');

/** Returns the declarations of the first rule with this selector, by property. */
function declarationsOf(selector: string): Record<string, string> {
  const [, block = ''] = tokens.split(`${selector} {`);
  const [inside = ''] = block.split('}');
  return Object.fromEntries([...inside.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
}

const dark = declarationsOf(':root[data-theme="dark"]');

test('the dark theme is the same with and without scripts', () => {
  expect(Object.keys(dark).length).toBeGreaterThan(20);
  expect(declarationsOf(':root:not([data-theme="light"])')).toEqual(dark);
});

test.each([
  ['light', INK, declarationsOf(':root')],
  ['dark', DARK_INK, dark],
])('the colours are those of the %s theme', (_, colours, theme) => {
  for (const [name, value] of Object.entries(colours)) {
    const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/(ink|soft)(\d)/, '$1-$2');
    expect(theme[`--${token}`], name).toBe(value);
  }
});
