import { z } from 'zod';
import { oneLine } from './text.ts';

// Building blocks of the contracts. PostgreSQL cannot store U+0000, and a lone surrogate would silently become
// another character, so both are refused where text comes in.

const NUL = String.fromCharCode(0);

const storable = (message?: string) =>
  z
    .string(message)
    .refine(
      (value) => value.isWellFormed() && !value.includes(NUL),
      'O texto tem caracteres que não se podem guardar.',
    );

/** Text from a person: trimmed, at most `longest` characters, storable. */
export function text(longest: number, shortest = 0, message?: string) {
  return storable(message)
    .trim()
    .min(shortest, message ?? (shortest > 0 ? 'Preencha este campo.' : undefined))
    .max(longest, `No máximo ${longest} caracteres.`);
}

/**
 * A name or a place: text of one line in which everything can be seen, since it stands in sentences, mails, pictures and
 * lists that others read.
 */
export function line(longest: number, shortest = 0, message?: string) {
  return storable(message)
    .overwrite(oneLine)
    .min(shortest, message ?? (shortest > 0 ? 'Preencha este campo.' : undefined))
    .max(longest, `No máximo ${longest} caracteres.`);
}

/** Text that may be left out, sent as null or as nothing; all three mean the same. */
export function optionalText(longest: number) {
  return text(longest)
    .nullish()
    .transform((value) => value || null);
}

/** A line that may be left out, likewise. */
export function optionalLine(longest: number) {
  return line(longest)
    .nullish()
    .transform((value) => value || null);
}

/** The largest id that the database can hold. */
const LARGEST_ID = 2_147_483_647;

export const id = z
  .int('Indique um número inteiro.')
  .min(1, 'Indique um número positivo.')
  .max(LARGEST_ID, 'O número é demasiado grande.');

/** An id in a path or a query, where everything is text. */
export const idInPath = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Indique um número inteiro.')
  .transform(Number)
  .refine((value) => value <= LARGEST_ID, 'O número é demasiado grande.');

/** Moments cross the wire as ISO 8601 in UTC. */
export const moment = z
  .union([z.date().transform((date) => date.toISOString()), z.string()])
  .meta({ type: 'string', format: 'date-time' });

/** A filter of a list: a word, or `todas`/`todos`/nothing for no filter. Only the first counts when it is repeated. */
export const filter = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (Array.isArray(value) ? value[0] : value))
  .transform((value) => (value === undefined || /^(todas|todos|)$/i.test(value.trim()) ? null : value.trim()))
  .refine(
    (value) => value === null || (value.length <= 200 && value.isWellFormed() && !value.includes(NUL)),
    'O filtro não é aceite.',
  );

/** Whether a text is a day of the calendar, as PostgreSQL knows it too. */
function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < '0001') return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** A filter that is a day. */
export const dayFilter = filter.refine(
  (value) => value === null || isDay(value),
  'Indique uma data que exista: AAAA-MM-DD.',
);

/** A whole number in a query string. */
export function numberInQuery(smallest: number, largest: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'Indique um número inteiro.')
    .transform(Number)
    .refine((value) => value >= smallest && value <= largest, `Indique um número de ${smallest} a ${largest}.`);
}

/** Paging of lists: `limit` rows of page `page`; totals come in the headers. */
export const paging = { limit: numberInQuery(1, 500).optional(), page: numberInQuery(1, 1_000_000).optional() };
