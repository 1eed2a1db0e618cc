// Runs the browser tests, or some of them: node test/e2e/only.ts offline
import { runBrowserTests } from './run.ts';

const { passed, failed } = await runBrowserTests(process.argv.slice(2));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
