import { lazily } from '../web/lazily.tsx';
import { withStyles } from '../web/styles.ts';

/** A child's test, kept apart from the parent's area: it needs neither its frame nor a cache of what was read. */
export const TestRoute = lazily(withStyles('sittings', () => import('./test.tsx')));

/** Fetches a test's code and opens the device's store while a test is still being chosen. */
export async function makeTestReady(): Promise<void> {
  await (await TestRoute.bring()).bring?.('');
}
