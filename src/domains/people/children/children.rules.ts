import { PROVINCES } from '../../../shared/provinces.ts';
import { CATALOGUE_CLASSES, plainText } from '../../../shared/words.ts';

/** Returns whether there are tests for a class: those of the 1st to the 6th. */
export const hasTests = (schoolClass: string): boolean =>
  (CATALOGUE_CLASSES as readonly string[]).includes(schoolClass);

/** Message for classes without tests. */
export const NO_TESTS = 'Por agora há testes da 1.ª à 6.ª classe.';

/** Maximum number of active children per account, whatever the plan. */
export const MAX_ACTIVE_CHILDREN = 12;

/** Maximum number of children that an account keeps: active, archived, and those whose erasure waits its 30 days. */
export const MAX_KEPT_CHILDREN = 40;
/** Rate limit of new children, so that several mistakes can be corrected at once. */
export const NEW_CHILDREN = { name: 'new-children', hits: 30, seconds: 3600 } as const;

/** Number of families that must have entered a school before it is suggested; fewer could identify a family. */
export const FAMILIES_OF_A_SUGGESTION = 3;
/** Maximum number of suggestions. */
export const MAX_SUGGESTIONS = 10;
/** Minimum number of letters for suggestions. */
export const FIRST_LETTERS = 2;
/** Rate limit of suggestions, far above what typing needs. */
export const SCHOOL_QUESTIONS = { name: 'schools', hits: 300, seconds: 3600 } as const;

/** Returns the cover of a family's next child, in order of creation; after the sixth the covers repeat. */
export function nextCover(childrenSoFar: number): number {
  return (childrenSoFar % 6) + 1;
}

/** Returns a school's name, normalised for comparison: without accents, case, punctuation and extra spaces. */
export function schoolKey(school: string | null): string | null {
  if (!school) return null;
  return (
    plainText(school)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim() || null
  );
}

const PLAIN_PROVINCES = PROVINCES.map((name) => ({ name, plain: plainText(name) }))
  // Longer names come first, so that "Cuando Cubango" is found before "Cuando".
  .sort((a, b) => b.plain.length - a.plain.length);

/**
 * Returns the province named in a free text, or null. The last part is checked first ("Viana, Luanda"), then any part, then words inside
 * the text.
 */
export function provinceOf(location: string | null): string | null {
  if (!location) return null;
  const parts = location
    .split(/[,;/–-]/)
    .map(plainText)
    .filter(Boolean)
    .reverse();
  for (const part of parts) {
    const found = PLAIN_PROVINCES.find(({ plain }) => plain === part);
    if (found) return found.name;
  }
  const whole = ` ${plainText(location).replace(/[^a-z0-9]+/g, ' ')} `;
  return PLAIN_PROVINCES.find(({ plain }) => whole.includes(` ${plain} `))?.name ?? null;
}
