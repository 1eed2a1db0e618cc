import { LONGEST } from '../../../shared/questions/question-limits.ts';
import type { Answering } from '../answering/answering.contract.ts';
import { plainAlternative } from '../answering/answering.rules.ts';
import { numberText, readNumber } from '../answering/written-number.rules.ts';
import type { Template } from './templates.contract.ts';

/** A number at the beginning, and what is counted or measured. */
const NUMBER_AND_UNIT = /^([-−\d ,/]*\d)(\D*)$/;

/**
 * Returns how a variant is answered in writing, or undefined if by choosing: its answer is no number, the alternatives are in different
 * units, or its author wants it chosen.
 *
 * @param alternatives without letters.
 * @param right index of the right one.
 */
export function variantAnswering(
  { choose, simplify }: Pick<Template, 'choose' | 'simplify'>,
  alternatives: readonly string[],
  right: number,
): Answering | undefined {
  if (choose) return undefined;
  const read = alternatives.map((text, index) => {
    const [, digits = '', unit = ''] = NUMBER_AND_UNIT.exec(plainAlternative(text, index)) ?? [];
    const reading = readNumber(digits);
    return reading.kind === 'number' ? { text: numberText(reading.number), unit: unit.trim() } : undefined;
  });
  const key = read[right];
  // "1 manga" would tell that the answer is one, and "1 h" is no number of minutes.
  const units = new Set(read.filter((one) => one && one.text !== '1').map((one) => one?.unit ?? ''));
  const [unit = ''] = units;
  const areAlike = units.size === 1 && read.every((one) => one && one.unit[0] === unit[0]);
  if (!key || !areAlike || unit.length > LONGEST.unit) return undefined;
  return { way: 'number', accepted: [key.text], ...(unit && { unit }), ...(simplify && { simplify }) };
}
