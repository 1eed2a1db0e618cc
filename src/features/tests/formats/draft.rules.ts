import { plainText, SKILL_CATEGORIES, type SkillCategory } from '../../../shared/words.ts';
import { letterAt } from '../tests.rules.ts';

/** A question as files carry it: alternatives without their letters, the right one by its place. */
export interface Draft {
  statement: string;
  passage: string | null;
  alternatives: string[];
  /** Place of the right alternative, from 0. */
  correct: number;
  explanation: string | null;
  weight: number;
  skillCategory: SkillCategory | null;
  objective: string | null;
}

/** What is wrong with a row, and in which of its columns or fields. */
export interface Problem {
  column: string | null;
  message: string;
}

/** One question of a file as it was read. Either `draft` is there or `problems` says why not. */
export interface RowRead {
  /** Row of a sheet or line of a text where the question begins, from 1; the number of the question in JSON. */
  row: number;
  draft: Draft | null;
  problems: Problem[];
  /** What the file says of the question and the bank does not keep. */
  notes: string[];
  /** The beginning of the statement, to find the row again. */
  label: string;
}

/** A question as a reader found it, before it is checked. */
export interface Loose {
  statement: string;
  passage?: string | null;
  alternatives: readonly string[];
  /** The place of the right one, or what the file says in words: a letter, a number or the whole alternative. */
  correct: number | string;
  explanation?: string | null;
  weight?: string | number | null;
  category?: string | null;
  objective?: string | null;
}

/** A whole file that is not taken in, with the sentence for the teacher. */
export class FileRefused extends Error {
  readonly status: 400 | 413 | 415;
  readonly code: string;

