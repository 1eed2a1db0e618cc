import { LARGEST_WEIGHT } from '../../shared/question-limits.ts';
import { plainText, SKILL_CATEGORIES, type SkillCategory } from '../../shared/words.ts';
import {
  normalizeAlternative,
  normalizeText,
  type QuestionField,
  questionProblems,
  type WrittenQuestion,
} from '../tests/question.rules.ts';
import { letterAt } from '../tests/tests.rules.ts';

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
  /** What the question shows; absent where there is nothing. */
  picture?: Picture;
}

/** A drawing (SVG) or a picture (PNG, JPEG, WebP), with the words for those who do not see it. */
export interface Picture {
  bytes: Uint8Array;
  alt: string;
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
  /** How the file says which alternative is right; only where it says so in words. */
  key?: KeyStyle;
}

/** A letter, the words of an alternative, or a bare number: `counted` is that number and `last` the number of alternatives. */
export type KeyStyle = 'letter' | 'words' | { counted: number; last: number };

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

export function refuseTooManyRows(): never {
  throw new FileRefused(
    400,
    'too-many-rows',
    `O ficheiro tem mais de ${5_000} linhas. Divida-o em ficheiros mais pequenos.`,
  );
}

/** Alternatives of one question that are looked at, whatever a file has. */
const MOST_LOOKED_AT = 26;

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
  const text = (field: Parameters<Naming>[0], given: string | null | undefined): string => {
    if (given?.includes('\ufffd'))
      wrong(field, 'Tem caracteres estragados (\ufffd): guarde o ficheiro em UTF-8 e tente de novo.');
    return normalizeText(given ?? '');
  };
  const statement = text('statement', loose.statement);
  const passage = text('passage', loose.passage) || null;
  const explanation = text('explanation', loose.explanation) || null;
  const objective = text('objective', loose.objective) || null;
  // Of more than can be a question's nothing is said one by one.
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
  // Other programs call by that name the chapters of a bank, which is no fault of the question.
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

/** The fields of a question by the names of a file's columns. */
const NAMES: Record<QuestionField, keyof Loose> = {
  statement: 'statement',
  passage: 'passage',
  alternatives: 'alternatives',
  correctAnswer: 'correct',
  explanation: 'explanation',
  weight: 'weight',
  objective: 'objective',
};

/** The question of a draft. */
export const writtenQuestion = ({ correct, ...draft }: Draft): WrittenQuestion => ({
  ...draft,
  correctAnswer: letterAt(correct),
});

/** A row that cannot become a question, with the reason. */
export const wrongRow = (row: number, label: string, message: string, column: string | null = null): RowRead => ({
  row,
  label: shorten(label),
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

const isNumber = /^(\d{1,2})\s*[).]?$/;

/** How a key is written; undefined when it names nothing. */
function keyStyle(answer: string, alternatives: readonly string[]): KeyStyle | undefined {
  const given = plainKey(answer);
  if (given === '') return undefined;
  const letter = letterOf(given);
  if (letter !== undefined && letter.charCodeAt(0) - 65 < alternatives.length) return 'letter';
  const number = isNumber.exec(given)?.[1];
  if (number === undefined || alternatives.includes(given)) return 'words';
  return { counted: Number(number), last: alternatives.length };
}

/** Signs without width come along from the internet and from word processors. */
const plainKey = (answer: string): string => normalizeText(answer.replace(/[\u200b\u2060\ufeff]/g, ''));
const letterOf = (given: string): string | undefined => /^\(?([A-Za-z])\s*[).:\-–]?$/.exec(given)?.[1]?.toUpperCase();

/**
 * Refuses the keys of a file that could mean two things. Numbers count from 1 for people and from 0 for programs: they are
 * taken only when one of them names the last alternative and none is 0. In a file of letters, a key in other words in a row
 * with too few cells is what the missing cell has pushed into that column.
 *
 * @param column of the key in messages.
 * @param short rows that have fewer cells than the names of the columns, by their number.
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

/** The two alternatives of a question that is only answered by true or false; undefined for any other answer. */
export const trueOrFalse = (answer: string): readonly string[] | undefined =>
  TRUE.test(plainKey(answer)) || FALSE.test(plainKey(answer)) ? ['Verdadeiro', 'Falso'] : undefined;

/** The place of `V` or `F` where these are the two alternatives, in whatever order and language. */
function truthPlace(given: string, alternatives: readonly string[]): number | undefined {
  const truth = alternatives.findIndex((text) => TRUE.test(text));
  const falsity = alternatives.findIndex((text) => FALSE.test(text));
  if (alternatives.length !== 2 || truth === -1 || falsity === -1) return undefined;
  return TRUE.test(given) ? truth : FALSE.test(given) ? falsity : undefined;
}

/** What tables and JSON call a question of choice with one answer. */
const CHOICE_KINDS =
  /^(|(de )?(escolha|selecao)( multipla| unica)?|multipla escolha|multiple ?choice( question)?|multi ?choice|single ?choice|mcq?|choice|radio|sc|verdadeiro (ou|e|\/) falso|v ?\/ ?f|vf|true ?(or|\/)? ?false( question)?|tf|quiz)$/;

/** Why a question of the kind that a file names is not taken; undefined when it is one of choice. */
export function refusedKind(given: string): string | undefined {
  const plain = plainText(given).replace(/[_-]+/g, ' ').trim();
  return CHOICE_KINDS.test(plain)
    ? undefined
    : `É uma pergunta do tipo «${shorten(given, 40)}»: aqui só cabem perguntas de escolha com uma resposta certa.`;
}

/**
 * The place of the right alternative from what a file says: a letter (which wins, as the specification has letters), a
 * number from 1, or the text of an alternative.
 *
 * @returns the place, or a sentence that says why it cannot be told.
 */
export function rightPlace(answer: string, alternatives: readonly string[]): number | string {
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

/** The category by its name in Portuguese or English; null when there is none, undefined when it is unknown. */
export function readCategory(given: string | null | undefined): SkillCategory | null | undefined {
  const name = plainText(given ?? '');
  if (name === '' || name === 'nao definida') return null;
  return CATEGORIES.get(name);
}
