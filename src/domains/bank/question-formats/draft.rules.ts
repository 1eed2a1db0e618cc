import { LARGEST_WEIGHT, MOST_ROWS } from '../../../shared/question-limits.ts';
import { grouped } from '../../../shared/text.ts';
import { plainText, SKILL_CATEGORIES, type SkillCategory } from '../../../shared/words.ts';
import {
  normalizeAlternative,
  normalizeText,
  type QuestionField,
  questionProblems,
  type WrittenQuestion,
} from '../test-bank/question.rules.ts';
import { letterAt } from '../test-bank/tests.rules.ts';

/** A question as files hold it: alternatives without letters, the right one by its index. */
export interface Draft {
  statement: string;
  passage: string | null;
  alternatives: string[];
  /** Index of the right alternative, from 0. */
  correct: number;
  explanation: string | null;
  weight: number;
  skillCategory: SkillCategory | null;
  objective: string | null;
  /** The question's picture; absent if there is none. */
  picture?: Picture;
}

/** A drawing (SVG) or a picture (PNG, JPEG, WebP) with its alternative text. */
export interface Picture {
  bytes: Uint8Array;
  alt: string;
}

/** What is wrong with a row, and in which column or field. */
export interface Problem {
  column: string | null;
  message: string;
}

/** What the rows of a file are numbered by: by the row of the sheet or the line of the text, or by question. */
export type Numbering = 'line' | 'question';

/** One question as read from a file. Either `draft` or `problems` is set. */
export interface RowRead {
  /** Number from 1: of the row or line where the question begins, or of the question (see `Numbering`). */
  row: number;
  draft: Draft | null;
  problems: Problem[];
  /** Content of the file that the bank does not store. */
  notes: string[];
  /** The beginning of the statement, so that people find the row. */
  label: string;
  /** How the file writes the key; only if it does so in words. */
  key?: KeyStyle;
}

/** A letter, the text of an alternative, or a bare number: `counted` is that number and `last` the number of alternatives. */
export type KeyStyle = 'letter' | 'words' | { counted: number; last: number };

/** A question as read, before validation. */
export interface Loose {
  statement: string;
  passage?: string | null;
  alternatives: readonly string[];
  /** Index of the right alternative, or the key as written: a letter, a number or the whole alternative. */
  correct: number | string;
  explanation?: string | null;
  weight?: string | number | null;
  category?: string | null;
  objective?: string | null;
}

/** Thrown when a whole file is refused, with the sentence for the teacher. */
export class FileRefused extends Error {
  readonly status: 400 | 413 | 415;
  readonly code: string;

