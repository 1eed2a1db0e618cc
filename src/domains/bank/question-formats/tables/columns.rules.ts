import { MAX_ROWS } from '../../../../shared/questions/question-limits.ts';
import { shorten } from '../../../../shared/text.ts';
import { plainText } from '../../../../shared/words.ts';
import type { WrittenWay } from '../../answering/answering.contract.ts';
import { LETTERS_OUT_OF_ORDER, lettersOutOfOrder, withoutLetters } from '../../test-bank/question.rules.ts';
import { checkWritten, refusedKind, wrongRow } from '../draft.rules.ts';
import { type Cells, FileRefused, type RowRead, refuseTooManyRows } from '../files.rules.ts';
import { trueOrFalse, withoutGuessedKeys } from '../keys.rules.ts';
import { leftBehind } from '../kinds.rules.ts';
import { type FindPicture, FOLDER, withPicture } from '../pictures.rules.ts';
import { answeringFromCells, wayNamed } from '../written/written.rules.ts';
import { readBlocks } from './blocks.rules.ts';
import {
  columnLetter,
  countsFromOne,
  DIFFICULTY_HEADING,
  FACTS,
  type Field,
  fieldOf,
  HEADINGS,
  ORDER,
  ORDER_WITH_PICTURES,
  ORDER_WITH_PICTURES_WRITTEN,
  ORDER_WRITTEN,
  ORDERS,
  WRITTEN_FIELDS,
} from './column-names.rules.ts';

// Reads questions in rows and columns: shared by CSV and Excel.

/** What exports write in the first of the columns about written answers. */
const WRITTEN_WAY = /^(?:número|palavra)$/;
const PICTURE_PATH = new RegExp(`^${FOLDER}/\\d+\\.\\w+$`);
/**
 * Converts the rows of a sheet to questions.
 *
 * @param hasHeader whether the first row holds the column names. Without it the columns are those of an export, in order.
 * @param cellsMayLack whether a missing cell shifts the following ones, as in a text file.
 * @param findPicture looks up the pictures beside the table by the name in a cell; absent if the format has no pictures.
 * @throws FileRefused 400 when the header has no statement, answer or alternatives column, or has one of them twice.
 */
export function readTable(
  rows: readonly Cells[],
  hasHeader: boolean,
  cellsMayLack = false,
  findPicture?: FindPicture,
): RowRead[] {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const blocks = readBlocks(filled);
  if (blocks) return blocks;
  const named = hasHeader ? (headerIn(filled) ?? { from: 0, to: 0, header: filled[0] }) : undefined;
  const at = named?.from ?? -1;
  const header = named?.header;
  const data = withoutEmptyPlaces(header, filled.slice((named?.to ?? -1) + 1));
  if (hasHeader && !header) throw new FileRefused(400, 'no-rows', 'O ficheiro está vazio.');
  if (header?.broken) throw new FileRefused(400, 'broken-csv', header.broken.message);
  const isPictured = !header && data.some(({ cells }) => PICTURE_PATH.test(cells[ORDER.length] ?? ''));
  const isWritten =
    !header &&
    data.some(({ cells }) => WRITTEN_WAY.test(cells[(isPictured ? ORDER_WITH_PICTURES : ORDER).length] ?? ''));
  const fields = header
    ? fieldsOfHeader(header, data)
    : isPictured
      ? isWritten
        ? ORDER_WITH_PICTURES_WRITTEN
        : ORDER_WITH_PICTURES
      : isWritten
        ? ORDER_WRITTEN
        : ORDER;
  const areCounted = header !== undefined && countsFromOne(header.cells);
  if (data.length === 0) throw new FileRefused(400, 'no-rows', 'O ficheiro não tem nenhuma questão.');
  if (data.length > MAX_ROWS) refuseTooManyRows();
  const heading = (index: number) =>
    `${columnLetter(index)}${header?.cells[index] ? ` (${header.cells[index].trim()})` : HEADINGS[index] && !header ? ` (${HEADINGS[index]})` : ''}`;
  const kindAt = header?.cells.findIndex((name) => KIND.test(plainText(name))) ?? -1;
  const read = withoutGuessedKeys(
    data.map((row) => {
      const kind = kindAt === -1 ? '' : (row.cells[kindAt] ?? '');
      // Alternatives of a written question may be further right answers or wrong ones: only its own column tells.
      const hasChoices = fields.some((field, index) => isChoice(field) && isFilled(row.cells[index] ?? ''));
      const way = hasChoices ? undefined : wayNamed(kind);
      const refused = way === undefined ? refusedKind(kind) : undefined;
      if (refused === undefined)
        return showing(readRow(row, fields, heading, areCounted, way, findPicture), row, fields, findPicture);
      return wrongRow(row.row, row.cells[fields.indexOf('statement')] ?? '', refused, heading(kindAt));
    }),
    heading(fields.indexOf('correct')),
    new Set(
      cellsMayLack && header
        ? data.filter(({ cells }) => cells.length < header.cells.length).map(({ row }) => row)
        : [],
    ),
    areCounted,
  );
  read[0]?.notes.push(...(at > 0 ? [ABOVE] : []), ...unreadColumns(header, fields, data, heading));
  return read;
}

