import Fraction from 'fraction.js';
import { letterAt } from '../../../../shared/questions/letters.ts';
import { shorten } from '../../../../shared/text.ts';
import { plainText } from '../../../../shared/words.ts';
import type { LooseAnswering, WrittenWay } from '../../answering/answering.contract.ts';
import type { Loose } from '../draft.rules.ts';
import type { Draft } from '../files.rules.ts';

// Answers that are written, as other programs have them, and what those programs have no place for.

/** An answer of a file that is right; `tolerance` is null where the file has none. */
export interface RightAnswer {
  text: string;
  tolerance?: string | null;
}

/** What a file says about how a question is answered, or why the bank cannot hold it. */
export type WrittenRead = { answering: LooseAnswering; notes: string[] } | { problem: string };

export const PARTIAL_WRITTEN = 'Dá uma parte dos pontos a uma resposta: aqui uma resposta está certa ou errada.';
export const WRONG_ANSWERS = 'As respostas erradas que o ficheiro prevê não são guardadas.';
export const SCORED_OTHERWISE = 'Corrige a resposta escrita de uma maneira que aqui não existe.';
const WILDCARD = 'Aceita qualquer texto no lugar de um asterisco (*): escreva as respostas certas uma a uma.';
const SEVERAL_TOLERANCES = 'Dá a cada resposta a sua margem de erro: aqui há uma só para todas.';
const NO_RIGHT = 'Não diz qual é a resposta certa.';
export const SEVERAL_UNITS = 'Aceita a resposta em várias unidades: aqui há uma só, que fica impressa ao lado.';
export const UNIT_BESIDE = 'A unidade não se avalia: fica impressa ao lado da resposta.';

/** A number as programs write it: a point before the decimals, possibly an exponent. A comma only where it cannot group thousands. */
const FOREIGN = /^([-+]?)(\d{1,20})?(?:\.(\d{1,20})?|,(\d{1,2}|\d{4,20}))?(?:e([-+]?\d{1,2}))?$/i;

/** Returns a number of a file exactly, or undefined if it is none. */
function exactNumber(given: string): Fraction | undefined {
  const found = FOREIGN.exec(given.trim().replace('−', '-'));
  if (!found) return undefined;
  const [, sign, whole = '', point = '', comma = '', exponent] = found;
  const decimals = point || comma;
  if (whole + decimals === '') return undefined;
  const size = new Fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  const power = Number(exponent ?? 0);
  const scaled = power < 0 ? size.div(10n ** BigInt(-power)) : size.mul(10n ** BigInt(power));
  return sign === '-' ? scaled.neg() : scaled;
}

/** Returns a number whose decimals end, as the bank writes it: "1,5". */
const decimalText = (value: Fraction): string => value.toString(40).replace('.', ',');

/** Returns a number of a file as the bank writes it, or undefined if it is none. */
export function numberFromFile(given: string): string | undefined {
  const exact = exactNumber(given);
  return exact && decimalText(exact);
}

/** Returns the middle of a range and its distance to the borders, which count as right. */
export function rangeFromFile(from: string, to: string): RightAnswer | undefined {
  const [low, high] = [exactNumber(from), exactNumber(to)];
  if (!low || !high || low.gt(high)) return undefined;
  return { text: decimalText(low.add(high).div(2)), tolerance: decimalText(high.sub(low).div(2)) };
}

/** Returns how a question is answered whose right answers are numbers in the notation of files. */
export function writtenNumbers(answers: readonly RightAnswer[], unit: string | null = null): WrittenRead {
  if (answers.length === 0) return { problem: NO_RIGHT };
  const read = answers.map(({ text, tolerance }) => ({
    given: text,
    text: numberFromFile(text),
    tolerance: tolerance == null || tolerance.trim() === '' ? '0' : numberFromFile(tolerance)?.replace(/^-/, ''),
  }));
  const wrong = read.find(({ text, tolerance }) => text === undefined || tolerance === undefined);
  if (wrong) return { problem: `A resposta «${shorten(wrong.given, 40)}» não é um número que se possa ler.` };
  const tolerances = new Set(read.map(({ tolerance }) => tolerance as string));
  if (tolerances.size > 1) return { problem: SEVERAL_TOLERANCES };
  const [tolerance = '0'] = tolerances;
  return {
    answering: {
      way: 'number',
      accepted: read.map(({ text }) => text as string),
      ...(unit ? { unit } : {}),
      ...(tolerance === '0' ? {} : { tolerance }),
    },
    notes: [],
  };
}

