import { letterAt, withoutLetter } from '../../src/shared/questions/letters.ts';
import { plainText } from '../../src/shared/words.ts';

// The rules of content/README.md for texts and drawings, one function for each. Problems are sentences for the teacher who wrote the file;
// the list is empty when there are none. scripts/content-check.ts applies them to the files.

/** Largest share of a file's questions whose right alternative may have the same letter. */
export const LARGEST_LETTER_SHARE = 0.32;
/** Largest share of a file's questions whose right alternative may be longer than every wrong one. */
export const LARGEST_LONGEST_SHARE = 0.38;
/** Maximum number of questions with the same pattern in a test, and in all tests of one form letter. */
export const LARGEST_PATTERN = { test: 2, bank: 6 } as const;

/** Content between unescaped dollar signs; `\$` is a dollar sign. */
export const FORMULA = /(?<!\\)\$((?:\\.|[^$\\])*)\$/g;
const NUMBER = /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,:/]\d+)*/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.,:/-]*/gu;

/** A question reduced to what the shares are computed from. `right` is the index of the right alternative, 0 for A. */
export interface Keyed {
  alternatives: readonly string[];
  right: number;
}

/** Returns, for each letter, the number of questions whose right alternative has it: A to D always, E and F where they are used. */
export function letterSpread(questions: readonly Keyed[]): Record<string, number> {
  const spread: Record<string, number> = { A: 0, B: 0, C: 0, D: 0 };
  for (const { right } of questions) spread[letterAt(right)] = (spread[letterAt(right)] ?? 0) + 1;
  return spread;
}

/** Returns the share (0 to 1) of questions whose right alternative is strictly longer, as read, than every wrong one. */
export function longestRightShare(questions: readonly Keyed[]): number {
  const given = questions.filter(({ alternatives, right }) => {
    const lengths = alternatives.map((alternative, index) => visibleLength(withoutLetter(alternative, index)));
    return lengths.every((length, index) => index === right || length < (lengths[right] ?? 0));
  });
  return questions.length === 0 ? 0 : given.length / questions.length;
}

/** Returns the number of characters that a child sees: `$\frac{5}{8}$` counts as "5/8". */
function visibleLength(text: string): number {
  return [...readable(text)].length;
}

/** Returns TeX as plain characters, with uniform spaces and minus signs. Case, accents and punctuation are kept. */
function readable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\\frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1/$2')
    .replace(/\\\$/g, '\u0000')
    .replace(/\$/g, '')
    .replaceAll('\u0000', '$')
    .replace(/\{,\}/g, ',')
    .replace(/\\[,;: ]|\s/g, ' ')
    .replace(/\\times|\\div|\\le|\\ge|\\ne/g, '×')
    .replace(/\\sqrt/g, '√')
    .replace(/[{}\\]/g, '')
    .replace(/[−–]/g, '-')
    .replace(/ +/g, ' ')
    .trim();
}

/**
 * Returns the problems of a list of alternatives: there must be four, each with the letter of its position, all different, including the
 * right one, and none may refer to the others.
 *
 * In Português and Inglês, where spelling may be asked, "avó" and "avô" are different answers; elsewhere they are not.
 */
export function alternativeProblems(alternatives: readonly string[], spellingMatters: boolean): string[] {
  const problems: string[] = [];
  if (alternatives.length !== 4) problems.push(`tem ${alternatives.length} alternativas em vez de 4`);
  const seen = new Map<string, string>();
  for (const [index, alternative] of alternatives.entries()) {
    const letter = letterAt(index);
    const content = /^([A-Z])\) \S/.exec(alternative)?.[1] === letter ? alternative.slice(3) : undefined;
    if (content === undefined)
      problems.push(`a ${index + 1}.ª alternativa deve começar por «${letter}) »: «${alternative}»`);
    const text = readable(content ?? alternative);
    const same = spellingMatters ? text : plainText(text).replace(/\.$/, '');
    if (seen.has(same)) problems.push(`as alternativas ${seen.get(same)} e ${letter} são iguais: «${text}»`);
    seen.set(same, letter);
    if (
      /\b(tod[ao]s|nenhum[ao]?|qualquer) d?[ao]s (anteriores|outras|alternativas)\b|\b(all|none|both) of (the above|these)\b/i.test(
        text,
      )
    )
      problems.push(`a alternativa ${letter} remete para as outras: «${text}»`);
  }
  return problems;
}

// — Patterns —

