import { z } from 'zod';
import { CATALOGUE_CLASSES } from '../words.ts';

// The files of content/reading, from which a child reads aloud; content/README.md explains each field to teachers.

const line = z.string().trim().min(1);
const id = z.string().regex(/^[a-z0-9-]+$/);

/** A question about a text that the child has read. */
const question = z.strictObject({
  id,
  /** Literal: the answer is said in the text. Inferential: it follows from what is said. */
  kind: z.enum(['literal', 'inferential']),
  text: line,
  /** A good answer, shown to the person who marks. */
  model: line,
  /** The last words of the text that the answer needs, as they are printed. */
  quote: line,
  /** Index of the last word of `quote` among the words of the text (`wordsOf`), from 0. */
  place: z.number().int().min(0),
  objective: line,
});
export type ReadingQuestion = z.output<typeof question>;

const readingText = z.strictObject({
  id,
  /** Incremented with every change of the text: marks refer to one version. */
  version: z.number().int().min(1),
  /** Texts of one set are equally difficult by their measures. */
  parallelSet: id,
  /** Shown above the text; not read for time. */
  title: line,
  /** Paragraphs separated by line breaks. */
  text: line,
  questions: z.array(question).min(1),
});
export type ReadingText = z.output<typeof readingText>;

const listeningQuestion = z.strictObject({ id, text: line, model: line, objective: line });

/** A story that the grown-up reads to the child. */
const listeningText = z.strictObject({
  id,
  version: z.number().int().min(1),
  title: line,
  text: line,
  questions: z.array(listeningQuestion).min(1),
});
export type ListeningText = z.output<typeof listeningText>;

/** `class-1.yaml` … `class-6.yaml`. */
export const readingClassFile = z.strictObject({
  schoolClass: z.enum(CATALOGUE_CLASSES),
  letters: z.array(line),
  words: z.array(line),
  texts: z.array(readingText).min(1),
  listening: z.array(listeningText).min(1),
});
export type ReadingClassFile = z.output<typeof readingClassFile>;

/** `first.yaml`: short texts with which every reading begins. */
export const firstTextsFile = z.strictObject({ texts: z.array(readingText).min(1) });
export type FirstTextsFile = z.output<typeof firstTextsFile>;

/** What the recorded voice does with one word of the text. */
const planted = z.strictObject({
  index: z.number().int().min(0),
  outcome: z.enum(['wrong', 'selfCorrected']),
  /** What the voice says instead of the word; empty when it leaves the word out. */
  spoken: z.string().trim(),
  /** Seconds of silence before it says this; from 3 the word counts as wrong. */
  pause: z.number().positive().max(10).optional(),
});

const earRecording = z
  .strictObject({
    id,
    title: line,
    /** The text that is read: that of a reading text, or its own. */
    textId: id.optional(),
    text: line.optional(),
    read: z.array(planted).min(1),
  })
  .refine(({ textId, text }) => (textId === undefined) !== (text === undefined), {
    message: 'tem textId ou text, um dos dois',
    path: ['text'],
  });
export type EarRecording = z.output<typeof earRecording>;

/** `ear.yaml`: recorded readings with known errors, with which grown-ups train to mark. */
export const earFile = z.strictObject({ recordings: z.array(earRecording).min(1) });
export type EarFile = z.output<typeof earFile>;
