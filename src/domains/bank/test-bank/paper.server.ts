import { unprintable } from '../../../server/pdf/typeface.ts';
import { IN_CODE } from './texts/notation.rules.ts';

/** Number of characters that one sentence names. */
const MOST_NAMED = 6;

/** A command of a formula that stays in code; its group is the command. */
const COMMAND = new RegExp(`${IN_CODE}(\\\\[a-zA-Z]+)`, 'g');

/**
 * Returns sentences for the teacher that name the characters which the printed test shows as empty boxes, and the commands of formulas that
 * it shows as code; none if there are none.
 *
 * @param texts as they are printed.
 */
export function paperNotes(texts: readonly string[]): string[] {
  const whole = texts.join('\n');
  const signs = unprintable(whole);
  const commands = [...new Set(Array.from(whole.matchAll(COMMAND), ([, command = '']) => command))];
  const named = (some: readonly string[]) =>
    some
      .slice(0, MOST_NAMED)
      .map((one) => `«${one}»`)
      .join(', ');
  const more = signs.length > MOST_NAMED ? ' e de outros sinais' : '';
  return [
    ...(signs.length === 0
      ? []
      : [`No teste impresso sai um quadrado vazio em vez de ${named(signs)}${more}: troque-o se for imprimir.`]),
    ...(commands.length === 0
      ? []
      : [`No teste impresso uma parte da fórmula sai em código (${named(commands)}): troque-a se for imprimir.`]),
  ];
}
