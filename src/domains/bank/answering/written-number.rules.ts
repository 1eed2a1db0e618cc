// The grammar of numbers that a child writes. It is the same on the phone and on the server, and only text: values are compared in
// `answering.rules.ts`, which the screen of a test does not load.
import type { WrittenWay } from './answering.contract.ts';

/** Maximum characters of an answer as it is sent, with its spaces and its unit. */
export const LONGEST_WRITTEN = 40;

/** Maximum characters of a number, without spaces and unit. */
export const MAX_SIGNS = 12;

export const NO_NUMBER = 'Escreve um número.';

/** A number as it was written: a whole or decimal number, or a fraction, which may have a whole part before it. */
export interface WrittenNumber {
  negative: boolean;
  /** Digits without leading zeros; '0' if there are none. */
  whole: string;
  /** Digits after the comma, without zeros at the end. */
  decimals: string;
  /** Digits without leading zeros. */
  fraction: { over: string; under: string } | null;
}

export type NumberReading =
  | { kind: 'number'; number: WrittenNumber }
  /** A dot before three digits: it groups thousands or begins the decimals. */
  | { kind: 'ambiguous'; readings: readonly [thousands: WrittenNumber, decimal: WrittenNumber] }
  | { kind: 'refused' };

const REFUSED: NumberReading = { kind: 'refused' };

/** Characters that are not visible: joiners, marks of direction, soft hyphens. */
const INVISIBLE = /\p{Cf}/gu;
/** Spaces within a line: usual, no-break, narrow and thin. */
const SPACES = /[\p{Zs}\t]+/gu;

/** Returns text without invisible characters, with one usual space for each run of spaces, and none at its ends. */
export const tidied = (text: string): string => text.replace(INVISIBLE, '').replace(SPACES, ' ').trim();

const MINUS = '[-−–] ?';
const GROUPED = String.raw`\d{1,3}(?: \d{3})+|\d+`;
const WHOLE_OR_DECIMAL = new RegExp(`^(${MINUS})?(?:(${GROUPED})(?:[,.](\\d+))?|[,.](\\d+))$`);
const FRACTION = new RegExp(String.raw`^(${MINUS})?(?:(${GROUPED}) )?(\d+) ?[/⁄] ?(\d+)$`);
const DOUBTFUL = new RegExp(String.raw`^(${MINUS})?(\d{1,3})\.(\d{3})$`);

/** Fractions that have a character of their own. */
const OF_ONE_CHARACTER: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅐': '1/7',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
  '⅑': '1/9',
  '⅒': '1/10',
};
const ENDS_IN_ONE = new RegExp(`^(.*?) ?([${Object.keys(OF_ONE_CHARACTER).join('')}])$`, 'u');

/** Writes "1½" as "1 1/2". */
const spelledOut = (text: string) =>
  text.replace(ENDS_IN_ONE, (_all, before: string, sign: string) =>
    /\d$/.test(before) ? `${before} ${OF_ONE_CHARACTER[sign]}` : `${before}${OF_ONE_CHARACTER[sign]}`,
  );

const withoutZeros = (digits: string) => digits.replace(/ /g, '').replace(/^0+(?=\d)/, '');

const numberOf = (minus: string | undefined, whole: string, decimals = ''): WrittenNumber => ({
  negative: minus !== undefined,
  whole: withoutZeros(whole),
  decimals: decimals.replace(/0+$/, ''),
  fraction: null,
});

/** Units are compared without case; "cm2" is "cm²". */
const unitKey = (text: string) => tidied(text).normalize('NFC').toLowerCase().replace(/²/g, '2').replace(/³/g, '3');

/** Removes the unit that is printed beside the answer, if it was written along. Kwanzas are also written before the number. */
function withoutUnit(text: string, unit: string | null | undefined): string {
  if (!unit) return text;
  const key = unitKey(unit);
  const lower = unitKey(text);
  if (lower.endsWith(key)) return text.slice(0, text.length - key.length).trim();
  if (key === 'kz' && lower.startsWith(key)) return text.slice(key.length).trim();
  return text;
}

/**
 * Reads a number as it was written.
 *
 * Digits are 0 to 9. A comma or one dot separates decimals; a dot between one to three digits and exactly three is ambiguous, by its
 * notation alone. Spaces stand only between groups of three digits, after a minus, around the bar of a fraction, and between a whole number
 * and a fraction. Signs other than one minus, exponents and percentages are refused, as is a denominator of zero.
 *
 * @param unit what is printed beside the answer; it may be written along, any other unit may not.
 */
export function readNumber(written: string, unit?: string | null): NumberReading {
  if (written.length > LONGEST_WRITTEN) return REFUSED;
  const text = spelledOut(withoutUnit(tidied(written.normalize('NFC')), unit));
  if (text.replace(/ /g, '').length > MAX_SIGNS) return REFUSED;
  const doubtful = DOUBTFUL.exec(text);
  if (doubtful) {
    const [, minus, before = '', after = ''] = doubtful;
    return { kind: 'ambiguous', readings: [numberOf(minus, before + after), numberOf(minus, before, after)] };
  }
  const plain = WHOLE_OR_DECIMAL.exec(text);
  if (plain) {
    const [, minus, whole = '0', decimals, alone] = plain;
    return { kind: 'number', number: numberOf(minus, whole, decimals ?? alone) };
  }
  const parts = FRACTION.exec(text);
  if (!parts) return REFUSED;
  const [, minus, whole = '0', over = '', under = ''] = parts;
  if (/^0+$/.test(under)) return REFUSED;
  const fraction = { over: withoutZeros(over), under: withoutZeros(under) };
  return { kind: 'number', number: { ...numberOf(minus, whole), fraction } };
}

const isZero = ({ whole, decimals, fraction }: WrittenNumber) =>
  whole === '0' && decimals === '' && (fraction === null || fraction.over === '0');

/**
 * Returns the one spelling of a number that is stored: "1500", "-2,5", "1/2", "1 1/2". The terms of a fraction are kept, because some
 * questions ask for lowest terms.
 */
export function numberText(number: WrittenNumber): string {
  const { negative, whole, decimals, fraction } = number;
  const size =
    fraction === null
      ? whole + (decimals && `,${decimals}`)
      : `${whole === '0' ? '' : `${whole} `}${fraction.over}/${fraction.under}`;
  return negative && !isZero(number) ? `-${size}` : size;
}

/** Returns a stored number as people read it: a space between thousands, and a minus sign. */
export const shownNumber = (text: string): string =>
  text
    .split(' ')
    .map((part) => part.replace(/^-?\d{4,}(?![\d/])/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ' ')))
    .join(' ')
    .replace(/^-/, '−');

const SHOWN: Record<WrittenWay, (text: string) => string> = { number: shownNumber, word: (text) => text };
/** Returns a stored answer as people read it. */
export const shownAnswer = (way: WrittenWay, text: string): string => SHOWN[way](text);
