import { letterAt } from '../../../shared/questions/letters.ts';
import { shorten } from '../../../shared/text.ts';
import { plainText } from '../../../shared/words.ts';
import { normalizeAlternative, normalizeText } from '../test-bank/question.rules.ts';
import type { KeyStyle, KeyText, RowRead } from './files.rules.ts';

// How files say which alternative is right.

const isNumber = /^(\d{1,2})\s*[).]?$/;

/** Returns the notation of a key, or undefined if it names no alternative. */
export function keyStyle(answer: string, alternatives: readonly string[]): KeyStyle | undefined {
  const whole = normalizeText(answer);
  const given = alternatives.includes(whole) ? whole : withoutKeyWords(whole);
  if (given === '') return undefined;
  const letter = letterOf(given);
  if (letter !== undefined && letter.charCodeAt(0) - 65 < alternatives.length) return 'letter';
  const number = isNumber.exec(given)?.[1];
  if (number === undefined || alternatives.includes(given)) return 'words';
  return { counted: Number(number), last: alternatives.length };
}

/**
 * Returns how a key may name an alternative by its text: `only` so, or as two different alternatives, of which it is the place of one and
 * the text of the other. Undefined if it is not the text of another alternative.
 */
export function keyText(answer: string, alternatives: readonly string[]): KeyText | undefined {
  const given = normalizeText(answer);
  const plain = plainText(given);
  const exact = alternatives.indexOf(normalizeAlternative(given));
  const text = exact === -1 ? alternatives.findIndex((one) => plain !== '' && plainText(one) === plain) : exact;
  if (text === -1) return undefined;
  const place = (letterOf(given)?.charCodeAt(0) ?? 64 + Number(isNumber.exec(given)?.[1] ?? 0)) - 65;
  if (place < 0 || place >= alternatives.length) return 'only';
  return place === text ? undefined : { given, place, text };
}

/** Words in front of a key, as in "Letra B", "Gabarito: b", "opção 2", "Resposta certa: C". */
const KEY_WORDS =
  /^(?:a\s+)?(?:(?:resposta|alternativa|op[çc][ãa]o|letra|item|al[íi]nea|answer|option|choice|letter)(?:\s+(?:correc?ta|certa|correct|right))?|gabarito|chave|solu[çc][ãa]o|correct answer|key)\s*[:.=–-]?\s*(?=\(?(?:[A-Za-z]|\d{1,2})(?:$|[\s).:–-]))/i;
/** Removes such words, twice for "Gabarito: letra B". */
const withoutKeyWords = (given: string): string => given.replace(KEY_WORDS, '').replace(KEY_WORDS, '');

const letterOf = (given: string): string | undefined => /^\(?([A-Za-z])\s*[).:\-–]?$/.exec(given)?.[1]?.toUpperCase();

/**
 * Refuses keys that could mean two things. Numbers count from 1 for people and from 0 for programs: they are accepted only if one
 * of them names the last alternative and none is 0. In a file with the text of the right alternative in some rows, a key that is the place
 * of one alternative and the text of another is refused. In a file that uses letters, a key in other words in a row with too few cells is
 * assumed to be text shifted by the missing cell.
 *
 * @param column the key's column, for messages.
 * @param short rows with fewer cells than the header, by row number.
 * @param areCounted whether numbers are known to count from 1.
 */
export function withoutGuessedKeys(
  rows: readonly RowRead[],
  column: string,
  short: ReadonlySet<number> = new Set(),
  areCounted = false,
): RowRead[] {
  const counts = rows.flatMap(({ key }) => (typeof key === 'object' ? [key] : []));
  const fromOne =
    areCounted || (counts.some(({ counted, last }) => counted === last) && counts.every(({ counted }) => counted > 0));
  const hasLetters = rows.some(({ key, draft }) => key === 'letter' && draft !== null);
  const hasTexts = rows.some((row) => row.keyText === 'only');
  return rows.map((row): RowRead => {
    const { key, keyText } = row;
    if (hasTexts && row.draft !== null && typeof keyText === 'object')
      return { ...row, draft: null, problems: [{ column, message: eitherOf(keyText) }] };
    if (key === undefined || key === 'letter') return row;
    if (typeof key === 'object' && !fromOne) return { ...row, draft: null, problems: [{ column, message: COUNTED }] };
    if (!hasLetters || row.draft === null || !short.has(row.row)) return row;
    return { ...row, draft: null, problems: [{ column, message: OUT_OF_STYLE }] };
  });
}
const COUNTED =
  'Um número tanto pode contar a partir de 0 como de 1, e o ficheiro não o mostra: escreva as letras das respostas certas.';
