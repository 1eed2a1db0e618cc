import { Counter, Histogram } from 'prom-client';
import type { Frame } from '../../../server/http/http.ts';
import { consumeRateLimit, networkOf } from '../../../server/http/rate-limits.ts';
import { addMetric } from '../../../server/watch/figures.ts';
import { commit } from '../../../server/watch/version.ts';
import { wholePercent } from '../../../shared/percent.ts';
import { MAX_BUILD, MEASURES, type Measure, OTHER_ROUTE } from '../../../shared/phones/phone-report.ts';
import { type Phones, phonesContract } from './phones.contract.ts';
import { BOUNDS, bucketOf, p75Of, reportsIn, withinGoal } from './phones.rules.ts';
import { countFaults, countMeasures, findFaults, findMeasures, isKnownBuild, type MeasureRow } from './phones.store.ts';

/** Limit on reports from one network: thousands of phones may share an operator's address, and a sample of them is enough. */
const PHONE_REPORTS = { name: 'phone-report', hits: 300, seconds: 3600 } as const;
/** Number of faults that the panel shows. */
const SHOWN_FAULTS = 50;
/** Stands for a build that this installation has not run. */
const OTHER_BUILD = 'other';

const labelNames = ['route', 'build'] as const;
/** All three measures are reported in thousandths: of a second, and of CLS, which has no unit. */
const THOUSAND = 1000;
const distribution = (name: string, help: string, measure: Measure) =>
  addMetric(
    new Histogram({ name, help, labelNames, buckets: BOUNDS[measure].map((bound) => bound / THOUSAND), registers: [] }),
  );
/** Distributions since the start of this process. `build` is `current` or `earlier`. */
const DISTRIBUTIONS: Record<Measure, Histogram<(typeof labelNames)[number]>> = {
  lcp: distribution('phone_lcp_seconds', 'Largest contentful paint on phones', 'lcp'),
  inp: distribution('phone_inp_seconds', 'Interaction to next paint on phones', 'inp'),
  cls: distribution('phone_cls', 'Cumulative layout shift on phones', 'cls'),
};
const faultsTotal = addMetric(
  new Counter({
    name: 'phone_faults_total',
    help: 'Errors of scripts on phones, and what the content security policy refused there',
    labelNames: ['kind', ...labelNames] as const,
    registers: [],
  }),
);

const CURRENT_BUILD = commit.slice(0, MAX_BUILD);

/** Binds the endpoint to which phones report, and the panel that shows what they reported. */
export function bindPhones(frame: Frame): void {
  const { db, server } = frame;
  /** Returns a route as it is stored: only the pages of the app are known. */
  const knownRoute = (route: string) =>
    route.startsWith('/') && !route.startsWith('/api/') && server.hasRoute({ method: 'GET', url: route })
      ? route
      : OTHER_ROUTE;
  frame.bind(phonesContract, {
    'POST /api/phone-reports': async ({ body, address }) => {
      await consumeRateLimit(db, PHONE_REPORTS, networkOf(address));
      const isCurrent = body.build !== '' && body.build === CURRENT_BUILD;
      const build = isCurrent || (await isKnownBuild(db, body.build)) ? body.build : OTHER_BUILD;
      const age = isCurrent ? 'current' : 'earlier';
      const measures = body.measures.map((one) => ({ ...one, route: knownRoute(one.route) }));
      const faults = body.faults.map((one) => ({ ...one, route: knownRoute(one.route) }));
      if (measures.length > 0)
        await countMeasures(
          db,
          build,
          measures.map(({ route, name, value }) => ({ route, name, bucket: bucketOf(name, value) })),
        );
      if (faults.length > 0) await countFaults(db, build, faults);
      for (const { name, route, value } of measures)
        DISTRIBUTIONS[name].observe({ route, build: age }, value / THOUSAND);
      for (const { kind, route } of faults) faultsTotal.inc({ kind, route, build: age });
      return null;
    },

    'GET /api/admin/phones': async (call) => {
      const days = Number(call.query.days ?? '7');
      const [measures, faults] = await Promise.all([
        findMeasures(call.db, days),
        findFaults(call.db, days, SHOWN_FAULTS),
      ]);
      return {
        days,
        measures: MEASURES.map((name) => {
          const counts = countsOf(measures, name);
          const reports = reportsIn(counts);
          return { name, reports, p75: p75Of(name, counts), good: wholePercent(withinGoal(name, counts), reports) };
        }),
        routes: [...Map.groupBy(measures, ({ route }) => route)]
          .map(([route, rows]) => ({ route, ...figuresOf(rows) }))
          .sort((a, b) => b.reports - a.reports || (a.route < b.route ? -1 : 1)),
        builds: [...Map.groupBy(measures, ({ build }) => build)]
          .map(([build, rows]) => ({
            build,
            isCurrent: build === CURRENT_BUILD,
            since: rows.reduce((first, { since }) => (since < first ? since : first), rows[0]?.since ?? ''),
            ...figuresOf(rows),
          }))
          .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || (a.since > b.since ? -1 : 1)),
        faults: faults.map((fault) => ({ ...fault, isCurrent: fault.build === CURRENT_BUILD })),
      };
    },
  });
}

/** Returns the counts of a measure by index of the range. */
function countsOf(rows: readonly MeasureRow[], measure: Measure): number[] {
  const counts = Array.from({ length: BOUNDS[measure].length + 1 }, () => 0);
  for (const row of rows) if (row.measure === measure) counts[row.bucket] = (counts[row.bucket] ?? 0) + row.reports;
  return counts;
}

function figuresOf(rows: readonly MeasureRow[]): Pick<Phones['routes'][number], 'lcp' | 'inp' | 'cls' | 'reports'> {
  const p75 = (measure: Measure) => p75Of(measure, countsOf(rows, measure));
  return { lcp: p75('lcp'), inp: p75('inp'), cls: p75('cls'), reports: reportsIn(countsOf(rows, 'lcp')) };
}
