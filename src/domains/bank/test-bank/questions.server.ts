import { renderForeign } from './math-thread.server.ts';
import {
  type LooseQuestion,
  normalizeQuestion,
  problemsByField,
  type WrittenQuestion,
  withLetters,
} from './question.rules.ts';
import type { Rendered } from './tests.rules.ts';

/** A complete question except for pictures: alternatives with letters, mathematics rendered. */
export interface PreparedQuestion extends WrittenQuestion {
  rendered: Rendered;
}

type Prepared =
  | { question: PreparedQuestion; problems: Record<string, never> }
  | { question: undefined; problems: Record<string, string> };

/**
 * Checks a question sent by a form or a program, and renders its mathematics.
 *
 * @returns the question, or its problems by field, in Portuguese.
 */
export async function prepareQuestion(loose: LooseQuestion): Promise<Prepared> {
  const { question, problems } = normalizeQuestion(loose);
  return problems.length > 0 ? { question: undefined, problems: problemsByField(problems) } : renderWritten(question);
}

/**
 * Adds the letters to a question without problems (see `questionProblems`), and renders its mathematics.
 *
 * @returns the question, or the fields whose formulas cannot be read.
 */
export async function renderWritten({
  statement,
  passage,
  alternatives: texts,
  correctAnswer,
  explanation,
  weight,
  skillCategory,
  objective,
  answering,
}: WrittenQuestion): Promise<Prepared> {
  const alternatives = withLetters(texts);
  const { html: rendered, problems } = await renderForeign({ statement, passage, alternatives, explanation });
  if (Object.keys(problems).length > 0) return { question: undefined, problems };
  const written = { statement, passage, alternatives, correctAnswer, explanation, weight, skillCategory, objective };
  return { question: { ...written, answering, rendered }, problems: {} };
}
