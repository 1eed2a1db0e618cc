import Fraction from 'fraction.js';
import { letterAt, withoutLetter } from '../../../shared/questions/letters.ts';
import { LONGEST } from '../../../shared/questions/question-limits.ts';
import type { Answering, LooseAnswering, WrittenWay } from './answering.contract.ts';
import { sameWord } from './same-word.rules.ts';
import {
  LONGEST_WRITTEN,
  NO_NUMBER,
  numberText,
  readNumber,
  shownAnswer,
  shownNumber,
  tidied,
  type WrittenNumber,
} from './written-number.rules.ts';
import { NO_WORD, wordText } from './written-word.rules.ts';

// What becomes of an answer that was written: the letter of the alternative that it equals, or `OTHER`. Scores, statistics and regrades
// compare letters, as they do for answers that were chosen.

/** Stored in place of a letter for what was written and equals no alternative. */
export const OTHER = 'outra';

/** Maximum accepted values of a question. */
const MAX_ACCEPTED = 20;

/** The part of a question that decides about what is written. */
export interface AnsweredInWriting {
  answering: Answering;
  /** As stored, each with its letter; empty if the question has none. */
  alternatives: readonly string[];
  /** 'A' if there are no alternatives. */
  correctAnswer: string;
}

/** A question, answered in whichever way. */
export type Answerable = Omit<AnsweredInWriting, 'answering'> & { answering?: Answering };

export type WrittenVerdict =
  /** `text`: what is stored, in its one spelling. `letter`: of the alternative that it equals, or `OTHER`. */
  | { kind: 'answer'; text: string; letter: string }
  | { kind: 'ambiguous'; readings: readonly [string, string] }
  /** It is no number, or no word; the message is for the child. */
  | { kind: 'refused'; message: string };

/** Returns the exact value of a number. */
function exactValue({ negative, whole, decimals, fraction }: WrittenNumber): Fraction {
  const size = fraction
    ? new Fraction(BigInt(fraction.over), BigInt(fraction.under)).add(new Fraction(BigInt(whole), 1n))
    : new Fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  return negative ? size.neg() : size;
}

/** Returns whether it is a whole number, or a fraction or mixed number in lowest terms. */
function isSimplest({ whole, decimals, fraction }: WrittenNumber): boolean {
  if (fraction === null) return decimals === '';
  const { n, d } = new Fraction(BigInt(fraction.over), BigInt(fraction.under));
  const isLowest = n === BigInt(fraction.over) && d === BigInt(fraction.under) && d > 1n;
  return isLowest && (whole === '0' || n < d);
}

/** Returns the text of an alternative as a child would write it: without its letter and the signs of formulas. */
export function plainAlternative(alternative: string, index: number): string {
  return withoutLetter(alternative, index)
    .replace(/(\d)\s*\\[dt]?frac\{(\d+)\}\{(\d+)\}/g, '$1 $2/$3')
    .replace(/\\[dt]?frac\{(\d+)\}\{(\d+)\}/g, '$1/$2')
    .replace(/\{,\}/g, ',')
    .replace(/\\[,; ]/g, ' ')
    .replace(/(?<!\\)\$/g, '')
    .replace(/\\([$%])/g, '$1');
}

/** Returns the number that an alternative is, or undefined if it is none. */
function numberOfAlternative(alternative: string, index: number, unit: string | null | undefined) {
  const reading = readNumber(plainAlternative(alternative, index), unit);
  return reading.kind === 'number' ? reading.number : undefined;
}

/**
 * Returns what becomes of an answer to a question, or undefined if it is a choice: the question is answered by choosing, or the answer is the
 * capital letter or the complete text of one of its alternatives.
 */
export function verdictOn(question: Answerable, answer: string): WrittenVerdict | undefined {
  const { answering, alternatives } = question;
  if (!answering) return undefined;
  const isLetter = /^[A-F]$/.test(answer) && answer.charCodeAt(0) - 65 < alternatives.length;
  if (isLetter || alternatives.includes(answer)) return undefined;
  return judgeWritten({ ...question, answering }, answer);
}

/**
 * Returns what a child would write to be understood as an alternative, in its stored spelling; undefined if it cannot be written, or if the
 * question is answered by choosing.
 */
export function writtenFor({ answering, alternatives, correctAnswer }: Answerable, letter: string): string | undefined {
  if (!answering) return undefined;
  const index = letter.charCodeAt(0) - 65;
  const text = alternatives[index] === undefined ? undefined : plainAlternative(alternatives[index], index);
  if (text === undefined) return letter === correctAnswer ? answering.accepted[0] : undefined;
  return STORED[answering.way](text, answering.unit);
}

