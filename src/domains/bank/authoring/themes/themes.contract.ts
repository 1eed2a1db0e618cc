import { z } from 'zod';
import type { Answered, Contract } from '../../../../shared/endpoint.ts';
import { filter, flagInForm, paging } from '../../../../shared/fields.ts';
import { EXEMPT } from '../../../../shared/step-up.ts';
import { DISCIPLINES, TEST_CLASSES } from '../../../../shared/words.ts';
import { teacherTest } from '../authoring.contract.ts';

/** The columns by which the list of themes can be sorted. */
const THEME_ORDERS = ['class', 'theme', 'discipline', 'questions', 'facility', 'flagged'] as const;

/** What is known from the answers, as the job of the bank's statistics has stored it. */
const fromAnswers = {
  /** Right answers in whole percent, over questions with ten attempts or more; null without any. */
  facility: z.int().nullable(),
  /** Number of questions that a teacher should check. */
  flagged: z.int(),
};

const themeOfBank = z.object({
  discipline: z.enum(DISCIPLINES),
  schoolClass: z.enum(TEST_CLASSES),
  theme: z.string(),
  questions: z.int(),
  ...fromAnswers,
  /** All tests of the theme in the order of their letters, active or not. */
  tests: z.array(teacherTest.extend(fromAnswers)),
});

export const themesContract = {
  'GET /api/teacher/themes': {
    summary: 'List the themes of the bank of which at least one test matches, each with all of its tests',
    authz: { allow: ['teacher', 'admin'], owner: null, stepUp: EXEMPT.reads },
    query: z.object({
      search: z.string().max(200, 'No máximo 200 caracteres.').optional(),
      discipline: filter,
      class: filter,
      active: flagInForm,
      sort: z.enum([...THEME_ORDERS, ''], `Indique ${THEME_ORDERS.join(', ')}.`).optional(),
      order: z.enum(['asc', 'desc', ''], 'Indique asc ou desc.').optional(),
      ...paging,
    }),
    output: z.array(themeOfBank),
  },
} as const satisfies Contract;

export type ThemeOfBank = Answered<(typeof themesContract)['GET /api/teacher/themes']>[number];
