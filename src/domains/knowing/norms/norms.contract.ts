import { z } from 'zod';
import { moment } from '../../../shared/fields.ts';

/** What a child's percentage is compared with: an average of other families' children, or a reference value. */
export const comparisonMark = z.object({
  group: z.enum(['school', 'province', 'national']),
  /** Whole percent. */
  value: z.int(),
  /** An average of at least ten other families' children; otherwise the reference value. */
  real: z.boolean(),
  /** The size of the group as a band, "10 a 19 crianças"; null for a reference value. */
  children: z.string().nullable(),
  /** When the average last changed. */
  asOf: moment.nullable(),
  /** The result's position among them, in groups that are large enough; in tenths for older children only. */
  place: z
    .object({
      standing: z.enum(['below', 'middle', 'above', 'unknown']),
      tenths: z.object({ from: z.int(), to: z.int() }).nullable(),
    })
    .nullable(),
});
export type ComparisonMark = z.output<typeof comparisonMark>;
