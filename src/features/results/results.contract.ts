import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { idInPath, moment } from '../../shared/fields.ts';
import { DISCIPLINES } from '../../shared/words.ts';
import { attempt } from '../attempts/attempts.contract.ts';
import { comparisonMark } from '../norms/norms.contract.ts';
import { presentedQuestion, testCard } from '../tests/tests.contract.ts';

/** The child of an attempt. */
export const childName = z.object({ id: z.int(), fullName: z.string(), schoolClass: z.string(), cover: z.int() });

/** A question in a result. Key, explanation and verdict only once the attempt is completed. */
const reviewedQuestion = presentedQuestion.extend({
  correctAnswer: z.string().optional(),
  explanation: z.string().nullable().optional(),
  explanationHtml: z.string().optional(),
  /** When its key was put right after the test had been marked; left out where it never was. */
  correctedAt: moment.optional(),
});

/** What to practise next. */
export const nextStep = z.object({
  /** Whether the plan gives suggestions for this child. */
  allowed: z.boolean(),
  /** A form of the theme that is to be practised, not yet taken; null where nothing is, or no form is left. */
  test: z
    .object({
      id: z.int(),
      discipline: z.enum(DISCIPLINES),
      theme: z.string(),
      /** Its letter among the forms of its theme. */
      form: z.string(),
      questionCount: z.int(),
      /** That this child gets for it. */
      minutes: z.int(),
      kilobytes: z.int(),
    })
    .nullable(),
});

/** What was right of a theme in a rehearsal of the exam. */
const rehearsalTheme = z.object({ code: z.string(), name: z.string(), right: z.int(), total: z.int() });
export type RehearsalTheme = z.output<typeof rehearsalTheme>;

/** A theme or skill category that was asked about often enough to say something. */
const point = z.object({ kind: z.enum(['theme', 'skill']), name: z.string(), correct: z.int(), total: z.int() });

const attemptResult = z.object({
  attempt,
  /** 1 when the child took this test for the first time, 2 the second time. */
  time: z.int(),
  child: childName,
  test: testCard.extend({ questions: z.array(reviewedQuestion) }),
  answers: z.array(
    z.object({
      questionId: z.int(),
      selectedAnswer: z.string(),
      isCorrect: z.boolean().optional(),
      responseTime: z.int().nullable(),
    }),
  ),
  /** Null until graded. */
  result: z
    .object({
      value: z.int(),
      total: z.int(),
      percentage: z.int(),
      /** The last time that a key which was put right changed the mark, and what it was before; null where none did. */
      corrected: z.object({ at: moment, before: z.int() }).nullable(),
      /** Set when the parent is informed about quick answers. `low` stays out of averages; every quick answer took less than `seconds`. */
      effort: z.object({ level: z.enum(['some', 'low']), quickAnswers: z.int(), seconds: z.int() }).nullable(),
      /** How often and for how many seconds the page was hidden during the test; null where it was not, or is not known. */
      away: z.object({ times: z.int(), seconds: z.int() }).nullable(),
      /** A text that tests reading was read aloud to the child as help. */
      textHeard: z.boolean(),
      /** Some questions weigh more than others: the percentage is then not value ÷ total. */
      weighted: z.boolean(),
      /** Right answers per skill category, in the order of the specification. */
      skills: z.array(z.object({ skillCategory: z.string(), correct: z.int(), total: z.int() })),
      /** Reference marks, in whole percent, until real averages are safe to show. */
      reference: z.object({ school: z.int(), national: z.int() }),
      comparison: z.object({
        /** Whether the plan gives real averages for this child. */
        allowed: z.boolean(),
        /** School, then province where it has an average, then country. */
        marks: z.array(comparisonMark),
      }),
      /** Between which percentages what the child knows of the theme lies, nine times out of ten. */
      margin: z.object({ from: z.int(), to: z.int() }),
      /** Those with enough questions: from 70 % on, and below. */
      strengths: z.array(point),
      gaps: z.array(point),
      next: nextStep,
      /** Of a rehearsal of the exam; null for all other tests. */
      rehearsal: z
        .object({
          /** The mark from 0 to 10. */
          valores: z.number(),
          /** In the order of the curriculum. */
          themes: z.array(rehearsalTheme),
          /** What to study, the first theme first; `serves` names the themes to study that build on it. */
          study: z.array(rehearsalTheme.extend({ serves: z.array(z.string()) })),
        })
        .nullable(),
    })
    .nullable(),
});
export type AttemptResult = z.output<typeof attemptResult>;

export const resultsContract = {
  'GET /api/attempts/:id': {
    summary: 'An attempt with its answers and its test; the key only after completion',
    authz: { allow: ['parent'], owner: 'attempt' },
    params: z.object({ id: idInPath }),
    output: attemptResult,
  },
} as const satisfies Contract;
