import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { flagInForm, idInPath, moment } from '../../../shared/fields.ts';
import { READ_FORMATS } from '../../../shared/questions/question-formats.ts';
import { LARGEST_FILE_BYTES } from '../../../shared/questions/question-limits.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { answering } from '../answering/answering.contract.ts';

/** Seconds after which the call of an import is answered with 503. */
export const LONGEST_IMPORT_SECONDS = 60;

const teacher = { allow: ['teacher'], owner: null } as const;

/** Returns the schema of a boolean in a form, whose values are all texts. `usual` is the default. */
const flag = (usual: boolean) => flagInForm.transform((value) => (value ? value === 'true' : usual));

const token = z.uuid('Indique um UUID.');

const counts = z.object({
  rows: z.int(),
  created: z.int(),
  replaced: z.int(),
  duplicate: z.int(),
  wrong: z.int(),
});

const verdict = z.object({
  /** The row in a sheet, the line in a text file, or the number of the question, by `numbering`. */
  row: z.int(),
  verdict: z.enum(['created', 'replaced', 'duplicate', 'wrong']),
  /** The beginning of the statement. */
  label: z.string(),
  /** Each problem begins with the name of its column if it concerns one column. */
  problems: z.array(z.string()),
  /** Contents of the file that are not imported. */
  notes: z.array(z.string()),
  questionId: z.int().nullable(),
  /** How the row differs from that question of the test, one sentence each. */
  differences: z.array(z.string()),
  /** In a dry run: the question as it would be stored, for a preview; null for a row that is refused, and after an import. */
  question: z
    .object({
      statement: z.string(),
      passage: z.string().nullable(),
      /** Without their letters. */
      alternatives: z.array(z.string()),
      /** Index of the right alternative, from 0. */
      correct: z.int(),
      explanation: z.string().nullable(),
      /** Weight, category, objective and the author's difficulty; null if there is none, and the weight if a replaced question keeps its own. */
      weight: z.int().nullable(),
      skillCategory: z.string().nullable(),
      objective: z.string().nullable(),
      difficulty: z.int().nullable(),
      /** How it is answered in writing; null if by choosing. */
      answering: answering.nullable(),
      /** The texts with formulas as markup, where they have any. */
      html: z.object({
        statement: z.string().optional(),
        passage: z.string().optional(),
        alternatives: z.array(z.string()).optional(),
        explanation: z.string().optional(),
      }),
      figure: z.object({ svg: z.string(), alt: z.string() }).nullable(),
      image: z.object({ src: z.string(), width: z.int(), height: z.int(), alt: z.string() }).nullable(),
      /** Whether there is a picture that the preview leaves out, because the pictures of the file are too large together. */
      imageIsLeftOut: z.boolean(),
    })
    .nullable(),
});

const importReport = z.object({
  dryRun: z.boolean(),
  format: z.enum(READ_FORMATS),
  /** What the rows are numbered by: `question` in JSON, in packages, and if several questions are on one line of the file. */
  numbering: z.enum(['line', 'question']),
  counts,
  rows: z.array(verdict),
  /** Number of questions in the file with a drawing or picture. */
  pictures: z.int(),
  /** Identifies the questions that the import replaces and their revisions. */
  state: z.string(),
  /** The id of the import; null if nothing was stored. */
  batchId: z.int().nullable(),
});
export type ImportReport = z.output<typeof importReport>;

const importBatch = z.object({
  id: z.int(),
  fileName: z.string(),
  format: z.string(),
  created: z.int(),
  replaced: z.int(),
  createdAt: moment,
  /** Full name; null if the account was deleted. */
  by: z.string().nullable(),
  undoneAt: moment.nullable(),
  undoneBy: z.string().nullable(),
});
export type ImportBatch = z.output<typeof importBatch>;

export const importsContract = {
  'POST /api/teacher/tests/:id/import': {
    summary: 'Import a file of questions: a dry run returns a verdict for each row, an import stores all rows or none',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    upload: { maxBytes: LARGEST_FILE_BYTES },
    heavy: true,
    longest: LONGEST_IMPORT_SECONDS,
    body: z.object({
      /** Whether only to report what an import would do, without storing anything. True unless the caller sets it to false. */
      dryRun: flag(true),
      /** Whether the first row of a table contains the column names. */
      skipHeader: flag(true),
      /** Whether questions that the test already has are replaced by those in the file. */
      overwriteDuplicates: flag(false),
      /** Whether rows with problems are skipped; otherwise one such row refuses the whole file. */
      leaveOutWrong: flag(false),
      /** `state` of the dry run that the teacher saw; the import is refused if a question that it replaces has changed since. */
      state: z.string().max(64).optional(),
      /** A random token made by the client, with which it reads the progress. */
      token: token.optional(),
    }),
    output: importReport,
  },
  'GET /api/teacher/imports/progress/:token': {
    summary: 'Return the progress of one of the caller’s imports',
    authz: { ...teacher, stepUp: EXEMPT.reads },
    params: z.object({ token }),
    output: z.object({
      stage: z.enum(['waiting', 'reading', 'checking', 'writing']),
      done: z.int(),
      total: z.int(),
    }),
  },
  'GET /api/teacher/tests/:id/imports': {
    summary: 'List the files imported into a test, newest first',
    authz: { ...teacher, stepUp: EXEMPT.reads },
    params: z.object({ id: idInPath }),
    output: z.array(importBatch),
  },
  'POST /api/teacher/imports/:id/undo': {
    summary: 'Undo an import: delete the questions that it created and restore those that it replaced',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    output: importBatch,
  },
} as const satisfies Contract;
