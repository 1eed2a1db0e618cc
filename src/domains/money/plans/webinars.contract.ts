import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { moment, text } from '../../../shared/fields.ts';

/** Returns whether an address is safe to link to: https, with a host, without a name or password in it. */
function isSafeAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return protocol === 'https:' && hostname.includes('.') && !username && !password;
}

/** An administrator's input about one webinar. */
const webinarInput = z.object({
  title: text(120, 1, 'Escreva o título do webinar.'),
  url: text(500, 1, 'Escreva a ligação do webinar.').refine(
    isSafeAddress,
    'A ligação tem de começar por https:// e ser completa.',
  ),
  /** When it begins; null for a recording. */
  startsAt: z.iso.datetime({ offset: true, error: 'Indique uma data e hora válidas.' }).nullable().default(null),
});

export const webinarsInput = z.array(webinarInput, 'Envie uma lista de webinars.').max(30, 'No máximo 30 webinars.');

export const webinar = z.object({ title: z.string(), url: z.string(), startsAt: moment.nullable() });
export type Webinar = z.output<typeof webinar>;

export const webinarsContract = {
  'GET /api/webinars': {
    summary: 'List webinars, future ones first; 402 unless the plan includes them',
    authz: { allow: ['parent'], owner: null },
    output: z.array(webinar),
  },
} as const satisfies Contract;
