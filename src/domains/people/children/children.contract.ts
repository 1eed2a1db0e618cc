import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, line, moment, optionalLine, text } from '../../../shared/fields.ts';
import { CHILD_CLASSES, EXTENDED_TIMES, GENDERS } from '../../../shared/words.ts';

/** A birthday: a valid date, neither in the future nor implausibly old. */
const birthDate = z.iso
  .date('Indique uma data válida')
  .refine(
    (value) => value >= '1990-01-01' && value <= new Date().toISOString().slice(0, 10),
    'Indique uma data de nascimento válida',
  );

export const childInput = z.object({
  fullName: line(120, 1, 'Nome completo é obrigatório'),
  birthDate: z
    .union([z.literal(''), z.null(), birthDate])
    .optional()
    .transform((value) => value || null),
  gender: z
    .union([z.literal(''), z.null(), z.enum(GENDERS, 'Escolha uma das opções')])
    .optional()
    .transform((value) => value || null),
  schoolClass: z.enum(CHILD_CLASSES, 'Escolha a classe'),
  school: optionalLine(160)
    .optional()
    .transform((value) => value ?? null),
  location: optionalLine(160)
    .optional()
    .transform((value) => value ?? null),
  /** Minutes that this child gets for a test instead of 15; null for the usual time. If absent, unchanged. */
  extendedTime: z.union([z.literal(EXTENDED_TIMES), z.null()], 'Escolha 30 ou 60 minutos').optional(),
});
export type ChildInput = z.output<typeof childInput>;

export const child = z.object({
  id: z.int(),
  userId: z.int(),
  fullName: z.string(),
  birthDate: z.string().nullable(),
  gender: z.enum(GENDERS).nullable(),
  schoolClass: z.enum(CHILD_CLASSES),
  school: z.string().nullable(),
  location: z.string().nullable(),
  createdAt: moment,
  active: z.boolean(),
  extendedTime: z.union([z.literal(EXTENDED_TIMES), z.null()]),
  /** Number of the child's booklet cover, 1 to 6. */
  cover: z.int(),
});
export type Child = z.output<typeof child>;

export const childrenContract = {
  'POST /api/children': {
    summary: 'Register a child; safe to repeat with the same `clientId`, of which the last fields count',
    authz: { allow: ['parent'], owner: null },
    body: childInput.extend({
      /** Created by the client once per child: repeating the call adds no second one. */
      clientId: z.uuid('Indique um UUID.').optional(),
    }),
    output: child,
    status: 201,
  },
  'PUT /api/children/:id': {
    summary: 'Change a child’s profile',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    body: childInput,
    output: child,
  },
  'POST /api/children/:id/archive': {
    summary: 'Archive a child: its history is kept, and it no longer appears in lists or takes tests',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    output: child,
  },
  'POST /api/children/:id/restore': {
    summary: 'Restore an archived child; 409 if the account has the maximum number of active children',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    output: child,
  },
  'DELETE /api/children/:id': {
    summary:
      'Request the erasure of a child with its attempts, answers and results in 30 days; needs the password. Restoring the child cancels it',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    body: z.object({ password: z.string('Escreva a sua senha actual.').max(1024, 'A senha actual não está certa.') }),
    output: z.object({ deletionAt: moment }),
  },
  'GET /api/schools': {
    summary: 'Suggest schools that several families have entered and that start with the given text',
    authz: { allow: ['parent'], owner: null },
    query: z.object({ query: text(160) }),
    output: z.array(z.string()),
  },
} as const satisfies Contract;
