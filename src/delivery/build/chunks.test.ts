import { expect, test } from 'vitest';
import { sourceFiles } from '../../../scripts/imports.ts';
import { below, CHUNKS, chunkOf } from './chunks.ts';

const files = sourceFiles();
const modules = files.map(({ name }) => `src/${name}`);

test('each listed module exists', () => {
  const listed = Object.values(CHUNKS).flat();
  expect(
    listed
      .filter((prefix) => prefix.startsWith('src/') && !prefix.endsWith('.module'))
      .filter((prefix) => !modules.some((module) => module.startsWith(prefix)))
      .map((prefix) => `chunks.ts lists ${prefix}, which does not exist`),
  ).toEqual([]);
});

test('no module is listed for two chunks', () => {
  const twice = modules.filter(
    (module) =>
      Object.values(CHUNKS).filter((prefixes) => prefixes.some((prefix) => module.startsWith(prefix))).length > 1,
  );
  expect(twice).toEqual([]);
});

test.each([
  ['/p/src/web/ui/base/Button.tsx', 'app'],
  ['/p/src/web/ui/base/Button.module.css?used', 'app'],
  ['\0virtual:parent-pages', 'frame'],
  ['/p/src/domains/desk/backoffice/Accounts.tsx', undefined],
])('%s is in the chunk %s', (id, chunk) => {
  expect(chunkOf(below('/p', id))).toBe(chunk);
});

/** Returns the modules that a module loads before anything of it runs: those that it imports statically, directly or not. */
function loadedWith(entry: string): Set<string> {
  const found = new Set([entry]);
  for (const name of found) {
    const file = files.find((one) => one.name === name);
    for (const { from, typeOnly, later } of file?.imports ?? []) if (!typeOnly && !later) found.add(from);
  }
  return found;
}

test.each(['areas/test.tsx', 'areas/practice.tsx'])('%s is loaded without the code for answers in writing', (entry) => {
  const loaded = [...loadedWith(entry)];
  expect(loaded).toContain('domains/bank/test-bank/Question.tsx');
  expect(loaded.filter((name) => /answering\.rules|fraction\.js|\/WrittenAnswer/.test(name))).toEqual([]);
});
