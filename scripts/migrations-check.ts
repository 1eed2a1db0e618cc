// Checks that the migrations since `FIRST` let everybody work while they run. Part of `npm run check`.
import fs from 'node:fs';
import path from 'node:path';
import { forbiddenIn } from './forbidden-statements.ts';

/** Earlier migrations have been applied, and are never changed. */
const FIRST = '0392';

const folder = path.join(import.meta.dirname, '..', 'db', 'migrations');
const problems = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith('.sql') && name.slice(0, 4) >= FIRST)
  .flatMap((name) => forbiddenIn(fs.readFileSync(path.join(folder, name), 'utf8')).map((what) => `${name}: ${what}`));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
