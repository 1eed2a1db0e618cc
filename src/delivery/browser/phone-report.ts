import { BUILD, PATHS } from 'virtual:phone-report';
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import {
  bodyOfReport,
  type Measure,
  type PhoneReport,
  policyFault,
  routeOfPath,
  scriptFault,
} from '../../shared/phones/phone-report.ts';

/** Values above this come from a phone that was suspended in between; the contract rejects them. */
const HIGHEST = 600_000;

let isReporting = false;

/**
 * Sends what was measured and the faults, once the page is hidden: at most one report with measures, and a further one for faults that
 * occurred later.
 *
 * @param faults events, to which others may be added later.
 */
export function reportWhenHidden(faults: readonly Event[], isMeasured: boolean): void {
  if (isReporting) return;
  isReporting = true;
  const measures = new Map<Measure, PhoneReport['measures'][number]>();
  const here = () => routeOfPath(location.pathname, PATHS);
  const landedOn = here();
  const take = (name: Measure, factor: number, route: () => string) => (metric: Metric) =>
    measures.set(name, { name, route: route(), value: Math.min(Math.round(metric.value * factor), HIGHEST) });
  if (isMeasured) {
    // An interaction or a shift belongs to the screen on which it happened, the first paint to the page that was loaded.
    onLCP(
      take('lcp', 1, () => landedOn),
      { reportAllChanges: true },
    );
    onINP(take('inp', 1, here), { reportAllChanges: true });
    onCLS(take('cls', 1000, here), { reportAllChanges: true });
  }
  let sentFaults = 0;
  let isSent = false;
  // `visibilitychange` bubbles from the document to the window: web-vitals listens on the document, so its final values are in before this.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    const report: PhoneReport = {
      build: BUILD,
      measures: isSent ? [] : [...measures.values()],
      faults: faults.slice(sentFaults).flatMap((event) => faultOf(event, here()) ?? []),
    };
    isSent ||= measures.size > 0;
    sentFaults = faults.length;
    if (report.measures.length > 0 || report.faults.length > 0) send(report);
  });
}

/** Without the session's cookie: the server cannot know whose phone it is, and nothing of the parent's can come back in child mode. */
function send(report: PhoneReport): void {
  void fetch('/api/phone-reports', {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    headers: { 'Content-Type': 'application/json' },
    body: bodyOfReport(report),
  }).catch(() => {});
}

function faultOf(event: Event, route: string): PhoneReport['faults'][number] | undefined {
  if (event instanceof SecurityPolicyViolationEvent)
    return { kind: 'policy', route, what: policyFault(event.effectiveDirective, event.blockedURI, location.origin) };
  const { error, filename, lineno, colno } = event as ErrorEvent;
  const { reason } = event as PromiseRejectionEvent;
  const thrown: unknown = error ?? reason;
  const place = filename ? ` ${filename}:${lineno}:${colno}` : '';
  const what =
    thrown instanceof Error ? scriptFault(thrown.name, `${thrown.stack}${place}`) : scriptFault(undefined, place);
  return what === undefined ? undefined : { kind: 'script', route, what };
}
