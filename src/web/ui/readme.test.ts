import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// The table in README.md against the components of the folders.

const folder = import.meta.dirname;
/** What the files of forms/ share with one another. */
const PRIVATE = ['Around', 'Hint', 'FieldError', 'Native'];

const files = ['base', 'forms', 'lists', 'paper', 'icons']
  .flatMap((name) => fs.globSync(`${name}/*.{ts,tsx}`, { cwd: folder }))
  .filter((file) => !/\.test\.tsx?$/.test(file));
const sourceOf = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
/** The components of a file: exported functions and constants with an initial capital and a small letter after it. */
const componentsOf = (file: string) =>
  [...sourceOf(file).matchAll(/^export (?:function|const) ([A-Z][a-z]\w*)/gm)].map(([, name]) => name as string);

const rows = [
  ...fs
    .readFileSync(path.join(folder, 'README.md'), 'utf8')
    .matchAll(/^\| ((?:base|forms|lists|paper|icons)\/[^|]+) \| (.+) \|$/gm),
].map(([, places = '', parts = '']) => ({
  files: places
    .split(', ')
    .map((place) => files.find((file) => file.replace(/\.tsx?$/, '') === place) ?? `${place} (missing)`),
  names: [...parts.matchAll(/`<?([A-Z][a-z]\w*)/g)].map(([, name]) => name as string),
}));
const tabled = rows.flatMap((row) => row.files);

test('every file with components has one row, and every row its files', () => {
  const wanted = files.filter((file) => componentsOf(file).length > 0);
  expect(tabled.filter((file) => !files.includes(file))).toEqual([]);
  expect(wanted.filter((file) => tabled.filter((one) => one === file).length !== 1)).toEqual([]);
});

test('a row names the components of its files, and no others', () => {
  for (const row of rows) {
    // The icons are too many to name.
    if (row.files.some((file) => /Icon\.tsx$/.test(file))) continue;
    const components = row.files.flatMap(componentsOf).filter((name) => !PRIVATE.includes(name));
    const named = row.names.filter((name) => components.includes(name));
    expect({ row: row.files, missing: components.filter((name) => !named.includes(name)) }).toEqual({
      row: row.files,
      missing: [],
    });
    const known = files.flatMap(componentsOf);
    expect({ row: row.files, unknown: row.names.filter((name) => !known.includes(name)) }).toEqual({
      row: row.files,
      unknown: [],
    });
  }
});
