import { letterAt } from '../../../shared/questions/letters.ts';
import {
  FEWEST_ALTERNATIVES,
  LARGEST_WEIGHT,
  LONGEST,
  MAX_ALTERNATIVES,
  WEIGHT_PROBLEM,
} from '../../../shared/questions/question-limits.ts';
import { grouped, UNSEEN } from '../../../shared/text.ts';
import type { SkillCategory } from '../../../shared/words.ts';
import type { Answering, LooseAnswering } from '../answering/answering.contract.ts';
import { answeringProblem, normalizeAnswering } from '../answering/answering.rules.ts';
import { everyPiece, notationOf } from './texts/notation.rules.ts';

// The definition of a question, shared by the teacher's form, imports, the content files and copies.

/** A question as its author writes it, in any format. */
export interface WrittenQuestion {
  statement: string;
  /** Text to read before the statement. */
  passage: string | null;
  /** In order, without letters; empty if there are none, which only a question that is answered in writing may have. */
  alternatives: readonly string[];
  /** Letter of the right alternative, 'A' to 'F'. */
  correctAnswer: string;
  explanation: string | null;
  /** Whole number from 1 to `LARGEST_WEIGHT`. */
  weight: number;
  skillCategory: SkillCategory | null;
  /** Code of an objective of the curriculum. */
  objective: string | null;
  /** How it is answered in writing; null if by choosing an alternative. */
  answering: Answering | null;
}

export type QuestionField = keyof Omit<WrittenQuestion, 'skillCategory'>;

export interface QuestionProblem {
  field: QuestionField;
  /** Index of the alternative with the problem; absent if the problem is not about one alternative. */
  alternative?: number;
  /** A message for the teacher, in Portuguese. */
  message: string;
}

/** Removes invisible characters, and joiners that join no emoji. */
export const withoutUnseen = (text: string): string =>
  text.replace(UNSEEN, '').replace(/\u200c|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/gu, '');

/**
 * Returns text as it is stored: composed letters (NFC), `\n` for every kind of line break, no invisible characters, no white space at its
 * ends.
 */
export const normalizeText = (text: string): string =>
  withoutUnseen(text)
    .normalize('NFC')
    .replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
    .trim();

