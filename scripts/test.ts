// Runs checks and tests one after the other, prints a line for each, and ends with the failures, one a line, and
// `N passed, N failed`: of a long log often only the end is kept.
//   npm run check               types, lint, format, unused code, licences
//   npm test                    the checks, the question bank, byte budgets, rules, API, and the main browser journeys
//   npm test -- <file or name>  only the test files whose path contains it, else only the tests with that name
//   npm run test:rest           the rest: faults, attacks, fuzzing, PostgreSQL over the network, all other browser journeys
//   npm run test:long           all tests, with full counts
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runBrowserTests } from '../test/e2e/run.ts';
import { postgresServer } from '../test/support/postgres-server.ts';
import { failureLine, type Outcome, vitestOutcome } from '../test/support/reports.ts';
import { runTool } from '../test/support/tool.ts';

const root = path.dirname(import.meta.dirname);
const mode = process.argv[2] ?? 'test';
const only = process.argv.slice(3);
const tool = (...parts: string[]) => path.join(root, 'node_modules', ...parts);

/** Browser journeys that `npm test` runs: the main job, with and without a network, and one per other role. */
const MAIN_JOURNEYS = ['main-job', 'offline', 'parent-journey', 'teacher', 'admin'];
const VITEST_TIMEOUT_MS = 40 * 60_000;

/** Counts of `test:long`; the defaults are in the tests that read them. */
const FULL_COUNTS = {
  KILL_ROUNDS: '200',
  HISTORY_CALLS: '1000000',
  HISTORY_FAMILIES: '64',
  HISTORY_BETWEEN: '5000',
  FUZZ_REQUESTS: '100000',
  MONEY_HISTORIES: '10000',
  REGRADE_HISTORIES: '300',
  BACKUP_HISTORIES: '60',
  REGRADE_KILLS: '50',
  DATABASE_KILL_ROUNDS: '100',
  SIGTERM_ROUNDS: '50',
  FAULT_SECONDS: '60',
  FAULT_FIGURES: '1',
  MODEL_SEEDS: '20',
};

let passed = 0;
let failed = 0;
const failures: string[] = [];
const startedAt = Date.now();

function report(title: string, outcome: Outcome, since: number): void {
  passed += outcome.passed;
  failed += outcome.failed;
  failures.push(...outcome.failures);
  const seconds = ((Date.now() - since) / 1000).toFixed(1);
  const sign = outcome.failed === 0 ? '✓' : '✗';
  console.log(`${sign} ${title}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds} s)`);
}

/** Runs a check that passes or fails as a whole; its output is printed when it fails. */
async function check(title: string, script: string, ...args: string[]): Promise<void> {
  const since = Date.now();
  const { status, printed } = await runTool([script, ...args], { quiet: true });
  if (status !== 0) console.log(printed);
  const good = status === 0;
  const failures = good ? [] : [failureLine([title], printed)];
  report(title, { passed: good ? 1 : 0, failed: good ? 0 : 1, failures }, since);
}

async function vitest(title: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const since = Date.now();
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-report-')), 'report.json');
  await runTool(
    [tool('vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`, ...args],
    {
      // The reporter writes its results before the process exits; a process that does not exit must not block the rest.
      ...(mode === 'test:long' ? {} : { timeout: VITEST_TIMEOUT_MS }),
      env: { ...(mode === 'test:long' ? FULL_COUNTS : {}), ...env },
    },
  );
  report(title, vitestOutcome(file), since);
}

async function browser(title: string, specs: readonly string[]): Promise<void> {
  const since = Date.now();
  report(title, await runBrowserTests(specs), since);
}

const specs = fs
  .readdirSync(path.join(root, 'test', 'e2e'))
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => name.replace('.spec.ts', ''));
/** Returns an anchored filter, because Playwright treats a filter as a regular expression over the path. */
const specFilter = (name: string) => `/${name}\\.spec\\.ts$`;

async function checks(): Promise<void> {
  await check('types, server', tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.server.json');
  await check('types, browser', tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.web.json');
  await check('types, tools', tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.tools.json');
  await check('types, service worker', tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.worker.json');
  await check('lint and format', tool('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings', '.');
  await check('nothing unused', tool('knip', 'bin', 'knip.js'));
  await check('migrations', 'scripts/migrations-check.ts');
  await check('licences', 'scripts/licences.ts');
  await check('no refused packages', 'scripts/refused-packages.ts');
}

async function quick(): Promise<void> {
  await check('content', 'scripts/content-check.ts', '--complete');
  await check('bytes', 'src/delivery/build/budgets.ts');
  await vitest('structure, rules and API', ['--project=quick']);
  await browser('main browser journeys', MAIN_JOURNEYS.map(specFilter));
}

/** Returns the API tests with a database: one that takes nothing from `test/support` has none. */
function databaseTests(): string[] {
  const files = fs.globSync('src/**/*.server.test.ts', { cwd: root });
  return files.filter((file) => fs.readFileSync(path.join(root, file), 'utf8').includes('/test/support/'));
}

async function rest(): Promise<void> {
  await vitest('faults, attacks and random histories', ['--project=rest']);
  const server = await postgresServer();
  await vitest(`API on PostgreSQL ${server.version} over the network`, [...databaseTests(), '--project=quick'], {
    TEST_DATABASE_URL: server.url,
  });
  await server.stop();
  await browser('other browser journeys', specs.filter((name) => !MAIN_JOURNEYS.includes(name)).map(specFilter));
}

/** Runs the test files whose path contains the filter; if there are none, all tests whose name contains it. */
async function some(filter: string): Promise<void> {
  const wanted = specs.filter((name) => `test/e2e/${name}.spec.ts`.includes(filter));
  if (wanted.length > 0) return browser(filter, wanted.map(specFilter));
  const files = fs
    .globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'scripts/**/*.test.ts'], { cwd: root })
    .filter((file) => file.includes(filter));
  const before = passed + failed;
  await vitest(filter, files.length > 0 ? files : ['-t', filter]);
  if (passed + failed > before) return;
  console.error(`No test file and no test has «${filter}» in its name.`);
  failed += 1;
  failures.push(`no test matches ${filter}`);
}

if (mode === 'test' && only.length > 0) for (const filter of only) await some(filter);
else {
  if (mode !== 'test:rest') await checks();
  if (mode === 'test' || mode === 'test:long') await quick();
  if (mode === 'test:rest' || mode === 'test:long') await rest();
}
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`Took ${Math.round((Date.now() - startedAt) / 1000)} s.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
