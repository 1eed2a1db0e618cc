import type { SkillCategory } from '../../shared/words.ts';
import type { PresentedQuestion, Question } from './tests.contract.ts';

/** Parts of a question that hold mathematics, as escaped text with MathML. Made once, when the question is saved. */
export interface Rendered {
  statement?: string;
  alternatives?: string[];
  explanation?: string;
}

/** A question as a version keeps it: with its key, and never changed again. */
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
  figureSvg: string | null;
  figureAlt: string | null;
  rendered: Rendered;
}

/**
 * What a child's screen gets of a question, built field by field: whatever is added to a question later stays on the
 * server until somebody adds it here. Neither the key nor the explanation, in any form.
 */
export function presentQuestion(question: FrozenQuestion): PresentedQuestion {
  return {
    id: question.id,
    testId: question.testId,
    statement: question.statement,
    ...(question.rendered.statement ? { statementHtml: question.rendered.statement } : {}),
    ...(question.passage ? { passage: question.passage } : {}),
    alternatives: JSON.stringify(question.alternatives),
    ...(question.rendered.alternatives ? { alternativesHtml: question.rendered.alternatives } : {}),
    weight: question.weight,
    skillCategory: question.skillCategory,
    ...(question.figureSvg && question.figureAlt
      ? { figure: { svg: question.figureSvg, alt: question.figureAlt } }
      : {}),
  };
}

/** A question with its key: for teachers, and for the family once the attempt is completed. */
export function revealQuestion(question: FrozenQuestion): Question {
  return {
    ...presentQuestion(question),
    correctAnswer: question.correctAnswer,
    explanation: question.explanation,
    ...(question.rendered.explanation ? { explanationHtml: question.rendered.explanation } : {}),
    objective: question.objective,
  };
}

/** The letter of an alternative's place: 0 is A. */
export const letterAt = (index: number) => String.fromCharCode(65 + index);

/** An alternative without its letter: "A) 5 laranjas" is "5 laranjas". Only the letter of its own place is taken off. */
export function withoutLetter(alternative: string, index: number): string {
  const letter = letterAt(index);
  const rest = alternative.slice(1);
  return alternative.startsWith(letter) && /^\s*[).:-]\s*/.test(rest) ? rest.replace(/^\s*[).:-]\s*/, '') : alternative;
}
