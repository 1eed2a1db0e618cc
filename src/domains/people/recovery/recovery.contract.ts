import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { moment } from '../../../shared/fields.ts';
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
  'GET /api/account/recovery-code': {
    summary: 'Return when the caller’s recovery code was made, or null',
    authz: { allow: ['parent'], owner: 'user' },
    output: z.object({ madeAt: moment.nullable() }),
  },
  'POST /api/account/recovery-code': {
    summary: 'Make a recovery code, shown once; an earlier one becomes invalid. Needs the password',
    authz: { allow: ['parent'], owner: 'user' },
    body: z.object({ password: z.string('Escreva a sua senha actual.').max(1024) }),
    output: z.object({ username: z.string(), code: z.string() }),
    status: 201,
  },
  'POST /api/password/recover': {
    summary: 'Set another password with a username and its recovery code, which is used up; ends all sessions',
    authz: { allow: everyone, owner: null, childMode: 'open' },
    body: z
      .object({
        username: accountName(1, 'Escreva o nome de usuário.'),
        code: z.string('Escreva o código.').trim().min(1, 'Escreva o código.').max(60, 'O código é mais curto.'),
        ...newPasswordFields,
      })
      .refine(...passwordsMatch),
    output: z.null(),
    status: 204,
  },
} as const satisfies Contract;
