// Prepares a release: moves the files of .changes/ into CHANGELOG.md under a version, sets it in package.json and the lockfile, and records
// the SQL and the migrations of the release, with which the next one is compared.
//   node scripts/release.ts 1.1.0
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { RELEASES } from '../test/support/statements.ts';
import { isBreaking } from './breaking-migrations.ts';
import { readChanges, withRelease } from './release-notes.ts';

const root = path.dirname(import.meta.dirname);
const read = (...parts: string[]) => fs.readFileSync(path.join(root, ...parts), 'utf8');
const version = process.argv[2] ?? '';

const changes = fs.readdirSync(path.join(root, '.changes')).filter((name) => name !== 'README.md');
const all = fs.readdirSync(path.join(root, 'db', 'migrations')).sort();
const { version: last } = JSON.parse(read('package.json')) as { version: string };
const before = JSON.parse(fs.readFileSync(path.join(RELEASES, `${last}.migrations.json`), 'utf8')) as string[];
const migrations = all.filter((name) => !before.includes(name));

const changelog = withRelease(read('CHANGELOG.md'), {
  version,
  date: new Date().toISOString().slice(0, 10),
  changes: changes.flatMap((name) => readChanges(name, read('.changes', name))),
  migrations,
  breaking: migrations.filter((name) => isBreaking(read('db', 'migrations', name))),
});
fs.writeFileSync(path.join(root, 'CHANGELOG.md'), changelog);
for (const name of changes) fs.rmSync(path.join(root, '.changes', name));
execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], {
  cwd: root,
  stdio: 'ignore',
});
fs.writeFileSync(path.join(RELEASES, `${version}.migrations.json`), `${JSON.stringify(all, null, 2)}\n`);
execFileSync(process.execPath, [path.join(root, 'scripts', 'record-statements.ts')], { cwd: root, stdio: 'inherit' });
console.log(`Read CHANGELOG.md, empty STOPPED_FIRST in test/previous-release.test.ts, run .ci/run, then:
git commit -am "release: ${version}" && git tag -a v${version} -m "${version}"`);