const eitherOf = ({ given, place, text }: Exclude<KeyText, 'only'>): string => {
  const [placed, told] = [letterAt(place), letterAt(text)];
  return `«${given}» tanto pode ser a alternativa ${placed} como o texto da alternativa ${told}, e noutras linhas a resposta certa vem pelo texto: escreva a letra com parêntese, «${placed})» ou «${told})».`;
};
const OUT_OF_STYLE =
  'As outras linhas dizem a resposta certa por uma letra, e esta tem células a menos e não: falta-lhe alguma?';

const TRUE = /^(v|verdadeir[oa]|true|t)$/i;
const FALSE = /^(f|fals[oa]|false)$/i;

/** Returns the two alternatives of a true/false question, or undefined for any other answer. */
export const trueOrFalse = (answer: string): readonly string[] | undefined =>
  TRUE.test(normalizeText(answer)) || FALSE.test(normalizeText(answer)) ? ['Verdadeiro', 'Falso'] : undefined;

/** Index of `V` or `F` among these two alternatives, in any order and language. */
function truthPlace(given: string, alternatives: readonly string[]): number | undefined {
  const truth = alternatives.findIndex((text) => TRUE.test(text));
  const falsity = alternatives.findIndex((text) => FALSE.test(text));
  if (alternatives.length !== 2 || truth === -1 || falsity === -1) return undefined;
  return TRUE.test(given) ? truth : FALSE.test(given) ? falsity : undefined;
}

/**
 * Index of the right alternative from the key as written: a letter (which takes precedence, since the specification uses
 * letters), a number from 1, or the text of an alternative.
 *
 * @param isCounted whether a number is the place of an alternative even if it is also the text of another.
 * @returns the index, or a sentence that says why it cannot be determined.
 */
export function rightPlace(answer: string, alternatives: readonly string[], isCounted = false): number | string {
  const whole = normalizeText(answer);
  const given = alternatives.includes(normalizeAlternative(whole)) ? whole : withoutKeyWords(whole);
  if (given === '') return 'Falta a resposta certa.';
  const truth = truthPlace(given, alternatives);
  if (truth !== undefined) return truth;
  const letter = letterOf(given);
  const same = alternatives.indexOf(normalizeAlternative(given));
  if (letter) {
    const place = letter.charCodeAt(0) - 65;
    if (same !== -1 && same !== place && place < alternatives.length && given === given.toLowerCase())
      return `«${given}» tanto pode ser a letra ${letter} como o texto da alternativa ${letterAt(same)}: escreva a letra em maiúscula.`;
    if (place < alternatives.length) return place;
    if (same !== -1) return same;
    return `A resposta «${shorten(given)}» não está entre as alternativas${alternatives.length > 0 ? ` (A a ${letterAt(alternatives.length - 1)})` : ''}.`;
  }
  const number = /^(\d{1,2})\s*(?:\)|\.?[ªº]?)$/.exec(given)?.[1];
  const numbered = number ? Number(number) - 1 : -1;
  const isPlace = numbered >= 0 && numbered < alternatives.length;
  if (isPlace && isCounted) return numbered;
  if (isPlace && same !== -1 && same !== numbered)
    return `«${given}» tanto pode ser a ${given}.ª alternativa como o texto da alternativa ${letterAt(same)}: escreva a letra.`;
  if (same !== -1) return same;
  if (isPlace) return numbered;
  const lettered = /^\(?([A-Fa-f])\s*[).:\-–]\s*(.+)$/s.exec(given);
  if (lettered) {
    const place = (lettered[1] as string).toUpperCase().charCodeAt(0) - 65;
    const told = plainText(lettered[2] as string);
    if (alternatives[place] !== undefined && plainText(alternatives[place]) === told) return place;
  }
  const alike = alternatives.flatMap((alternative, index) =>
    plainText(alternative) === plainText(given) ? [index] : [],
  );
  if (alike.length === 1) return alike[0] as number;
  if (/^(?:[A-Fa-f]|[1-6])(?:\s*(?:,|;|\/|\||\+|&|\be\b|\bou\b)\s*(?:[A-Fa-f]|[1-6]))+$/.test(given))
    return `Tem mais de uma resposta certa («${given}»): aqui só pode haver uma.`;
  return `A resposta «${shorten(given)}» não está entre as alternativas.`;
}