/**
 * Returns the rows without those that only hold their number and settings, in columns of no field: templates of other programs number a
 * hundred rows to be filled. If nothing else is there, all rows are returned.
 */
function withoutEmptyPlaces(header: Cells | undefined, rows: readonly Cells[]): readonly Cells[] {
  if (!header) return rows;
  const fields = header.cells.map(fieldOf);
  const isPlace = ({ cells, broken, faults }: Cells) =>
    !broken &&
    !faults?.size &&
    cells.every((cell, index) => !isFilled(cell) || (fields[index] === undefined && isNumbering([cell])));
  const questions = rows.filter((row) => !isPlace(row));
  return questions.length === 0 ? rows : questions;
}

const isChoice = (field: Field | undefined): boolean =>
  field === 'alternatives' || field?.startsWith('alternative-') === true;

/** Returns a row with the picture that its cells name, or with a note that there is no picture of that name. */
function showing(
  read: RowRead,
  { cells }: Cells,
  fields: readonly (Field | undefined)[],
  findPicture: FindPicture | undefined,
): RowRead {
  const at = (field: Field) => (cells[fields.indexOf(field)] ?? '').trim();
  const name = at('picture');
  if (name === '') return read;
  const bytes = findPicture?.(name);
  if (bytes) return withPicture(read, { bytes, alt: at('picture-alt') });
  const note = findPicture
    ? `A imagem «${shorten(name, 60)}» não veio no ficheiro: envie o arquivo .zip inteiro, ou junte-a no banco.`
    : leftBehind(name);
  return { ...read, notes: [...read.notes, note] };
}

/** The column that holds the question type. */
const KIND = /^(tipo|tipo de (questao|pergunta)|type|question[ _]?type|kind)$/;

/** Columns that are not reported as unread: the facts of a test, which exports write. */
const ABOUT = new Set(FACTS.map(plainText));
/** Columns that people number their rows with. */
const NUMBERING = new Set(['id', 'n', 'no', 'n.o', 'numero', 'ordem', '#', 'number', '']);

/** Columns with content that match no field. Their content is not imported, so it is reported. */
function unreadColumns(
  header: Cells | undefined,
  fields: readonly (Field | undefined)[],
  data: readonly Cells[],
  heading: (index: number) => string,
): string[] {
  if (!header) return [];
  const mixed = header.cells.flatMap((name, index) => {
    if (fields[index] !== undefined || !ABOUT.has(plainText(name))) return [];
    const values = [...new Set(data.map(({ cells }) => cells[index]?.trim() ?? '').filter(isFilled))];
    const named = values.slice(0, MAX_NAMED).map((value) => `«${shorten(value, 40)}»`);
    return values.length < 2 ? [] : [`${name.trim()} (${named.join(', ')})`];
  });
  const onlyLevels = mixed.length === 1 && plainText(mixed[0] ?? '').startsWith('dificuldade ');
  const mixture =
    mixed.length === 0
      ? []
      : onlyLevels
        ? [`A coluna ${mixed[0]} não é guardada: para a guardar, chame-lhe «${DIFFICULTY_HEADING}» e escreva números.`]
        : [`O ficheiro junta questões de vários testes, por ${mixed.join(' e ')}: ficam todas neste teste.`];
  const unread = header.cells.flatMap((name, index) =>
    fields[index] === undefined &&
    !ABOUT.has(plainText(name)) &&
    !KIND.test(plainText(name)) &&
    data.some(({ cells }) => cells[index]?.trim()) &&
    !(NUMBERING.has(plainText(name)) && isNumbering(data.map(({ cells }) => cells[index] ?? '')))
      ? [heading(index)]
      : [],
  );
  return unread.length === 0
    ? mixture
    : [
        ...mixture,
        unreadWords(['Esta coluna não se conhece e ficou', 'Estas colunas não se conhecem e ficaram'], unread),
      ];
}

/** Returns whether a column only numbers the rows. */
const isNumbering = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^\s*(?:\d{1,6}\s*[.ºª)]{0,2})?\s*$/.test(cell));

/** Says that some things were not read, in the singular or the plural. */
export function unreadWords([one, several]: readonly [string, string], names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).map((name) => shorten(name, 40));
  const more = names.length > MAX_NAMED ? ` e mais ${names.length - MAX_NAMED}` : '';
  return `${names.length === 1 ? one : several} por ler, em todas as linhas: ${named.join(', ')}${more}.`;
}
const MAX_NAMED = 8;

