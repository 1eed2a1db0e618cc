import { letterAt } from '../../../shared/questions/letters.ts';
import { LARGEST_WEIGHT } from '../../../shared/questions/question-limits.ts';
import { shorten } from '../../../shared/text.ts';
import { plainText, SKILL_CATEGORIES, type SkillCategory } from '../../../shared/words.ts';
import type { LooseAnswering } from '../answering/answering.contract.ts';
import { normalizeAnswering } from '../answering/answering.rules.ts';
import {
  normalizeAlternative,
  normalizeText,
  type QuestionField,
  questionProblems,
  type WrittenQuestion,
  withLetters,
  withoutLetters,
} from '../test-bank/question.rules.ts';
import { FORMULA, withoutMarks } from '../test-bank/texts/notation.rules.ts';
import type { Draft, Kept, Problem, RowRead } from './files.rules.ts';
import { keyStyle, keyText, rightPlace } from './keys.rules.ts';
import { emphasisNotes, lostNotes, scaledWeight, unseenEmphasis } from './kinds.rules.ts';
import { writtenText } from './markup.rules.ts';
import { type FindPicture, keepPictures, takePicture, withPicture } from './pictures.rules.ts';
import { spoiltNotes } from './spoilt.rules.ts';

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
  /** The author's difficulty, 1 to 5. */
  difficulty?: string | number | null;
  /** The fields that the file has, so that an empty one means that there is none. */
  told?: readonly LooseField[];
  answering?: LooseAnswering | null;
  /** Whether a number in `correct` is the place of an alternative, from 1, even if it is also the text of another. */
  isCounted?: boolean;
}

/** Maximum alternatives read of one question. */
const MAX_LOOKED_AT = 26;

/** Field names for messages, where a file has no column names. */
export type Naming = (field: LooseField | `alternative-${number}`) => string;
/** A field of a question that a file can name. */
export type LooseField = Exclude<keyof Loose, 'isCounted' | 'answering' | 'told'>;
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
        difficulty: 'Dificuldade (1 a 5)',
      }[field as LooseField];

/**
 * Validates a question as read against what the bank can store. Nothing is repaired or guessed; letters that the author wrote in front of
 * the alternatives are left out, because the bank has its own and shuffles them.
 */
export function checkRow(row: number, loose: Loose, notes: string[] = []): RowRead {
  return checkAsIs(row, { ...loose, alternatives: withoutLetters(loose.alternatives) }, notes);
}

function checkAsIs(row: number, loose: Loose, notes: string[], naming: Naming = plainNaming): RowRead {
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
    .slice(0, MAX_LOOKED_AT)
    .map((given, index) => normalizeAlternative(text(`alternative-${index}`, given)));
  const isOpen = loose.answering != null && alternatives.length === 0;
  const correct = isOpen
    ? 0
    : typeof loose.correct === 'number'
      ? loose.correct
      : rightPlace(loose.correct, alternatives, loose.isCounted);
  if (typeof correct === 'string') wrong('correct', correct);
  const key = isOpen || typeof loose.correct === 'number' ? undefined : keyStyle(loose.correct, alternatives);
  const told = isOpen || typeof loose.correct === 'number' ? undefined : keyText(loose.correct, alternatives);
  const scaled = readWeight(loose.weight);
  if (scaled === undefined)
    wrong(
      'weight',
      `O peso «${shorten(String(loose.weight))}» não serve: use um número inteiro de 1 a ${LARGEST_WEIGHT}.`,
    );
  const known = readCategory(loose.category);
  // Other programs use that name for the sections of a bank, which is no fault of the question.
  const skillCategory = known ?? null;
  const unknown = `A categoria «${shorten(loose.category ?? '', 40)}» não existe aqui e não é guardada (há ${SKILL_CATEGORIES.join(', ')}).`;

  const difficulty = readDifficulty(loose.difficulty);
  const draft: Draft = {
    statement,
    passage,
    alternatives,
    correct: typeof correct === 'number' ? correct : 0,
    explanation,
    weight: Number(scaled?.weight ?? 1),
    skillCategory,
    objective,
    ...(difficulty === undefined ? {} : { difficulty }),
    ...(loose.answering
      ? {
          answering: normalizeAnswering(loose.answering, {
            alternatives: withLetters(alternatives),
            correctAnswer: letterAt(typeof correct === 'number' ? correct : 0),
          }),
        }
      : {}),
  };
  for (const { field, alternative, message } of questionProblems(writtenQuestion(draft)))
    wrong(alternative === undefined ? NAMES[field] : `alternative-${alternative}`, message);
  return {
    row,
    label: shorten(withoutMarks(statement)),
    notes: [
      ...new Set([
        ...notes,
        ...(scaled?.notes ?? []),
        ...(known === undefined ? [unknown] : []),
        ...(difficulty === undefined && !isBlank(loose.difficulty)
          ? [`A dificuldade «${shorten(String(loose.difficulty), 20)}» não é guardada: aqui é um número de 1 a 5.`]
          : []),
        ...spoiltNotes([statement, passage ?? '', ...alternatives, explanation ?? ''], alternatives),
        ...leftoverNotes([statement, passage ?? '', ...alternatives, explanation ?? '']),
        ...unseenEmphasis(draft),
      ]),
    ],
    problems,
    absent: absentFrom(loose, known === undefined, difficulty === undefined),
    ...(key === undefined ? {} : { key }),
    ...(told === undefined ? {} : { keyText: told }),
    draft: problems.length === 0 ? draft : null,
  };
}

