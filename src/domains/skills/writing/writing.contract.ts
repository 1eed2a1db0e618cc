import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id, idInPath, moment } from '../../../shared/fields.ts';
import { COMPARED, MISTAKE_KINDS } from '../../../shared/skills/writing-words.ts';

const clientId = z.uuid('Indique um UUID.').transform((uuid) => uuid.toLowerCase());
const kind = z.enum(MISTAKE_KINDS, 'Esse tipo de erro não existe.');
const formId = (message: string) => z.string(message).min(1, message).max(80, message);
const version = z.int('Indique a versão.').optional();
const startedAt = z.iso.datetime({ offset: true, message: 'Indique quando começou.' });
/** Characters of a typed dictation: several times the longest one. */
const MAX_TYPED = 2000;

const dictationForm = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  /** As printed, with punctuation; marks count them from 0. */
  words: z.array(z.string()),
  /** Index of the first word of each group that is dictated at once. */
  groups: z.array(z.int()),
  /** How many of the first words stand alone. */
  singles: z.int(),
  rules: z.array(z.object({ kind: z.string(), at: z.array(z.int()) })),
  /** Spellings of 1990 that count as right too, besides those that follow from its rules. */
  also: z.array(z.object({ word: z.string(), spelling: z.string() })),
});

const textKind = z.enum(['contar', 'informar']);
const prompt = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  kind: textKind,
  task: z.string(),
  beginning: z.string().nullable(),
});
const ruler = z.object({
  id: z.string(),
  version: z.int(),
  kind: textKind,
  task: z.string(),
  anchors: z.array(z.object({ level: z.int(), text: z.string(), reason: z.string() })),
});
const sign = z.object({ id: z.string(), text: z.string(), help: z.string(), practise: z.string() });

const pack = z.object({
  /** 1 to 6; older classes write those of the 6.ª. */
  schoolClass: z.int(),
  dictations: z.array(dictationForm),
  prompts: z.array(prompt),
  /** Empty in child mode, as the signs: they are for the grown-up who marks. */
  rulers: z.array(ruler),
  signs: z.array(sign),
});
export type WritingPack = z.output<typeof pack>;
export type DictationForm = WritingPack['dictations'][number];

const mistake = z.object({
  /** Index of the word, from 0. */
  index: z.int(),
  /** As it is spelled right, without punctuation. */
  word: z.string(),
  /** What the child typed; null on paper, and for a word left out. */
  written: z.string().nullable(),
  isOmitted: z.boolean(),
  kinds: z.array(kind),
});
const dictationResult = z.object({
  id: z.int(),
  words: z.int(),
  /** Null in child mode, where the result waits for the parent; the lists are empty then. */
  right: z.int().nullable(),
  mistakes: z.array(mistake),
  /** How many words have each kind, the most frequent first. */
  kinds: z.array(z.object({ kind, count: z.int() })),
  capitals: z.int(),
  punctuation: z.int(),
  /** Words in the spelling of 1990, as the dictation has them. */
  spelled1990: z.array(z.string()),
  /** How many words of another such dictation would be right, for nine of ten such children. */
  band: z.object({ from: z.int(), to: z.int() }).nullable(),
  /** "A Maria escreveu bem 40 das 44 palavras." */
  sentence: z.string(),
});
export type SavedDictation = z.output<typeof dictationResult>;

const textResult = z.object({
  id: z.int(),
  level: z.int(),
  /** Neighbouring levels that are probable too. */
  maybe: z.array(z.int()),
  /** "O texto da Maria está no nível 3 de 5, talvez 2 ou 4." */
  sentence: z.string(),
  /** The first sign that was not seen; null when all were. */
  practise: z.object({ id: z.string(), text: z.string(), practise: z.string() }).nullable(),
});
export type SavedText = z.output<typeof textResult>;

const listedDictation = dictationResult.extend({
  clientId: z.string(),
  right: z.int(),
  formId: z.string(),
  title: z.string(),
  schoolClass: z.int(),
  mode: z.enum(['paper', 'typed']),
  startedAt: moment,
  /** `YYYY-MM-DD` in Luanda. */
  day: z.string(),
});
export type ListedDictation = z.output<typeof listedDictation>;

const listedText = textResult.extend({
  clientId: z.string(),
  promptId: z.string(),
  title: z.string(),
  kind: textKind,
  schoolClass: z.int(),
  signs: z.array(z.object({ id: z.string(), text: z.string(), isSeen: z.boolean() })),
  startedAt: moment,
  day: z.string(),
  /** How far the second opinion of teachers is; null if none was asked for. */
  opinion: z.enum(['waiting', 'done', 'closed']).nullable(),
});
export type ListedText = z.output<typeof listedText>;