/** Places of alternatives that columns can name. */
const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const ABOVE = 'O que está por cima dos nomes das colunas ficou por ler.';
/** Rows above the header that may hold titles. */
export const MAX_ABOVE = 10;

/** The column names, and the first and last of the rows that hold them. */
interface Header {
  from: number;
  to: number;
  header: Cells;
}

const isHeader = (cells: readonly string[]): boolean => {
  const fields = cells.map(fieldOf);
  return fields.includes('statement') && fields.includes('correct');
};
const isFilled = (cell: string) => cell.trim() !== '';

/**
 * Finds the row that names a statement column and an answer column; people put titles above it. A second row may name the columns below
 * a common heading, such as A, B, C, D below "Alternativas".
 */
function headerIn(filled: readonly Cells[]): Header | undefined {
  const rows = filled.slice(0, MAX_ABOVE);
  const joined = (at: number): Cells | undefined => {
    const [upper, lower] = [filled[at], filled[at + 1]];
    if (!upper || !lower) return undefined;
    const filledBelow = lower.cells.filter(isFilled);
    const isNamed = filledBelow.every((cell) => fieldOf(cell) !== undefined || upper.cells.includes(cell));
    if (!isNamed || !lower.cells.some((cell) => fieldOf(cell)?.startsWith('alternative-'))) return undefined;
    const width = Math.max(upper.cells.length, lower.cells.length);
    const cells = Array.from({ length: width }, (_, index) =>
      isFilled(lower.cells[index] ?? '') ? (lower.cells[index] as string) : (upper.cells[index] ?? ''),
    );
    return isHeader(cells) ? { row: upper.row, cells } : undefined;
  };
  const single = rows.findIndex(({ cells }) => isHeader(cells));
  if (single !== -1) {
    const both = joined(single);
    return both
      ? { from: single, to: single + 1, header: both }
      : { from: single, to: single, header: filled[single] as Cells };
  }
  for (const at of rows.keys()) {
    const both = joined(at);
    if (both) return { from: at, to: at + 1, header: both };
  }
  return undefined;
}

/** Returns whether one of the first rows looks like a header of questions. */
export const namesQuestions = (rows: readonly Cells[]): boolean =>
  headerIn(rows.filter(({ cells }) => cells.some(isFilled))) !== undefined;

function fieldsOfHeader({ cells, row }: Cells, data: readonly Cells[]): (Field | undefined)[] {
  const fields = withSpread(
    cells.map((cell) => fieldOf(cell)),
    cells,
    data,
  );
  for (const [index, field] of fields.entries()) {
    const first = fields.indexOf(field);
    if (field && first < index)
      throw new FileRefused(
        400,
        'bad-header',
        `Linha ${row}: as colunas ${columnLetter(first)} («${cells[first]?.trim()}») e ${columnLetter(index)} («${cells[index]?.trim()}») dizem o mesmo.`,
      );
  }
  // True/false questions need no column of alternatives.
  const key = fields.indexOf('correct');
  const onlyTruth = data.some((one) => trueOrFalse(one.cells[key] ?? '') !== undefined);
  const kind = cells.findIndex((name) => KIND.test(plainText(name)));
  const areWritten =
    fields.includes('written-way') || data.some((one) => kind !== -1 && wayNamed(one.cells[kind] ?? '') !== undefined);
  const missing = [
    ...(fields.includes('statement') ? [] : ['Enunciado']),
    ...(fields.includes('alternatives') || fields.includes('alternative-0') || onlyTruth || areWritten
      ? []
      : ['Alternativas (ou Alternativa A, B, …)']),
    ...(fields.includes('correct') ? [] : ['Resposta']),
  ];
  if (missing.length > 0 && cells.some((name) => OF_ANSWERS.test(plainText(name))))
    throw new FileRefused(400, 'bad-header', ONLY_ANSWERS);
  if (missing.length > 0)
    throw new FileRefused(
      400,
      'bad-header',
      `Linha ${row}: ${missing.length === 1 ? 'falta a coluna' : 'faltam as colunas'} ${missing.join(', ')}. A primeira linha tem de ter os nomes das colunas; use um dos modelos.`,
    );
  return fields;
}

/** Column names of files of pupils' responses, as Google Forms, Microsoft Forms, Kahoot and Quizizz export them. */
const OF_ANSWERS =
  /^(?:carimbo de data|timestamp$|hora de (?:inicio|conclusao)$|start time$|completion time$|player$|jogador$|student name$|nome do aluno$)/;
