import { withoutLetter } from '../../../shared/questions/letters.ts';
import { plainText } from '../../../shared/words.ts';
import type { Draft } from '../question-formats/files.rules.ts';
import { createFilter } from '../question-lists/filter.rules.ts';
import type { FrozenQuestion } from '../test-bank/tests.rules.ts';
import {
  addressOfPicture,
  FORMULA,
  imageIdsIn,
  notationOf,
  type Piece as Part,
  withoutMarks,
} from '../test-bank/texts/notation.rules.ts';
import { formulaPieces, type Piece, printedFormula } from './printed-formulas.rules.ts';

/**
 * Converts a stored question to the draft that the file writers take.
 *
 * @param pictures the bytes of the pictures that teachers uploaded, by picture id.
 */
export function draftOf(question: FrozenQuestion, pictures: ReadonlyMap<string, Uint8Array>): Draft {
  const { image, figureSvg, figureAlt } = question;
  const bytes = image ? pictures.get(image.id) : undefined;
  const within = imageIdsIn([question]).flatMap((id): [string, Uint8Array][] => {
    const found = pictures.get(id);
    return found ? [[addressOfPicture(id), found]] : [];
  });
  return {
    ...(within.length === 0 ? {} : { pictures: new Map(within) }),
    ...(image && bytes
      ? { picture: { bytes, alt: image.alt } }
      : figureSvg && figureAlt
        ? { picture: { bytes: new TextEncoder().encode(figureSvg), alt: figureAlt } }
        : {}),
    statement: question.statement,
    passage: question.passage,
    alternatives: question.alternatives.map(withoutLetter),
    correct: question.correctAnswer.charCodeAt(0) - 65,
    explanation: question.explanation,
    weight: question.weight,
    skillCategory: question.skillCategory,
    objective: question.objective,
    ...(question.difficulty == null ? {} : { difficulty: question.difficulty }),
    ...(question.answering ? { answering: question.answering } : {}),
  };
}

/**
 * Selects the questions to export, in the order of the test: all, those that match the screen's filters, or those whose boxes are ticked.
 */
export function chosenFor(
  questions: readonly FrozenQuestion[],
  wanted: {
    scope: 'all' | 'filtered' | 'selected';
    search: string | null;
    category: string | null;
    ids: readonly number[];
  },
): FrozenQuestion[] {
  if (wanted.scope === 'all') return [...questions];
  if (wanted.scope === 'selected') return questions.filter(({ id }) => wanted.ids.includes(id));
  const isShown = createFilter(wanted);
  return questions.filter((question) => isShown({ ...question, alternatives: JSON.stringify(question.alternatives) }));
}

/** Returns a text for print in plain characters: `$\frac{5}{8}$` becomes "5/8", a picture its description. */
export function printedText(text: string): string {
  return withoutMarks(text)
    .replace(FORMULA, (_, tex: string) => printedFormula(tex))
    .replace(/\\\$/g, '$');
}

/** Returns a statement with its number in front. A table begins a line of its own, or it would be no table. */
export const numbered = (number: number, statement: string): string =>
  `${number}.${/^\s*\|/.test(statement) ? '\n' : ' '}${statement}`;

/**
 * Splits a text for print into characters, fractions that are printed vertically, and expressions with a mark above. Fractions within
 * powers or roots stay on the line, as "5/8". Pictures are left out; they are printed below the text.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: Piece) => {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else if (piece !== '') pieces.push(piece);
  };
  const walk = (parts: readonly Part[], look: { bold: boolean; underlined: boolean }): void => {
    const write = (words: string) => add(words !== '' && (look.bold || look.underlined) ? { words, ...look } : words);
    for (const [index, part] of parts.entries()) {
      if (parts[index - 1]?.kind === 'table') add('\n');
      if (part.kind === 'text') write(part.text);
      else if (part.kind === 'formula')
        for (const piece of formulaPieces(part.tex))
          if (typeof piece === 'string') write(piece);
          else add('over' in piece ? { ...piece, ...look } : piece);
      else if (part.kind === 'table')
        for (const cells of [part.head, ...part.rows].filter((row) => row.some((cell) => cell.length > 0))) {
          add('\n');
          for (const [at, cell] of cells.entries()) {
            if (at > 0) add(' | ');
            walk(cell, look);
          }
        }
      else if (part.kind !== 'picture') walk(part.pieces, { ...look, [part.kind]: true });
    }
  };
  walk(notationOf(text), { bold: false, underlined: false });
  return pieces;
}

/** Joins the parts into a file name without accents, spaces and punctuation. */
export function fileName(parts: readonly string[]): string {
  return parts
    .map((part) =>
      plainText(part)
        .replace(/º/g, 'o')
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, ''),
    )
    .filter(Boolean)
    .join('-')
    .slice(0, 80);
}

/** Example questions for the templates: one in words only, one with a formula. Together they fill in every field at least once. */
export const EXAMPLES: readonly Draft[] = [
  {
    statement: 'Qual é a capital de Angola?',
    passage: null,
    alternatives: ['Benguela', 'Luanda', 'Huambo', 'Lubango'],
    correct: 1,
    explanation: 'Luanda é a capital de Angola.',
    weight: 1,
    skillCategory: 'Conhecimento',
    objective: null,
  },
  {
    statement: 'Que fracção do pão comeu a Marta?',
    passage: 'A Marta cortou um pão em 4 partes iguais e comeu 1.',
    alternatives: ['$\\frac{1}{2}$', '$\\frac{1}{3}$', '$\\frac{1}{4}$', '$\\frac{3}{4}$'],
    correct: 2,
    explanation: 'Comeu 1 de 4 partes iguais: $\\frac{1}{4}$.',
    weight: 2,
    skillCategory: 'Aplicação',
    objective: null,
  },
];
