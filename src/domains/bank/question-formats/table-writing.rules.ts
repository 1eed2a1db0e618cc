import { guardLetters } from '../test-bank/question.rules.ts';
import { letterAt } from '../test-bank/tests.rules.ts';
import { type Facts, HEADINGS } from './column-names.rules.ts';
import type { Draft, Picture } from './draft.rules.ts';

/** Columns for the picture of each question: their names and cell values. */
export interface PictureColumns {
  headings: readonly string[];
  cellsOf: (picture: Picture | undefined) => readonly string[];
}

/**
 * Returns questions as rows of text, followed by columns about the test if `about` is given.
 *
 * @param pictures columns that are added only if some question has a picture.
 */
export function toTable(
  questions: readonly Draft[],
  headers: boolean,
  about: Facts | null,
  pictures: PictureColumns,
): string[][] {
  const more = Object.entries(about ?? {});
  const shown = questions.some(({ picture }) => picture) ? pictures : { headings: [], cellsOf: () => [] };
  const rows = questions.map((question) => {
    const alternatives = guardLetters(question.alternatives);
    return [
      question.statement,
      question.passage ?? '',
      ...[0, 1, 2, 3, 4, 5].map((place) => alternatives[place] ?? ''),
      letterAt(question.correct),
      question.explanation ?? '',
      String(question.weight),
      question.skillCategory ?? '',
      question.objective ?? '',
      ...shown.cellsOf(question.picture),
      ...more.map(([, value]) => value),
    ];
  });
  return headers ? [[...HEADINGS, ...shown.headings, ...more.map(([name]) => name)], ...rows] : rows;
}
