import { momentInLuanda } from '../../shared/calendar.ts';
import type { FileReply } from '../../shared/endpoint.ts';
import { guardFormula } from '../../shared/formula.ts';

/** A cell of an exported table. */
export type CsvCell = string | number | boolean | Date | null | undefined;

/**
 * Formats a cell: timestamps in Luanda time in a form that spreadsheets recognise, booleans as words, formulas in text
 * escaped with an apostrophe (numbers are not, since they cannot be formulas). Always quoted, because spreadsheets
 * differ in what they treat as a separator.
 */
export function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  return `"${textOf(value).replaceAll('"', '""')}"`;
}

function textOf(value: string | number | boolean | Date): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  return value instanceof Date ? momentInLuanda(value) : guardFormula(value);
}

/** A column of a table: its heading, and a function that returns its cell for a row. */
export type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => CsvCell];

/** Returns rows as a CSV file with these columns. */
export function tableFile<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): FileReply {
  return csvFile(
    name,
    columns.map(([header]) => header),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  );
}

/** Returns a table as a CSV file for Portuguese spreadsheets: semicolons, CRLF, UTF-8 with a byte order mark. */
export function csvFile(name: string, header: readonly string[], rows: readonly (readonly CsvCell[])[]): FileReply {
  const lines = [header, ...rows].map((row) => row.map(csvCell).join(';'));
  return { bytes: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`), type: 'text/csv', name };
}