/**
 * Returns how a question is answered whose right answers are words.
 *
 * @param capitals whether the file says that capital letters count.
 * @param hasWildcards whether an asterisk stands for any text; an asterisk itself is then written `\*`.
 */
export function writtenWords(texts: readonly string[], capitals: boolean, hasWildcards = false): WrittenRead {
  if (texts.length === 0) return { problem: NO_RIGHT };
  if (hasWildcards && texts.some((text) => /(?<!\\)\*/.test(text))) return { problem: WILDCARD };
  const accepted = hasWildcards ? texts.map((text) => text.replace(/\\\*/g, '*')) : [...texts];
  return { answering: { way: 'word', accepted, ...(capitals ? { capitals } : {}) }, notes: [] };
}

export const withoutWildcards = (text: string): string => text.replace(/\*/g, '\\*');

/** Returns whether programs that only know decimal numbers can hold what a question accepts. */
export const isDecimal = ({ answering }: Draft): boolean =>
  answering?.way === 'number' && !answering.simplify && answering.accepted.every((text) => !text.includes('/'));

/** Returns a number of the bank as programs write it: "1.5". */
export const numberForFile = (text: string): string => text.replace(',', '.');

const FLAGS = [
  ['simplify', 'simplificar'],
  ['capitals', 'maiúsculas'],
  ['spelling', 'ortografia'],
  ['anyAccents', 'sem acentos'],
] as const;
const WAY_NAMES = { number: 'número', word: 'palavra' } as const;

/** A fact about a question that a format has no place for, under a name that people can read. */
export type OwnFact = readonly [name: string, value: string];

/** Returns the facts about a written answer besides what it accepts; none of a question that is answered by choosing. */
export function ownFacts({ answering, alternatives, correct }: Draft): OwnFact[] {
  if (!answering) return [];
  const { way, unit, tolerance } = answering;
  return [
    ['resposta', WAY_NAMES[way]],
    ...(unit ? [['unidade', unit] as const] : []),
    ...(tolerance ? [['tolerância', tolerance] as const] : []),
    ...FLAGS.filter(([flag]) => answering[flag]).map(([, name]) => ['regra', name] as const),
    ...alternatives.map((text) => ['alternativa', text] as const),
    ...(alternatives.length > 0 ? [['certa', letterAt(correct)] as const] : []),
  ];
}

/** The names of each way of answering, in Portuguese and English. */
const NAMES: Record<WrittenWay, RegExp> = {
  number: /^(numero|numeric[oa]?|numerical|number|resposta numerica|pergunta numerica)$/,
  word: /^(palavra|word|short ?answer|short|resposta (curta|escrita)|text ?entry|fill in the blanks?)$/,
};
const WAYS = Object.keys(NAMES) as WrittenWay[];
const isWay = (way: unknown): way is WrittenWay => WAYS.some((one) => one === way);

/** Returns the way of answering that a name says, in Portuguese or English; undefined if it says none. */
export function wayNamed(given: string): WrittenWay | undefined {
  const plain = plainText(given)
    .replace(/[_-]+/g, ' ')
    .replace(/ (question|answer)$/, '')
    .trim();
  return WAYS.find((way) => NAMES[way].test(plain));
}

/**
 * Completes what a file says with the facts that exports write beside it.
 *
 * @returns the parts of a question, for `checkRow`.
 */
export function withOwnFacts(
  read: LooseAnswering,
  facts: readonly OwnFact[],
): Pick<Loose, 'answering' | 'alternatives' | 'correct'> {
  const all = (name: string) => facts.filter(([one]) => one === name).map(([, value]) => value);
  const [way] = all('resposta').map(wayNamed);
  const [unit] = all('unidade');
  const [tolerance] = all('tolerância');
  const rules = all('regra').map(plainText);
  const alternatives = all('alternativa');
  return {
    answering: {
      ...read,
      ...(way ? { way } : {}),
      ...(unit ? { unit } : {}),
      ...(tolerance ? { tolerance } : {}),
      ...Object.fromEntries(FLAGS.filter(([, name]) => rules.includes(plainText(name))).map(([flag]) => [flag, true])),
    },
    alternatives,
    correct: alternatives.length > 0 ? (all('certa')[0] ?? '') : 0,
  };
}

const FACT_TAG = /^(resposta|unidade|tolerância|regra|alternativa|certa)=([\s\S]*)$/;

