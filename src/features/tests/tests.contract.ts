import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { idInPath } from '../../shared/fields.ts';
import { DIFFICULTIES, DISCIPLINES, EVALUATION_TYPES, SKILL_CATEGORIES, TEST_CLASSES } from '../../shared/words.ts';

/** A test without its questions: what its card shows. */
export const testCard = z.object({
  id: z.int(),
  discipline: z.enum(DISCIPLINES),
  theme: z.string(),
  /** Its letter among the parallel tests of its class, discipline and theme. */
  form: z.string(),
  schoolClass: z.enum(TEST_CLASSES),
  description: z.string().nullable(),
  difficultyLevel: z.enum(DIFFICULTIES),
  evaluationType: z.enum(EVALUATION_TYPES),
  /** Minutes, for a child without extended time. */
  duration: z.int(),
  active: z.boolean(),
  questionCount: z.int(),
});

/** A drawing that belongs to a question: markup made by us, checked against an allow-list when it was loaded. */
export const figure = z.object({ svg: z.string(), alt: z.string() });

/** A picture that a teacher put into a question; fetched by itself and kept for ever, since its address names what it holds. */
export const image = z.object({ src: z.string(), width: z.int(), height: z.int(), alt: z.string() });

/**
 * A question as the child sees it. Built field by field from the frozen question; this schema is the second lock:
 * nothing that is not named here can leave the server, so neither can the key.
 *
 * `…Html` is present only where there is mathematics: escaped text with MathML, safe to set as markup.
 */
export const presentedQuestion = z.object({
  id: z.int(),
  testId: z.int(),
  statement: z.string(),
  statementHtml: z.string().optional(),
  passage: z.string().optional(),
  /** JSON text of the list of options, each starting with its letter. */
  alternatives: z.string(),
  alternativesHtml: z.array(z.string()).optional(),
  weight: z.int(),
  skillCategory: z.enum(SKILL_CATEGORIES).nullable(),
  figure: figure.optional(),
  image: image.optional(),
});
export type PresentedQuestion = z.output<typeof presentedQuestion>;

/** A question with its key, for teachers and for the review of a completed attempt. */
export const question = presentedQuestion.extend({
  correctAnswer: z.string(),
  explanation: z.string().nullable(),
  explanationHtml: z.string().optional(),
  objective: z.string().nullable(),
});
export type Question = z.output<typeof question>;

export const testsContract = {
  'GET /api/tests/:id': {
    summary: 'A test with its questions, without any trace of the key',
    authz: { allow: ['parent', 'teacher', 'admin'], owner: null },
    params: z.object({ id: idInPath }),
    output: testCard.extend({ questions: z.array(presentedQuestion) }),
  },
} as const satisfies Contract;
