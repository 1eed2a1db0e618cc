import { withoutGuard } from '../../../../shared/formula.ts';
import { letterAt } from '../../../../shared/questions/letters.ts';
import { guardLetters } from '../../test-bank/question.rules.ts';
import type { Draft, Picture } from '../files.rules.ts';
import { ownText } from '../markup.rules.ts';
import { WRITTEN_HEADINGS, writtenCells } from '../written/written.rules.ts';
import { holdableInXml } from '../xml.rules.ts';
import { DIFFICULTY_HEADING, type Facts, HEADINGS } from './column-names.rules.ts';

/** Columns for the picture of each question: their names and cell values. */
export interface PictureColumns {
  headings: readonly string[];
  cellsOf: (picture: Picture | undefined) => readonly string[];
}

/**
 * Returns questions as rows of text, followed by columns about written answers if there are some, and about the test if `about` is given.
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
  const areRated = headers && questions.some(({ difficulty }) => difficulty !== undefined);
  const areWritten = questions.some(({ answering }) => answering);
  const rows = questions.map((question) => {
    const alternatives = guardLetters(question.alternatives.map(ownText));
    return [
      ownText(question.statement),
      ownText(question.passage ?? ''),
      ...[0, 1, 2, 3, 4, 5].map((place) => alternatives[place] ?? ''),
      alternatives.length === 0 ? (question.answering?.accepted[0] ?? '') : letterAt(question.correct),
      ownText(question.explanation ?? ''),
      String(question.weight),
      question.skillCategory ?? '',
      question.objective ?? '',
      ...shown.cellsOf(question.picture),
      ...(areWritten ? writtenCells(question) : []),
      ...(areRated ? [String(question.difficulty ?? '')] : []),
      ...more.map(([, value]) => value),
    ];
  });
  const written = areWritten ? WRITTEN_HEADINGS : [];
  const rated = areRated ? [DIFFICULTY_HEADING] : [];
  return headers
    ? [[...HEADINGS, ...shown.headings, ...written, ...rated, ...more.map(([name]) => name)], ...rows]
    : rows;
}

/** Returns a text that looks guarded with another apostrophe before it, so that reading restores the text. */
const guard = (text: string): string => (withoutGuard(text) === text ? text : `'${text}`);

/**
 * Returns questions as rows of texts for a workbook, escaped so that spreadsheets show them verbatim.
 *
 * @param pathOf the path of a picture beside the workbook.
 */
export const xlsxRows = (
  questions: readonly Draft[],
  headers: boolean,
  about: Facts | null,
  pathOf: (picture: Picture) => string,
): string[][] =>
  toTable(questions, headers, about, {
    headings: ['Imagem', 'Descrição da imagem'],
    cellsOf: (picture) => (picture ? [pathOf(picture), picture.alt] : ['', '']),
  }).map((row) => row.map((text) => cellText(guard(text))));

function cellText(text: string): string {
  const escaped = holdableInXml(text).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  // The library looks texts up in a plain object, where these names always exist: `constructor` would be written as a function.
  return escaped in Object.prototype ? escapedLetter(escaped) : escaped;
}
const escapedLetter = (text: string) =>
  `_x${text.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_${text.slice(1)}`;