  constructor(status: 400 | 413 | 415, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Most rows of a file. */
export const MOST_ROWS = 5_000;
/** Bytes of an uploaded file. */
export const LARGEST_FILE = 10 * 1024 * 1024;

/** Longest text of each field, in characters. */
export const LONGEST = {
  statement: 2_000,
  passage: 6_000,
  alternative: 500,
  explanation: 4_000,
  objective: 120,
} as const;

export function refuseTooManyRows(): never {
  throw new FileRefused(
    400,
    'too-many-rows',
    `O ficheiro tem mais de ${5_000} linhas. Divida-o em ficheiros mais pequenos.`,
  );
}

/** Text as the bank keeps it: one kind of line break, no space around it. */
export const tidy = (text: string): string => text.replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n').trim();

/** Alternatives of one question that are looked at, whatever a file has. */
const MOST_LOOKED_AT = 26;

const CONTROL = /[^\P{Cc}\t\n]|[\ufffe\uffff]/u;

/** The names of the fields in messages, where a file has no columns of its own. */
export type Naming = (field: keyof Loose | `alternative-${number}`) => string;
export const plainNaming: Naming = (field) =>
  field.startsWith('alternative-')
    ? `Alternativa ${letterAt(Number(field.slice(12)))}`
    : {
        statement: 'Enunciado',
        passage: 'Texto de apoio',
        alternatives: 'Alternativas',
        correct: 'Resposta',
        explanation: 'Explicação',
        weight: 'Peso',
        category: 'Categoria',
        objective: 'Objectivo',
      }[field as keyof Loose];

/** Checks what a reader found against what the bank can keep. Nothing is repaired or guessed. */
export function checkRow(row: number, loose: Loose, notes: string[] = [], naming: Naming = plainNaming): RowRead {
  const problems: Problem[] = [];
  const wrong = (field: Parameters<Naming>[0], message: string) =>
    void problems.push({ column: naming(field), message });
  const text = (field: Parameters<Naming>[0], given: string | null | undefined, longest: number): string => {
    const tidied = tidy(given ?? '');
    if (CONTROL.test(tidied) || !tidied.isWellFormed()) wrong(field, 'Tem caracteres que não se podem guardar.');
    else if (tidied.includes('\ufffd'))
      wrong(field, 'Tem caracteres estragados (\ufffd): guarde o ficheiro em UTF-8 e tente de novo.');
    else if (tidied.length > longest) wrong(field, `É demasiado longo: no máximo ${longest} caracteres.`);
    return tidied;
  };

  const statement = text('statement', loose.statement, LONGEST.statement);
  if (statement === '') wrong('statement', 'Falta o enunciado.');
  const passage = text('passage', loose.passage, LONGEST.passage);
  const explanation = text('explanation', loose.explanation, LONGEST.explanation);
  const objective = text('objective', loose.objective, LONGEST.objective);
  // Of more than can be a question's nothing is said one by one.
  const alternatives = loose.alternatives.slice(0, MOST_LOOKED_AT).map((given, index) => {
    const alternative = text(`alternative-${index}`, given, LONGEST.alternative);
    if (alternative === '') wrong(`alternative-${index}`, `A alternativa ${letterAt(index)} está vazia.`);
    return alternative;
  });
  const count = loose.alternatives.length;
  if (count < 2 || count > 6) {
    wrong(
      'alternatives',
      count === 0
        ? 'Faltam as alternativas.'
        : `Tem ${count} ${count === 1 ? 'alternativa' : 'alternativas'}: são precisas de 2 a 6.`,
    );
  }
  for (const [index, alternative] of alternatives.entries()) {
    const first = alternatives.indexOf(alternative);
    if (first < index && alternative !== '')
      wrong(`alternative-${index}`, `As alternativas ${letterAt(first)} e ${letterAt(index)} são iguais.`);
  }
  const correct = typeof loose.correct === 'number' ? loose.correct : rightPlace(loose.correct, alternatives);
  if (typeof correct === 'string') wrong('correct', correct);
  else if (!(correct >= 0 && correct < alternatives.length) && alternatives.length > 0)
    wrong('correct', 'A resposta certa não está entre as alternativas.');
  const weight = readWeight(loose.weight);
  if (weight === undefined)
    wrong('weight', `O peso «${shorten(String(loose.weight))}» não serve: use um número inteiro de 1 a 10.`);
  const skillCategory = readCategory(loose.category);
  if (skillCategory === undefined)
    wrong('category', `A categoria «${shorten(loose.category ?? '')}» não existe: use ${SKILL_CATEGORIES.join(', ')}.`);

  const ready =
    problems.length === 0 && typeof correct === 'number' && weight !== undefined && skillCategory !== undefined;
  return {
    row,
    label: shorten(statement),
    notes,
    problems,
    draft: ready
      ? {
          statement,
          passage: passage || null,
          alternatives,
          correct,
          explanation: explanation || null,
          weight,
          skillCategory,
          objective: objective || null,
        }
      : null,
  };
}

/** A row that cannot become a question, with the reason. */
export const wrongRow = (row: number, label: string, message: string, column: string | null = null): RowRead => ({
  row,
  label: shorten(tidy(label)),
  draft: null,
  problems: [{ column, message }],
  notes: [],
});

/** The beginning of a text, on one line. */
export function shorten(text: string, longest = 80): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length <= longest
    ? line
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/**
 * The place of the right alternative from what a file says: a letter (which wins, as the specification has letters), a
 * number from 1, or the text of an alternative.
 *
 * @returns the place, or a sentence that says why it cannot be told.
 */
export function rightPlace(answer: string, alternatives: readonly string[]): number | string {
  // Signs without width come along from the internet and from word processors.
  const given = tidy(answer.replace(/[\u200b\u2060\ufeff]/g, ''));
  if (given === '') return 'Falta a resposta certa.';
  const letter = /^\(?([A-Za-z])\s*[).:\-–]?$/.exec(given)?.[1]?.toUpperCase();
  const same = alternatives.indexOf(given);
  if (letter) {
    const place = letter.charCodeAt(0) - 65;
    if (place < alternatives.length) return place;
    if (same !== -1) return same;
    return `A resposta «${shorten(given)}» não está entre as alternativas${alternatives.length > 0 ? ` (A a ${letterAt(alternatives.length - 1)})` : ''}.`;
  }
  const number = /^(\d{1,2})\s*[).ªº]?$/.exec(given)?.[1];
  const numbered = number ? Number(number) - 1 : -1;
  const isPlace = numbered >= 0 && numbered < alternatives.length;
  if (isPlace && same !== -1 && same !== numbered)
    return `«${given}» tanto pode ser a ${given}.ª alternativa como o texto da alternativa ${letterAt(same)}: escreva a letra.`;
  if (same !== -1) return same;
  if (isPlace) return numbered;
  const lettered = /^\(?([A-Fa-f])\s*[).:\-–]\s*(.+)$/s.exec(given);
  if (lettered) {
    const place = (lettered[1] as string).toUpperCase().charCodeAt(0) - 65;
    if (alternatives[place] === tidy(lettered[2] as string)) return place;
  }
  const alike = alternatives.flatMap((alternative, index) =>
    plainText(alternative) === plainText(given) ? [index] : [],
  );
  if (alike.length === 1) return alike[0] as number;
  if (/^[A-Fa-f](\s*(,|;|\/|\||\+|&|\be\b)\s*[A-Fa-f])+$/.test(given))
    return `Tem mais de uma resposta certa («${given}»): aqui só pode haver uma.`;
  return `A resposta «${shorten(given)}» não está entre as alternativas.`;
}

/** "A) ", "a. ", "(B) ", "C - ", "D: " in front of a text. */
const LETTER = /^\(?([A-Fa-f])(?:\)\s*|[.:-]\s+|\s+-\s+)(?=\S)/;
/** The forms that nobody writes by accident: with a bracket. */
const BRACKETED = /^\(?[A-Fa-f]\)/;

/** Alternatives that all begin with the letter of their place lose it; otherwise they stay as they are. */
export function withoutLetters(alternatives: readonly string[]): string[] {
  return areLettered(alternatives) ? alternatives.map((text) => text.trim().replace(LETTER, '')) : [...alternatives];
}

/** Whether all have letters, and not those of their places: whatever the key says, it might mean another one. */
export function lettersAstray(alternatives: readonly string[]): boolean {
  return (
    alternatives.length > 0 && alternatives.every((text) => BRACKETED.test(text.trim())) && !areLettered(alternatives)
  );
}
export const LETTERS_ASTRAY = 'As letras das alternativas não seguem a ordem A, B, C…';

/** The opposite: letters go in front only where they would otherwise be taken for such, so that reading gives the same. */
export function guardLetters(alternatives: readonly string[]): string[] {
  return areLettered(alternatives) || lettersAstray(alternatives)
    ? alternatives.map((text, index) => `${letterAt(index)}) ${text}`)
    : [...alternatives];
}

const areLettered = (alternatives: readonly string[]): boolean =>
  alternatives.length > 0 &&
  alternatives.every((text, index) => LETTER.exec(text.trim())?.[1]?.toUpperCase() === letterAt(index));

function readWeight(given: string | number | null | undefined): number | undefined {
  if (given === null || given === undefined || given === '') return 1;
  const text = String(given).trim().replace(',', '.');
  if (text === '') return 1;
  if (!/^\d{1,4}(\.0*)?$/.test(text)) return undefined;
  const weight = Number(text);
  return weight >= 1 && weight <= 10 ? weight : undefined;
}

const ENGLISH: Record<string, SkillCategory> = {
  knowledge: 'Conhecimento',
  remember: 'Conhecimento',
  comprehension: 'Compreensão',
  understanding: 'Compreensão',
  application: 'Aplicação',
  analysis: 'Análise',
  synthesis: 'Síntese',
  evaluation: 'Avaliação',
};
const CATEGORIES = new Map<string, SkillCategory>([
  ...SKILL_CATEGORIES.map((name) => [plainText(name), name] as const),
  ...Object.entries(ENGLISH),
]);

/** The category by its name in Portuguese or English; null when there is none, undefined when it is unknown. */
export function readCategory(given: string | null | undefined): SkillCategory | null | undefined {
  const name = plainText(given ?? '');
  if (name === '' || name === 'nao definida') return null;
  return CATEGORIES.get(name);
}