  constructor(status: 400 | 413 | 415, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function refuseTooManyRows(): never {
  throw new FileRefused(
    400,
    'too-many-rows',
    `O ficheiro tem mais de ${grouped(MOST_ROWS)} linhas. Divida-o em ficheiros mais pequenos.`,
  );
}

/** Maximum alternatives read of one question. */
const MOST_LOOKED_AT = 26;

/** Field names for messages, where a file has no column names. */
export type Naming = (field: keyof Loose | `alternative-${number}`) => string;
const plainNaming: Naming = (field) =>
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

/** Validates a question as read against what the bank can store. Nothing is repaired or guessed. */
export function checkRow(row: number, loose: Loose, notes: string[] = [], naming: Naming = plainNaming): RowRead {
  const problems: Problem[] = [];
  const wrong = (field: Parameters<Naming>[0], message: string) =>
    void problems.push({ column: naming(field), message });
  const text = (field: Parameters<Naming>[0], given: string | null | undefined): string => {
    if (given?.includes('\ufffd'))
      wrong(field, 'Tem caracteres estragados (\ufffd): guarde o ficheiro em UTF-8 e tente de novo.');
    return normalizeText(given ?? '');
  };
  const statement = text('statement', loose.statement);
  const passage = text('passage', loose.passage) || null;
  const explanation = text('explanation', loose.explanation) || null;
  const objective = text('objective', loose.objective) || null;
  // With more alternatives than a question can have, they are not reported one by one.
  const alternatives = loose.alternatives
    .slice(0, MOST_LOOKED_AT)
    .map((given, index) => normalizeAlternative(text(`alternative-${index}`, given)));
  const correct = typeof loose.correct === 'number' ? loose.correct : rightPlace(loose.correct, alternatives);
  if (typeof correct === 'string') wrong('correct', correct);
  const key = typeof loose.correct === 'number' ? undefined : keyStyle(loose.correct, alternatives);
  const weight = readWeight(loose.weight);
  if (weight === undefined)
    wrong(
      'weight',
      `O peso «${shorten(String(loose.weight))}» não serve: use um número inteiro de 1 a ${LARGEST_WEIGHT}.`,
    );
  const known = readCategory(loose.category);
  // Other programs use that name for the sections of a bank, which is no fault of the question.
  const skillCategory = known ?? null;
  const unknown = `A categoria «${shorten(loose.category ?? '', 40)}» não existe aqui e não é guardada (há ${SKILL_CATEGORIES.join(', ')}).`;

  const draft: Draft = {
    statement,
    passage,
    alternatives,
    correct: typeof correct === 'number' ? correct : 0,
    explanation,
    weight: weight ?? 1,
    skillCategory,
    objective,
  };
  for (const { field, alternative, message } of questionProblems(writtenQuestion(draft)))
    wrong(alternative === undefined ? NAMES[field] : `alternative-${alternative}`, message);
  return {
    row,
    label: shorten(statement),
    notes: known === undefined ? [...notes, unknown] : notes,
    problems,
    ...(key === undefined ? {} : { key }),
    draft: problems.length === 0 ? draft : null,
  };
}

/** The fields of a question under the column names of a file. */
const NAMES: Record<QuestionField, keyof Loose> = {
  statement: 'statement',
  passage: 'passage',
  alternatives: 'alternatives',
  correctAnswer: 'correct',
  explanation: 'explanation',
  weight: 'weight',
  objective: 'objective',
};

export const writtenQuestion = ({ correct, ...draft }: Draft): WrittenQuestion => ({
  ...draft,
  correctAnswer: letterAt(correct),
});

/** Returns a row that cannot become a question, with the reason. */
export const wrongRow = (row: number, label: string, message: string, column: string | null = null): RowRead => ({
  row,
  label: shorten(label),
  draft: null,
  problems: [{ column, message }],
  notes: [],
});

/** Returns the beginning of a text, on one line. */
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

const isNumber = /^(\d{1,2})\s*[).]?$/;

/** Returns the notation of a key, or undefined if it names no alternative. */
function keyStyle(answer: string, alternatives: readonly string[]): KeyStyle | undefined {
  const given = plainKey(answer);
  if (given === '') return undefined;
  const letter = letterOf(given);
  if (letter !== undefined && letter.charCodeAt(0) - 65 < alternatives.length) return 'letter';
  const number = isNumber.exec(given)?.[1];
  if (number === undefined || alternatives.includes(given)) return 'words';
  return { counted: Number(number), last: alternatives.length };
}

/** Zero-width characters are pasted from web pages and word processors. */
const plainKey = (answer: string): string => normalizeText(answer.replace(/[\u200b\u2060\ufeff]/g, ''));
const letterOf = (given: string): string | undefined => /^\(?([A-Za-z])\s*[).:\-–]?$/.exec(given)?.[1]?.toUpperCase();

/**
 * Refuses keys that could mean two things. Numbers count from 1 for people and from 0 for programs: they are accepted only if one
 * of them names the last alternative and none is 0. In a file that uses letters, a key in other words in a row with too few cells
 * is assumed to be text shifted by the missing cell.
 *
 * @param column the key's column, for messages.
 * @param short rows with fewer cells than the header, by row number.
 */
export function withoutGuessedKeys(
  rows: readonly RowRead[],
  column: string,
  short: ReadonlySet<number> = new Set(),
): RowRead[] {
  const counts = rows.flatMap(({ key }) => (typeof key === 'object' ? [key] : []));
  const fromOne = counts.some(({ counted, last }) => counted === last) && counts.every(({ counted }) => counted > 0);
  const hasLetters = rows.some(({ key, draft }) => key === 'letter' && draft !== null);
  return rows.map((row): RowRead => {
    const { key } = row;
    if (key === undefined || key === 'letter') return row;
    if (typeof key === 'object' && !fromOne) return { ...row, draft: null, problems: [{ column, message: COUNTED }] };
    if (!hasLetters || row.draft === null || !short.has(row.row)) return row;
    return { ...row, draft: null, problems: [{ column, message: OUT_OF_STYLE }] };
  });
}
const COUNTED =
  'Um número tanto pode contar a partir de 0 como de 1, e o ficheiro não o mostra: escreva as letras das respostas certas.';
const OUT_OF_STYLE =
  'As outras linhas dizem a resposta certa por uma letra, e esta tem células a menos e não: falta-lhe alguma?';

const TRUE = /^(v|verdadeir[oa]|true|t)$/i;
const FALSE = /^(f|fals[oa]|false)$/i;

/** Returns the two alternatives of a true/false question, or undefined for any other answer. */
export const trueOrFalse = (answer: string): readonly string[] | undefined =>
  TRUE.test(plainKey(answer)) || FALSE.test(plainKey(answer)) ? ['Verdadeiro', 'Falso'] : undefined;

/** Index of `V` or `F` among these two alternatives, in any order and language. */
function truthPlace(given: string, alternatives: readonly string[]): number | undefined {
  const truth = alternatives.findIndex((text) => TRUE.test(text));
  const falsity = alternatives.findIndex((text) => FALSE.test(text));
  if (alternatives.length !== 2 || truth === -1 || falsity === -1) return undefined;
  return TRUE.test(given) ? truth : FALSE.test(given) ? falsity : undefined;
}

/** What tables and JSON call a single-choice question. */
const CHOICE_KINDS =
  /^(|(de )?(escolha|selecao)( multipla| unica)?|multipla escolha|multiple ?choice( question)?|multi ?choice|single ?choice|mcq?|choice|radio|sc|verdadeiro (ou|e|\/) falso|v ?\/ ?f|vf|true ?(or|\/)? ?false( question)?|tf|quiz)$/;

/** Returns why a question type is not accepted, or undefined for single choice. */
export function refusedKind(given: string): string | undefined {
  const plain = plainText(given).replace(/[_-]+/g, ' ').trim();
  return CHOICE_KINDS.test(plain)
    ? undefined
    : `É uma pergunta do tipo «${shorten(given, 40)}»: aqui só cabem perguntas de escolha com uma resposta certa.`;
}

/**
 * Index of the right alternative from the key as written: a letter (which takes precedence, since the specification uses
 * letters), a number from 1, or the text of an alternative.
 *
 * @returns the index, or a sentence that says why it cannot be determined.
 */
function rightPlace(answer: string, alternatives: readonly string[]): number | string {
  const given = plainKey(answer);
  if (given === '') return 'Falta a resposta certa.';
  const truth = truthPlace(given, alternatives);
  if (truth !== undefined) return truth;
  const letter = letterOf(given);
  const same = alternatives.indexOf(given);
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
  if (isPlace && same !== -1 && same !== numbered)
    return `«${given}» tanto pode ser a ${given}.ª alternativa como o texto da alternativa ${letterAt(same)}: escreva a letra.`;
  if (same !== -1) return same;
  if (isPlace) return numbered;
  const lettered = /^\(?([A-Fa-f])\s*[).:\-–]\s*(.+)$/s.exec(given);
  if (lettered) {
    const place = (lettered[1] as string).toUpperCase().charCodeAt(0) - 65;
    if (alternatives[place] === normalizeAlternative(lettered[2] as string)) return place;
  }
  const alike = alternatives.flatMap((alternative, index) =>
    plainText(alternative) === plainText(given) ? [index] : [],
  );
  if (alike.length === 1) return alike[0] as number;
  if (/^[A-Fa-f](\s*(,|;|\/|\||\+|&|\be\b)\s*[A-Fa-f])+$/.test(given))
    return `Tem mais de uma resposta certa («${given}»): aqui só pode haver uma.`;
  return `A resposta «${shorten(given)}» não está entre as alternativas.`;
}

function readWeight(given: string | number | null | undefined): number | undefined {
  if (given === null || given === undefined || given === '') return 1;
  const text = String(given).trim().replace(',', '.');
  if (text === '') return 1;
  if (!/^\d{1,4}(\.0*)?$/.test(text)) return undefined;
  const weight = Number(text);
  return weight >= 1 && weight <= LARGEST_WEIGHT ? weight : undefined;
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

/** Returns the category by its Portuguese or English name, or null if there is none, undefined if it is unknown. */
export function readCategory(given: string | null | undefined): SkillCategory | null | undefined {
  const name = plainText(given ?? '');
  if (name === '' || name === 'nao definida') return null;
  return CATEGORIES.get(name);
}
