import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id } from '../../../shared/fields.ts';
import { PIN_DIGITS } from '../../../shared/pin.ts';
import { passkeyAnswer } from '../passkeys/passkeys.contract.ts';

/** A child, as displayed in child mode. */
const handedTo = z.object({ id: z.int(), firstName: z.string(), schoolClass: z.string(), cover: z.int() });

/** Maximum number of children in a family. */
const MAX_CHILDREN = 12;
const ofParent = { allow: ['parent'], owner: 'user' } as const;
const digits = new RegExp(`^\\d{${PIN_DIGITS.least},${PIN_DIGITS.most}}$`);
const typed = z.string('Escreva a sua senha actual.').min(1, 'Escreva a sua senha actual.').max(1024);

export const childModeContract = {
  'PUT /api/account/pin': {
    summary: 'Set the PIN that ends child mode',
    authz: ofParent,
    body: z.object({
      pin: z.string('Escreva 4 a 6 números.').regex(digits, 'Escreva 4 a 6 números.'),
      password: typed,
    }),
    output: z.null(),
    status: 204,
  },
  'GET /api/child-mode': {
    summary: 'List the children that this session was handed over to; empty outside child mode',
    authz: { ...ofParent, childMode: 'open' },
    output: z.object({
      userId: z.int(),
      children: z.array(handedTo),
      hasPin: z.boolean(),
      /** Whether the parent has a passkey, which can end child mode. */
      hasPasskey: z.boolean(),
      /** Whether too many wrong PINs were entered, so that the password is required. */
      pinLocked: z.boolean(),
    }),
  },
  'POST /api/child-mode': {
    summary: 'Hand this session over to one or more children; it can then access only their tests',
    authz: { allow: ['parent'], owner: 'child' },
    body: z
      .object({
        childId: id.optional(),
        childIds: z.array(id).min(1, 'Escolha a criança.').max(MAX_CHILDREN).optional(),
      })
      .refine(({ childId, childIds }) => childId !== undefined || childIds !== undefined, {
        path: ['childId'],
        message: 'Escolha a criança.',
      }),
    output: z.null(),
    status: 204,
  },
  'DELETE /api/child-mode': {
    summary:
      'End child mode with the PIN, the password or a passkey; the session gets a new token. Outside child mode it only checks them',
    authz: { ...ofParent, childMode: 'open' },
    body: z
      .object({
        pin: z.string().min(1).max(64).optional(),
        password: typed.optional(),
        passkey: passkeyAnswer.optional(),
      })
      .refine(({ pin, password, passkey }) => pin !== undefined || password !== undefined || passkey !== undefined, {
        path: ['pin'],
        message: 'Escreva o PIN ou a senha da conta.',
      }),
    output: z.null(),
    status: 204,
  },
} as const satisfies Contract;
