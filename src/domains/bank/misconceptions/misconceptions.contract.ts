import { z } from 'zod';

const line = z.string().trim().min(1);
const key = z.string().regex(/^[a-z0-9-]{1,60}$/);

/** Maximum number of errors: more than a person can read, and tell from one another. */
const MAX_MISCONCEPTIONS = 200;

/** An error of many children that has a name; content/README.md explains each field to teachers. */
const misconception = z.strictObject({
  id: key,
  /** Completes "O João …": "soma também os denominadores". */
  name: line,
  /** What such an answer looks like. */
  example: line,
  /** What a parent can do about it. */
  helps: line,
  /** The slips of templates (`comum.yaml`) that are this error. Templates with one of them are what is practised. */
  slips: z.array(key).min(1).optional(),
  /** Themes of the curriculum to practise, of an error that no template has. */
  themes: z.array(line).min(1).optional(),
});
export type Misconception = z.output<typeof misconception>;

/** `content/misconceptions.yaml`. */
export const misconceptionsFile = z.strictObject({
  misconceptions: z.array(misconception).min(1).max(MAX_MISCONCEPTIONS),
  /** Slips of templates that are chance, and no error with a name. */
  unnamed: z.array(key),
});

/**
 * A file of `content/misconceptions`: test → question → text of a wrong alternative → id of its error. An alternative that is not in it has
 * none. It is found by its text, so that its place may change.
 */
export const mappingFile = z.record(key, z.record(key, z.record(line, key)));

/** `content/distractors.yaml`: error id → phrase that completes "Quem responde assim …", for all disciplines but Matemática. */
export const distractorsFile = z.record(z.string().regex(/^[a-z-]+$/), line);
