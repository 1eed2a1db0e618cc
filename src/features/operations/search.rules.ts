import { plainText } from '../../shared/words.ts';

/** A pattern for SQL's `like` that finds these words anywhere in a text without accents and case; null for none. */
export function patternOf(search: string | null): string | null {
  const plain = search === null ? '' : plainText(search);
  return plain ? `%${plain.replace(/[\\%_]/g, '\\$&')}%` : null;
}