/** The stored spelling of an answer, by its way; undefined if it is none. */
const STORED: Record<WrittenWay, (text: string, unit?: string | null) => string | undefined> = {
  number: (text, unit) => {
    const reading = readNumber(text, unit);
    return reading.kind === 'number' ? numberText(reading.number) : undefined;
  },
  word: wordText,
};

/** Returns what becomes of what a child wrote. */
export function judgeWritten(question: AnsweredInWriting, written: string): WrittenVerdict {
  return JUDGES[question.answering.way](question, written);
}
const JUDGES: Record<WrittenWay, typeof judgeWritten> = { number: judgeNumber, word: judgeWord };

function judgeNumber(question: AnsweredInWriting, written: string): WrittenVerdict {
  const reading = readNumber(written, question.answering.unit);
  if (reading.kind === 'refused') return { kind: 'refused', message: NO_NUMBER };
  if (reading.kind === 'ambiguous') {
    const [thousands, decimal] = reading.readings;
    return { kind: 'ambiguous', readings: [numberText(thousands), numberText(decimal)] };
  }
  const { number } = reading;
  return { kind: 'answer', text: numberText(number), letter: letterOfNumber(question, number) };
}

/** The numbers of a question, each with its stored spelling and its value. */
interface QuestionNumbers {
  /** Of the alternatives; undefined for one that is no number. */
  alternatives: readonly ({ text: string; value: Fraction } | undefined)[];
  accepted: readonly Fraction[];
  within: Fraction;
}

/** The numbers of questions by their way of answering, so that those of a frozen question are read once and not with every answer. */
const numbersRead = new WeakMap<Answering, { of: AnsweredInWriting['alternatives']; numbers: QuestionNumbers }>();

function numbersOf({ answering, alternatives }: AnsweredInWriting): QuestionNumbers {
  const known = numbersRead.get(answering);
  if (known?.of === alternatives) return known.numbers;
  const { unit, tolerance, accepted } = answering;
  const numbers: QuestionNumbers = {
    alternatives: alternatives.map((alternative, index) => {
      const number = numberOfAlternative(alternative, index, unit);
      return number && { text: numberText(number), value: exactValue(number) };
    }),
    accepted: accepted.map((one) => exactValue(mustRead(one, unit))),
    within: tolerance ? exactValue(mustRead(tolerance)) : new Fraction(0),
  };
  numbersRead.set(answering, { of: alternatives, numbers });
  return numbers;
}

function letterOfNumber(question: AnsweredInWriting, number: WrittenNumber): string {
  const { correctAnswer, answering } = question;
  const { alternatives, accepted, within } = numbersOf(question);
  const text = numberText(number);
  const asWritten = alternatives.findIndex((one) => one?.text === text);
  if (answering.simplify) {
    if (asWritten !== -1 && letterAt(asWritten) !== correctAnswer) return letterAt(asWritten);
    if (!isSimplest(number)) return OTHER;
  }
  const value = exactValue(number);
  if (accepted.some((one) => one.sub(value).abs().lte(within))) return correctAnswer;
  // Of two alternatives of equal value, such as 1/2 and 2/4, the one that was written.
  if (asWritten !== -1) return letterAt(asWritten);
  const equal = alternatives.findIndex((one) => one?.value.equals(value));
  return equal === -1 ? OTHER : letterAt(equal);
}

/** Reads a number of an author that was checked when it was stored. */
function mustRead(text: string, unit?: string | null): WrittenNumber {
  const reading = readNumber(text, unit);
  if (reading.kind !== 'number') throw new Error(`not a number: ${text}`);
  return reading.number;
}

function judgeWord({ answering, alternatives, correctAnswer }: AnsweredInWriting, written: string): WrittenVerdict {
  const text = wordText(written);
  if (text === undefined) return { kind: 'refused', message: NO_WORD };
  if (answering.accepted.some((word) => sameWord(text, word, answering)))
    return { kind: 'answer', text, letter: correctAnswer };
  const equal = alternatives.findIndex((alternative, index) => {
    const word = wordText(plainAlternative(alternative, index));
    return word !== undefined && sameWord(text, word, answering);
  });
  return { kind: 'answer', text, letter: equal === -1 ? OTHER : letterAt(equal) };
}

