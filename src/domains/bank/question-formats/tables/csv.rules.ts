import { parse } from 'csv-parse/sync';
import { guardFormula, withoutGuard } from '../../../../shared/formula.ts';
import { MAX_ROWS } from '../../../../shared/questions/question-limits.ts';
import { type Cells, type Draft, FileRefused, type Picture, type RowRead, refuseTooManyRows } from '../files.rules.ts';
import { type Facts, fieldOf } from './column-names.rules.ts';
import { MAX_ABOVE, readTable } from './columns.rules.ts';
import { toTable } from './table-writing.rules.ts';

/**
 * Reads delimiter-separated values: semicolons (Excel in Portuguese), commas, tabs or bars.
 *
 * @throws FileRefused 400 with the line when a quote is not closed, or a line is longer than any question can be.
 */
export function readCsv(text: string, hasHeader: boolean): RowRead[] {
  // Excel may name its separator in an extra first line (`sep=;`).
  const told = /^\ufeff?(?:sep=([^\r\n\w"])|"sep=([^\r\n\w"])")[;,\t]*(?:\r\n?|\n)/i.exec(text);
  const separator = told?.[1] ?? told?.[2];
  const body = (told ? text.slice(told[0].length) : text.replace(/^\ufeff/, '')).replace(/\r\n?/g, '\n');
  return readTable(rowsOf(body, separator ?? separatorOf(body, hasHeader), told ? 2 : 1), hasHeader, true);
}

/** Maximum bytes of a row. */
const LONGEST_ROW = 200_000;
/** Lines parsed in one call: few after a malformed row, because the next may be malformed too, then increasingly more. */
const FEWEST = 8;
const FEW = 200;
/** Maximum lines of a file, empty ones included. */
const MAX_LINES = 1_000_000;

const refuse = (line: number, why: string) => new FileRefused(400, 'broken-csv', `Linha ${line}: ${why}`);
const AFTER_QUOTES =
  'depois das aspas que fecham há mais texto; um texto com aspas fica todo entre aspas, e cada aspa de dentro escreve-se duas vezes.';
const AMONG_QUOTES =
  'há aspas no meio de uma célula; um texto com aspas fica todo entre aspas, e cada aspa de dentro escreve-se duas vezes.';
const SEPARATOR_INSIDE =
  'o separador das colunas está dentro de aspas que não abrem a célula: ponha a célula toda entre aspas, e cada aspa de dentro duas vezes.';

/** Thrown to stop csv-parse; parsing resumes after this line. */
class BreakOff extends Error {
  readonly behind: number;
  constructor(behind: number) {
    super();
    this.behind = behind;
  }
}

/**
 * Returns the non-empty rows, as spreadsheets read them: a quote that does not begin its cell (ignoring spaces) is a literal character.
 * Where spreadsheets disagree (text after the closing quote) or split a quoted text, the row is reported instead of guessed.
 */
function rowsOf(text: string, separator: string, firstLine: number, most = MAX_ROWS + 2): Cells[] {
  const rows: Cells[] = [];
  const lines = text.split('\n', MAX_LINES);
  if (lines.length === MAX_LINES) refuseTooManyRows();
  // Parse in small batches: after a malformed row the remaining lines are parsed again.
  for (let [at, many] = [0, FEW]; at < lines.length && rows.length < most; ) {
    const part = lines.slice(at, at + many);
    const done = readRows(part, separator, firstLine + at, at + many >= lines.length, most, rows);
    at += done;
    // Nothing is consumed if a cell continues past these lines.
    many = done > 0 && done < part.length ? FEWEST : done === 0 ? many * 2 : Math.min(many * 2, FEW);
  }
  return rows;
}

/**
 * Appends the rows of some lines, of which the first is number `firstLine`, until there are `most`.
 *
 * @returns how many of the lines were consumed; a record that does not end within them is not consumed.
 */
function readRows(
  lines: readonly string[],
  separator: string,
  firstLine: number,
  toTheEnd: boolean,
  most: number,
  rows: Cells[],
): number {
  const trims = separator !== ' ';
  let read = 0;
  /** Line in which the current record begins. */
  const begins = () => {
    let line = read + 1;
    while (lines[line - 1]?.replaceAll(separator, '').trim() === '') line += 1;
    return line;
  };
  try {
    parse(lines.join('\n'), {
      delimiter: separator,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_records_with_empty_values: true,
      ltrim: trims,
      rtrim: trims,
      to: most - rows.length,
      max_record_size: LONGEST_ROW,
      on_record: (record, { lines: at }) => {
        rows.push({ row: begins() + firstLine - 1, cells: record.map(withoutGuard) });
        read = at;
        return null;
      },
      skip_records_with_error: true,
      on_skip: (error) => {
        const { code, lines: at = 1, column = 0 } = error as { code?: string; lines?: number; column?: number };
        const line = begins();
        if (code === 'CSV_QUOTE_NOT_CLOSED' && !toTheEnd) throw new BreakOff(line - 1);
        rows.push(rowWithQuotes(lines, line, at, separator, firstLine, code, column));
        throw new BreakOff(at);
      },
    });
    return lines.length;
  } catch (error) {
    if (error instanceof BreakOff) return error.behind;
    throw error;
  }
}

/** Returns a row from line `line` to `at` whose quotes do not match; `column` is the first column affected. */
function rowWithQuotes(
  lines: readonly string[],
  line: number,
  at: number,
  separator: string,
  firstLine: number,
  code: string | undefined,
  column: number,
): Cells {
  const row = line + firstLine - 1;
  if (code === 'CSV_QUOTE_NOT_CLOSED') throw refuse(row, 'há aspas que abrem e não fecham.');
  if (code === 'CSV_MAX_RECORD_SIZE') throw refuse(row, 'a linha é demasiado longa.');
  const text = lines[at - 1] ?? '';
  const named = (message: string, index: number) => ({
    row,
    cells: [text],
    broken: { index, message: `Na linha ${row}, ${message}` },
  });
  if (code !== 'INVALID_OPENING_QUOTE') return named(AFTER_QUOTES, column);
  const cells = parse(text, { delimiter: separator, quote: false, relax_column_count: true })[0] ?? [];
  if (line !== at || cells.some((cell) => cell.trimStart().startsWith('"'))) return named(AMONG_QUOTES, column);
  const torn = cells.findIndex(opens);
  if (torn !== -1 && cells.slice(torn + 1).some(closes)) return named(SEPARATOR_INSIDE, torn);
  return { row, cells: cells.map(withoutGuard) };
}

/** Returns a quote at the beginning of a word that the cell does not close, and the opposite case. */
const opens = (text: string) => (text.match(/"/g)?.length ?? 0) % 2 === 1 && /(?:^|[\s(«])"[^\s"][^"]*$/.test(text);
const closes = (text: string) => (text.match(/"/g)?.length ?? 0) % 2 === 1 && /^[^"]*[^\s"]"/.test(text);

const SEPARATORS = [';', '\t', ',', '|'] as const;

/**
 * Returns the delimiter that splits one of the first rows into the most known column names; without known names, the first row into the
 * most cells.
 */
function separatorOf(text: string, hasHeader: boolean): string {
  const head = text.slice(0, 20_000);
  const tried = SEPARATORS.map((sign) => {
    const rows = firstRows(head, sign, hasHeader ? MAX_ABOVE : 1);
    const known = rows.map((cells) => cells.filter((cell) => fieldOf(cell) !== undefined).length);
    const cells = rows[0]?.length ?? 0;
    // Without a header, the first question's text may contain many commas: four cells are enough to accept a delimiter.
    return { sign, known: hasHeader ? Math.max(0, ...known) : 0, cells: hasHeader ? cells : Math.min(cells, 4) };
  });
  return tried.reduce((best, one) => ((one.known - best.known || one.cells - best.cells) > 0 ? one : best)).sign;
}

/** Returns the first rows, or only the first row if the text is cut off within the others. */
function firstRows(text: string, sign: string, most: number): readonly (readonly string[])[] {
  try {
    return rowsOf(text, sign, 1, most).map(({ cells }) => cells);
  } catch {
    return most > 1 ? firstRows(text, sign, 1) : [];
  }
}

/**
 * Text files hold no pictures: a description means that there was one. Without a header these columns cannot be told from others.
 */
const LEFT_BEHIND = {
  headings: ['Imagem (não vem neste formato)'],
  cellsOf: (picture?: Picture) => [picture?.alt ?? ''],
};
const NO_COLUMNS = { headings: [], cellsOf: () => [] };

/**
 * Returns questions as CSV that Excel in Portuguese opens correctly: UTF-8 with a byte order mark, semicolons, every text quoted (RFC
 * 4180).
 */
export function writeCsv(questions: readonly Draft[], headers: boolean, about: Facts | null): string {
  const lines = toTable(questions, headers, about, headers ? LEFT_BEHIND : NO_COLUMNS).map((row) =>
    row.map((cell) => `"${guardFormula(cell).replaceAll('"', '""')}"`).join(';'),
  );
  return `\ufeff${lines.map((line) => `${line}\r\n`).join('')}`;
}