const childWritings = z.object({
  child: z.object({
    id: z.int(),
    firstName: z.string(),
    /** With its article: "A Maria". */
    subject: z.string(),
    gender: z.enum(['masculino', 'feminino', 'outro']).nullable(),
    schoolClass: z.string(),
    cover: z.int(),
  }),
  today: z.string(),
  /** Class of dictations and texts: 1 to 6. */
  writingClass: z.int(),
  /** Newest first. */
  dictations: z.array(listedDictation),
  texts: z.array(listedText),
  /** Latest dictation against one of the same class eight weeks before; null without two, and on the free plan. */
  growth: z.object({ kind: z.enum(['grew', 'fell', 'unknown']), sentence: z.string() }).nullable(),
  /** Null if the plan has no limit; else the first day on which there can be another one, or null if there can be one now. */
  limit: z.object({ nextDictation: z.string().nullable(), nextText: z.string().nullable() }).nullable(),
});
export type ChildWritings = z.output<typeof childWritings>;

const dictation = z.object({
  clientId,
  childId: id,
  dictationId: formId('Indique o ditado.'),
  /** The version that was dictated; without it the one offered now. */
  version,
  startedAt,
  /** What the child typed, from the 4.ª classe; instead of `wrong`. */
  typed: z.string().max(MAX_TYPED, 'O texto é muito maior do que o ditado. Apague o que está a mais.').optional(),
  /** The wrong words of what the child wrote on paper, each with its kind if it is known. */
  wrong: z
    .array(
      z.object({ index: z.int('Indique palavras pelo seu número.'), kind: kind.nullable().default(null) }),
      'Indique as palavras marcadas.',
    )
    .max(400, 'São marcas a mais.')
    .optional(),
});
export type SentDictation = z.output<typeof dictation>;

const text = z.object({
  clientId,
  childId: id,
  promptId: formId('Indique a proposta.'),
  version,
  rulerId: formId('Indique a régua.'),
  rulerVersion: version,
  startedAt,
  comparisons: z
    .array(
      z.object({
        anchor: z.int('Indique o texto da régua.'),
        outcome: z.enum(COMPARED, 'Indique se é menos conseguido, parecido ou mais conseguido.'),
      }),
      'Indique as comparações.',
    )
    .max(5, 'São comparações a mais.'),
  signs: z
    .array(
      z.object({ id: z.string().max(80), isSeen: z.boolean('Responda sim ou ainda não.') }),
      'Indique os seis sinais.',
    )
    .max(20, 'São sinais a mais.'),
});
export type SentText = z.output<typeof text>;

const ofChild = { allow: ['parent'], owner: 'child' } as const;
const sheet = {
  authz: { allow: ['parent'], owner: null },
  params: z.object({ id: z.string().max(80, 'Essa folha não existe.') }),
  query: z.object({
    version: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, 'Indique a versão da folha.')
      .transform(Number)
      .optional(),
  }),
  output: z.null(),
  file: ['application/pdf'],
  heavy: true,
} as const;

export const writingContract = {
  'GET /api/writing/pack': {
    summary: 'Return all that a class writes: dictations, tasks for texts, rulers with their anchor texts, signs',
    authz: { allow: ['parent'], owner: null, childMode: 'open' },
    query: z.object({
      schoolClass: z.string('Indique a classe.').regex(/^([1-9]|1[0-2])(º Ano)?$/, 'Indique uma classe, como 2º Ano.'),
    }),
    output: pack,
  },
  'POST /api/dictations': {
    costly: true,
    summary:
      'Record a dictation, as a grown-up marked it or as the child typed it; safe to repeat (200 with the same body)',
    fromDevice: true,
    authz: { ...ofChild, childMode: { child: 'body.childId' } },
    body: dictation,
    status: 201,
    output: dictationResult,
  },
  'POST /api/texts': {
    costly: true,
    summary: 'Record where a grown-up placed a child’s text on the ruler; safe to repeat (200 with the same body)',
    fromDevice: true,
    authz: ofChild,
    body: text,
    status: 201,
    output: textResult,
  },
  'GET /api/children/:id/writings': {
    summary: 'Return a child’s dictations and texts, newest first, with the kinds of mistakes and growth',
    authz: ofChild,
    params: z.object({ id: idInPath }),
    output: childWritings,
  },
  'GET /api/writing/prompts/:id/sheet': {
    summary: 'Return the task of a text with lines to write on, as one A4 page',
    ...sheet,
  },
  'GET /api/writing/rulers/:id/sheet': {
    summary: 'Return the five anchor texts of a ruler, with the reason of each, for the grown-up',
    ...sheet,
  },
} as const satisfies Contract;
