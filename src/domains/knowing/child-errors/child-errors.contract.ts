import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, moment } from '../../../shared/fields.ts';

const childError = z.object({
  /** Id in `content/misconceptions.yaml`. */
  id: z.string(),
  /** `named`: the child has it. `overcome`: it was said before, and is good news now. */
  state: z.enum(['named', 'overcome']),
  /** "O João soma ou tira também os números de baixo: 5 de 6 vezes desde Outubro." */
  sentence: z.string(),
  example: z.string(),
  helps: z.string(),
  times: z.int(),
  opportunities: z.int(),
  since: moment,
  /** Time of the answers by which it was first said, or overcome. */
  changedAt: moment,
});
export type ChildErrorRow = z.output<typeof childError>;

export const childErrorsContract = {
  'GET /api/children/:id/errors': {
    summary:
      'Return the errors that a child makes over and over in Matemática, surest first, and those that it has overcome',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    output: z.array(childError),
  },
} as const satisfies Contract;
