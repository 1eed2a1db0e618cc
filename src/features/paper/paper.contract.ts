import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { id, idInPath, moment } from '../../shared/fields.ts';
import { attempt } from '../attempts/attempts.contract.ts';

/** Most bytes of a photograph. The phone sends 150 KB; who sends a camera's own file may. */
const MOST_PHOTO_BYTES = 6 * 1024 * 1024;

/** One row of a photographed sheet. */
export const reading = z.object({
  questionId: z.int(),
  /** Number of the question on the sheet. */
  number: z.int(),
  /** How many alternatives the question has. */
  alternatives: z.int(),
  /** The best guess; null when nothing is marked, or when it is unclear what. */
  letter: z.enum(['A', 'B', 'C', 'D', 'E', 'F']).nullable(),
  /** Whether the guess may stand without being asked about. */
  sure: z.boolean(),
  /** Why it is asked about. */
  doubt: z.enum(['double', 'faint', 'crossed', 'blank']).nullable(),
  /** The row as it was photographed, straightened: a data URL of a WebP picture. */
  crop: z.string(),
});
export type Reading = z.output<typeof reading>;

/** A sheet as screens name it. */
export const sheet = z.object({
  attemptId: z.int(),
  child: z.object({ id: z.int(), firstName: z.string(), cover: z.int() }),
  test: z.object({ id: z.int(), discipline: z.string(), theme: z.string(), form: z.string(), schoolClass: z.string() }),
  /** Until when it serves. */
  expiresAt: moment,
});
export type Sheet = z.output<typeof sheet>;

/** A sheet just printed: where its PDF is, and its rows, for typing letters by hand. */
export const printedSheet = sheet.extend({
  pdf: z.string(),
  rows: z.array(reading.pick({ questionId: true, number: true, alternatives: true })),
});
export type PrintedSheet = z.output<typeof printedSheet>;

/** Which sheet was photographed, and what was read. */
export const scan = sheet.extend({ readings: z.array(reading) });
export type Scan = z.output<typeof scan>;

export const paperContract = {
  'POST /api/paper': {
    summary: 'Reserve a test to be taken on paper; again, the same sheet',
    authz: { allow: ['parent'], owner: 'child' },
    body: z.object({ childId: id, testId: id }),
    output: printedSheet,
    status: 201,
  },
  'GET /api/paper/:attemptId/sheet': {
    summary: 'The printed sheet: questions, bubbles and its code, A4',
    authz: { allow: ['parent'], owner: 'attempt' },
    params: z.object({ attemptId: idInPath }),
    output: z.null(),
    file: ['application/pdf'],
  },
  'POST /api/paper/scans': {
    summary: 'Read the photograph of a sheet; nothing is graded and the photograph is not kept',
    // Whose sheet it is, its code says: another family's gives 404.
    authz: { allow: ['parent'], owner: null },
    upload: { maxBytes: MOST_PHOTO_BYTES, part: 'photo' },
    output: scan,
    longest: 25,
  },
  'PUT /api/paper/:attemptId': {
    summary: 'Grade a sheet from the letters that the parent confirmed, once',
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
    summary: 'A sheet for practice in class: without a name, without a code, never graded here',
    authz: { allow: ['teacher', 'admin'], owner: null },
    params: z.object({ id: idInPath }),
    output: z.null(),
    file: ['application/pdf'],
  },
} as const satisfies Contract;
