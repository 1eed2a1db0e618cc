import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id, idInPath, moment, text } from '../../../shared/fields.ts';
import { DISCIPLINES } from '../../../shared/words.ts';
import { presentedQuestion } from '../../bank/test-bank/tests.contract.ts';
import { themeAction, themeState } from '../knowledge/knowledge.contract.ts';

const language = z.enum(['pt', 'en']);

/** The data that the child's screen needs. It contains no difficulty, class, key or level. */
const underWay = z.object({
  id: z.int(),
  childId: z.int(),
  discipline: z.enum(DISCIPLINES),
  finished: z.literal(false),
  question: presentedQuestion,
  /** Languages of the statement, of the alternatives and of the passage. */
  languages: z.tuple([language, language, language]),
  answered: z.int(),
  /** Minimum number of questions: a child whose tests already say something needs fewer. */
  fewest: z.int(),
  deadline: moment,
  serverTime: moment,
  remainingSeconds: z.int(),
  child: z.object({ id: z.int(), firstName: z.string(), schoolClass: z.string(), cover: z.int() }),
});
export type UnderWay = z.output<typeof underWay>;

const themeToStart = z.object({
  code: z.string(),
  name: z.string(),
  schoolClass: z.string(),
  /** Number of answers to its questions in the diagnostic, and of the right ones. */
  answers: z.int(),
  right: z.int(),
});

/** A finished diagnostic. Positions are on the scale of classes: 3.5 is the middle of the 3rd. */
const diagnosticResult = z.object({
  id: z.int(),
  childId: z.int(),
  discipline: z.enum(DISCIPLINES),
  finished: z.literal(true),
  startedAt: moment,
  finishedAt: moment,
  answered: z.int(),
  minutes: z.int(),
  /** Whether the result is certain enough to name a level: the standard error is at most 0.6, and the child made an effort. */
  sure: z.boolean(),
  /** The highest class of whose questions the child would answer at least 70 % right; null if there is none or it is uncertain. */
  level: z.string().nullable(),
  place: z.number(),
  band: z.tuple([z.number(), z.number()]),
  /** In logits. */
  standardError: z.number(),
  schoolClass: z.string(),
  startHere: z.array(themeToStart),
  sentence: z.string(),
  bandSentence: z.string(),
  /** From when the diagnostic can be repeated; null if the plan gives one only. */
  againFrom: moment.nullable(),
});
export type DiagnosticResult = z.output<typeof diagnosticResult>;

/** The comparison of two results. */
const growth = z.object({
  title: z.string(),
  range: z.string(),
  before: diagnosticResult,
  /** Themes that improved on the map between the two; none if the plan shows no names. */
  noticed: z.array(z.object({ code: z.string(), name: z.string(), before: themeState, after: themeState })),
});

const diagnosticDetails = diagnosticResult.extend({
  /** Themes in which the child is secure. */
  secure: z.array(z.object({ code: z.string(), name: z.string() })),
  growth: growth.nullable(),
  /** The next step in the first theme of `startHere`; null if the plan suggests nothing. */
  action: themeAction.nullable(),
});
export type DiagnosticDetails = z.output<typeof diagnosticDetails>;

/** The level of a child by its answers to ordinary tests, with the band of ±1 standard error on the ruler of classes. */
const levelFromAnswers = z.object({
  level: z.string().nullable(),
  place: z.number(),
  band: z.tuple([z.number(), z.number()]),
  sentence: z.string(),
  bandSentence: z.string(),
  /** Number of answers that it rests on. */
  answers: z.int(),
});

const listed = diagnosticResult.omit({ startHere: true });

export const diagnosticContract = {
  'POST /api/diagnostics': {
    costly: true,
    summary: 'Start a child’s diagnostic in a discipline, or resume the open one',
    authz: { allow: ['parent'], owner: 'child', childMode: { child: 'body.childId' } },
    body: z.object({ childId: id, discipline: z.enum(DISCIPLINES, 'Escolha a disciplina.') }),
    output: underWay,
    status: 201,
  },
  'POST /api/diagnostics/:id/answers': {
    summary: 'Answer the current question of a diagnostic and return the next one; safe to repeat',
    authz: { allow: ['parent'], owner: 'child', childMode: { diagnostic: 'params.id' } },
    params: z.object({ id: idInPath }),
    body: z.object({
      questionId: id,
      /** A letter, or what was written; null stands for «Ainda não aprendi». */
      selectedAnswer: text(200, 1, 'Escolha uma das alternativas.').nullable(),
      /** Milliseconds that the question was on the screen. */
      visibleMs: z.number().nullish(),
    }),
    output: z.discriminatedUnion('finished', [underWay, z.object({ finished: z.literal(true) })]),
  },
  'GET /api/diagnostics/:id': {
    summary: 'Return the result of a diagnostic; while it is open, the same as the call that starts it',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    output: z.discriminatedUnion('finished', [underWay, diagnosticDetails]),
  },
  'GET /api/diagnostics/:id/pdf': {
    summary: 'Return the result of a finished diagnostic as one A4 page; 402 unless the plan covers the child',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    output: z.null(),
    file: ['application/pdf'],
    heavy: true,
  },
  'GET /api/children/:id/diagnostics': {
    summary: 'List a child’s finished diagnostics, newest first, and what can be started now in each discipline',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    output: z.object({
      diagnostics: z.array(listed),
      disciplines: z.array(
        z.object({
          discipline: z.enum(DISCIPLINES),
          /** Classes whose questions are asked: '2º Ano' to '5º Ano'. */
          classes: z.array(z.string()),
          open: z.boolean(),
          /** Why it cannot be started now; null if it can. */
          refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
          /** Days after which a finished one can be repeated; null if the plan gives one only. */
          repeatDays: z.int().nullable(),
          /** The level by the answers to ordinary tests; null if they are too few, or the plan names no themes. */
          fromAnswers: levelFromAnswers.nullable(),
        }),
      ),
    }),
  },
} as const satisfies Contract;
