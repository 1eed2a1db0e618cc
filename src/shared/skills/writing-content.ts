import { z } from 'zod';
import { CATALOGUE_CLASSES } from '../words.ts';
import { SPELLING_KINDS } from './writing-words.ts';

// The files of content/writing: dictations, beginnings of texts, and the anchor texts with which a child's text is compared; content/README.md
// explains each field to teachers.

const line = z.string().trim().min(1);
const id = z.string().regex(/^[a-z0-9-]+$/);

const dictation = z.strictObject({
  id,
  version: z.number().int().min(1),
  title: line,
  /** Single words, dictated first; all of it in the 1.ª classe. */
  words: z.array(line).default([]),
  /** Sentences, divided into what is dictated at once. */
  groups: z.array(line).default([]),
  rules: z.array(z.strictObject({ kind: z.enum(SPELLING_KINDS), words: z.array(line).min(1) })).min(1),
  /** Words that the agreement of 1990 spells differently; that spelling counts as right. */
  also: z.array(z.strictObject({ word: line, spelling: line })).default([]),
  objective: line,
});
export type Dictation = z.output<typeof dictation>;

/** Kinds of text: to tell a story, to explain or describe. */
const TEXT_KINDS = ['contar', 'informar'] as const;

const prompt = z.strictObject({
  id,
  version: z.number().int().min(1),
  kind: z.enum(TEXT_KINDS),
  title: line,
  /** The task, as the grown-up reads it to the child. */
  task: line,
  /** The words with which the child's text begins, if the task gives them. */
  beginning: line.optional(),
});
export type WritingPrompt = z.output<typeof prompt>;

const anchor = z.strictObject({
  level: z.number().int().min(1).max(5),
  /** A text as children of the class write it, with their mistakes. */
  text: line,
  /** Why it stands at this level. */
  reason: line,
});

/** Five texts about one prompt, one for each level. */
const ruler = z.strictObject({
  id,
  version: z.number().int().min(1),
  kind: z.enum(TEXT_KINDS),
  prompt: id,
  anchors: z.array(anchor),
});
export type Ruler = z.output<typeof ruler>;

/** `class-1.yaml` … `class-6.yaml`. */
export const writingClassFile = z.strictObject({
  schoolClass: z.enum(CATALOGUE_CLASSES),
  dictations: z.array(dictation).min(1),
  prompts: z.array(prompt).min(1),
  rulers: z.array(ruler).min(1),
});
export type WritingClassFile = z.output<typeof writingClassFile>;

const sign = z.strictObject({
  id,
  /** What a grown-up looks for, answered with yes or not yet. */
  text: line,
  /** How to see it. */
  help: line,
  /** What to practise while the answer is not yet. */
  practise: line,
});
export type WritingSign = z.output<typeof sign>;

/** `signs.yaml`. */
export const signsFile = z.strictObject({ signs: z.array(sign) });
export type SignsFile = z.output<typeof signsFile>;
