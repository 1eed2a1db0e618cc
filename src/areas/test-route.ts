import { lazily } from '../web/lazily.tsx';
import { withStyles } from '../web/styles.ts';

/** A child's test, separate from the parent's area: it needs neither the frame nor the cache of replies. */
export const TestRoute = lazily(withStyles('sittings', () => import('./test.tsx')));

/** Fetches the code of the test and opens the device's store while the user is still choosing a test. */
export async function makeTestReady(): Promise<void> {
  await (await TestRoute.bring()).bring?.('');
}