const isBlank = (given: string | number | null | undefined) => String(given ?? '').trim() === '';

/** Returns the author's difficulty, or undefined if there is none or it is not a whole number from 1 to 5. */
function readDifficulty(given: string | number | null | undefined): number | undefined {
  return /^[1-5]$/.test(String(given ?? '').trim()) ? Number(given) : undefined;
}

/** Returns the fields that the file lacks, or whose values cannot be stored. */
function absentFrom(loose: Loose, isUnknown: boolean, lacksDifficulty: boolean): Kept[] {
  const isUntold = (field: 'explanation' | 'category' | 'objective' | 'difficulty') =>
    isBlank(loose[field]) && !loose.told?.includes(field);
  return [
    ...(isUntold('explanation') ? (['explanation'] as const) : []),
    ...(isBlank(loose.weight) ? (['weight'] as const) : []),
    ...(isUnknown || isUntold('category') ? (['skillCategory'] as const) : []),
    ...(isUntold('objective') ? (['objective'] as const) : []),
    ...(isUntold('difficulty') || (lacksDifficulty && !isBlank(loose.difficulty)) ? (['difficulty'] as const) : []),
  ];
}

/**
 * Validates a question whose texts are as a table, JSON or Aiken writes them: HTML and formulas of other programs are converted first. A
 * row whose statement, passage or alternatives show what cannot be kept is refused.
 */
export function checkWritten(
  row: number,
  loose: Loose,
  { notes = [], naming = plainNaming, find = () => undefined }: WrittenOptions = {},
): RowRead {
  const statement = writtenText(loose.statement);
  const passage = writtenText(loose.passage ?? '');
  const explanation = writtenText(loose.explanation ?? '');
  const alternatives = loose.alternatives.map(writtenText);
  const shown = takePicture(statement, find);
  const options = alternatives.map((one, index) => keepPictures(one, find, index + 1));
  const parts: [field: Parameters<Naming>[0], lost: readonly string[]][] = [
    ['statement', shown.lost],
    ['passage', passage.lost],
    ...options.map(({ lost }, index): [Parameters<Naming>[0], string[]] => [`alternative-${index}`, lost]),
  ];
  const lacking = parts.find(([, lost]) => lost.length > 0);
  if (lacking) return wrongRow(row, statement.text, `Isto ${lostNotes(lacking[1])}`, naming(lacking[0]));
  const texts = [statement, passage, explanation, ...alternatives];
  const read = checkAsIs(
    row,
    {
      ...loose,
      statement: shown.text,
      passage: [statement.passage, passage.passage, passage.text].filter(Boolean).join('\n\n'),
      explanation: explanation.text,
      alternatives: options.map(({ text }) => text),
      correct: typeof loose.correct === 'string' ? writtenText(loose.correct).text : loose.correct,
    },
    [
      ...notes,
      ...[shown, ...options].flatMap((one) => one.notes),
      ...texts.flatMap(({ dropped }) => dropped),
      ...texts.flatMap((part) => emphasisNotes({ ...part, text: statement.text })),
      ...(explanation.lost.length > 0 ? [`A explicação ${lostNotes(explanation.lost)}`] : []),
    ],
    naming,
  );
  return withPicture(
    read,
    shown.picture,
    [shown, ...options].map(({ pictures }) => pictures),
  );
}

