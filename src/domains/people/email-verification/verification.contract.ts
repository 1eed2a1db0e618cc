import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { EXEMPT } from '../../../shared/step-up.ts';

export const verificationContract = {
  'POST /api/account/email/verification': {
    summary: 'Send a link that verifies the caller’s e-mail, once an hour; does nothing if it is verified',
    authz: { allow: ['parent', 'teacher', 'admin'], owner: 'user', stepUp: EXEMPT.own },
    output: z.null(),
    status: 204,
  },
  'PUT /api/account/email/verification': {
    summary: 'Verify the caller’s e-mail with the token of a link; safe to repeat',
    // Open in child mode too: the parent opens the mail on the phone that the child uses.
    authz: { allow: ['parent', 'teacher', 'admin'], owner: 'user', stepUp: EXEMPT.own, childMode: 'open' },
    body: z.object({ token: z.string('Abra a ligação do e-mail.').min(1).max(100, 'Abra a ligação do e-mail.') }),
    output: z.null(),
    status: 204,
    repeatable: true,
  },
} as const satisfies Contract;
