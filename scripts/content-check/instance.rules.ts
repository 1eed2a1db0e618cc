// Rules for one instance of a template: sensible numbers, correct plurals, four different alternatives.
import type { Variant } from '../../src/domains/bank/variants/variant.server.ts';
import { FORMULA } from './content.rules.ts';

/** Largest number that a class meets in a statement or a right answer; a wrong answer may be ten times as large. */
const LARGEST: Readonly<Record<number, number>> = { 1: 100, 2: 1000, 3: 10_000, 4: 1_000_000, 5: 1e8, 6: 1e8 };
/** The smallest coin is 5 Kz. */
const SMALLEST_COIN = 5;
const NUMBER = String.raw`(?<![\d,])(\d{1,3}(?: \d{3})+|\d+)(?:,(\d+))?`;

/** Words counted by templates: a singular and its plural. */
export interface Forms {
  singular: ReadonlySet<string>;
  plural: ReadonlySet<string>;
}

/**
 * Returns the singular and plural forms named in templates, in lists ("manga|mangas") or gaps (`{n|manga|mangas}`). A word with one form
 * is in both sets.
 */
export function formsOf(texts: readonly string[]): Forms {
  const pairs = texts.flatMap((text) => [...text.matchAll(/(?:^|\|)(\p{L}+)\|(\p{L}+)(?:$|\})/gu)]);
  return {
    singular: new Set(pairs.map(([, singular = '']) => singular)),
    plural: new Set(pairs.map(([, , plural = '']) => plural)),
  };
}

/** Reports numbers followed by the wrong form of a word: "1 mangas", "3 manga". */
export function pluralProblems(text: string, { singular, plural }: Forms): string[] {
  return [...text.matchAll(new RegExp(String.raw`${NUMBER} (\p{L}+)`, 'gu'))].flatMap(
    ([found, size, decimals, word = '']) => {
      const one = size === '1' && decimals === undefined;
      const wrong = one ? plural.has(word) && !singular.has(word) : singular.has(word) && !plural.has(word);
      return wrong ? [`«${found}» não concorda`] : [];
    },
  );
}

/** Reports words that Portuguese contracts: "de o", "em a". */
function contractionProblems(text: string): string[] {
  const found = /(?<!\p{L})(?:de|em|por) (?:o|os|as)(?!\p{L})|(?<!\p{L})em a(?!\p{L})/iu.exec(text);
  return found ? [`«${found[0]}» escreve-se junto`] : [];
}

function numberProblems(text: string, largest: number): string[] {
  const plain = text.replace(FORMULA, ' ');
  const problems: string[] = [];
  for (const [found, whole = ''] of plain.matchAll(new RegExp(NUMBER, 'g')))
    if (Number(whole.replace(/ /g, '')) > largest) problems.push(`${found} é demasiado grande para a classe`);
  if (/(?<![\d,])\d{4,}/.test(plain)) problems.push(`falta o espaço dos milhares em «${text}»`);
  return problems;
}

/** Reports amounts of money that cannot be paid with coins and notes. */
function moneyProblems(text: string, step: number): string[] {
  return [...text.matchAll(new RegExp(`${NUMBER} Kz`, 'g'))].flatMap(([found, whole = '', decimals]) =>
    decimals !== undefined || Number(whole.replace(/ /g, '')) % step !== 0 ? [`«${found}» não se paga com moedas`] : [],
  );
}

/** Returns the problems of an instance, as sentences for a teacher, or empty when there are none. */
export function instanceProblems(variant: Variant, schoolClass: number, forms: Forms, negatives: boolean): string[] {
  const { statement, alternatives, right, explanation } = variant;
  const words = alternatives.map(({ text }) => text);
  const key = words[right] ?? '';
  const all = [statement, explanation, ...words];
  const largest = LARGEST[schoolClass] ?? 0;
  return [
    ...(words.length === 4 && new Set(words.map((text) => text.toLowerCase())).size === 4
      ? []
      : [`as alternativas não são quatro diferentes: ${words.join('; ')}`]),
    ...(alternatives.filter(({ misconception }) => misconception === null).length === 1 && key
      ? []
      : ['não há uma só alternativa certa']),
    ...all.flatMap((text) => {
      const plain = text.replace(FORMULA, '0');
      return [
        ...(/NaN|undefined|Infinity|\[object|[{}|]| {2}/.test(plain) ? [`há um resto de modelo em «${text}»`] : []),
        ...(negatives || !/(?:^|[^\d\s)$] |[(«])−\d/.test(plain) ? [] : [`há um número negativo em «${text}»`]),
        ...pluralProblems(plain, forms),
        ...contractionProblems(plain),
      ];
    }),
    ...[statement, key].flatMap((text) => [...numberProblems(text, largest), ...moneyProblems(text, SMALLEST_COIN)]),
    ...words.flatMap((text) => [
      ...numberProblems(text, largest * 10),
      ...moneyProblems(text, 1),
      ...(/\d,\d+ \p{L}{4,}/u.test(text) ? [`«${text}» conta partes de uma coisa`] : []),
    ]),
  ];
}
