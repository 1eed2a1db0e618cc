import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { idInPath, moment } from '../../shared/fields.ts';
import { READ_FORMATS } from '../../shared/question-formats.ts';

/** Bytes of an uploaded file of questions. */
const LARGEST = 10 * 1024 * 1024;

const teacher = { allow: ['teacher'], owner: null } as const;

/** A switch in a form, where everything is text. */
const flag = (usual: boolean) =>
  z
    .enum(['true', 'false', ''], 'Indique true ou false.')
    .optional()
    .transform((value) => (value ? value === 'true' : usual));

const token = z.uuid('Indique um UUID.');

const counts = z.object({
  rows: z.int(),
  created: z.int(),
  replaced: z.int(),
  duplicate: z.int(),
  wrong: z.int(),
});

const verdict = z.object({
  /** Row of a sheet, line of a text, or number of the question in JSON and packages. */
  row: z.int(),
  verdict: z.enum(['created', 'replaced', 'duplicate', 'wrong']),
  /** The beginning of the statement. */
  label: z.string(),
  /** Each with its column, when it is about one. */
  problems: z.array(z.string()),
  /** What the file says and the bank does not keep. */
  notes: z.array(z.string()),
  questionId: z.int().nullable(),
});

export const importReport = z.object({
  dryRun: z.boolean(),
  format: z.enum(READ_FORMATS),
  counts,
  rows: z.array(verdict),
  /** Questions of the file that come with a drawing or picture. */
  pictures: z.int(),
  /** The batch that was made; null when nothing was to be stored. */
  batchId: z.int().nullable(),
});
export type ImportReport = z.output<typeof importReport>;

export const importBatch = z.object({
  id: z.int(),
  fileName: z.string(),
  format: z.string(),
  created: z.int(),
  replaced: z.int(),
  createdAt: moment,
  /** Full name; null when the account is gone. */
  by: z.string().nullable(),
  undoneAt: moment.nullable(),
  undoneBy: z.string().nullable(),
});
export type ImportBatch = z.output<typeof importBatch>;

export const importsContract = {
  'POST /api/teacher/tests/:id/import': {
    summary: 'Read a file of questions: first only a verdict on each row, then all of it or nothing',
    authz: teacher,
    params: z.object({ id: idInPath }),
    upload: { maxBytes: LARGEST },
    longest: 60,
    body: z.object({
      /** On unless it is said otherwise: nothing is stored. */
      dryRun: flag(true),
      /** The first row of a table is its header. */
      skipHeader: flag(true),
      /** Questions that the test has already are replaced by the file's. */
      overwriteDuplicates: flag(false),
      /** Rows that are wrong are left out, in place of refusing the whole file. */
      leaveOutWrong: flag(false),
      /** Made by the client, to ask how far it has come. */
      token: token.optional(),
    }),
    output: importReport,
  },
  'GET /api/teacher/imports/progress/:token': {
    summary: 'How far an import of the caller has come',
    authz: teacher,
    params: z.object({ token }),
    output: z.object({
      stage: z.enum(['waiting', 'reading', 'checking', 'writing']),
      done: z.int(),
      total: z.int(),
    }),
  },
  'GET /api/teacher/tests/:id/imports': {
    summary: 'The files that were brought into a test, newest first',
    authz: teacher,
    params: z.object({ id: idInPath }),
    output: z.array(importBatch),
  },
  'POST /api/teacher/imports/:id/undo': {
    summary: 'Undo a whole import: what it made goes, what it replaced comes back',
    authz: teacher,
    params: z.object({ id: idInPath }),
    output: importBatch,
  },
} as const satisfies Contract;
