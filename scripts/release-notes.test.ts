import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isBreaking } from './breaking-migrations.ts';
import { readChanges, withRelease } from './release-notes.ts';

const CHANGELOG = `# Changelog

## Unreleased

### Added

- A map.

### Security

- A limit.

## 1.0.0 – 2026-11-22

The first.
`;
const release = {
  version: '1.1.0',
  date: '2026-11-30',
  changes: [
    ...readChanges('a.md', 'Fixed: Tests\n\n- A clock.\n- An order.\n\nAdded: Reading\n\n- Aloud,\n  twice.\n'),
    ...readChanges('b.md', 'Fixed: Tests\n\n- A name.\n'),
  ],
  migrations: ['0023_a.sql', '0061_b.sql'],
  breaking: ['0061_b.sql'],
};

test('a release takes the place of what was unreleased, with the entries by section and area', () => {
  expect(withRelease(CHANGELOG, release)).toBe(`# Changelog

## Unreleased

## 1.1.0 – 2026-11-30

### Upgrading

- Stop all processes first, because of \`0061\`: the proxy shows its own page meanwhile. To go back, restore the backup.
- 2 migrations run, \`0023\` to \`0061\`.

### Added

- A map.

Reading:

- Aloud,
  twice.

### Fixed

Tests:

- A clock.
- An order.
- A name.

### Security

- A limit.

## 1.0.0 – 2026-11-22

The first.
`);
});

test('without a breaking migration the upgrade may roll, and the next release comes after this one', () => {
  const first = withRelease(CHANGELOG, { ...release, breaking: [] });
  expect(first).toContain('- Restart one process after the other');
  const second = withRelease(first, { ...release, version: '1.1.1', changes: [], migrations: [], breaking: [] });
  expect([...second.matchAll(/^## (\S+)/gm)].map(([, name]) => name)).toEqual([
    'Unreleased',
    '1.1.1',
    '1.1.0',
    '1.0.0',
  ]);
  expect(second).toContain('- No migration runs.');
});

test.each(['1.0.0', '0.9.9', '1.1', 'next'])('%s is no version after 1.0.0', (version) => {
  expect(() => withRelease(CHANGELOG, { ...release, version })).toThrow('is no version after 1.0.0');
});

test.each(['Tests\n\n- A.\n', 'New: Tests\n\n- A.\n', 'Fixed: Tests\n\nA.\n', 'Fixed: Tests\n\n'])(
  'a file of .changes/ of another form is refused: %j',
  (text) => expect(() => readChanges('x.md', text)).toThrow('.changes/x.md'),
);

test('the files of .changes/ have the form that a release reads', () => {
  const folder = path.join(import.meta.dirname, '..', '.changes');
  for (const name of fs.readdirSync(folder).filter((one) => one !== 'README.md'))
    expect(readChanges(name, fs.readFileSync(path.join(folder, name), 'utf8')), name).not.toEqual([]);
});

test.each([
  ['drop table notes;', true],
  ['alter table notes add column day date not null;', true],
  ['alter table notes rename column a to b;', true],
  ["alter table notes add column kind text not null default 'a';", false],
  ['create table notes (id int not null);', false],
  ['create function f() returns void language sql as $$ drop table x $$;', false],
])('%s breaks an old process: %s', (text, breaks) => expect(isBreaking(text)).toBe(breaks));
