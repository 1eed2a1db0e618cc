import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';

const everyone = ['anonymous', 'parent', 'teacher', 'admin'] as const;
const params = z.object({ token: z.string().max(200) });

export const unsubscribeContract = {
  'GET /api/notifications/unsubscribe/:token': {
    summary: 'A page with a button that stops mails of one kind; looking at it changes nothing',
    authz: { allow: everyone, owner: null },
    params,
    output: z.null(),
    file: ['text/html'],
  },
  'POST /api/notifications/unsubscribe/:token': {
    summary: 'Stop mails of one kind with one tap (RFC 8058), or all of them; the signed link says whose and which',
    authz: { allow: everyone, owner: null },
    params,
    form: true,
    // The body that mail programs send (`List-Unsubscribe=One-Click`) contains no further information.
    body: z.object({ all: z.string().max(10).optional() }),
    output: z.null(),
    file: ['text/html'],
  },
} as const satisfies Contract;
