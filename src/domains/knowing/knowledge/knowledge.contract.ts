import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, moment } from '../../../shared/fields.ts';
import { CHILD_CLASSES, DISCIPLINES } from '../../../shared/words.ts';

export const themeState = z.enum(['knows', 'almost', 'not-yet', 'review', 'no-data']);

const mappedTheme = z.object({
  /** Null where the plan shows states only. */
  code: z.string().nullable(),
  name: z.string().nullable(),
  state: themeState,
  /** Number of answers that count, and of the right ones among them. */
  answers: z.int(),
  right: z.int(),
  /** When the last of them was given. */
  lastAnswer: moment.nullable(),
  /** A test of the theme that the child has not taken; null if there is none. */
  testId: z.int().nullable(),
  objectives: z.array(z.object({ code: z.string(), text: z.string(), answers: z.int(), right: z.int() })),
});

export const disciplineMap = z.object({
  discipline: z.enum(DISCIPLINES),
  sentence: z.string(),
  /** The weakest theme among those not known by evidence, which the sentence names; null if there is none, or if the plan shows no names. */
  lacking: z.string().nullable(),
  /** The code of the theme to work on next in this discipline; null if there is none, or if the plan shows no names. */
  next: z.string().nullable(),
  /** Number of themes that the child knows, and of all themes of the class. */
  known: z.int(),
  total: z.int(),
  /** In the order of the curriculum. */
  themes: z.array(mappedTheme),
});

/** The next action in a theme: to take a test of it that the child has not taken or, once all are taken, to practise. */
export const themeAction = z.object({
  text: z.string(),
  /** Null means practice. */
  testId: z.int().nullable(),
  /** Minutes of that test for a child without extended time. */
  duration: z.int().nullable(),
});

export type ThemeAction = z.output<typeof themeAction>;

/** What a plan with a limited number of tests leaves a child now. */
const freeTests = z.object({
  /** Those in which it may start one, in the usual order. */
  disciplines: z.array(z.enum(DISCIPLINES)),
  /** `YYYY-MM-DD`: when it may start one in the others. */
  from: z.string(),
});
export type FreeTests = z.output<typeof freeTests>;

const knowledgeMap = z.object({
  childId: z.int(),
  sentence: z.string(),
  schoolClass: z.string(),
  /** Whether the plan shows themes, objectives and actions. */
  detailed: z.boolean(),
  /** Disciplines of the child's class, the one with most answers first. A plan without the map gets only those with an answer. */
  disciplines: z.array(disciplineMap),
  /**
   * Classes before the child's, the nearest first: the states of the themes in each discipline. Empty for a plan without the map, and for a
   * class other than the child's.
   */
  before: z.array(
    z.object({
      schoolClass: z.enum(CHILD_CLASSES),
      disciplines: z.array(
        z.object({ discipline: z.enum(DISCIPLINES), known: z.int(), total: z.int(), states: z.array(themeState) }),
      ),
    }),
  ),
  /** Changes by the attempt in the request; null without one. Names are null if the plan shows none. */
  moved: z
    .array(z.object({ place: z.int(), name: z.string().nullable(), before: themeState, after: themeState }))
    .nullable(),
  /** The theme to work on next, by code and name; null in an attempt's map, for a plan without the map, and when all themes are known. */
  action: themeAction.extend({ discipline: z.enum(DISCIPLINES), theme: z.string(), name: z.string() }).nullable(),
  /** Null in an attempt's map, and for a plan without a limit. */
  freeTests: freeTests.nullable(),
});
export type KnowledgeMap = z.output<typeof knowledgeMap>;

export const knowledgeContract = {
  'GET /api/children/:id/knowledge': {
    summary: 'Return a child’s map: its state in each theme of its class',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    query: z.object({
      /** A class other than the child's own. */
      schoolClass: z.enum(CHILD_CLASSES).optional(),
      /** Returns only the discipline of this attempt, and what the attempt changed. */
      attemptId: idInPath.optional(),
      /** Returns only the discipline of the action or, without one, the one with most answers; without objectives and earlier classes. */
      brief: z.literal('1', 'Indique 1.').optional(),
    }),
    output: knowledgeMap,
  },
  'GET /api/children/:id/knowledge/pdf': {
    summary: 'Return the map of one discipline as one A4 page; 402 unless the plan covers the child',
    stale: true,
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    query: z.object({
      /** When absent, the discipline with most answers. */
      discipline: z.enum(DISCIPLINES, 'Escolha a disciplina.').optional(),
      schoolClass: z.enum(CHILD_CLASSES).optional(),
    }),
    output: z.null(),
    file: ['application/pdf'],
    heavy: true,
  },
} as const satisfies Contract;
