import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { idInPath, moment } from '../../shared/fields.ts';
import { CHILD_CLASSES, DISCIPLINES } from '../../shared/words.ts';

export const themeState = z.enum(['knows', 'almost', 'not-yet', 'review', 'no-data']);

const mappedTheme = z.object({
  /** Null where the plan shows states only. */
  code: z.string().nullable(),
  name: z.string().nullable(),
  state: themeState,
  /** Answers that count, and right ones among them. */
  answers: z.int(),
  right: z.int(),
  /** When the last of them was given. */
  lastAnswer: moment.nullable(),
  /** A test of that theme which the child has not taken; null when there is none. */
  testId: z.int().nullable(),
  objectives: z.array(z.object({ code: z.string(), text: z.string(), answers: z.int(), right: z.int() })),
});

export const disciplineMap = z.object({
  discipline: z.enum(DISCIPLINES),
  sentence: z.string(),
  /** The theme that the sentence says is lacking above all; null where there is none, or the plan shows no names. */
  lacking: z.string().nullable(),
  /** Themes that the child knows, and all themes of the class. */
  known: z.int(),
  total: z.int(),
  /** In the order of the curriculum. */
  themes: z.array(mappedTheme),
});

/** What to do now in a theme: take a test of it that the child has not taken or, once all are taken, practise. */
export const themeAction = z.object({
  text: z.string(),
  /** Null: practise. */
  testId: z.int().nullable(),
  /** Minutes of that test, for a child without extended time. */
  duration: z.int().nullable(),
});

export type ThemeAction = z.output<typeof themeAction>;

export const knowledgeMap = z.object({
  sentence: z.string(),
  schoolClass: z.string(),
  /** Whether the plan shows themes, objectives and actions. */
  detailed: z.boolean(),
  /** Disciplines of the child's class, the one with most answers first. Without a plan only those with an answer. */
  disciplines: z.array(disciplineMap),
  /** Classes before the child's, the nearest first: states of the themes in each discipline. Empty without a plan, and for another class. */
  before: z.array(
    z.object({
      schoolClass: z.enum(CHILD_CLASSES),
      disciplines: z.array(
        z.object({ discipline: z.enum(DISCIPLINES), known: z.int(), total: z.int(), states: z.array(themeState) }),
      ),
    }),
  ),
  /** What the attempt that was asked for moved; null where none was. Without a name where the plan shows none. */
  moved: z
    .array(z.object({ place: z.int(), name: z.string().nullable(), before: themeState, after: themeState }))
    .nullable(),
  /** The theme to work on now; null without a plan, or when all is known. */
  action: themeAction.extend({ discipline: z.enum(DISCIPLINES), theme: z.string() }).nullable(),
});
export type KnowledgeMap = z.output<typeof knowledgeMap>;

export const knowledgeContract = {
  'GET /api/children/:id/knowledge': {
    summary: 'What a child knows of each theme of its class',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    query: z.object({
      /** Another class than the child's own. */
      schoolClass: z.enum(CHILD_CLASSES).optional(),
      /** Only the discipline of this attempt, and what it moved. */
      attemptId: idInPath.optional(),
      /** Only the discipline with most answers, without objectives, tests and earlier classes. */
      brief: z.literal('1', 'Indique 1.').optional(),
    }),
    output: knowledgeMap,
  },
  'GET /api/children/:id/knowledge/pdf': {
    summary: 'The map of one discipline as one A4 page; 402 unless the plan covers the child',
    stale: true,
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    query: z.object({
      /** The one with most answers, when absent. */
      discipline: z.enum(DISCIPLINES, 'Escolha a disciplina.').optional(),
      schoolClass: z.enum(CHILD_CLASSES).optional(),
    }),
    output: z.null(),
    file: ['application/pdf'],
  },
} as const satisfies Contract;
