import { MAX_FAULTS, VISITS_PER_SAMPLE } from '../../shared/phones/phone-sample.ts';
import { whenIdle } from './when-idle.ts';

const FAULT_EVENTS = ['error', 'unhandledrejection', 'securitypolicyviolation'];

/**
 * Reports how fast this page is on this phone, on a sample of visits, and its faults, on all of them. Only what is reported is loaded, when
 * the page is idle (`phone-report.ts`). With the browser's data saver, and by
 * browsers that a program drives, nothing is reported.
 */
export function followPhone(): void {
  if (document.documentElement.dataset['save'] || navigator.webdriver) return;
  const faults: Event[] = [];
  const isMeasured = (crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % VISITS_PER_SAMPLE === 0;
  const report = () =>
    void import('./phone-report.ts')
      .then(({ reportWhenHidden }) => reportWhenHidden(faults, isMeasured))
      .catch(() => {});
  for (const type of FAULT_EVENTS)
    addEventListener(type, (event) => {
      if (faults.length < MAX_FAULTS && faults.push(event) === 1) whenIdle(report);
    });
  if (isMeasured) whenIdle(report);
}