/** Returns an alternative as it is stored: like `normalizeText`, and with one space for every run of white space within a line. */
export const normalizeAlternative = (text: string): string =>
  normalizeText(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n');

/** "A) ", "a. ", "(B) ", "C - ", "D: " at the beginning of an alternative. */
const LETTER = /^\(?([A-Fa-f])(?:\)\s*|[.:-]\s+|\s+-\s+)/;
/** Letters that are certainly meant as letters: those with a bracket. */
const BRACKETED = /^\(?[A-Fa-f]\)/;

/**
 * Returns whether every alternative begins with the letter of its position. In "A. Neto" among other names the letter is part of a name.
 */
const areLettered = (alternatives: readonly string[]): boolean =>
  alternatives.length > 0 &&
  alternatives.every((text, index) => LETTER.exec(text.trim())?.[1]?.toUpperCase() === letterAt(index));

/** Removes the letters if every alternative begins with the letter of its position; otherwise the alternatives are unchanged. */
export const withoutLetters = (alternatives: readonly string[]): string[] =>
  areLettered(alternatives) ? alternatives.map((text) => text.trim().replace(LETTER, '').trim()) : [...alternatives];

/** Returns whether all have letters, but not those of their positions: the key might then refer to either. */
export const lettersOutOfOrder = (alternatives: readonly string[]): boolean =>
  alternatives.length > 0 && alternatives.every((text) => BRACKETED.test(text.trim())) && !areLettered(alternatives);
export const LETTERS_OUT_OF_ORDER = 'As letras das alternativas não seguem a ordem A, B, C…';

/** Alternatives as they are stored: each with the letter of its position, "A) …". */
export const withLetters = (alternatives: readonly string[]): string[] =>
  alternatives.map((text, index) => `${letterAt(index)}) ${text}`);

/** Adds letters only if `withoutLetters` or `lettersOutOfOrder` would mistake the texts for lettered ones. */
export const guardLetters = (alternatives: readonly string[]): string[] =>
  areLettered(alternatives) || lettersOutOfOrder(alternatives) ? withLetters(alternatives) : [...alternatives];

/** Control characters other than tab and line break, lone surrogates and noncharacters. */
const UNSTORABLE = /[^\P{Cc}\t\n]|\p{Surrogate}|[\ufffe\uffff]/u;
const UNSTORABLE_PROBLEM = 'O texto tem caracteres que não se podem guardar.';

/**
 * Returns the sentence for a text that is too long. It states both numbers; the text is not cut off, because its end would be lost
 * unnoticed.
 */
export const tooLongProblem = (length: number, longest: number): string =>
  `No máximo ${grouped(longest)} caracteres: tem ${grouped(length)}.`;

const DESCRIBE = 'Descreva cada imagem, entre os parênteses rectos, para quem não a vê.';
/** Returns whether a picture within a text has no description; `…` is the place that the form leaves for it. */
const lacksDescription = (text: string) =>
  text.includes('![') &&
  everyPiece(notationOf(text)).some((piece) => piece.kind === 'picture' && /^[\s…]*$/.test(piece.alt));

/**
 * Returns all problems of a question, in the order of its fields, or empty when it can be stored. The texts must have gone through
 * `normalizeText` and `normalizeAlternative`.
 *
 * The three sentences with "obrigatório" are the specification's.
 */
export function questionProblems(question: WrittenQuestion): QuestionProblem[] {
  const problems: QuestionProblem[] = [];
  if (question.statement === '') problems.push({ field: 'statement', message: 'O enunciado da questão é obrigatório' });
  for (const field of ['statement', 'passage', 'explanation', 'objective'] as const) {
    const text = question[field] ?? '';
    if (UNSTORABLE.test(text)) problems.push({ field, message: UNSTORABLE_PROBLEM });
    else if (text.length > LONGEST[field])
      problems.push({ field, message: tooLongProblem(text.length, LONGEST[field]) });
    else if (lacksDescription(text)) problems.push({ field, message: DESCRIBE });
  }
  const { answering, alternatives } = question;
  if (answering && alternatives.length === 0) problems.push(...answeringProblems(question));
  else {
    const ofAlternatives = alternativeProblems(alternatives);
    const ofKey = keyProblems(question, ofAlternatives.length === 0);
    problems.push(...ofAlternatives, ...ofKey);
    if (ofAlternatives.length + ofKey.length === 0) problems.push(...answeringProblems(question));
  }
  if (!Number.isInteger(question.weight) || question.weight < 1 || question.weight > LARGEST_WEIGHT)
    problems.push({ field: 'weight', message: WEIGHT_PROBLEM });
  return problems;
}

function answeringProblems({ answering, alternatives, correctAnswer }: WrittenQuestion): QuestionProblem[] {
  const message = answering && answeringProblem({ answering, alternatives: withLetters(alternatives), correctAnswer });
  return message ? [{ field: 'answering', message }] : [];
}

/** Returns how a question of the content files is answered in writing, or null. */
export const contentAnswering = (question: {
  alternatives: readonly string[];
  correctAnswer: string;
  answering?: LooseAnswering | null | undefined;
}): Answering | null => (question.answering ? normalizeAnswering(question.answering, question) : null);

/** Returns the problems of a question of the content files, whose alternatives have letters. */
export const contentProblems = (
  question: Omit<WrittenQuestion, 'passage' | 'answering'> & {
    passage?: string | undefined;
    answering?: LooseAnswering | null | undefined;
  },
): QuestionProblem[] =>
  questionProblems({
    ...question,
    passage: question.passage ?? null,
    answering: contentAnswering(question),
    alternatives: withoutLetters(question.alternatives),
  });

function alternativeProblems(alternatives: readonly string[]): QuestionProblem[] {
  const field = 'alternatives';
  const count = alternatives.length;
  if (count === 0) return [{ field, message: 'As alternativas são obrigatórias' }];
  if (count < FEWEST_ALTERNATIVES) return [{ field, message: 'Escreva pelo menos duas alternativas.' }];
  if (count > MAX_ALTERNATIVES) return [{ field, message: `No máximo ${MAX_ALTERNATIVES} alternativas: há ${count}.` }];
  return alternatives.flatMap((text, alternative): QuestionProblem[] => {
    const letter = letterAt(alternative);
    const first = alternatives.indexOf(text);
    const message =
      text === ''
        ? `A alternativa ${letter} está vazia.`
        : text.length > LONGEST.alternative
          ? `A alternativa ${letter} tem mais de ${LONGEST.alternative} caracteres.`
          : UNSTORABLE.test(text)
            ? UNSTORABLE_PROBLEM
            : lacksDescription(text)
              ? DESCRIBE
              : first < alternative
                ? `As alternativas ${letterAt(first)} e ${letter} são iguais.`
                : undefined;
    return message === undefined ? [] : [{ field, alternative, message }];
  });
}

function keyProblems({ correctAnswer, alternatives }: WrittenQuestion, countIsRight: boolean): QuestionProblem[] {
  const field = 'correctAnswer';
  if (correctAnswer === '') return [{ field, message: 'A resposta correta é obrigatória' }];
  if (!/^[A-F]$/.test(correctAnswer)) return [{ field, message: 'A resposta certa é uma letra, de A a F.' }];
  return countIsRight && correctAnswer.charCodeAt(0) - 65 >= alternatives.length
    ? [{ field, message: `Não existe a alternativa ${correctAnswer}: há ${alternatives.length}.` }]
    : [];
}

/** Returns the first problem of each field, as forms show them. */
export function problemsByField(problems: readonly QuestionProblem[]): Partial<Record<QuestionField, string>> {
  const byField: Partial<Record<QuestionField, string>> = {};
  for (const { field, message } of problems) byField[field] ??= message;
  return byField;
}

/** A question as a person or a program may send it: alternatives with or without letters, any white space. */
export interface LooseQuestion extends Omit<WrittenQuestion, 'passage' | 'explanation' | 'objective' | 'answering'> {
  passage?: string | null | undefined;
  explanation?: string | null | undefined;
  objective?: string | null | undefined;
  answering?: LooseAnswering | null | undefined;
}

/** Returns a question with its texts as they are stored, and its problems. */
export function normalizeQuestion(loose: LooseQuestion): { question: WrittenQuestion; problems: QuestionProblem[] } {
  const optional = (text: string | null | undefined) => normalizeText(text ?? '') || null;
  const given = loose.alternatives.map(normalizeAlternative);
  const alternatives = withoutLetters(given);
  const isOpen = loose.answering != null && alternatives.length === 0;
  const correctAnswer = isOpen ? 'A' : loose.correctAnswer.trim().toUpperCase();
  const question: WrittenQuestion = {
    statement: normalizeText(loose.statement),
    passage: optional(loose.passage),
    alternatives,
    correctAnswer,
    explanation: optional(loose.explanation),
    weight: loose.weight,
    skillCategory: loose.skillCategory,
    objective: optional(loose.objective),
    answering: loose.answering
      ? normalizeAnswering(loose.answering, { alternatives: withLetters(alternatives), correctAnswer })
      : null,
  };
  const problems = questionProblems(question);
  return {
    question,
    problems: lettersOutOfOrder(given)
      ? [{ field: 'alternatives', message: LETTERS_OUT_OF_ORDER }, ...problems]
      : problems,
  };
}
