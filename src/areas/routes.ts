import { AREAS } from 'virtual:areas';
import { withStyles } from '../delivery/browser/styles.ts';
import { lazily } from '../web/parts/lazily.tsx';

const ROUTES = AREAS.map(([pattern, load, forChildren, isSitting]) => ({
  pattern,
  forChildren,
  isSitting,
  Area: lazily(isSitting ? withStyles('sittings', load) : load),
}));

/** Returns the area of an address, or undefined for addresses of the parents' area and of the child's home. */
export const routeOf = (path: string) => ROUTES.find(({ pattern }) => pattern.test(path));

/** Fetches the code of the test and opens the device's store while the user is still choosing a test. */
export async function makeTestReady(): Promise<void> {
  await (await routeOf('/tests/1')?.Area.bring())?.bring?.('');
}
