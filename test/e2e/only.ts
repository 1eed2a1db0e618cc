// Browser tests alone, or some of them: node test/e2e/only.ts offline
import { runBrowserTests } from './run.ts';

const { passed, failed, unsteady } = await runBrowserTests(process.argv.slice(2));
if (unsteady > 0) console.log(`${unsteady} passed only at the second try`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