// Names in content/README.md and in the reference on Angola, and others that are common in schoolbooks: without accents, in lower case.
const NAMES = new Set(
  `ana kiala njinga ndala weza yola tchissola mbali paulo domingas nzinga kambundu joao maria jose pedro luisa manuel teresa
  antonio marta joaquim isabel carlos rosa tomas zeca kieza kianda nzambi nelson mario luzia lukeny nkanga ngola tchilombo
  segunda-feira terca-feira quarta-feira quinta-feira sexta-feira sabado domingo angola luanda benguela huambo huila bie malanje uige zaire cabinda namibe cunene lubango lobito cuanza kwanza`.split(
    /\s+/,
  ),
);
const NUMBER_WORDS = new Set(
  `dois duas tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito dezanove
  vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento mil two three four five six seven eight nine
  ten eleven twelve`.split(/\s+/),
);
// Words that pattern comparison ignores: those that follow the gender of a name ("a Ana", "do Kiala") would make one pattern look like two.
const SMALL_WORDS = new Set('a o as os um uma uns umas de do da dos das em no na nos nas ao aos'.split(' '));
const QUOTED = /«([^»]*)»|“([^”]*)”|"([^"]*)"|‘([^’]*)’|\*([^*]+)\*/g;
/** A longer quotation is a sentence to work on, and so the subject of the question; a shorter one is a word that could be replaced. */
const LONGEST_MASKED_QUOTATION = 3;

/**
 * Returns a statement with its replaceable parts masked: numbers, formulas, quoted words and proper names (capitals that do not begin a
 * sentence, and known names anywhere). Two statements with the same pattern are in effect the same question.
 */
