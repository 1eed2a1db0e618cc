import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, line, moment } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { user } from '../accounts/accounts.contract.ts';

/** A passkey as its owner sees it: a device that signs in without a password. */
const passkey = z.object({ id: z.int(), name: z.string(), createdAt: moment, lastUsedAt: moment.nullable() });
export type Passkey = z.output<typeof passkey>;

const base64url = (longest: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(longest);
const credentialId = base64url(1400);
/** How the browser reaches the key, in WebAuthn's words; new ones are added from time to time. */
const transports = z.array(z.string().max(40)).max(10);

/** The browser's response after it has created a key (`navigator.credentials.create`). */
const registration = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: transports.optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});
export type RegistrationAnswer = z.output<typeof registration>;

/** The browser's response after it has signed with a key (`navigator.credentials.get`). */
export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(200).nullish(),
  }),
  clientExtensionResults: z.object({}).default({}),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

const known = z.object({ id: z.string(), type: z.literal('public-key'), transports: transports.optional() });

/** The options with which the browser creates a key. */
export const toRegister = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** The options with which the browser signs a challenge. */
export const toSign = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  /** Empty for a sign-in, where the server does not know the user yet and the device chooses the account. */
  allowCredentials: z.array(known).default([]),
  userVerification: z.literal('required'),
});

const everyone = ['parent', 'teacher', 'admin'] as const;
const mine = { allow: everyone, owner: 'user' } as const;
const one = { allow: everyone, owner: 'passkey' } as const;
const anybody = { allow: ['anonymous', ...everyone], owner: null } as const;
const password = z.string('Escreva a sua senha.').min(1, 'Escreva a sua senha.').max(1024);

export const passkeysContract = {
  'GET /api/passkeys': {
    summary: 'List the caller’s passkeys',
    authz: { ...mine, stepUp: EXEMPT.own },
    output: z.array(passkey),
  },
  'POST /api/passkeys/registration': {
    summary: 'Start registering a passkey, with the password',
    authz: { ...mine, stepUp: 'with-factor' },
    body: z.object({ password }),
    output: toRegister,
  },
  'POST /api/passkeys': {
    summary: 'Register the passkey that the device has created; the owner is notified by mail',
    authz: { ...mine, stepUp: 'with-factor' },
    body: z.object({ answer: registration }),
    output: passkey,
    status: 201,
  },
  'PUT /api/passkeys/:id': {
    summary: 'Rename a passkey',
    authz: { ...one, stepUp: EXEMPT.own },
    params: z.object({ id: idInPath }),
    body: z.object({ name: line(60, 1, 'Escreva um nome.') }),
    output: passkey,
  },
  'DELETE /api/passkeys/:id': {
    summary: 'Delete a passkey, with the password; the owner is notified by mail',
    authz: { ...one, stepUp: 'with-factor' },
    params: z.object({ id: idInPath }),
    body: z.object({ password }),
    output: z.null(),
    status: 204,
  },
  'POST /api/passkeys/sign-in/challenge': {
    summary: 'Start signing in with a passkey: return the challenge that the device signs',
    authz: anybody,
    output: toSign,
  },
  'POST /api/passkeys/sign-in': {
    summary: 'Sign in with a signed challenge; sets a session cookie',
    authz: anybody,
    body: z.object({ answer: passkeyAnswer }),
    output: user,
  },
  'POST /api/passkeys/challenge': {
    summary: 'Return the challenge that the device signs to confirm the user’s presence or to end child mode',
    authz: { ...mine, childMode: 'open', stepUp: EXEMPT.confirms },
    output: toSign,
  },
  'POST /api/passkeys/confirmation': {
    summary:
      'Confirm with a passkey instead of a code of the second factor (`stepUp` in `x-authz`); valid for five minutes',
    authz: { allow: ['teacher', 'admin'], owner: 'user', stepUp: EXEMPT.confirms },
    body: z.object({ answer: passkeyAnswer }),
    output: z.object({ until: moment }),
  },
} as const satisfies Contract;
