// Selects the templates that a child practises today, and their numbers.
import { dateInLuanda } from '../../../shared/calendar.ts';
import { addDays } from '../../../shared/days.ts';
import { MAX_AGE_DAYS } from '../../../shared/time.ts';
import type { BookEntry, RevealedRow, ReviewRow } from './practice.rules.ts';

/** Maximum number of variants in a pack. */
const MAX_VARIANTS = 8;
/** Upper bound (exclusive) of seeds. */
const SEEDS = 1_000_000_000;

export interface DealtVariant {
  key: string;
  seed: number;
}

/**
 * Returns the id of a variant in calls. `version` is that of the template: with another version, the same seed generates another question.
 */
export const variantId = ({ key, seed }: DealtVariant, version: string) => `variant:${key}:${version}:${seed}`;

/** Parses the id of a variant. @returns undefined if it is not one. */
export function readVariantId(id: string): (DealtVariant & { version: string }) | undefined {
  const [, key, version, seed] = /^variant:([a-z0-9-]{1,80}):([0-9a-f]{8}):(\d{1,9})$/.exec(id) ?? [];
  return key && version ? { key, version, seed: Number(seed) } : undefined;
}

/** Returns the id of a variant among the stored reviews. */
export const variantCard = ({ key, seed }: DealtVariant) => `${key}:${seed}`;

/** Returns the seed of a template for a child on a day. It is always the same for the same arguments (FNV-1a). */
export function seedOf(childId: number, key: string, day: string): number {
  let hash = 0x811c9dc5;
  for (const letter of `${childId} ${key} ${day}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return (hash >>> 0) % SEEDS;
}

/** Returns the day on which a variant was given to a child, `YYYY-MM-DD`, or undefined if it never was, or too long ago. */
export function dealtOn(childId: number, { key, seed }: DealtVariant, today: string): string | undefined {
  for (let back = 0; back <= MAX_AGE_DAYS; back += 1) {
    const day = addDays(today, -back);
    if (seedOf(childId, key, day) === seed) return day;
  }
  return undefined;
}

/** Objectives of mathematics that a child has met in a test: those of mistakes in the book, and all others. */
export function metObjectives(rows: readonly RevealedRow[], book: readonly BookEntry[]) {
  const of = (list: readonly RevealedRow[]) =>
    new Set(list.flatMap(({ discipline, objective }) => (discipline === 'Matemática' && objective ? objective : [])));
  return { missed: of(book.filter(({ state }) => !state.leftOn)), met: of(rows) };
}

/**
 * Today's variants, at most one for each template. First come templates whose objective is in the book of mistakes, then those last
 * answered wrong, then those never practised, then those practised longest ago.
 *
 * @param templates active templates about objectives that the child has met.
 */
export function variantsOf(
  templates: readonly { key: string; objective: string }[],
  missed: ReadonlySet<string>,
  reviews: readonly ReviewRow[],
  childId: number,
  today: string,
): DealtVariant[] {
  const last = new Map<string, ReviewRow>();
  for (const review of reviews)
    if (review.kind === 'variant') {
      const key = review.card.slice(0, review.card.lastIndexOf(':'));
      const before = last.get(key);
      if (!before || before.at <= review.at) last.set(key, review);
    }
  return templates
    .map(({ key, objective }) => {
      const review = last.get(key);
      return {
        key,
        missed: missed.has(objective),
        right: review?.right ?? true,
        at: review?.at.getTime() ?? 0,
        review,
      };
    })
    .filter(({ review }) => !review || dateInLuanda(review.at) < today)
    .sort(
      (one, other) =>
        Number(other.missed) - Number(one.missed) || Number(one.right) - Number(other.right) || one.at - other.at,
    )
    .slice(0, MAX_VARIANTS)
    .map(({ key }) => ({ key, seed: seedOf(childId, key, today) }));
}
