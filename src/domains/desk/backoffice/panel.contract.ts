import { z } from 'zod';

/** Only administrators may call, whoever owns the resource. */
export const authz = { allow: ['admin'], owner: null } as const;

/** Returns a list of the panel as a CSV file of at most 50,000 rows; every download requires a recent confirmation and is logged. */
export const listAsFile = <Filters extends z.ZodObject>(rows: string, query: Filters) =>
  ({
    summary: `Export the same ${rows} as a CSV file of at most 50,000 rows; logged`,
    stale: true,
    authz: { ...authz, stepUp: true },
    query,
    output: z.null(),
    file: ['text/csv'],
    longest: 20,
  }) as const;