const ONLY_ANSWERS =
  'Este ficheiro traz o que os alunos responderam, e não as questões com as suas alternativas. A página «Trazer testes de outro programa» diz como as trazer de cada programa.';

/** Returns the fields with those of the columns without a name behind "Alternativas", which is one cell over several columns. */
function withSpread(
  fields: readonly (Field | undefined)[],
  names: readonly string[],
  data: readonly Cells[],
): (Field | undefined)[] {
  const first = fields.indexOf('alternatives');
  const isNameless = (index: number) =>
    names[index]?.trim() === '' && data.some(({ cells }) => isFilled(cells[index] ?? ''));
  if (first === -1 || fields.some((field) => field?.startsWith('alternative-')) || !isNameless(first + 1))
    return [...fields];
  let last = first + 1;
  while (isNameless(last + 1)) last += 1;
  return fields.map((field, index): Field | undefined =>
    index >= first && index <= last ? `alternative-${index - first}` : field,
  );
}

/** Fields whose empty cell means that the question has none. */
const EMPTIABLE = ['explanation', 'category', 'objective', 'difficulty'] as const;

function readRow(
  { row, cells, broken, faults, notes = [] }: Cells,
  fields: readonly (Field | undefined)[],
  heading: (index: number) => string,
  isCounted: boolean,
  kind: WrittenWay | undefined,
  find: FindPicture = () => undefined,
): RowRead {
  const columnOf = (field: string) => fields.indexOf(field as Field);
  const at = (field: Field): string => cells[columnOf(field)] ?? '';
  const columns = PLACES.map((place) => at(`alternative-${place}`));
  const last = columns.findLastIndex((text) => text.trim() !== '');
  const cell = at('alternatives').trim();
  const named = last === -1;
  const naming = (field: Field): string => {
    const index = columnOf(field.startsWith('alternative-') && named ? 'alternatives' : field);
    return index === -1 ? heading(Math.max(columnOf('alternative-0'), columnOf('alternatives'), 0)) : heading(index);
  };
  if (broken) return wrongRow(row, at('statement'), broken.message, heading(broken.index));
  const fault = [...(faults ?? [])].find(([index]) => fields[index] !== undefined);
  if (fault) return wrongRow(row, at('statement'), fault[1], heading(fault[0]));
  if (!named && cell !== '')
    return wrongRow(
      row,
      at('statement'),
      'As alternativas estão numa coluna e também nas colunas A a F: deixe só umas.',
      naming('alternatives'),
    );
  const beyond = cells.findIndex((text, index) => index >= fields.length && text.trim() !== '');
  if (beyond !== -1 && !ORDERS.includes(fields))
    return wrongRow(
      row,
      at('statement'),
      'Há uma célula a mais, sem nome de coluna. O texto tem o separador dentro e faltam-lhe as aspas?',
      columnLetter(beyond),
    );
  const given = named ? (cell === '' ? [] : splitAlternatives(cell)) : columns.slice(0, last + 1);
  const answering = answeringIn(at, kind);
  if (answering && 'problem' in answering)
    return wrongRow(row, at('statement'), answering.problem, naming(WRITTEN_FIELDS[answering.at] ?? 'written-way'));
  const alternatives = given.length === 0 && !answering ? (trueOrFalse(at('correct')) ?? []) : given;
  if (answering && alternatives.length === 0) answering.accepted.push(at('correct'));
  if (lettersOutOfOrder(alternatives))
    return wrongRow(row, at('statement'), LETTERS_OUT_OF_ORDER, naming(named ? 'alternatives' : 'alternative-0'));
  return checkWritten(
    row,
    {
      statement: at('statement'),
      passage: at('passage'),
      alternatives: withoutLetters(alternatives),
      correct: at('correct'),
      explanation: at('explanation'),
      weight: at('weight'),
      category: at('category'),
      objective: at('objective'),
      difficulty: at('difficulty'),
      told: EMPTIABLE.filter((field) => columnOf(field) !== -1),
      answering,
      isCounted,
    },
    { notes, naming, find },
  );
}

/** Returns how a row is answered in writing by its cells, of which an empty one gives way to the row's type; null if by choosing. */
function answeringIn(at: (field: Field) => string, kind: WrittenWay | undefined) {
  const [way, ...others] = WRITTEN_FIELDS.map(at) as [string, string, string, string, string];
  const read = answeringFromCells([way.trim() === '' ? (kind ?? '') : way, ...others], splitAlternatives);
  return read && 'way' in read ? { ...read, accepted: [...(read.accepted ?? [])] } : read;
}

/** Alternatives in one text: one per line, or separated by bars if there is only one line. */
export function splitAlternatives(text: string): string[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return lines.length === 1 ? (lines[0] as string).split('|').map((part) => part.trim()) : lines;
}
