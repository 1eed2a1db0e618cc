import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { line, moment, optionalLine } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { emailAddress, newPasswordFields, passwordsMatch, user } from '../accounts/accounts.contract.ts';

/** A device on which this user is signed in. */
const signedInDevice = z.object({
  /** Identifies the session among the user's own; useless for accessing it. */
  handle: z.string(),
  /** The browser's user agent. */
  device: z.string(),
  /** Part of the address, enough to recognise the network. */
  address: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  /** The session of this call. */
  current: z.boolean(),
});
export type SignedInDevice = z.output<typeof signedInDevice>;

const typed = z.string('Escreva a sua senha actual.').min(1, 'Escreva a sua senha actual.').max(1024);

export const accountContract = {
  'GET /api/account/sessions': {
    summary: 'List the caller’s sessions by device, the last used first',
    authz: { allow: ['parent', 'teacher', 'admin'], owner: 'user', stepUp: EXEMPT.own },
    output: z.array(signedInDevice),
  },
  'DELETE /api/account/sessions/:handle': {
    summary: 'End the session of one device',
    authz: { allow: ['parent', 'teacher', 'admin'], owner: 'session', stepUp: EXEMPT.own },
    params: z.object({ handle: z.string().regex(/^[0-9a-f]{16}$/) }),
    output: z.null(),
    status: 204,
  },
  'PUT /api/account/profile': {
    summary: 'Change the profile; fields left out stay unchanged, and another e-mail needs the current password',
    authz: { allow: ['parent', 'teacher', 'admin'], owner: 'user', stepUp: EXEMPT.own },
    body: z.object({
      fullName: line(120, 1, 'Nome completo é obrigatório').optional(),
      email: emailAddress.optional(),
      phone: optionalLine(40).optional(),
      gender: optionalLine(20).optional(),
      location: optionalLine(120).optional(),
      currentPassword: z.string().max(1024).nullish(),
    }),
    output: user,
  },
  'PUT /api/account/password': {
    summary:
      'Change the password: every other session ends, this one gets a new token. Passkeys are removed if asked for; of staff with a second factor this needs a recent confirmation',
    authz: { allow: ['parent', 'teacher', 'admin'], owner: 'user', stepUp: EXEMPT.own },
    body: z
      .object({
        currentPassword: typed,
        ...newPasswordFields,
        /** Whether passkeys are removed too, as they are when a forgotten password is replaced. */
        removePasskeys: z.boolean().default(false),
      })
      .refine(...passwordsMatch),
    output: z.null(),
    status: 204,
  },
  'POST /api/account/deletion': {
    summary: 'Request the erasure of the account in 30 days; ends all its sessions',
    authz: { allow: ['parent'], owner: 'user' },
    body: z.object({ password: typed }),
    output: z.object({ deletionAt: moment }),
  },
  'DELETE /api/account/deletion': {
    summary: 'Cancel the erasure of the account',
    authz: { allow: ['parent'], owner: 'user' },
    output: user,
  },
} as const satisfies Contract;
