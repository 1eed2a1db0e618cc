import { withoutLetter } from '../../../shared/questions/letters.ts';
import { shorten } from '../../../shared/text.ts';
import type { Draft, Kept } from '../question-formats/files.rules.ts';
import type { WrittenQuestion } from '../test-bank/question.rules.ts';

// Describes, in sentences, how a question in a file differs from the stored one.

/** The fields of a stored question that are compared with those of a question in a file. Its alternatives include their letters. */
export interface Compared extends WrittenQuestion {
  difficulty: number | null;
}

const quoted = (text: string | null): string =>
  text === null || text === '' ? 'nada' : `«${shorten(text.replace(/\s+/g, ' '), 80)}»`;
const between = (name: string, here: string, there: string) => `${name}: ${here} no teste, ${there} no ficheiro.`;

/**
 * Returns the differences that a parent or a child would notice, one sentence each; the most important first.
 *
 * @param absent what the file does not say, and is thus no difference.
 */
export function differencesOf(draft: Draft, stored: Compared, absent: readonly Kept[]): string[] {
  const alternatives = stored.alternatives.map(withoutLetter);
  const letter = String.fromCharCode(65 + draft.correct);
  const right = alternatives[stored.correctAnswer.charCodeAt(0) - 65];
  const rightInFile = draft.alternatives[draft.correct];
  const inTest = right === undefined ? 'nenhuma' : `${stored.correctAnswer}) ${quoted(right)}`;
  const inFile = rightInFile === undefined ? 'nenhuma' : `${letter}) ${quoted(rightInFile)}`;
  const lists = [alternatives, draft.alternatives].map((list) => list.join('\n')) as [string, string];
  const told = (field: Kept) => !absent.includes(field);
  const texts: readonly (readonly [name: string, here: string | null, there: string | null, isTold: boolean])[] = [
    ['Alternativas', lists[0], lists[1], true],
    ['Enunciado', stored.statement, draft.statement, true],
    ['Texto de apoio', stored.passage, draft.passage, true],
    ['Explicação', stored.explanation, draft.explanation, told('explanation')],
    ['Categoria', stored.skillCategory, draft.skillCategory, told('skillCategory')],
    ['Objectivo', stored.objective, draft.objective, told('objective')],
  ];
  const numbers: readonly (readonly [name: string, here: number | null, there: number | null, isTold: boolean])[] = [
    ['Peso', stored.weight, draft.weight, told('weight')],
    ['Dificuldade', stored.difficulty, draft.difficulty ?? null, told('difficulty')],
  ];
  return [
    ...(right === rightInFile ? [] : [between('Resposta certa', inTest, inFile)]),
    ...texts.flatMap(([name, here, there, isTold]) =>
      isTold && (here ?? '') !== (there ?? '') ? [between(name, quoted(here), quoted(there))] : [],
    ),
    ...numbers.flatMap(([name, here, there, isTold]) =>
      isTold && here !== there ? [between(name, String(here ?? 'nada'), String(there ?? 'nada'))] : [],
    ),
    ...(sorted(stored.answering) === sorted(draft.answering ?? null) ? [] : [WAYS]),
  ];
}
const WAYS = 'Responde-se de outra maneira no teste e no ficheiro.';

/** Returns a value as JSON with the fields of its objects in order, so that equal values are equal texts. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => a.localeCompare(b)))
      : one,
  );
