import { plainText } from '../../../shared/words.ts';

/**
 * Returns a pattern for SQL's `like` that finds these words anywhere in a text without accents and capitals, or null if there are no words.
 */
export function patternOf(search: string | null): string | null {
  const plain = search === null ? '' : plainText(search);
  return plain ? `%${plain.replace(/[\\%_]/g, '\\$&')}%` : null;
}
