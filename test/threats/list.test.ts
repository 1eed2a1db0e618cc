import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
const THREATS = Array.from({ length: 61 }, (_, index) => index + 1);

/** Threats with a test whose title begins with their number. */
const tested = new Set<number>();
for (const folder of ['src', 'test']) {
  for (const entry of fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(test|spec)\.ts$/.test(entry.name)) continue;
    const text = fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
    for (const match of text.matchAll(/(?:\btest|\]\)?(?: as const)?\)|\))\(\s*['"`]T(\d+) /g))
      tested.add(Number(match[1]));
  }
}

const document = fs.readFileSync(path.join(root, 'docs', 'security.md'), 'utf8');

test('docs/security.md has one row for every threat, in order', () => {
  expect([...document.matchAll(/^\| T(\d+) /gm)].map(([, number]) => Number(number))).toEqual(THREATS);
});

test('every threat has a test named after it', () => {
  expect([...tested].sort((one, other) => one - other)).toEqual(THREATS);
});

const TESTS = new Map(
  ['src', 'test', 'scripts'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name))
      .map((entry) => [entry.name, path.join(entry.parentPath, entry.name)] as const),
  ),
);
const NAMED = /`(?:[\w./-]*\/)?([\w.-]+\.(?:test|spec)\.tsx?)`(?:: “([^”]+)”)?/g;

test('every test that docs/security.md names exists, with the title that it quotes', () => {
  const problems = [...document.matchAll(NAMED)].flatMap(([, file = '', title]) => {
    const at = TESTS.get(file);
    if (!at) return [`${file} does not exist`];
    return title && !fs.readFileSync(at, 'utf8').includes(title) ? [`${file} has no test “${title}”`] : [];
  });
  expect(problems).toEqual([]);
});

test('every limit, deviation, heading, row of data kept and promise about sessions and second factors names its test', () => {
  const section = (title: string) => document.split(`${title}\n`)[1]?.split(/\n##+ /)[0] ?? '';
  const promises = [
    ...section('### Limits on signing in').split(/\n(?=- )/),
    ...section('## Deviations from the specification and from ASVS')
      .split('\n')
      .filter((line) => /^\| C\d/.test(line)),
    ...section('### Sessions, recovery and second factor').split(/\n\n/),
    ...section('### Copies on the device').split(/\n\n/),
    ...section("### A phone in a child's hands").split(/\n(?=- )/),
    ...section('## Headings of ASVS 5.0 that are documents').split(/\n(?=- )/),
    ...section('## Data kept, and for how long')
      .split('\n')
      .filter((line) => /^\| [^D]/.test(line)),
    ...section('## Known limits').split(/\n(?=- )/),
  ].filter((text) => text.trim() !== '');
  expect(promises.length).toBeGreaterThan(60);
  const proven = (text: string) => text.match(NAMED) || /nothing is promised|the operator’s \|$/.test(text);
  expect(promises.filter((text) => !proven(text)).map((text) => text.trim().slice(0, 80))).toEqual([]);
});
