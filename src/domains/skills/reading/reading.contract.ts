import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id, idInPath, moment } from '../../../shared/fields.ts';

const clientId = z.uuid('Indique um UUID.').transform((uuid) => uuid.toLowerCase());
/** Indices of marked items; which of them exist depends on the text. */
const indices = z
  .array(z.int('Indique palavras pelo seu número.'), 'Indique as palavras marcadas.')
  .max(400, 'São marcas a mais.');

const question = z.object({
  id: z.string(),
  text: z.string(),
  /** A good answer, for the grown-up. */
  model: z.string(),
});
const textQuestion = question.extend({
  kind: z.enum(['literal', 'inferential']),
  /** Index of the last word that the answer depends on; the question is asked only if the child read so far. */
  place: z.int(),
});

const list = z.object({ id: z.string(), version: z.int(), items: z.array(z.string()) }).nullable();

const textForm = z.object({
  id: z.string(),
  version: z.int(),
  /** `first`: where a ladder begins, the same for every class; `class`: of the class. */
  kind: z.enum(['first', 'class']),
  /** Texts of one set are equally difficult. */
  parallelSet: z.string(),
  title: z.string(),
  /** As printed, with punctuation; marks count them from 0. */
  words: z.array(z.string()),
  /** Index of the first word of each paragraph. */
  paragraphs: z.array(z.int()),
  /** Empty in child mode: the child would see the answers. */
  questions: z.array(textQuestion),
});

const listening = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  words: z.array(z.string()),
  paragraphs: z.array(z.int()),
  questions: z.array(question),
});

const earRecording = z.object({
  id: z.string(),
  title: z.string(),
  words: z.array(z.string()),
  paragraphs: z.array(z.int()),
  /** Words that the voice does not simply say right. */
  read: z.array(
    z.object({
      index: z.int(),
      outcome: z.enum(['wrong', 'selfCorrected']),
      spoken: z.string(),
      pause: z.number().nullable(),
    }),
  ),
});

const pack = z.object({
  /** 1 to 6; older classes read the texts of the 6.ª. */
  schoolClass: z.int(),
  letters: list,
  words: list,
  forms: z.array(textForm),
  listening: z.array(listening),
  /** Recordings of the ear's training; empty in child mode. */
  ear: z.array(earRecording),
});
export type ReadingPack = z.output<typeof pack>;

const reason = z.enum(['ear-not-trained', 'listeners-differ', 'broken-off', 'too-fast']);
const nextStep = z.enum(['train-ear', 'read-again', 'families', 'three-times', 'questions', 'another-text']);

const agreement = z.object({
  /** Share of the words that both judged alike. */
  share: z.number(),
  kappa: z.number().nullable(),
  differing: z.array(z.int()),
  /** Words a minute between the two. */
  speed: z.number(),
});

const saved = z.object({
  id: z.int(),
  right: z.int(),
  attempted: z.int(),
  /** Two decimals; null unless a whole minute or the whole text was read. */
  wordsPerMinute: z.number().nullable(),
  /** Unrounded; null if nothing was read, or only the speed was marked. */
  accuracy: z.number().nullable(),
  understood: z.boolean().nullable(),
  /** A lápis: in the list, out of measures, growth and the map. */
  provisional: z.boolean(),
  reasons: z.array(reason),
  /** "A Maria lê 48 palavras certas por minuto e compreende o que lê." */
  sentence: z.string(),
  next: nextStep,
  /** With the first listener, if this is the second. */
  agreement: agreement.nullable(),
});
export type SavedReading = z.output<typeof saved>;

const band = z.object({ from: z.int(), to: z.int() });
const listed = saved.omit({ agreement: true }).extend({
  clientId: z.string(),
  formId: z.string(),
  formVersion: z.int(),
  kind: z.enum(['letters', 'words', 'first', 'class', 'listening']),
  title: z.string(),
  mode: z.enum(['recorded', 'live']),
  startedAt: moment,
  /** `YYYY-MM-DD` in Luanda. */
  day: z.string(),
  seconds: z.number(),
  finished: z.boolean(),
  /** The words that were wrong, without punctuation. */
  wrongWords: z.array(z.string()),
  comprehension: z.object({ total: z.int(), asked: z.int(), right: z.int() }),
  stoppedEarly: z.boolean(),
  /** Speed of another text on the same day; null where no speed is said. */
  band: band.nullable(),
  /** What a second listener heard. */
  second: z.object({ wordsPerMinute: z.number(), right: z.int(), attempted: z.int(), agreement }).nullable(),
});
export type ListedReading = z.output<typeof listed>;

const measure = z.object({
  day: z.string(),
  wordsPerMinute: z.number(),
  band,
  /** The three readings, oldest first. */
  readings: z.array(z.object({ id: z.int(), wordsPerMinute: z.number() })),
});

