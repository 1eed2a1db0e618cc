import { z } from 'zod';
import { MAX_AT_ONCE } from './questions/question-limits.ts';
import { oneLine } from './text.ts';

// Building blocks of the contracts. PostgreSQL cannot store U+0000, and a lone surrogate would silently be replaced by
// another character, so input containing either is rejected.

const NUL = String.fromCharCode(0);

const storable = (message?: string) =>
  z
    .string(message)
    .refine(
      (value) => value.isWellFormed() && !value.includes(NUL),
      'O texto tem caracteres que não se podem guardar.',
    );

/** Returns the schema of a text typed by a person: trimmed, at most `longest` characters, storable. */
export function text(longest: number, shortest = 0, message?: string) {
  return storable(message)
    .trim()
    .min(shortest, message ?? (shortest > 0 ? 'Preencha este campo.' : undefined))
    .max(longest, `No máximo ${longest} caracteres.`);
}

/**
 * Returns the schema of a name or a place: a single line of visible characters, because it appears in sentences, mails, pictures and lists
 * that other people read.
 */
export function line(longest: number, shortest = 0, message?: string) {
  return storable(message)
    .overwrite(oneLine)
    .min(shortest, message ?? (shortest > 0 ? 'Preencha este campo.' : undefined))
    .max(longest, `No máximo ${longest} caracteres.`);
}

/** Returns the schema of an optional text; omitted, null and empty are equivalent, but with `.optional()` after it an omitted one stays undefined. */
export function optionalText(longest: number) {
  return text(longest)
    .nullish()
    .transform((value) => value || null);
}

/** Returns the schema of an optional single line, as `optionalText`. */
export function optionalLine(longest: number) {
  return line(longest)
    .nullish()
    .transform((value) => value || null);
}

/** The largest id that the database can store. */
const LARGEST_ID = 2_147_483_647;

export const id = z
  .int('Indique um número inteiro.')
  .min(1, 'Indique um número positivo.')
  .max(LARGEST_ID, 'O número é demasiado grande.');

const TRUE_OR_FALSE = 'Indique true ou false.';
/** A boolean in a query string. */
export const flag = z.enum(['true', 'false'], TRUE_OR_FALSE).optional();
/** A boolean in a form, whose values are all texts; an empty one is the default. */
export const flagInForm = z.enum(['true', 'false', ''], TRUE_OR_FALSE).optional();

/** The ids of what somebody chose in a list, for an action on all of them. */
export const chosen = z
  .array(id, 'Escolha primeiro.')
  .min(1, 'Escolha pelo menos uma linha.')
  .max(MAX_AT_ONCE, `No máximo ${MAX_AT_ONCE} de uma vez.`);

/** An id in a path or a query string. */
export const idInPath = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Indique um número inteiro.')
  .transform(Number)
  .refine((value) => value <= LARGEST_ID, 'O número é demasiado grande.');

/** Timestamps are sent as ISO 8601 in UTC. */
export const moment = z
  .union([z.date().transform((date) => date.toISOString()), z.string()])
  .meta({ type: 'string', format: 'date-time' });

/** A list filter: a word, or `todas`/`todos`/empty for no filter. If repeated, only the first value is used. */
export const filter = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (Array.isArray(value) ? value[0] : value))
  .transform((value) => (value === undefined || /^(todas|todos|)$/i.test(value.trim()) ? null : value.trim()))
  .refine(
    (value) => value === null || (value.length <= 200 && value.isWellFormed() && !value.includes(NUL)),
    'O filtro não é aceite.',
  );

/** Returns whether a text is a valid calendar date that PostgreSQL accepts. */
function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < '0001') return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** A filter by date. */
export const dayFilter = filter.refine(
  (value) => value === null || isDay(value),
  'Indique uma data que exista: AAAA-MM-DD.',
);

/** Returns the schema of an integer in a query string. */
function numberInQuery(smallest: number, largest: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'Indique um número inteiro.')
    .transform(Number)
    .refine((value) => value >= smallest && value <= largest, `Indique um número de ${smallest} a ${largest}.`);
}

/** Pagination: `limit` rows of page `page`; totals are sent in headers. */
export const paging = { limit: numberInQuery(1, 500).optional(), page: numberInQuery(1, 1_000_000).optional() };
