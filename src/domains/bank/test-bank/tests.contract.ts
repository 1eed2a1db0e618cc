import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { DIFFICULTIES, DISCIPLINES, EVALUATION_TYPES, SKILL_CATEGORIES, TEST_CLASSES } from '../../../shared/words.ts';
import { answering, WRITTEN_WAYS } from '../answering/answering.contract.ts';

/** A test without its questions, for its card. */
export const testCard = z.object({
  id: z.int(),
  discipline: z.enum(DISCIPLINES),
  theme: z.string(),
  /** The letter of the test among the parallel tests of its class, discipline and theme. */
  form: z.string(),
  schoolClass: z.enum(TEST_CLASSES),
  description: z.string().nullable(),
  difficultyLevel: z.enum(DIFFICULTIES),
  evaluationType: z.enum(EVALUATION_TYPES),
  /** In minutes, for a child without extended time. */
  duration: z.int(),
  active: z.boolean(),
  questionCount: z.int(),
});

/** A drawing of a question: our own markup, checked against an allow-list when it was loaded. */
const figure = z.object({ svg: z.string(), alt: z.string() });

/**
 * A picture that a teacher added to a question. It is fetched separately and cached indefinitely, because its address depends on its
 * content.
 */
export const image = z.object({ src: z.string(), width: z.int(), height: z.int(), alt: z.string() });

/**
 * A question as the child sees it. It is built field by field from the frozen question. This schema is a second safeguard: fields that are
 * not named here, such as the key, cannot leave the server.
 *
 * `…Html` is present only if there is mathematics: escaped text with MathML, safe to embed.
 */
export const presentedQuestion = z.object({
  id: z.int(),
  testId: z.int(),
  statement: z.string(),
  statementHtml: z.string().optional(),
  passage: z.string().optional(),
  passageHtml: z.string().optional(),
  /** The options as JSON text, each starting with its letter. */
  alternatives: z.string(),
  alternativesHtml: z.array(z.string()).optional(),
  weight: z.int(),
  skillCategory: z.enum(SKILL_CATEGORIES).nullable(),
  figure: figure.optional(),
  image: image.optional(),
  /** Present if the answer is written. The alternatives are then not shown, but a letter is still accepted where there are some. */
  asks: z.object({ way: z.enum(WRITTEN_WAYS), unit: z.string().optional() }).optional(),
});
export type PresentedQuestion = z.output<typeof presentedQuestion>;

/** A question with its key, for teachers and for the review of a completed attempt. */
export const question = presentedQuestion.extend({
  correctAnswer: z.string(),
  explanation: z.string().nullable(),
  explanationHtml: z.string().optional(),
  objective: z.string().nullable(),
  /** How it is answered in writing; absent if by choice. */
  answering: answering.optional(),
});
export type Question = z.output<typeof question>;

export const testsContract = {
  'GET /api/tests/:id': {
    summary: 'Return a test with its questions, without keys; in the order of the attempt that the family has open',
    authz: { allow: ['parent', 'teacher', 'admin'], owner: null, stepUp: EXEMPT.reads },
    params: z.object({ id: idInPath }),
    output: testCard.extend({ questions: z.array(presentedQuestion) }),
  },
} as const satisfies Contract;
