import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id, idInPath, moment } from '../../../shared/fields.ts';

const clientId = z.uuid('Indique um UUID.').transform((uuid) => uuid.toLowerCase());
const indices = z
  .array(z.int('Indique contas pelo seu número.'), 'Indique as contas marcadas.')
  .max(60, 'São marcas a mais.')
  .optional()
  .transform((list) => list ?? []);

const KINDS = ['head', 'numbers', 'training'] as const;
const MODES = ['typed', 'aloud'] as const;

const pack = z.object({
  /** 1 to 6; older classes do the sums of the 6.ª. */
  schoolClass: z.int(),
  about: z.string(),
  /** Sets of *Contas de cabeça*: 20 sums each, and the numbers that are copied before them. */
  head: z.array(z.object({ id: z.string(), version: z.int(), sums: z.array(z.string()), copies: z.array(z.int()) })),
  /** Sets of *Números em voz alta*; empty from the 3.ª classe on. */
  numbers: z.array(
    z.object({
      id: z.string(),
      version: z.int(),
      items: z.array(
        z.object({
          part: z.enum(['read', 'compare', 'add', 'patterns']),
          shown: z.string(),
          /** Null in child mode. */
          right: z.string().nullable(),
        }),
      ),
    }),
  ),
});

const trouble = z.object({
  /** "8 + 7" */
  sum: z.string(),
  kind: z.enum(['slow', 'wrong']),
  /** Milliseconds of thinking, without typing; null where no time was measured. */
  ms: z.int().nullable(),
  written: z.int().nullable(),
});

const part = z.object({ part: z.enum(['read', 'compare', 'add', 'patterns']), right: z.int(), of: z.int() });

const saved = z.object({
  id: z.int(),
  kind: z.enum(KINDS),
  /** Null in child mode, as everything that tells how the child did: the result waits for the parent. */
  right: z.int().nullable(),
  attempted: z.int(),
  /** Right sums in a minute, two decimals; null for numbers and trainings, and where nothing is said of a run: it broke off before half of its time. */
  perMinute: z.number().nullable(),
  /** Milliseconds for typing a number, by the copied ones; null if they are too few. */
  typingMs: z.int().nullable(),
  /** A lápis: in the list, out of the child's line. */
  provisional: z.boolean(),
  reasons: z.array(z.enum(['no-copying', 'broken-off', 'too-fast', 'unmarked'])),
  /** "O João faz 9 contas certas por minuto, de cabeça." */
  sentence: z.string(),
  /** Of numbers aloud of which something is said; else null. */
  parts: z.array(part).nullable(),
  /** Facts of this run that the child does not know at once. */
  facts: z.array(trouble),
});
export type SavedCalculation = z.output<typeof saved>;

const listed = saved.extend({
  right: z.int(),
  clientId: z.string(),
  mode: z.enum(MODES),
  /** Class of the sums, 1 to 6; null for numbers and trainings. */
  schoolClass: z.int().nullable(),
  startedAt: moment,
  /** `YYYY-MM-DD` in Luanda. */
  day: z.string(),
  seconds: z.number(),
});
export type ListedCalculation = z.output<typeof listed>;

const childCalculations = z.object({
  child: z.object({
    id: z.int(),
    firstName: z.string(),
    /** With its article: "O João". */
    subject: z.string(),
    gender: z.enum(['masculino', 'feminino', 'outro']).nullable(),
    schoolClass: z.string(),
    cover: z.int(),
  }),
  today: z.string(),
  /** Class of the sums: 1 to 6. */
  sumClass: z.int(),
  /** Runs of sums in the head in all, also those that are not listed. */
  runs: z.int(),
  /** Newest first, up to 100 of each kind. */
  calculations: z.array(listed),
  /** Facts to train, the slow ones first. */
  facts: z.array(trouble),
  /** Null if the plan has no limit; else the first day of another run, or null if one can be done now. */
  limit: z.object({ nextDay: z.string().nullable() }).nullable(),
});
export type ChildCalculations = z.output<typeof childCalculations>;

const MOST_MS = 120_000;

const calculation = z.object({
  clientId,
  childId: id,
  kind: z.enum(KINDS, 'Indique o que se fez.'),
  mode: z.enum(MODES, 'Indique se a criança escreveu ou disse as contas.'),
  /** The set; absent in a training. */
  formId: z.string().max(40, 'Essas contas não existem.').optional(),
  version: z.int('Indique a versão das contas.').optional(),
  startedAt: z.iso.datetime({ offset: true, message: 'Indique quando começou.' }),
  seconds: z.number('Indique quantos segundos durou, de 1 a 600.'),
  /** Typed: milliseconds for each number that was copied right. */
  copying: z
    .array(z.int().min(0).max(MOST_MS, 'Esse tempo é longo demais.'))
    .max(60, 'São números copiados a mais.')
    .optional()
    .transform((list) => list ?? []),
  /** Typed: the answers in the order of the set; in a training each with its sum. */
  answers: z
    .array(
      z.object({
        sum: z.string().max(12).optional(),
        written: z.int('Indique o número escrito.').min(0).max(9_999),
        ms: z.int('Indique os milissegundos de cada conta.').min(0).max(MOST_MS, 'Esse tempo é longo demais.'),
      }),
    )
    .max(60, 'São contas a mais.')
    .optional()
    .transform((list) => list ?? []),
  /** Aloud: the marks of a person. */
  finished: z
    .boolean()
    .optional()
    .transform((value) => value ?? false),
  lastItem: z
    .int()
    .nullable()
    .optional()
    .transform((value) => value ?? null),
  wrong: indices,
  /** Of numbers: the items marked right, which with those marked wrong are all; absent from phones of an earlier version. */
  right: z.array(z.int('Indique contas pelo seu número.')).max(60, 'São marcas a mais.').optional(),
  selfCorrected: indices,
});
export type SentCalculation = z.output<typeof calculation>;

const ofChild = { allow: ['parent'], owner: 'child' } as const;

export const calculatingContract = {
  'GET /api/calculating/pack': {
    summary: 'Return the sums in the head of a class, and the numbers aloud of the first two',
    authz: { allow: ['parent'], owner: null, childMode: 'open' },
    query: z.object({
      schoolClass: z.string('Indique a classe.').regex(/^([1-9]|1[0-2])(º Ano)?$/, 'Indique uma classe, como 2º Ano.'),
    }),
    output: pack,
  },
  'POST /api/calculations': {
    costly: true,
    summary:
      'Record sums that a child typed, or sums and numbers that it said and a grown-up marked; safe to repeat (200 with the same body)',
    fromDevice: true,
    authz: { ...ofChild, childMode: { child: 'body.childId' } },
    body: calculation,
    status: 201,
    output: saved,
  },
  'GET /api/children/:id/calculations': {
    summary: 'Return a child’s sums in the head and numbers aloud, newest first, and the facts to train',
    authz: ofChild,
    params: z.object({ id: idInPath }),
    output: childCalculations,
  },
} as const satisfies Contract;
