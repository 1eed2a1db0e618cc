import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath } from '../../../shared/fields.ts';

export const pdfContract = {
  'GET /api/attempts/:id/pdf': {
    summary: 'Return the result of a completed attempt as one A4 page; 402 unless the plan covers the child',
    authz: { allow: ['parent'], owner: 'attempt' },
    params: z.object({ id: idInPath }),
    output: z.null(),
    file: ['application/pdf'],
    heavy: true,
  },
  'GET /api/children/:id/report/pdf': {
    summary: 'Return a child’s report as one A4 page; 402 unless the plan covers the child',
    stale: true,
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    output: z.null(),
    file: ['application/pdf'],
    heavy: true,
  },
} as const satisfies Contract;
