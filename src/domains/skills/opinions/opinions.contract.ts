import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, moment, optionalText } from '../../../shared/fields.ts';
import { MAX_TEXT_PHOTO_BYTES } from '../../../shared/skills/photo.ts';
import { EXEMPT } from '../../../shared/step-up.ts';

const level = z.int('Indique o nível, de 0 a 5.').min(0, 'O nível vai de 0 a 5.').max(5, 'O nível vai de 0 a 5.');
const reason = z.enum(['expired', 'lost', 'unreadable', 'name', 'other']);
export type OpinionReason = z.output<typeof reason>;
const flag = z.enum(['worry', 'name', 'unreadable', 'other'], 'Indique porque assinala o texto.');
export type Flag = z.output<typeof flag>;
const textKind = z.enum(['contar', 'informar']);

const opinion = z.object({
  textId: z.int(),
  title: z.string(),
  /** `YYYY-MM-DD` in Luanda. */
  day: z.string(),
  child: z.object({
    id: z.int(),
    firstName: z.string(),
    gender: z.enum(['masculino', 'feminino', 'outro']).nullable(),
    cover: z.int(),
  }),
  /** `sent`: no teacher has opened it; `seen`: one has; `closed`: it ended without a level, and can be repeated. */
  state: z.enum(['none', 'sent', 'seen', 'ready', 'closed']),
  reason: reason.nullable(),
  /** "Dois professores: nível 3 e nível 4."; empty before, and why there is no level if there is none. */
  sentence: z.string(),
  levels: z.array(z.int()),
  /** The level that they give together; null if two gave neighbouring ones, and before. */
  level: z.int().nullable(),
  /** How many of the teachers saw each sign. */
  signs: z.array(z.object({ id: z.string(), text: z.string(), seen: z.int(), of: z.int() })),
  askedAt: moment.nullable(),
  /** Until when there is an answer, and when the photograph is erased at the latest. */
  eraseAt: moment.nullable(),
  /** Whether the plan allows asking. */
  isInPlan: z.boolean(),
  /** How many more opinions the family can ask for now. */
  left: z.int(),
});
export type Opinion = z.output<typeof opinion>;

const waitingText = z.object({
  id: z.int(),
  /** Class of the text: 1 to 6. */
  schoolClass: z.int(),
  kind: textKind,
  title: z.string(),
  askedAt: moment,
  eraseAt: moment,
});
export type WaitingText = z.output<typeof waitingText>;

const openText = waitingText.extend({
  task: z.string(),
  anchors: z.array(z.object({ level: z.int(), text: z.string(), reason: z.string() })),
  signs: z.array(z.object({ id: z.string(), text: z.string(), help: z.string() })),
  /** A data URL of a JPEG picture. */
  photo: z.string(),
});
export type OpenText = z.output<typeof openText>;

const flagged = waitingText.extend({
  flag,
  flaggedAt: moment,
});
export type FlaggedText = z.output<typeof flagged>;

const openFlag = flagged.extend({
  note: z.string().nullable(),
  /** Null once it is erased. */
  photo: z.string().nullable(),
  /** The account of the family, to speak with it; never the child. */
  family: z.object({ userId: z.int(), fullName: z.string(), phone: z.string().nullable(), email: z.string() }),
});
export type OpenFlag = z.output<typeof openFlag>;

const desk = z.object({
  waiting: z.int(),
  /** When the one that has waited longest was asked for. */
  oldestAt: moment.nullable(),
  flagged: z.array(flagged),
  /** The first two marks of every text that has two, whoever gave them. */
  agreement: z.object({
    texts: z.int(),
    /** Weighted kappa with quadratic weights over levels 0–5, whichever teacher came first; null where it is undefined. */
    kappa: z.number().nullable(),
    exact: z.int(),
    /** At most one level apart, the same level included. */
    adjacent: z.int(),
  }),
});
export type TextsDesk = z.output<typeof desk>;

/** By the server’s id, or by the id that the device gave it: a phone without network does not know the other one yet. */
const anyId = z.union([idInPath, z.uuid().transform((uuid) => uuid.toLowerCase())]);

const ofChild = { allow: ['parent'], owner: 'child' } as const;
const ofTeacher = { allow: ['teacher'], owner: null, stepUp: EXEMPT.texts } as const;
const ofAdmin = { allow: ['admin'], owner: null, stepUp: true } as const;
const params = z.object({ id: idInPath });

/** What parents call. */
export const opinionsContract = {
  'POST /api/texts/:id/opinion': {
    summary:
      'Ask teachers to place a text on its ruler, with a photograph of it; safe to repeat, one opinion is asked for',
    authz: ofChild,
    params: z.object({ id: anyId }),
    upload: { maxBytes: MAX_TEXT_PHOTO_BYTES, part: 'photo' },
    heavy: true,
    longest: 25,
    status: 202,
    output: opinion,
  },
  'GET /api/texts/:id/opinion': {
    summary: 'Return how far the second opinion of a text is, and what the teachers said',
    authz: ofChild,
    params: z.object({ id: anyId }),
    output: opinion,
  },
} as const satisfies Contract;

/** What teachers call. */
export const markingContract = {
  'GET /api/teacher/texts': {
    summary: 'List the texts that the caller can mark, the one that has waited longest first, without whose they are',
    authz: ofTeacher,
    output: z.array(waitingText),
  },
  'POST /api/teacher/texts/:id/open': {
    summary: 'Return a text with its photograph and its ruler, and hold it for the caller for two hours',
    authz: ofTeacher,
    params,
    output: openText,
  },
  'POST /api/teacher/texts/:id/mark': {
    summary:
      'Place a text that the caller has opened on its ruler, once, without seeing other marks; after the last mark the photograph is erased',
    authz: ofTeacher,
    params,
    body: z.object({
      level,
      signs: z
        .array(
          z.object({ id: z.string().max(80), isSeen: z.boolean('Responda sim ou ainda não.') }),
          'Indique os sinais.',
        )
        .max(20, 'São sinais a mais.')
        .default([]),
    }),
    output: z.object({ id: z.int(), level: z.int() }),
  },
  'POST /api/teacher/texts/:id/flag': {
    summary:
      'Take a text that the caller has opened out of the queue for administrators, because it worries or cannot be marked',
    authz: ofTeacher,
    params,
    body: z.object({ flag, note: optionalText(500) }),
    status: 204,
    output: z.null(),
  },
} as const satisfies Contract;

/** What administrators call. */
export const textsDeskContract = {
  'GET /api/admin/texts': {
    summary: 'Count waiting texts, list flagged ones, and say how well teachers agree',
    authz: { ...ofAdmin, stepUp: EXEMPT.texts },
    output: desk,
  },
  'POST /api/admin/texts/:id/open': {
    summary:
      'Return a flagged text with its photograph, what the teacher wrote and the family’s account; it is audited',
    authz: ofAdmin,
    params,
    output: openFlag,
  },
  'POST /api/admin/texts/:id/decision': {
    summary: 'Return a flagged text to the queue, or close it: its photograph is erased and the family is told',
    authz: ofAdmin,
    params,
    body: z.object({ decision: z.enum(['returned', 'closed'], 'Indique o que decide.') }),
    status: 204,
    output: z.null(),
  },
} as const satisfies Contract;
