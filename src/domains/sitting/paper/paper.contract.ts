import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id, idInPath, moment } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { attempt } from '../attempts/attempts.contract.ts';

/** Maximum bytes of a photograph. The app sends 150 KB, but a camera's own file is allowed too. */
const MAX_PHOTO_BYTES = 6 * 1024 * 1024;

/** One row of a photographed sheet. */
const reading = z.object({
  questionId: z.int(),
  /** Number of the question on the sheet. */
  number: z.int(),
  /** How many alternatives the question has. */
  alternatives: z.int(),
  /** The best guess, which is a proposal unless it is sure; null when nothing is marked, or when it is unclear what. */
  letter: z.enum(['A', 'B', 'C', 'D', 'E', 'F']).nullable(),
  /** Whether the guess is accepted without asking the parent. */
  sure: z.boolean(),
  /** Why the parent is asked about the row. */
  doubt: z.enum(['double', 'faint', 'crossed', 'blank', 'hidden']).nullable(),
  /** The photographed row, rectified: a data URL of a WebP picture. */
  crop: z.string(),
});
export type Reading = z.output<typeof reading>;

/** The fields of a sheet that screens show. */
const sheet = z.object({
  attemptId: z.int(),
  child: z.object({ id: z.int(), firstName: z.string(), cover: z.int() }),
  test: z.object({ id: z.int(), discipline: z.string(), theme: z.string(), form: z.string(), schoolClass: z.string() }),
  /** Until when the sheet is valid. */
  expiresAt: moment,
});
export type Sheet = z.output<typeof sheet>;

/** A printed sheet: the address of its PDF, and its rows, for typing letters by hand. */
const printedSheet = sheet.extend({
  pdf: z.string(),
  rows: z.array(reading.pick({ questionId: true, number: true, alternatives: true })),
});
export type PrintedSheet = z.output<typeof printedSheet>;

/** A sheet that is waiting to be graded. */
const waitingSheet = sheet.extend({
  /** Its name, printed below its code. */
  name: z.string(),
});
export type WaitingSheet = z.output<typeof waitingSheet>;

/** The photographed sheet, and what was read from it. */
const scan = sheet.extend({ readings: z.array(reading) });
export type Scan = z.output<typeof scan>;

export const paperContract = {
  'POST /api/paper': {
    summary: 'Reserve a test to be taken on paper; a repeated call returns the same sheet',
    authz: { allow: ['parent'], owner: 'child' },
    body: z.object({ childId: id, testId: id }),
    output: printedSheet,
    status: 201,
  },
  'GET /api/paper': {
    summary: 'List the family’s sheets that are not graded yet, the last printed first',
    authz: { allow: ['parent'], owner: null },
    output: z.array(waitingSheet),
  },
  'GET /api/paper/:attemptId': {
    summary: 'Return a sheet that is not graded yet with its rows, for typing the letters by hand',
    authz: { allow: ['parent'], owner: 'attempt' },
    params: z.object({ attemptId: idInPath }),
    output: printedSheet,
  },
  'GET /api/paper/:attemptId/sheet': {
    summary: 'Return the sheet as an A4 page with questions, bubbles and its code',
    authz: { allow: ['parent'], owner: 'attempt' },
    params: z.object({ attemptId: idInPath }),
    output: z.null(),
    file: ['application/pdf'],
    heavy: true,
  },
  'POST /api/paper/scans': {
    summary: 'Read the photograph of a sheet; nothing is graded, and the photograph is not stored',
    // The code identifies the family's sheet: that of another family gives 404.
    authz: { allow: ['parent'], owner: null },
    upload: { maxBytes: MAX_PHOTO_BYTES, part: 'photo' },
    heavy: true,
    output: scan,
    longest: 25,
  },
  'PUT /api/paper/:attemptId': {
    summary: 'Grade a sheet once, from the letters that the parent confirmed',
    authz: { allow: ['parent'], owner: 'attempt' },
    params: z.object({ attemptId: idInPath }),
    body: z.object({
      answers: z
        .array(
          z.object({
            questionId: id,
            selectedAnswer: z.enum(['A', 'B', 'C', 'D', 'E', 'F'], 'Indique uma letra.').nullable(),
          }),
        )
        .max(30, 'Uma folha tem no máximo 30 perguntas.'),
    }),
    output: attempt,
  },
  'GET /api/teacher/tests/:id/sheet': {
    summary: 'Return a sheet for practice in class, without name and code; it cannot be graded here',
    authz: { allow: ['teacher', 'admin'], owner: null, stepUp: EXEMPT.reads },
    params: z.object({ id: idInPath }),
    output: z.null(),
    file: ['application/pdf'],
    heavy: true,
  },
} as const satisfies Contract;
