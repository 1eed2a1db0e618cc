// Records the SQL statements of a release, which must still work with the schema of the next release (test/previous-release.test.ts). Run
// it before tagging a release; its file belongs to the release's commit.
//   node scripts/record-statements.ts
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { findStatements, RELEASES } from '../test/support/statements.ts';

const root = path.dirname(import.meta.dirname);
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const { statements } = findStatements(root);
const recorded = statements.map(({ place, text }) => ({ place, text }));
fs.mkdirSync(RELEASES, { recursive: true });
const file = path.join(RELEASES, `${version}.statements.json.gz`);
fs.writeFileSync(file, gzipSync(JSON.stringify(recorded), { level: 9 }));
console.log(`${path.relative(root, file)}: ${recorded.length} statements`);
