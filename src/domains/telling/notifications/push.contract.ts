import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';

export const INCOMPLETE = 'Não foi possível ligar os avisos neste aparelho. Tente de novo.';
/** Returns a string of this many base64url characters without padding, as browsers encode bytes. */
const bytes = (letters: number) => z.string(INCOMPLETE).regex(new RegExp(`^[\\w-]{${letters}}$`), INCOMPLETE);

export const pushContract = {
  'GET /api/notifications/push': {
    summary: 'Return the key for subscribing to push messages, and whether this session is subscribed',
    authz: { allow: ['parent'], owner: 'user' },
    output: z.object({ publicKey: z.string(), on: z.boolean() }),
  },
  'POST /api/notifications/push': {
    summary: 'Subscribe this browser to push messages; the subscription ends with the session',
    authz: { allow: ['parent'], owner: 'user' },
    body: z.object({
      endpoint: z.url({ protocol: /^https?$/, error: INCOMPLETE }).max(1000, INCOMPLETE),
      keys: z.object({ p256dh: bytes(87), auth: bytes(22) }),
    }),
    output: z.null(),
    status: 204,
  },
  'DELETE /api/notifications/push': {
    summary: 'Unsubscribe this browser from push messages',
    authz: { allow: ['parent'], owner: 'user' },
    output: z.null(),
    status: 204,
  },
} as const satisfies Contract;
