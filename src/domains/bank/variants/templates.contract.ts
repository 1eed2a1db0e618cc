import { z } from 'zod';
import { CHILD_CLASSES, SKILL_CATEGORIES } from '../../../shared/words.ts';

const line = z.string().trim().min(1);
const name = z.string().regex(/^[a-z][A-Za-z0-9]*$/, 'um nome é uma letra minúscula, depois letras e algarismos');
const key = z.string().regex(/^[a-z0-9-]+$/);

/** "2..9", "100..950/50", a list of numbers or texts, or the name of a list of `comum.yaml`. */
const range = z.union([line, z.array(z.union([z.number(), line])).min(1)]);

/** A question with gaps; content/README.md explains each field to teachers. */
export const template = z.strictObject({
  key,
  /** What the question is about, for the teacher's list. */
  name: line,
  objective: line,
  skillCategory: z.enum(SKILL_CATEGORIES).default('Aplicação'),
  vars: z.record(name, range),
  let: z.record(name, line).default({}),
  where: z.array(line).default([]),
  ask: line,
  right: line,
  /** Misconception → the alternative to which it leads, the most likely first. Those after the third are alternates. */
  wrong: z.record(key, line),
  why: line,
  /** Whether a negative number, or a zero among the alternatives, makes sense here. */
  allows: z.array(z.enum(['negativos', 'zero'])).default([]),
  /** Whether it is answered by choosing although its answer is a number: it asks which of the alternatives, or several numbers would be right. */
  choose: z.boolean().optional(),
  /** Whether a fraction counts only in lowest terms. */
  simplify: z.boolean().optional(),
});
export type Template = z.output<typeof template>;

/** A file of templates for one class. */
export const templateFile = z.strictObject({
  schoolClass: z.enum(CHILD_CLASSES),
  templates: z.array(template).min(1),
});
export type TemplateFile = z.output<typeof templateFile>;

/** Definitions that all templates share: lists of names and things, and the misconceptions with their descriptions. */
export const sharedFile = z.strictObject({
  /** A thing with its plural is written "manga|mangas". */
  lists: z.record(name, z.array(line).min(2)),
  /** Completes "Quem respondeu 12 …": "somou em vez de subtrair". */
  misconceptions: z.record(key, line),
});
export type SharedFile = z.output<typeof sharedFile>;
