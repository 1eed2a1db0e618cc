import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { MAX_PARCEL_BYTES } from '../../../shared/parcel.ts';

export const parcelsContract = {
  'GET /api/parcels/key': {
    summary: 'Return the public key for which a phone seals a copy of what waits on it',
    // Public, and a phone in child mode needs it to close rows of siblings that it could not close before.
    authz: { allow: ['parent'], owner: 'user', childMode: 'open' },
    output: z.object({
      /** An uncompressed point on P-256, in base64. */
      key: z.string(),
    }),
  },
  'POST /api/parcels': {
    // A parcel holds the account's place for heavy calls, so a heavy call inside it would wait for it forever: it must contain none.
    heavy: true,
    summary:
      'Hand in a sealed copy of what waits on a phone of the family; safe to repeat, also after that phone has sent it itself',
    authz: { allow: ['parent'], owner: 'user' },
    maxBodyBytes: MAX_PARCEL_BYTES + 1_000,
    longest: 60,
    body: z.object({ file: z.string('Escolha o ficheiro.').max(MAX_PARCEL_BYTES, 'O ficheiro é grande demais.') }),
    output: z.object({
      /** How many of its calls the server has accepted, now or before. */
      taken: z.int(),
      /** What it did not accept, and why. */
      refused: z.array(z.object({ words: z.string(), why: z.string() })),
    }),
  },
  'POST /api/parcels/row-key': {
    costly: true,
    summary:
      'Open the key of what a phone has closed while other children had it; a child in child mode opens its own only',
    authz: { allow: ['parent'], owner: 'user', childMode: 'open' },
    body: z.object({
      /** The sealed key, in base64. */
      sealed: z.string().max(1_000),
    }),
    output: z.object({
      /** AES-GCM, 256 bits, in base64. */
      key: z.string(),
    }),
  },
} as const satisfies Contract;
