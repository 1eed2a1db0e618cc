import { unprintable } from '../../../server/pdf/typeface.ts';

/** Number of characters that one sentence names. */
const MOST_NAMED = 6;

/** Returns a sentence for the teacher that names the characters which the printed test shows as empty boxes; none if there are none. */
export function paperNotes(texts: readonly string[]): string[] {
  const signs = unprintable(texts.join('\n')).map((sign) => `«${sign}»`);
  if (signs.length === 0) return [];
  const more = signs.length > MOST_NAMED ? ' e de outros sinais' : '';
  const named = signs.slice(0, MOST_NAMED).join(', ');
  return [`No teste impresso sai um quadrado vazio em vez de ${named}${more}: troque-o se for imprimir.`];
}
