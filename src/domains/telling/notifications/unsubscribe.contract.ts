import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';

const everyone = ['anonymous', 'parent', 'teacher', 'admin'] as const;
const params = z.object({ token: z.string().max(200) });

export const unsubscribeContract = {
  'GET /api/notifications/unsubscribe/:token': {
    summary: 'Return a page with a button that unsubscribes from one kind of mails; opening it has no effect',
    authz: { allow: everyone, owner: null },
    params,
    output: z.null(),
    file: ['text/html'],
  },
  'POST /api/notifications/unsubscribe/:token': {
    summary:
      'Unsubscribe from one kind of mails (one-click, RFC 8058) or from all; the signed link names the user and the kind',
    authz: { allow: everyone, owner: null },
    params,
    form: true,
    // The body that mail programs send (`List-Unsubscribe=One-Click`) contains no further information.
    body: z.object({ all: z.string().max(10).optional() }),
    output: z.null(),
    file: ['text/html'],
  },
} as const satisfies Contract;
