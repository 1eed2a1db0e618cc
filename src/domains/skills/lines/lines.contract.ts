import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath } from '../../../shared/fields.ts';

const line = z
  .object({
    /** "Lê 48 palavras certas por minuto e compreende o que lê." */
    sentence: z.string(),
    /** `YYYY-MM-DD` in Luanda. */
    date: z.string(),
    /** Whether it is a lápis. */
    provisional: z.boolean(),
    /** What to do next, and how long it takes. */
    next: z.object({ title: z.string(), time: z.string() }),
  })
  .nullable();
export type SkillLine = z.output<typeof line>;

const skills = z.object({
  /** Null while it is not known. */
  reading: line,
  calculating: line,
  writing: line,
});

export const linesContract = {
  'GET /api/children/:id/skills': {
    summary: 'Return in one sentence each how a child reads, calculates and writes; null for what is not known yet',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    output: skills,
  },
} as const satisfies Contract;
