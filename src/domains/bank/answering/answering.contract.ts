import { z } from 'zod';

export const WRITTEN_WAYS = ['number', 'word'] as const;
export type WrittenWay = (typeof WRITTEN_WAYS)[number];

/**
 * How a question is answered in writing. A question without it is answered by choosing an alternative. Flags that are absent are off.
 */
export const answering = z.object({
  way: z.enum(WRITTEN_WAYS),
  /** Values that count as right; numbers as `numberText` writes them. */
  accepted: z.array(z.string()),
  /** Only for numbers: printed beside the answer. */
  unit: z.string().optional(),
  /** Only for numbers: how far from an accepted value a right one may be, borders included. */
  tolerance: z.string().optional(),
  /** Only for numbers: whether fractions count only in lowest terms. */
  simplify: z.boolean().optional(),
  /** Only for words: whether capital letters count. */
  capitals: z.boolean().optional(),
  /** Only for words: whether spelling is what is asked, so that the spelling of 1990 is another word. */
  spelling: z.boolean().optional(),
  /** Only for words: whether accents do not count. */
  anyAccents: z.boolean().optional(),
});
export type Answering = z.output<typeof answering>;

/** A way of answering as a person or a program may send it. */
export type LooseAnswering = Omit<Answering, 'accepted'> & { accepted?: readonly string[] | undefined };
