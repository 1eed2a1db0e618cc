import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { filter } from '../../../shared/fields.ts';
import { FAULTS, MAX_BUILD, MAX_REPORT_BYTES, MEASURES } from '../../../shared/phones/phone-report.ts';
import { MAX_FAULTS } from '../../../shared/phones/phone-sample.ts';
import { EXEMPT } from '../../../shared/step-up.ts';

/** A pattern of an address, or `other`. */
const route = z
  .string()
  .max(60)
  .regex(/^(other|\/|(\/(:[a-z]{1,20}|[a-z][a-z-]{0,30}))+)$/i, 'Indique o padrão de um endereço.');

/** What a phone reports; `shared/phones/phone-report.ts` says what is in it. */
const phoneReport = z.object({
  build: z
    .string()
    .max(MAX_BUILD)
    .regex(/^[0-9a-f]*$/, 'Esta versão não se conhece.'),
  measures: z
    .array(z.object({ name: z.enum(MEASURES), route, value: z.int().min(0).max(600_000) }))
    .max(MEASURES.length)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Cada medida vem só uma vez.'),
  faults: z
    .array(
      z.object({
        kind: z.enum(FAULTS),
        route,
        /** "TypeError Ab3_x9Qz:1042" or "script-src-elem inline". */
        what: z
          .string()
          .regex(/^([A-Z][A-Za-z]{2,29} [\w-]{8,40}:\d{1,7}|[a-z-]{3,30} [a-z-]{2,20})$/, 'Esta falha não se conhece.'),
      }),
    )
    .max(MAX_FAULTS),
});

/** The value that three of four visits do not exceed; null with fewer than `FEWEST_REPORTS`. */
const p75 = z.number().nullable();
const figures = z.object({ lcp: p75, inp: p75, cls: p75 });

const phones = z.object({
  days: z.int(),
  /** Of all pages and builds. `good`: percentage of the visits within the goal. */
  measures: z.array(z.object({ name: z.enum(MEASURES), reports: z.int(), p75, good: z.int().nullable() })),
  /** Routes, the most visited first. `reports`: number of visits that reported an LCP. */
  routes: z.array(figures.extend({ route: z.string(), reports: z.int() })),
  /** The newest first. `build`: the beginning of its commit, or `other`. */
  builds: z.array(figures.extend({ build: z.string(), isCurrent: z.boolean(), since: z.string(), reports: z.int() })),
  /** The most frequent first. */
  faults: z.array(
    z.object({
      kind: z.enum(FAULTS),
      route: z.string(),
      what: z.string(),
      build: z.string(),
      isCurrent: z.boolean(),
      reports: z.int(),
      /** Day of the last one. */
      lastOn: z.string(),
    }),
  ),
});
export type Phones = z.output<typeof phones>;

export const phonesContract = {
  'POST /api/phone-reports': {
    summary:
      'Report how fast a page was on this phone, and its faults; nothing identifies the phone, and the session is ignored',
    authz: { allow: ['anonymous', 'parent', 'teacher', 'admin'], owner: null, childMode: 'open' },
    body: phoneReport,
    maxBodyBytes: MAX_REPORT_BYTES,
    output: z.null(),
    status: 204,
  },
  'GET /api/admin/phones': {
    summary: 'Return how fast pages were on the phones of families in the last 7 or 30 days, and which faults occurred',
    stale: true,
    authz: { allow: ['admin'], owner: null, stepUp: EXEMPT.reads },
    query: z.object({ days: filter.pipe(z.enum(['7', '30'], 'Indique 7 ou 30.').nullable()) }),
    output: phones,
  },
} as const satisfies Contract;