export function patternOf(statement: string): string {
  const masked = statement
    .replace(FORMULA, ' # ')
    .replace(QUOTED, (quotation) => (wordCount(quotation) <= LONGEST_MASKED_QUOTATION ? ' ¶ ' : quotation))
    .replace(NUMBER, ' # ');
  const pattern: string[] = [];
  let begins = true;
  for (const [token] of masked.matchAll(/[#¶.!?:…—«“=+×÷<>−]|_+|\p{L}[\p{L}\p{M}'’-]*/gu)) {
    if (/^[.!?:…—«“]$/.test(token)) {
      begins = true;
      continue;
    }
    const mask = maskOf(token, begins);
    begins = false;
    if (mask !== '' && !(/^[#@¶]$/.test(mask) && mask === pattern.at(-1))) pattern.push(mask);
  }
  return pattern.join(' ');
}

function maskOf(token: string, begins: boolean): string {
  const word = plainText(token);
  if (token.startsWith('_')) return '_';
  if (NAMES.has(word) || (!begins && /^\p{Lu}(?!\p{Lu})/u.test(token))) return '@';
  if (NUMBER_WORDS.has(word)) return '#';
  return SMALL_WORDS.has(word) ? '' : word;
}

/**
 * Returns a statement without differences that do not change its meaning: accents, case, spaces, punctuation. Statements with the same
 * result are duplicates.
 */
export function senseOf(statement: string): string {
  return plainText(readable(statement))
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, '')
    .replace(/[^\p{L}\p{N}+×√/<>=^_%-]+/gu, ' ')
    .trim();
}

/**
 * Returns how similar two statements are, 0 to 1: the share of words, numbers and names that they have in common. It is 0 for statements of
 * fewer than six words, because these always share most of their words.
 */
export function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size < 6 || right.size < 6) return 0;
  const common = [...left].filter((word) => right.has(word)).length;
  return common / (left.size + right.size - common);
}

/** Returns the words that `likeness` compares. */
export function wordsOf(statement: string): Set<string> {
  return new Set(
    senseOf(statement)
      .split(' ')
      .filter((word) => !SMALL_WORDS.has(word)),
  );
}

// — Lengths —

/** Returns the number of words as a person counts them: a formula or "1 500" is one, a blank to fill in is none. */
export function wordCount(text: string): number {
  return text.replace(FORMULA, ' 0 ').replace(NUMBER, ' 0 ').match(WORD)?.length ?? 0;
}

/** Returns the class in a stored "4º Ano": 4. */
export const classNumber = (schoolClass: string) => Number.parseInt(schoolClass, 10);

/** Reports a statement that is too long for the class: 15 words in classes 1 and 2, 30 in 3 and 4, 50 in 5 and 6. */
export function statementProblems(statement: string, schoolClass: number): string[] {
  const longest = schoolClass <= 2 ? 15 : schoolClass <= 4 ? 30 : 50;
  const words = wordCount(statement);
  return words > longest
    ? [`o enunciado tem ${words} palavras; na ${schoolClass}.ª classe não passa de ${longest}`]
    : [];
}

/** Maximum number of words to read of each class: of one text, or of two texts to compare. */
const LONGEST_PASSAGE = [40, 60, 250, 260, 280, 300];

/** Reports a text to read whose length does not suit the class. */
export function passageProblems(passage: string, schoolClass: number): string[] {
  const shortest = schoolClass <= 2 ? 15 : 60;
  const longest = LONGEST_PASSAGE[schoolClass - 1] ?? 0;
  const words = wordCount(passage);
  if (words >= shortest && words <= longest) return [];
  return [`o texto a ler tem ${words} palavras; na ${schoolClass}.ª classe vai de ${shortest} a ${longest}`];
}

/** Returns whether a statement contains a negative, which classes 1 and 2 avoid. */
export function hasNegative(statement: string): boolean {
  return /(?<!\p{L})(não|nunca|nem|nenhuma?)(?!\p{L})/iu.test(statement.replace(QUOTED, ''));
}

// — Cues —

/** Words with which a statement refers to something that a child who sees only this question cannot know. */
const ELSEWHERE =
  /^n[oa]s? mesm[oa]s? (?:linha|mapa|quadro|gráfico|texto|desenho|figura|esquema|família|tabela|história)(?!\p{L})|(?:pergunta|questão) (?:anterior|seguinte|\d)|(?<!\p{L})read (?:[\p{L} ]+ )?again(?!\p{L})/iu;

/** Returns the words by which a statement refers to another question, or undefined if the question stands alone. */
export const refersElsewhere = (statement: string): string | undefined => ELSEWHERE.exec(statement)?.[0];

/** Returns whether alternatives are orders of the same numbers, and the right one is 1, 2, 3 …: the order in which a drawing shows them. */
export function isGivenOrder(options: readonly string[], right: number): boolean {
  const orders = options.map((option) => option.match(/\d+/g) ?? []);
  const [first = []] = orders;
  const isPermuted = orders.every((order) => order.toSorted().join() === first.toSorted().join());
  return isPermuted && first.length > 2 && (orders[right] ?? []).every((number, index) => Number(number) === index + 1);
}

/** Returns whether the right alternative is the only one that begins, or the only one that does not begin, with a capital. */
export function onlyCapital(options: readonly string[], right: number): boolean {
  const capital = options.map((option) => /^[^\p{L}\p{N}]*\p{Lu}/u.test(option));
  const lettered = options.every((option) => /^[^\p{L}\p{N}]*\p{L}/u.test(option));
  return lettered && options.length > 2 && capital.every((is, index) => (index === right) !== (is === !capital[right]));
}

/** Number of letters of the shortest word that is a cue: shorter ones are in every sentence. */
const SHORTEST_CUE = 5;

/** Returns a word of the statement that only the right alternative repeats, or undefined when wrong ones repeat words too. */
export function onlyRepeated(statement: string, options: readonly string[], right: number): string | undefined {
  const long = (text: string) =>
    new Set(
      senseOf(text)
        .split(' ')
        .filter((word) => word.length >= SHORTEST_CUE && !/\d/.test(word)),
    );
  const asked = long(statement);
  const repeated = options.map((option) => [...long(option)].filter((word) => asked.has(word)));
  return repeated.every((words, index) => index === right || words.length === 0) ? repeated[right]?.[0] : undefined;
}

/** Returns the number of words of the longest sentence of a text. Quotations, lines and list items count as separate sentences. */
export function longestSentence(text: string): number {
  return Math.max(0, ...text.split(/[.!?…:;\n]+(?:\s|$)|[«»“”]|\s—\s/).map(wordCount));
}

const WORDS_OF_NUMBERS = new Map(
  Object.entries({
    um: 1,
    uma: 1,
    dois: 2,
    duas: 2,
    tres: 3,
    quatro: 4,
    cinco: 5,
    seis: 6,
    sete: 7,
    oito: 8,
    nove: 9,
    dez: 10,
    onze: 11,
    doze: 12,
    treze: 13,
    catorze: 14,
    quinze: 15,
    dezasseis: 16,
    dezassete: 17,
    dezoito: 18,
    dezanove: 19,
    vinte: 20,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
  }).map(([word, number]) => [word, String(number)]),
);

/** Returns a text normalised by `senseOf`, with number words replaced by digits. */
export const wordsInFull = (text: string): string =>
  senseOf(text)
    .split(' ')
    .map((word) => WORDS_OF_NUMBERS.get(word) ?? word)
    .join(' ');

export const numbersIn = (text: string): Set<string> => new Set(text.match(/\d+/g) ?? []);

/**
 * Returns the years, and the numbers of at least a thousand, of a text as written, unless the text or drawing that belongs to it has them.
 */
export function factsIn(text: string, given: string): string[] {
  const plain = (written: string) => written.replace(/\D/g, '');
  const known = new Set((given.match(NUMBER) ?? []).map(plain));
  return [...new Set(text.match(NUMBER) ?? [])].filter(
    (written) => Number(plain(written)) >= 1000 && !known.has(plain(written)),
  );
}
