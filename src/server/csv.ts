import { momentInLuanda } from '../shared/calendar.ts';
import type { FileReply } from '../shared/endpoint.ts';

/** A cell of a table that leaves as a file. */
export type CsvCell = string | number | boolean | Date | null | undefined;

/** What a spreadsheet would take for a formula. A number keeps its sign, because it cannot be one. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * One cell as text: moments by the clock of Luanda in a form that spreadsheets know as one, yes and no in words, formulas
 * made harmless by an apostrophe, quotes where the text holds a separator.
 */
export function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (value instanceof Date) return momentInLuanda(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as a file that a Portuguese spreadsheet opens: separated by semicolons, lines by CRLF, marked as UTF-8. */
export function csvFile(name: string, header: readonly string[], rows: readonly (readonly CsvCell[])[]): FileReply {
  const lines = [header, ...rows].map((row) => row.map(csvCell).join(';'));
  return { bytes: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`), type: 'text/csv', name };
}
