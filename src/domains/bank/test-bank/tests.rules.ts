import type { SkillCategory } from '../../../shared/words.ts';
import type { Answering } from '../answering/answering.contract.ts';
import { escaped, heardMarkup } from './heard.rules.ts';
import type { PresentedQuestion, Question } from './tests.contract.ts';

/** Texts of a question that are more than plain text, as markup. They are rendered once, when the question is saved. */
export interface Rendered {
  statement?: string;
  passage?: string;
  alternatives?: string[];
  explanation?: string;
}

/** A question as a version stores it: with its key, and never changed again. */
export interface FrozenQuestion {
  id: number;
  testId: number;
  statement: string;
  passage: string | null;
  /** Each starts with its letter: "A) …". */
  alternatives: string[];
  correctAnswer: string;
  explanation: string | null;
  weight: number;
  skillCategory: SkillCategory | null;
  objective: string | null;
  /** The author's difficulty, 1 to 5; absent in versions from before difficulties existed. */
  difficulty?: number | null;
  figureSvg: string | null;
  figureAlt: string | null;
  /** A picture that a teacher added; absent in versions from before pictures existed. */
  image?: FrozenImage | null;
  rendered: Rendered;
  /** How it is answered in writing; absent if by choosing an alternative. */
  answering?: Answering;
  /** Only if the alternatives are in another order than in the bank: the letter of each in the bank. */
  bankLetters?: string[];
}

export interface FrozenImage {
  /** Identifies the file by its content, so that it can be cached indefinitely. */
  id: string;
  width: number;
  height: number;
  bytes: number;
  alt: string;
}

/**
 * Returns the part of a question that a child's screen receives. It is built field by field: a new field stays on the server until it is
 * added here. It contains neither the key nor the explanation in any form.
 */
export function presentQuestion(question: FrozenQuestion): PresentedQuestion {
  const statementHtml = heardMarkup(question.statement, question.rendered.statement);
  const passageHtml = question.rendered.passage && heardMarkup(question.passage ?? '', question.rendered.passage);
  const alternativesHtml = heardAlternatives(question);
  return {
    id: question.id,
    testId: question.testId,
    statement: question.statement,
    ...(statementHtml === undefined ? {} : { statementHtml }),
    ...(question.passage ? { passage: question.passage } : {}),
    ...(passageHtml === undefined ? {} : { passageHtml }),
    alternatives: JSON.stringify(question.alternatives),
    ...(alternativesHtml === undefined ? {} : { alternativesHtml }),
    weight: question.weight,
    skillCategory: question.skillCategory,
    ...(question.figureSvg && question.figureAlt
      ? { figure: { svg: question.figureSvg, alt: question.figureAlt } }
      : {}),
    ...(question.image ? { image: presentImage(question.image) } : {}),
    ...(question.answering ? { asks: presentAnswering(question.answering) } : {}),
  };
}

const presentAnswering = ({ way, unit }: Answering) => ({ way, ...(unit ? { unit } : {}) });

/** Returns markup of all alternatives, if one of them needs it. */
function heardAlternatives({ alternatives, rendered }: FrozenQuestion): string[] | undefined {
  const heard = alternatives.map((text, at) => heardMarkup(text, rendered.alternatives?.[at]));
  if (heard.every((html) => html === undefined)) return undefined;
  return alternatives.map((text, at) => heard[at] ?? escaped(text));
}

const presentImage = ({ id, width, height, alt }: FrozenImage) => ({ src: `/api/images/${id}`, width, height, alt });

/** Returns a question with its key: for teachers, and for the family once the attempt is completed. */
export function revealQuestion(question: FrozenQuestion): Question {
  const explanationHtml =
    question.explanation === null ? undefined : heardMarkup(question.explanation, question.rendered.explanation);
  return {
    ...presentQuestion(question),
    correctAnswer: question.correctAnswer,
    explanation: question.explanation,
    ...(explanationHtml === undefined ? {} : { explanationHtml }),
    objective: question.objective,
    ...(question.answering ? { answering: question.answering } : {}),
  };
}

/** Parses the alternatives of a question, a JSON array stored as text. @returns an empty list if the text is not a JSON array. */
export function alternativesOf(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
