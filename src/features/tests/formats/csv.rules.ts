import { CsvError, parse } from 'csv-parse/sync';
import { type Cells, guardFormula, readTable, toTable, withoutGuard } from './columns.rules.ts';
import { type Draft, FileRefused, MOST_ROWS, type RowRead } from './draft.rules.ts';

/**
 * Reads separated values. The separator is found in the first line: semicolon (Excel in Portuguese), comma, tab or bar.
 *
 * @throws FileRefused 400 with the line when quotes do not close or stand where they may not.
 */
export function readCsv(text: string, hasHeader: boolean): RowRead[] {
  // Excel may say in a first line of its own which separator it used.
  const told = /^\ufeff?sep=(.)\r?\n/i.exec(text);
  const body = told ? text.slice(told[0].length) : text.replace(/^\ufeff/, '');
  const offset = told ? 1 : 0;
  try {
    const records = parse(body, {
      delimiter: told?.[1] ?? separatorOf(body),
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      // One more than is allowed, to know that there are more; the header beside.
      to: MOST_ROWS + 2,
      max_record_size: 200_000,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    let line = 1;
    const rows: Cells[] = records.map(({ record, info }) => {
      const row =
        Math.max(line, info.lines - record.reduce((sum, cell) => sum + (cell.match(/\n|\r(?!\n)/g)?.length ?? 0), 0)) +
        offset;
      line = info.lines + 1;
      return { row, cells: record.map(withoutGuard) };
    });
    return readTable(rows, hasHeader);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as unknown as { lines?: number }).lines ?? 1) + offset;
    throw new FileRefused(400, 'broken-csv', `Linha ${line}: ${REASONS[error.code] ?? 'a linha não se consegue ler.'}`);
  }
}

const REASONS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'há aspas que abrem e não fecham.',
  INVALID_OPENING_QUOTE:
    'há aspas no meio de uma célula; um texto com aspas fica todo entre aspas, e cada aspa de dentro escreve-se duas vezes.',
  CSV_INVALID_CLOSING_QUOTE: 'depois das aspas que fecham há mais texto.',
  CSV_MAX_RECORD_SIZE: 'a linha é demasiado longa.',
};

/** The sign that parts the first line into most cells, quotes heeded. */
function separatorOf(text: string): string {
  let best = { sign: ';', cells: 0 };
  const counts = new Map<string, number>();
  let quoted = false;
  for (const letter of text.slice(0, 20_000)) {
    if (letter === '"') quoted = !quoted;
    else if (!quoted && /[\r\n]/.test(letter)) break;
    else if (!quoted && /[;,\t|]/.test(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  for (const [sign, cells] of counts) if (cells > best.cells) best = { sign, cells };
  return best.sign;
}

/** Questions as CSV that Excel in Portuguese opens rightly: UTF-8 with its mark, semicolons, every text quoted (RFC 4180). */
export function writeCsv(
  questions: readonly Draft[],
  headers: boolean,
  about: Readonly<Record<string, string>> | null,
): string {
  const lines = toTable(questions, headers, about).map((row) =>
    row.map((cell) => `"${guardFormula(cell).replaceAll('"', '""')}"`).join(';'),
  );
  return `\ufeff${lines.map((line) => `${line}\r\n`).join('')}`;
}
