import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';

const root = path.join(import.meta.dirname, '..', '..');
const THREATS = Array.from({ length: 61 }, (_, index) => index + 1);
const NOT_BUILT = 'not built yet: ';

interface Row {
  number: number;
  /** The files with its tests, or the reason why there is none. */
  proof: string;
}

const rows: Row[] = [
  ...fs.readFileSync(path.join(root, 'docs', 'security.md'), 'utf8').matchAll(/^\| T(\d+) .*\| ([^|]+) \|$/gm),
].map((match) => ({ number: Number(match[1]), proof: (match[2] as string).trim() }));

/** For each threat, the files with a test whose title begins with its number. */
const tested = new Map<number, Set<string>>();
for (const folder of ['src', 'test']) {
  for (const entry of fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(test|spec)\.ts$/.test(entry.name)) continue;
    const text = fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
    for (const match of text.matchAll(/(?:\btest|\]\)?(?: as const)?\)|\))\(\s*['"`]T(\d+) /g)) {
      const number = Number(match[1]);
      tested.set(number, (tested.get(number) ?? new Set()).add(entry.name));
    }
  }
}

test('docs/security.md has one row for every threat, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(THREATS);
});

test('every threat has either a test named after it or a reason why not', () => {
  const problems: string[] = [];
  for (const { number, proof } of rows) {
    const files = [...(tested.get(number) ?? [])].sort();
    const named = [...proof.matchAll(/`([\w.-]+\.(?:test|spec)\.ts)`/g)].map((match) => match[1] as string).sort();
    if (proof.startsWith(NOT_BUILT)) {
      if (files.length > 0) problems.push(`T${number} is said not to be built, and ${files.join(', ')} tests it`);
    } else if (named.length === 0) problems.push(`T${number} names neither a test nor a reason`);
    else if (named.join() !== files.join())
      problems.push(`T${number} names ${named.join(', ')}; its tests are in ${files.join(', ') || 'no file'}`);
  }
  expect(problems).toEqual([]);
});

test('features marked as not built have no endpoint', async () => {
  const app = await testApp();
  const calls = [...app.frame.endpoints.keys()];
  const problems = rows.flatMap(({ number, proof }) =>
    proof.startsWith(NOT_BUILT)
      ? [...proof.matchAll(/`(\/[\w/]+)`/g)].flatMap(([, address]) =>
          calls.filter((call) => call.includes(address as string)).map((call) => `T${number}: ${call} exists by now`),
        )
      : [],
  );
  expect(problems).toEqual([]);
});

const TESTS = new Map(
  ['src', 'test', 'scripts'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name))
      .map((entry) => [entry.name, path.join(entry.parentPath, entry.name)] as const),
  ),
);
const document = fs.readFileSync(path.join(root, 'docs', 'security.md'), 'utf8');
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