/** Returns a way of answering as it is stored: accepted values in their one spelling, each once, and nothing that is at its default. */
export function normalizeAnswering(
  loose: LooseAnswering,
  { alternatives, correctAnswer }: Omit<AnsweredInWriting, 'answering'>,
): Answering {
  const { way } = loose;
  const unit = way === 'number' ? tidied(loose.unit ?? '').normalize('NFC') : '';
  const right = alternatives[correctAnswer.charCodeAt(0) - 65];
  const ofKey = right === undefined ? [] : [plainAlternative(right, correctAnswer.charCodeAt(0) - 65)];
  const accepted = [...(loose.accepted ?? []), ...ofKey].map((text) => STORED[way](text, unit) ?? text.trim());
  const tolerance = way === 'number' && loose.tolerance ? tidied(loose.tolerance) : '';
  return {
    way,
    accepted: [...new Set(accepted)].filter((text) => text !== ''),
    ...(unit ? { unit } : {}),
    ...(tolerance && tolerance !== '0' ? { tolerance } : {}),
    ...(way === 'number' && loose.simplify ? { simplify: true } : {}),
    ...(way === 'word' && loose.capitals ? { capitals: true } : {}),
    ...(way === 'word' && loose.spelling ? { spelling: true } : {}),
    ...(way === 'word' && loose.anyAccents ? { anyAccents: true } : {}),
  };
}

/** Returns an answer that was written, with its unit. */
export const writtenWithUnit = ({ way, unit }: Answering, text: string): string =>
  `${shownAnswer(way, text)}${unit ? ` ${unit}` : ''}`;

const NAMES: Record<WrittenWay, string> = { number: 'número', word: 'palavra' };

/** Returns a way of answering as staff read it: "número, em Kz: 2 550". */
export function answeringInWords({ way, unit, accepted, tolerance, ...flags }: Answering): string {
  const how = `${NAMES[way]}${unit ? `, em ${unit}` : ''}`;
  const values = accepted.map((text) => shownAnswer(way, text)).join(' ou ');
  const rules = [
    ...(tolerance ? [`mais ou menos ${shownAnswer(way, tolerance)}`] : []),
    ...(flags.simplify ? ['na forma mais simples'] : []),
    ...(flags.capitals ? ['com maiúsculas'] : []),
    ...(flags.spelling ? ['com a ortografia certa'] : []),
    ...(flags.anyAccents ? ['com ou sem acentos'] : []),
  ];
  return [`${how}: ${values}`, ...rules].join('; ');
}

/** Returns why a question cannot be answered in writing as its author wants, in Portuguese, or undefined. */
export function answeringProblem(question: AnsweredInWriting): string | undefined {
  const { answering, alternatives, correctAnswer } = question;
  const { way, accepted, tolerance, unit } = answering;
  if (accepted.length === 0) return 'Escreva pelo menos uma resposta certa.';
  if (accepted.length > MAX_ACCEPTED) return `No máximo ${MAX_ACCEPTED} respostas certas: há ${accepted.length}.`;
  if ((unit?.length ?? 0) > LONGEST.unit) return `A unidade tem no máximo ${LONGEST.unit} caracteres.`;
  const wrong = accepted.find((text) => !IS_WRITTEN[way](text, unit));
  if (wrong !== undefined) return acceptedProblem(way, wrong, unit);
  if (tolerance && (!isNumber(tolerance) || tolerance.startsWith('-') || tolerance.startsWith('−')))
    return 'A tolerância é um número, como 0,5.';
  const twice = alternatives.findIndex((alternative, index) => {
    if (letterAt(index) === correctAnswer) return false;
    const verdict = judgeWritten(question, plainAlternative(alternative, index));
    return verdict.kind === 'answer' && verdict.letter === correctAnswer;
  });
  if (twice !== -1) return `A alternativa ${letterAt(twice)} vale o mesmo que a certa: escrita, contava como certa.`;
  return undefined;
}

const isNumber = (text: string, unit?: string | null) => readNumber(text, unit).kind === 'number';
const isWord = (text: string) => text.length <= LONGEST_WRITTEN && wordText(text) !== undefined;
const IS_WRITTEN: Record<WrittenWay, typeof isNumber> = { number: isNumber, word: isWord };

function acceptedProblem(way: Answering['way'], text: string, unit: string | null | undefined): string {
  if (way === 'word') return `«${text}» não se pode escrever: no máximo ${LONGEST_WRITTEN} caracteres.`;
  const reading = readNumber(text, unit);
  if (reading.kind !== 'ambiguous') return `«${text}» não é um número que se possa escrever.`;
  const [thousands, decimal] = reading.readings.map((one) => shownNumber(numberText(one)));
  return `«${text}» tanto é ${thousands} como ${decimal}: escreva um dos dois.`;
}
