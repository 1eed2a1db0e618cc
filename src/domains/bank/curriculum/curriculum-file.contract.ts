import { z } from 'zod';
import { DISCIPLINES, TEST_CLASSES } from '../../../shared/words.ts';

const line = z.string().trim().min(1);

/** A file of the curriculum: class → theme → objectives of one discipline. */
export const curriculumFile = z.strictObject({
  discipline: z.enum(DISCIPLINES),
  classes: z.array(
    z.strictObject({
      schoolClass: z.enum(TEST_CLASSES),
      themes: z.array(
        z.strictObject({
          code: line.max(40),
          theme: line,
          content: z.string().trim(),
          objectives: z
            .array(
              z
                .strictObject({
                  code: line.max(40),
                  text: line,
                  /** False for objectives that cannot be assessed in writing: speaking, drawing, practical work. */
                  assessable: z.boolean().default(true),
                  reason: line.optional(),
                })
                .refine(({ assessable, reason }) => assessable === (reason === undefined), {
                  message: 'assessable: false pede reason, e só ele',
                  path: ['reason'],
                }),
            )
            .min(1),
        }),
      ),
    }),
  ),
});
