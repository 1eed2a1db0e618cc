import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changesOf, sentenceOf } from './audit.rules.ts';

const source = path.join(import.meta.dirname, '..', '..');
const actions = fs
  .readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.server\.ts$/.test(name))
  .flatMap((name) => [...fs.readFileSync(path.join(source, name), 'utf8').matchAll(/\baction: '([a-z-]+\.[a-z-]+)'/g)])
  .map(([, action = '']) => action);

test('every change that is written to the log is told in a sentence', () => {
  expect(actions.length).toBeGreaterThan(20);
  const untold = actions.filter((action) =>
    sentenceOf({ action, subject: 'test 3', subjectName: null }).startsWith(action),
  );
  expect(untold.map((action) => `${action}: give it a sentence in audit.rules.ts`)).toEqual([]);
});

test('only what changed is shown, in the words of a person', () => {
  expect(
    changesOf({
      before: { theme: 'Frações', active: true, role: 'parent', revision: 1, weight: 1 },
      after: { theme: 'Frações', active: false, role: 'teacher', revision: 2, weight: 2, description: null },
    }),
  ).toEqual([
    { field: 'Ativo', before: 'sim', after: 'não' },
    { field: 'Papel', before: 'Encarregado', after: 'Professor' },
    { field: 'Peso', before: '1', after: '2' },
    { field: 'Descrição', before: null, after: '–' },
  ]);
});
