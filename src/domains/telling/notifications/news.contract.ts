import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { chosen, idInPath, line, moment, text } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';

const news = z.object({
  id: z.int(),
  title: z.string(),
  message: z.string(),
  audience: z.enum(['all', 'parents', 'teachers']),
  createdAt: moment,
  /** Whether all recipients have been notified. */
  done: z.boolean(),
});
export type News = z.output<typeof news>;

const WRITTEN = {
  title: line(80, 1, 'Escreva um título.'),
  message: text(600, 1, 'Escreva a novidade.'),
  audience: z.enum(['all', 'parents', 'teachers'], 'Escolha a quem se destina.'),
};

const authz = { allow: ['admin'], owner: null } as const;

export const newsContract = {
  'GET /api/admin/news': {
    summary: 'List the published news, newest first',
    authz: { ...authz, stepUp: EXEMPT.reads },
    output: z.array(news),
  },
  'POST /api/admin/news': {
    summary: 'Publish news to everybody, the parents or the teachers, in the app and by mail',
    authz: { ...authz, stepUp: true },
    body: z.object(WRITTEN),
    output: news,
    status: 201,
  },
  'POST /api/admin/news/preview': {
    summary:
      'Count who would get a piece of news, and send its mail to the administrator alone if asked; nothing is published',
    authz: { ...authz, stepUp: true },
    body: z.object({ ...WRITTEN, mailMe: z.boolean().default(false) }),
    output: z.object({
      /** People who would see it in the app. */
      readers: z.int(),
      /** How many of them would get it by mail too. */
      mailed: z.int(),
      /** The address to which the mail was sent; null if it was not asked for. */
      mailedTo: z.string().nullable(),
    }),
  },
  'POST /api/admin/messages': {
    summary:
      'Send a message to chosen families and teachers, in the app and by mail; the same one reaches nobody twice a day',
    authz: { ...authz, stepUp: true },
    body: z.object({ ids: chosen, title: WRITTEN.title, message: text(600, 1, 'Escreva a mensagem.') }),
    output: z.object({
      /** How many got it now. */
      told: z.int(),
      /** How many did not: administrators, suspended accounts, and those who had it already. */
      left: z.int(),
    }),
  },
  'DELETE /api/admin/news/:id': {
    summary: 'Withdraw a piece of news: delete its notifications and the mails that are not sent yet',
    authz: { ...authz, stepUp: true },
    params: z.object({ id: idInPath }),
    output: z.null(),
    status: 204,
  },
} as const satisfies Contract;