interface WrittenOptions {
  notes?: readonly string[];
  naming?: Naming;
  find?: FindPicture;
}

/** Signs of notations that no reader has understood: TeX commands outside formulas, tags, templates, Markdown. */
const LEFTOVERS =
  /\\(?:[A-Za-z]{2,20}|[()[\]])|<\/?[a-z][a-z\d]{0,20}(?:\s[^<>]{0,60})?\/?>|&(?:[a-z]{2,10}|#\d{2,6});|@@\w{3,20}@@|\{\{[^{}]{1,40}\}\}|\[\/?(?:tex|latex|math|img|b|i|u)\]|__(?=\S)[^_\n]{1,60}__/gi;
/** Markdown that is no notation of the bank: headings, italic, code, links, struck out text, quotations. */
const MARKDOWN =
  /^#{1,6} (?=\S)|(?<![\p{L}\p{N}*_\\])([*_])(?=\p{L})[^*_\n]{0,60}[\p{L}\p{P}]\1(?![\p{L}\p{N}*_])|`[^`\n]{1,60}`|\[[^\]\n]{1,60}\]\(https?:[^)\s]{1,200}\)|~~(?=\S)[^~\n]{1,60}~~/gmu;

/** Names what is stored as it was written although it looks like markup. */
function leftoverNotes(texts: readonly string[]): string[] {
  const found = new Set(
    texts.flatMap((text) => {
      const plain = withoutMarks(text.slice(0, 10_000)).replace(FORMULA, ' ');
      return [LEFTOVERS, MARKDOWN].flatMap((pattern) => [...plain.matchAll(pattern)].map(([sign]) => sign));
    }),
  );
  const named = [...found].slice(0, 4).map((sign) => `«${shorten(sign, 30)}»`);
  return named.length === 0 ? [] : [`Fica escrito tal e qual, porque não se percebeu: ${named.join(', ')}.`];
}

/** The fields of a question under the column names of a file. */
const NAMES: Record<QuestionField, LooseField> = {
  statement: 'statement',
  passage: 'passage',
  alternatives: 'alternatives',
  correctAnswer: 'correct',
  explanation: 'explanation',
  weight: 'weight',
  objective: 'objective',
  answering: 'correct',
};

export const writtenQuestion = ({ correct, ...draft }: Draft): WrittenQuestion => ({
  ...draft,
  answering: draft.answering ?? null,
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

/** What tables and JSON call a single-choice question. */
const CHOICE_KINDS =
  /^(|(de )?(escolha|selecao)( multipla| unica)?|multipla escolha|multiple ?choice( question)?|multi ?choice|single ?choice|mcq?|choice|radio|lista (suspensa|pendente)|drop ?down( list)?|sc|verdadeiro (ou|e|\/) falso|v ?\/ ?f|vf|true ?(or|\/)? ?false( question)?|tf|quiz)$/;

/** Returns why a question type is not accepted, or undefined for single choice. */
export function refusedKind(given: string): string | undefined {
  const plain = plainText(given).replace(/[_-]+/g, ' ').trim();
  return CHOICE_KINDS.test(plain)
    ? undefined
    : `É uma questão do tipo «${shorten(given, 40)}»: aqui só cabem questões de escolha com uma resposta certa.`;
}

/**
 * Returns the weight that a cell names, 1 if it is empty: "2", "15 pontos", "0,5".
 *
 * @returns the number as text, or undefined if it is none.
 */
function readWeight(given: string | number | null | undefined): { weight: string; notes: string[] } | undefined {
  const text = String(given ?? '').trim();
  if (text === '') return { weight: '1', notes: [] };
  const number = /^(\d{1,6}(?:[.,]\d{1,6})?)\s*(?:pontos?|pts?\.?|val(?:ores|or)?\.?|points?|%)?$/i.exec(text)?.[1];
  return number === undefined ? undefined : scaledWeight(number);
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
