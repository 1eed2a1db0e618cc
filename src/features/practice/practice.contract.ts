import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { idInPath, moment } from '../../shared/fields.ts';
import { CHILD_CLASSES, DISCIPLINES } from '../../shared/words.ts';
import { presentedQuestion } from '../tests/tests.contract.ts';

/** `YYYY-MM-DD` in Luanda. */
const day = z.string();

/** A question whose key the family may see. */
const revealed = z.object({
  question: presentedQuestion,
  correctAnswer: z.string(),
  explanation: z.string().nullable(),
  explanationHtml: z.string().optional(),
});

const card = revealed.extend({
  /** Names the card in a review: `mistake:12:345`. */
  id: z.string(),
  /** Answered wrong in a test; seen in a test and of the same objective; made from a template. */
  kind: z.enum(['mistake', 'related', 'variant']),
  /** From when on it is to be practised. */
  due: day,
  isNew: z.boolean(),
  /** Days on which it was right so far; three, and it leaves the book. */
  rightDays: z.array(day),
  /** Days until it comes back if it is answered today. */
  ifRight: z.int(),
  ifWrong: z.int(),
  /** Its words speak of letters or places: the alternatives stay where they are. */
  keepsOrder: z.boolean(),
  discipline: z.enum(DISCIPLINES),
  schoolClass: z.string(),
});
export type Card = z.output<typeof card>;

export const practicePack = z.object({
  child: z.object({ id: z.int(), firstName: z.string(), schoolClass: z.enum(CHILD_CLASSES), cover: z.int() }),
  now: moment,
  today: day,
  /** Cards practised today already. */
  doneToday: z.int(),
  /** All cards practised so far, each once a day: the dots of the drawing. */
  dots: z.int(),
  /** When the next own mistake is due, if none is today. */
  next: day.nullable(),
  /** The cards of the week. Those for today are chosen with `cardsOfToday`. */
  cards: z.array(card),
});
export type PracticePack = z.output<typeof practicePack>;

const packSize = z.object({
  cards: z.int(),
  /** Of 1,000 bytes, compressed as it travels. */
  kilobytes: z.int(),
});

const progress = z.object({
  /** Names the card, as in practice. */
  id: z.string(),
  enteredAt: moment,
  /** The test in which it was answered wrong. */
  test: z.string(),
  /** What the child chose there; null for nothing. */
  selectedAnswer: z.string().nullable(),
  rightDays: z.array(day),
  due: day,
  leftOn: day.nullable(),
  /** It is one of the cards of today: no more than eight are, however many are due. */
  comesToday: z.boolean(),
});

export const mistakesOfTheme = z.object({
  discipline: z.enum(DISCIPLINES),
  /** Of the curriculum; null where the question names no objective of it. */
  code: z.string().nullable(),
  theme: z.string(),
  mistakes: z.array(revealed.extend(progress.shape)),
  /** The latest mistakes that left the book, newest first, with their statements only. */
  left: z.array(progress.pick({ id: true, leftOn: true }).extend({ statement: z.string() })),
});
export type MistakesOfTheme = z.output<typeof mistakesOfTheme>;

const summary = z.object({
  childId: z.int(),
  /** Own mistakes in the book, and how many of them come back today: at most eight, less those practised today. */
  mistakes: z.int(),
  due: z.int(),
  next: day.nullable(),
  /** Days of this week, from Monday, on which the child practised, and how many cards. */
  week: z.array(z.object({ day, cards: z.int() })),
  /** About how long that took; a pause between two cards counts for two minutes at most. */
  weekMinutes: z.int(),
});
export type PracticeSummary = z.output<typeof summary>;

/** Checked one by one by the server, so that one bad review does not hold up the others. */
const review = z.object({
  id: z.string('Indique o cartão.').max(120),
  selectedAnswer: z.string('Indique a resposta.').max(200),
  /** ISO 8601: when it was answered. */
  at: z.string('Indique quando foi respondido.').max(40),
  /** A UUID made by the device. */
  clientId: z.string('Indique um UUID.').max(64),
});

const refusedReview = z.object({ clientId: z.string(), code: z.string(), message: z.string() });
export type RefusedReview = z.output<typeof refusedReview>;

/** What one call may bring: a month without network, eight cards a day, some twice. */
const MOST_REVIEWS = 300;

const params = z.object({ id: idInPath });
const ofChild = { allow: ['parent'], owner: 'child' } as const;

export const practiceContract = {
  'GET /api/children/:id/mistakes': {
    summary: 'The questions that a child got wrong, by theme, with the way out of the book',
    authz: ofChild,
    params,
    output: z.array(mistakesOfTheme),
  },
  'GET /api/children/:id/practice': {
    summary:
      'The cards of the week for a child, or those of one attempt (missed questions, some related ones) or of one theme',
    authz: { ...ofChild, childMode: { child: 'params.id' } },
    params,
    query: z.object({
      attemptId: idInPath.optional(),
      /** Code of a theme of the curriculum; not looked at beside `attemptId`. */
      theme: z.string().min(1).max(80).optional(),
    }),
    output: practicePack,
  },
  'GET /api/children/:id/practice/size': {
    summary: 'What taking along the cards of the week would weigh',
    authz: ofChild,
    params,
    output: packSize,
  },
  'POST /api/children/:id/practice': {
    summary: 'What was practised, with or without network; safe to repeat',
    authz: { ...ofChild, childMode: { child: 'params.id' } },
    params,
    body: z.object({
      reviews: z
        .array(review, 'Indique o que foi treinado.')
        .max(MOST_REVIEWS, `No máximo ${MOST_REVIEWS} respostas de cada vez.`),
    }),
    output: z.object({
      kept: z.int(),
      /** Sent before; they are in `refused` too. */
      repeated: z.int(),
      right: z.int(),
      refused: z.array(refusedReview),
    }),
  },
  'GET /api/practice': {
    summary: 'How practice goes for each of the caller’s active children',
    authz: { allow: ['parent'], owner: 'user' },
    output: z.array(summary),
  },
} as const satisfies Contract;
