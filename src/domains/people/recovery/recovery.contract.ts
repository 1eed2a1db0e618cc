import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { accountName, newPasswordFields, passwordsMatch } from '../accounts/accounts.contract.ts';

const everyone = ['anonymous', 'parent', 'teacher', 'admin'] as const;

export const recoveryContract = {
  'POST /api/password/forgot': {
    summary:
      'Request a link for choosing another password, by username or e-mail; the reply does not reveal whether the account exists',
    // Open in child mode too: a parent who forgot both the PIN and the password has no other way to leave it. The link is sent to the
    // parent's e-mail.
    authz: { allow: everyone, owner: null, childMode: 'open' },
    body: z.object({ account: accountName(1, 'Escreva o nome de usuário ou o e-mail.') }),
    output: z.null(),
    status: 204,
  },
  'POST /api/password/reset': {
    summary: 'Set another password with the token of a link, once within an hour; ends all sessions',
    authz: { allow: everyone, owner: null, childMode: 'open' },
    body: z
      .object({
        token: z.string('Abra a ligação do e-mail.').max(100, 'Abra a ligação do e-mail.'),
        ...newPasswordFields,
      })
      .refine(...passwordsMatch),
    output: z.null(),
    status: 204,
  },
} as const satisfies Contract;