const childReadings = z.object({
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
  /** Class of the texts: 1 to 6. */
  readingClass: z.int(),
  /** How the child reads now, as `GET /api/children/:id/skills` says it; null without a reading. */
  now: saved.pick({ sentence: true, provisional: true, next: true }).extend({ day: z.string() }).nullable(),
  /** Newest first. */
  readings: z.array(listed),
  /** Medians of three texts of the child's class in this school year, oldest first; empty on the free plan. */
  measures: z.array(measure),
  growth: z.object({ kind: z.enum(['grew', 'fell', 'unknown']), words: z.number(), sentence: z.string() }).nullable(),
  /** What the speed means for the class; null where no reference applies. */
  reference: z.object({ sentence: z.string().nullable(), aim: z.int().nullable(), source: z.string() }).nullable(),
  earTrained: z.boolean(),
  /** The parent's last marking of each recording of the training: the share of the words judged as they are, and whether it passes. */
  ear: z.array(z.object({ recordingId: z.string(), agreement: z.number(), passes: z.boolean() })),
  /** Null if the plan has no limit; else the first day on which another text can be read, or null if one can be read now. */
  limit: z.object({ nextDay: z.string().nullable() }).nullable(),
});
export type ChildReadings = z.output<typeof childReadings>;

const reading = z.object({
  clientId,
  childId: id,
  step: z.enum(['letters', 'words', 'text', 'listening'], 'Indique o que foi lido.'),
  formId: z.string('Indique o texto.').min(1, 'Indique o texto.').max(80, 'Esse texto não existe.'),
  /** The version that was read; without it the one offered now. */
  version: z.int('Indique a versão do texto.').optional(),
  mode: z.enum(['recorded', 'live'], 'Indique se foi gravada ou marcada ao vivo.'),
  startedAt: z.iso.datetime({ offset: true, message: 'Indique quando começou.' }),
  seconds: z.number('Indique quantos segundos durou a leitura, de 1 a 600.'),
  finished: z.boolean('Indique se leu tudo.'),
  lastItem: z.int('Indique a última palavra lida.').nullable(),
  wrong: indices,
  selfCorrected: indices,
  answers: z
    .array(
      z.object({
        questionId: z.string().max(80),
        outcome: z.enum(['right', 'wrong', 'none'], 'Indique se a resposta está certa.'),
      }),
    )
    .max(20, 'São respostas a mais.'),
  listener: z.literal([1, 2], 'Indique o ouvinte.'),
  /** For a second listener: the `clientId` of the first one's reading. */
  recordedBy: clientId.optional(),
});
export type SentReading = z.output<typeof reading>;

const ofChild = { allow: ['parent'], owner: 'child' } as const;

export const readingContract = {
  'GET /api/reading/pack': {
    summary:
      'Return all that a class reads aloud: letters, words, texts with questions, stories to hear, recordings of the ear’s training',
    authz: { allow: ['parent'], owner: null, childMode: 'open' },
    query: z.object({
      schoolClass: z.string('Indique a classe.').regex(/^([1-9]|1[0-2])(º Ano)?$/, 'Indique uma classe, como 2º Ano.'),
    }),
    output: pack,
  },
  'GET /api/reading/forms/:id/sheet': {
    summary: 'Return the sheet from which a child reads while a grown-up marks, as one A4 page',
    authz: { allow: ['parent'], owner: null },
    params: z.object({ id: z.string().max(80, 'Esse texto não existe.') }),
    query: z.object({
      version: z
        .string()
        .regex(/^[1-9]\d{0,5}$/, 'Indique a versão do texto.')
        .transform(Number)
        .optional(),
    }),
    output: z.null(),
    file: ['application/pdf'],
    heavy: true,
  },
  'POST /api/readings': {
    costly: true,
    summary:
      'Record one step of a child that read aloud, as a grown-up marked it; safe to repeat (200 with the same body)',
    fromDevice: true,
    authz: ofChild,
    body: reading,
    status: 201,
    output: saved,
  },
  'GET /api/children/:id/readings': {
    summary: 'Return a child’s readings, newest first, with medians of three, their bands, and growth',
    authz: ofChild,
    params: z.object({ id: idInPath }),
    output: childReadings,
  },
  'POST /api/ear-training': {
    costly: true,
    summary:
      'Mark a recording with known errors; passed when in two of them 90 % of the words are judged right and two thirds of the errors found',
    fromDevice: true,
    authz: { allow: ['parent'], owner: 'user' },
    body: z.object({
      clientId,
      recordingId: z.string('Indique a gravação.').max(80),
      wrong: indices,
      selfCorrected: indices,
    }),
    output: z.object({
      /** Share of the words judged as they are. */
      agreement: z.number(),
      missed: z.array(z.int()),
      extra: z.array(z.int()),
      /** Whether the ear is trained now: two recordings with 90 % of the words and two thirds of the errors. */
      passed: z.boolean(),
    }),
  },
} as const satisfies Contract;