/** Separates the tags that hold facts about a written answer from the others. */
export function factsFromTags(tags: readonly string[]): { facts: OwnFact[]; others: string[] } {
  const found = tags.map((tag) => ({ tag, match: FACT_TAG.exec(tag) }));
  return {
    facts: found.flatMap(({ match }) => (match ? [[match[1] as string, match[2] as string] as const] : [])),
    others: found.flatMap(({ tag, match }) => (match ? [] : [tag])),
  };
}

/** Returns a way of answering in the fields of the bank's API, or a sentence if it cannot be read. */
export function answeringFromApi(value: unknown): LooseAnswering | string {
  const fields = value as Record<string, unknown>;
  const isText = (one: unknown) => typeof one === 'string' || typeof one === 'number';
  const { way, accepted = [], unit, tolerance } = typeof value === 'object' && value !== null ? fields : {};
  const areTexts = Array.isArray(accepted) && accepted.every(isText);
  if (!isWay(way) || !areTexts || [unit, tolerance].some((one) => one != null && !isText(one)))
    return 'A maneira de responder não se consegue ler: espera-se { "way": "number" ou "word", "accepted": ["…"] }.';
  const flags = FLAGS.filter(([flag]) => fields[flag] === true).map(([flag]) => [flag, true]);
  return {
    way,
    accepted: accepted.map((one) => (typeof one === 'number' ? (numberFromFile(String(one)) ?? String(one)) : one)),
    ...(unit == null ? {} : { unit: String(unit) }),
    ...(tolerance == null
      ? {}
      : {
          tolerance:
            typeof tolerance === 'number' ? (numberFromFile(String(tolerance)) ?? String(tolerance)) : `${tolerance}`,
        }),
    ...Object.fromEntries(flags),
  };
}

/** Names of the columns about written answers, as exports write them after the columns of every question. */
export const WRITTEN_HEADINGS = [
  'Como se responde',
  'Respostas aceites',
  'Unidade da resposta',
  'Margem de erro',
  'Regras da resposta',
] as const;

/** Returns the cells of these columns. */
export function writtenCells({ answering }: Draft): string[] {
  if (!answering) return WRITTEN_HEADINGS.map(() => '');
  const { way, accepted, unit = '', tolerance = '' } = answering;
  // A single value with a bar in it would be read as two: it is written twice, and stored once.
  const lines = accepted.length === 1 && accepted[0]?.includes('|') ? [accepted[0], accepted[0]] : accepted;
  const rules = FLAGS.filter(([flag]) => answering[flag]).map(([, name]) => name);
  return [WAY_NAMES[way], lines.join('\n'), unit, tolerance, rules.join(', ')];
}

/** Returns the way of answering that these cells tell, null if none, or the sentence for the cell at fault with its place. */
export function answeringFromCells(
  [way, accepted, unit, tolerance, rules]: readonly [string, string, string, string, string],
  split: (text: string) => string[],
): LooseAnswering | null | { at: number; problem: string } {
  const told = plainText(way).trim();
  const others = [accepted, unit, tolerance, rules].findIndex((cell) => cell.trim() !== '');
  if (/^(|escolha|escolher|choice|por escolha|de escolha)$/.test(told))
    return others === -1 ? null : { at: others + 1, problem: ONLY_WRITTEN };
  const named = wayNamed(way);
  if (!named) return { at: 0, problem: `«${shorten(way, 40)}» não se conhece: escreva escolha, número ou palavra.` };
  const given = rules
    .split(/[,;\n]/)
    .map((rule) => plainText(rule).trim())
    .filter(Boolean);
  const unknown = given.find((rule) => !FLAGS.some(([, name]) => plainText(name) === rule));
  if (unknown !== undefined)
    return {
      at: 4,
      problem: `A regra «${shorten(unknown, 40)}» não existe: há ${FLAGS.map(([, n]) => n).join(', ')}.`,
    };
  return {
    way: named,
    accepted: accepted.trim() === '' ? [] : split(accepted),
    ...(unit.trim() === '' ? {} : { unit }),
    ...(tolerance.trim() === '' ? {} : { tolerance }),
    ...Object.fromEntries(FLAGS.filter(([, name]) => given.includes(plainText(name))).map(([flag]) => [flag, true])),
  };
}
const ONLY_WRITTEN = 'Só serve para respostas escritas: em «Como se responde» escreva número ou palavra.';
