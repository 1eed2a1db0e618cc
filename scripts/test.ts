// Every check and test, one after the other, with a line for each and `N passed, N failed` at the end.
//   npm test            all of it, long tests with modest counts
//   npm run test:long   the same with full counts (kills)
//   npm run check       types, lint and format only
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runBrowserTests } from '../test/e2e/run.ts';
import { postgresServer } from '../test/support/postgres-server.ts';
import { runTool } from '../test/support/tool.ts';

const root = path.dirname(import.meta.dirname);
const mode = process.argv[2] ?? 'test';
const only = process.argv.slice(3);
const tool = (...parts: string[]) => path.join(root, 'node_modules', ...parts);

/** What `test:long` asks for; the defaults are in the tests that read these. */
const FULL_COUNTS = {
  KILL_ROUNDS: '200',
  FUZZ_REQUESTS: '100000',
  MONEY_HISTORIES: '10000',
  REGRADE_HISTORIES: '300',
  REGRADE_KILLS: '50',
  DATABASE_KILL_ROUNDS: '100',
  SIGTERM_ROUNDS: '50',
  FAULT_SECONDS: '60',
  FAULT_FIGURES: '1',
};

let passed = 0;
let failed = 0;
const startedAt = Date.now();

function report(title: string, good: number, bad: number, since: number): void {
  passed += good;
  failed += bad;
  console.log(
    `${bad === 0 ? '✓' : '✗'} ${title}: ${good} passed, ${bad} failed (${((Date.now() - since) / 1000).toFixed(1)} s)`,
  );
}

/** A check that is right or wrong as a whole; its output is shown when it is wrong. */
async function check(title: string, script: string, ...args: string[]): Promise<void> {
  const since = Date.now();
  const { status, printed } = await runTool([script, ...args], { quiet: true });
  if (status !== 0) console.log(printed);
  report(title, status === 0 ? 1 : 0, status === 0 ? 0 : 1, since);
}

async function vitest(
  title: string,
  filters: readonly string[] = only,
  env: Record<string, string> = {},
): Promise<void> {
  const since = Date.now();
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-report-')), 'report.json');
  await runTool(
    [tool('vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`, ...filters],
    {
      // Its results are written before it leaves; one that cannot leave must not hold up the rest for ever.
      ...(mode === 'test' ? { timeout: 20 * 60_000 } : {}),
      env: { ...(mode === 'test:long' ? FULL_COUNTS : {}), ...env },
    },
  );
  const results = fs.existsSync(file)
    ? (JSON.parse(fs.readFileSync(file, 'utf8')) as {
        numPassedTests: number;
        numFailedTests: number;
        numTotalTestSuites: number;
        success: boolean;
      })
    : undefined;
  // A file that could not even be loaded has no tests to count, but is a failure all the same.
  report(
    title,
    results?.numPassedTests ?? 0,
    results ? Math.max(results.numFailedTests, results.success ? 0 : 1) : 1,
    since,
  );
}

await check('types, server', tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.server.json');
await check('types, browser', tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.web.json');
await check('types, tools', tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.tools.json');
await check('lint and format', tool('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings', '.');
await check('nothing unused', tool('knip', 'bin', 'knip.js'));
await check('licences', 'scripts/licences.ts');
await check('no refused packages', 'scripts/refused-packages.ts');
if (mode !== 'check') {
  await check('content', 'scripts/content-check.ts', '--complete');
  await check('bytes', 'scripts/budgets.ts');
  await vitest('house, rules, API and faults');
  const server = await postgresServer();
  await vitest(`API on PostgreSQL ${server.version} over the network`, ['.server.test.ts'], {
    TEST_DATABASE_URL: server.url,
  });
  await server.stop();
  const since = Date.now();
  const browser = await runBrowserTests(only);
  report('browser', browser.passed, browser.failed, since);
  if (browser.unsteady > 0)
    console.log(`! ${browser.unsteady} browser tests passed only at the second try: see “flaky” above`);
}
console.log(`Took ${Math.round((Date.now() - startedAt) / 1000)} s.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
