import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, moment } from '../../../shared/fields.ts';
import { DISCIPLINES } from '../../../shared/words.ts';
import { answering } from '../../bank/answering/answering.contract.ts';
import { presentedQuestion, testCard } from '../../bank/test-bank/tests.contract.ts';
import { attempt } from '../../sitting/attempts/attempts.contract.ts';
import { comparisonMark } from '../norms/norms.contract.ts';

/** The child of an attempt. */
export const childName = z.object({ id: z.int(), fullName: z.string(), schoolClass: z.string(), cover: z.int() });

/** A question in a result. Its key and its explanation are included only after the attempt is completed. */
const reviewedQuestion = presentedQuestion.extend({
  correctAnswer: z.string().optional(),
  explanation: z.string().nullable().optional(),
  explanationHtml: z.string().optional(),
  /** How it is answered in writing, with the values that count as right. */
  answering: answering.optional(),
  /** When its key was corrected after the attempt was graded; omitted if it never was. */
  correctedAt: moment.optional(),
});

/** What to practise next. */
export const nextStep = z.object({
  /** Whether the plan gives suggestions for this child. */
  allowed: z.boolean(),
  /** A form of the theme to practise that the child has not taken; null if there is no theme to practise, or no such form. */
  test: z
    .object({
      id: z.int(),
      discipline: z.enum(DISCIPLINES),
      theme: z.string(),
      /** Its letter among the forms of its theme. */
      form: z.string(),
      questionCount: z.int(),
      /** The minutes that this child gets for it. */
      minutes: z.int(),
      kilobytes: z.int(),
    })
    .nullable(),
});

/** Number of questions about a theme in a rehearsal of the exam, and of those answered right. */
const rehearsalTheme = z.object({ code: z.string(), name: z.string(), right: z.int(), total: z.int() });
export type RehearsalTheme = z.output<typeof rehearsalTheme>;

/** A theme or skill category with enough questions in the test to judge it. */
const point = z.object({ kind: z.enum(['theme', 'skill']), name: z.string(), correct: z.int(), total: z.int() });

const attemptResult = z.object({
  attempt,
  /** 1 if the child took this test for the first time, 2 for the second time. */
  time: z.int(),
  child: childName,
  test: testCard.extend({ questions: z.array(reviewedQuestion) }),
  answers: z.array(
    z.object({
      questionId: z.int(),
      /** The letter that was chosen, or of the alternative that equals what was written; what was written if none does. */
      selectedAnswer: z.string(),
      /** What was written; absent if an alternative was chosen. */
      written: z.string().optional(),
      isCorrect: z.boolean().optional(),
      responseTime: z.int().nullable(),
      /** In a result *a lápis*: given too quickly to be shown as right or wrong. */
      isQuick: z.literal(true).optional(),
      /** What a child does who gives this wrong answer; completes "Quem responde assim …". Absent if unknown. */
      error: z.string().optional(),
    }),
  ),
  /** Of an interrupted test: the day from which the plan gives another of its discipline; null if the child can begin one now. */
  againFrom: z.string().nullable(),
  /** Null until graded. */
  result: z
    .object({
      value: z.int(),
      total: z.int(),
      percentage: z.int(),
      /** When a corrected key last changed the mark, and the mark before; null if none changed it. */
      corrected: z.object({ at: moment, before: z.int() }).nullable(),
      /** Set when the parent is informed about quick answers. `low` stays out of averages; every quick answer took less than `seconds`. */
      effort: z.object({ level: z.enum(['some', 'low']), quickAnswers: z.int(), seconds: z.int() }).nullable(),
      /** How often and for how many seconds the page was hidden during the test; null if it was not, or if that is unknown. */
      away: z.object({ times: z.int(), seconds: z.int() }).nullable(),
      /** Whether a text that tests reading was read aloud to the child as help. */
      textHeard: z.boolean(),
      /** Whether some questions have more weight than others; the percentage is then not value ÷ total. */
      weighted: z.boolean(),
      /** Right answers per skill category, in the order of the specification. */
      skills: z.array(z.object({ skillCategory: z.string(), correct: z.int(), total: z.int() })),
      /** Reference marks, in whole percent, until real averages are safe to show. */
      reference: z.object({ school: z.int(), national: z.int() }),
      comparison: z.object({
        /** Whether the plan gives real averages for this child. */
        allowed: z.boolean(),
        /** Those of the school, of the province if it has an average, and of the country, in this order. */
        marks: z.array(comparisonMark),
      }),
      /** Range of percentages that contains what the child knows of the theme, with a probability of 90 %. */
      margin: z.object({ from: z.int(), to: z.int() }),
      /** Themes and skill categories with enough questions: `strengths` from 70 % on, `gaps` below. */
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
          /** Themes to study, in this order; `serves` names those of them that build on the theme. */
          study: z.array(rehearsalTheme.extend({ serves: z.array(z.string()) })),
        })
        .nullable(),
    })
    .nullable(),
});
export type AttemptResult = z.output<typeof attemptResult>;

export const resultsContract = {
  'GET /api/attempts/:id': {
    summary: 'Return an attempt with its answers and its test; keys only after completion',
    authz: { allow: ['parent'], owner: 'attempt' },
    params: z.object({ id: idInPath }),
    output: attemptResult,
  },
} as const satisfies Contract;
