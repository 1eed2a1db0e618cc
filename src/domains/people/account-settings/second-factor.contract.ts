import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { moment } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';

const authz = { allow: ['teacher', 'admin'], owner: 'user' } as const;
const password = z.string('Escreva a sua senha.').min(1, 'Escreva a sua senha.').max(1024);

const secondFactor = z.object({
  enabled: z.boolean(),
  /** Number of unused recovery codes. */
  codesLeft: z.int(),
  /** When it begins to count, if it was added with the password alone; null if it counts already. */
  countsFrom: moment.nullable(),
  /** When it will be removed because somebody said that it was lost; null if nobody did. */
  replacementAt: moment.nullable(),
});
export type SecondFactor = z.output<typeof secondFactor>;

export const secondFactorContract = {
  'GET /api/account/second-factor': {
    summary: 'Return whether the second factor is on',
    authz: { ...authz, stepUp: EXEMPT.own },
    output: secondFactor,
  },
  'POST /api/account/second-factor': {
    summary:
      'Start setting up the second factor: return a secret in exchange for the password; sign-ins do not need a code yet',
    authz: { ...authz, stepUp: 'with-factor' },
    body: z.object({ password }),
    output: z.object({
      /** For manual entry: base32, in groups of four. */
      secret: z.string(),
      /** The same as an `otpauth:` URL, for an authenticator on this device. */
      uri: z.string(),
      /** The address as a QR code: modules on a side, and the dark ones as an SVG path. */
      qr: z.object({ size: z.int(), path: z.string() }),
    }),
  },
  'PUT /api/account/second-factor': {
    summary:
      'Turn the second factor on with a first code; returns ten recovery codes once, and ends the other sessions',
    authz: { ...authz, stepUp: 'with-factor' },
    body: z.object({ code: z.string('Escreva o código.').min(1, 'Escreva o código.').max(40) }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  'POST /api/account/second-factor/confirmation': {
    summary:
      'Confirm with a new code; for five minutes this session may call endpoints that require it (`stepUp` in `x-authz`)',
    authz: { ...authz, stepUp: EXEMPT.confirms },
    body: z.object({ code: z.string('Escreva o código.').min(1, 'Escreva o código.').max(40) }),
    output: z.object({ until: moment }),
  },
  'DELETE /api/account/second-factor/replacement': {
    summary: 'Cancel the removal of a second factor that is not lost; a confirmation proves that it is not',
    authz: { ...authz, stepUp: true },
    output: z.null(),
    status: 204,
  },
  'DELETE /api/account/second-factor': {
    summary: 'Turn the second factor off; needs the password and a code confirmed in the last five minutes',
    authz: { ...authz, stepUp: 'with-factor' },
    body: z.object({ password }),
    output: z.null(),
    status: 204,
  },
} as const satisfies Contract;
