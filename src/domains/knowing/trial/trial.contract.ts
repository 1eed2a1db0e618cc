import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, moment } from '../../../shared/fields.ts';
import { presentedQuestion } from '../../bank/test-bank/tests.contract.ts';

const trialState = z.object({
  /** What the family said; null if it was not asked yet. */
  agreed: z.boolean().nullable(),
  decidedAt: moment.nullable(),
  /** Whether this is a good moment to ask. */
  asks: z.boolean(),
  /** Version of the text to agree to. */
  version: z.int(),
  /** Measured child-weeks of all families, and the number at which the trial ends. */
  weeks: z.int(),
  aim: z.int(),
  isOver: z.boolean(),
});
export type TrialState = z.output<typeof trialState>;

const language = z.enum(['pt', 'en']);

const check = z.object({
  child: z.object({ firstName: z.string(), schoolClass: z.string() }),
  questions: z.array(
    z.object({
      /** Id of the question in an answer of `POST /api/children/:id/practice`: `check:12:3`. */
      id: z.string(),
      question: presentedQuestion,
      /** Languages of the statement, of the alternatives and of the passage. */
      languages: z.tuple([language, language, language]),
    }),
  ),
});
export type TrialCheck = z.output<typeof check>;

const own = { allow: ['parent'], owner: 'user' } as const;

export const trialContract = {
  'GET /api/practice-trial': {
    summary: 'Return whether the family takes part in the practice trial, and how far the trial is',
    authz: own,
    output: trialState,
  },
  'PUT /api/practice-trial': {
    summary: 'Agree to take part in the practice trial, or not; weeks under way then end without an outcome',
    authz: own,
    body: z.object({
      agreed: z.boolean('Diga se quer participar.'),
      version: z.int('Indique a versão do texto.').min(1, 'Indique a versão do texto.'),
    }),
    output: trialState,
  },
  'GET /api/children/:id/check': {
    summary:
      'Return the questions of the practice trial that wait for this child, without keys; answers go to `POST /api/children/:id/practice`',
    authz: { allow: ['parent'], owner: 'child', childMode: { child: 'params.id' } },
    params: z.object({ id: idInPath }),
    output: check,
  },
} as const satisfies Contract;
