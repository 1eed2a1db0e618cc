import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, moment } from '../../../shared/fields.ts';
import { DISCIPLINES, GENDERS } from '../../../shared/words.ts';
import { childNow } from '../../people/children/family.contract.ts';
import { disciplineMean } from '../history/history.contract.ts';
import { disciplineMap, themeState } from '../knowledge/knowledge.contract.ts';
import { comparisonMark } from '../norms/norms.contract.ts';
import { nextStep } from '../results/results.contract.ts';

/** A trimester's figures; the mean is null if there was no test. */
const trimesterMean = z.object({ tests: z.int(), mean: z.int().nullable() });
const yearOfTrimesters = z.object({
  /** The year in which the school year began. */
  schoolYear: z.int(),
  /** One row for each discipline, with its three trimesters in order. */
  disciplines: z.array(z.object({ discipline: z.enum(DISCIPLINES), trimesters: z.array(trimesterMean) })),
  all: z.array(trimesterMean),
});
export type YearOfTrimesters = z.output<typeof yearOfTrimesters>;

const childReport = z.object({
  child: z.object({
    id: z.int(),
    fullName: z.string(),
    schoolClass: z.string(),
    school: z.string().nullable(),
    gender: z.enum(GENDERS).nullable(),
    cover: z.int(),
  }),
  /** The last eight tests that count for the child's figure, in order of time; its last three are those of `now`. */
  trend: z.array(
    z.object({
      attemptId: z.int(),
      date: moment,
      discipline: z.enum(DISCIPLINES),
      theme: z.string(),
      score: z.int(),
      questions: z.int(),
      onPaper: z.boolean(),
    }),
  ),
  now: childNow,
  /** Where each period that the trend can be narrowed to begins: 30 days ago, 90 days ago, and the school year. */
  since: z.object({ month: moment, quarter: moment, year: moment }),
  /** Weakest first, each with the averages or reference values for the classes of its tests. */
  disciplines: z.array(disciplineMean.extend({ marks: z.array(comparisonMark) })),
  /** Whether the plan includes real averages for this child. */
  compared: z.boolean(),
  /** Reference values as whole percentages, shown until real averages are safe to show. */
  reference: z.object({ school: z.int(), national: z.int() }),
  /** Themes that were tested, and those of the child's class that were not, in the order of the disciplines. */
  themes: z.array(
    z.object({
      discipline: z.enum(DISCIPLINES),
      themes: z.array(
        z.object({
          theme: z.string(),
          tests: z.int(),
          mean: z.int().nullable(),
          /** The class in which the catalogue has a test of it: the child's, or an earlier one; null if it has none. */
          foundIn: z.string().nullable(),
        }),
      ),
    }),
  ),
  /** The child's map: its sentence, and the states of each discipline's themes in the order of the curriculum. */
  knowledge: z.object({
    sentence: z.string(),
    disciplines: z.array(
      disciplineMap.pick({ discipline: true, known: true, total: true }).extend({ states: z.array(themeState) }),
    ),
  }),
  /** Number of results with answers too quick to count (*a lápis*). */
  pencil: z.int(),
  /** Rehearsals of the exam, which enter none of the other figures, and their mean in whole percent. */
  rehearsals: z.object({ tests: z.int(), mean: z.int().nullable() }),
  /** Right answers per skill category, in the order of the specification. */
  skills: z.array(z.object({ skillCategory: z.string(), correct: z.int(), total: z.int(), share: z.int() })),
  /** Totals of each discipline's tests, over all years. */
  figures: z.array(
    z.object({
      discipline: z.enum(DISCIPLINES),
      /** Right answers per test, to one decimal. */
      averageCorrectAnswers: z.number(),
      /** Total seconds. */
      totalTimeSpent: z.int(),
      lastEvaluationDate: moment,
    }),
  ),
  /** The current school year. */
  trimesters: yearOfTrimesters.extend({ current: z.int() }),
  /** Earlier school years with tests, the latest first. */
  earlier: z.array(yearOfTrimesters),
  /** The months of the three trimesters by the school calendar, "Set–Dez". */
  months: z.array(z.string()),
  /** The test of the child's next action. */
  next: nextStep,
});
export type ChildReport = z.output<typeof childReport>;

export const reportContract = {
  'GET /api/children/:id/report': {
    summary:
      'Return a child’s report: trend, disciplines, themes, skill categories, trimesters, and what to practise next',
    stale: true,
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    output: childReport,
  },
} as const satisfies Contract;
