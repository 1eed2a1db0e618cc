import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { dayFilter, filter, moment, paging } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';

/** A line of the audit log. */
const auditLine = z.object({
  id: z.int(),
  at: moment,
  /** The present name of the account that made the change; null if the program made it or the account was deleted. */
  who: z.string().nullable(),
  userId: z.int().nullable(),
  action: z.string(),
  subject: z.string(),
  /** The username, if the subject is a user. */
  subjectName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  address: z.string().nullable(),
});
export type AuditLine = z.output<typeof auditLine>;

const filters = {
  /** The kind of thing that was changed: 'user', 'settings', 'test', 'payment' and so on. */
  kind: filter.refine((value) => value === null || /^[a-z-]{1,30}$/.test(value), 'Este tipo não existe.'),
  /** Searches the name of the account that made the change, and the username of the subject. */
  search: filter,
  from: dayFilter,
  to: dayFilter,
};

export const auditContract = {
  'GET /api/admin/audit': {
    summary: 'List the entries of the audit log, newest first, by page',
    stale: true,
    authz: { allow: ['admin'], owner: null, stepUp: EXEMPT.desk },
    query: z.object({ ...filters, ...paging }),
    output: z.array(auditLine),
  },
  'GET /api/admin/audit/file': {
    summary: 'Export the same entries as a CSV file of at most 50,000 rows; the export is logged',
    stale: true,
    authz: { allow: ['admin'], owner: null, stepUp: true },
    query: z.object(filters),
    output: z.null(),
    file: ['text/csv'],
    longest: 20,
  },
} as const satisfies Contract;
