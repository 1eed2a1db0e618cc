import { type Cells, fieldOf, guardFormula, readTable, toTable, withoutGuard } from './columns.rules.ts';
import { type Draft, FileRefused, MOST_ROWS, type RowRead } from './draft.rules.ts';

/**
 * Reads separated values: by semicolons (Excel in Portuguese), commas, tabs or bars.
 *
 * @throws FileRefused 400 with the line when quotes do not close, or a line is longer than any question.
 */
export function readCsv(text: string, hasHeader: boolean): RowRead[] {
  // Excel may say in a first line of its own which separator it used.
  const told = /^\ufeff?"?sep=([^\r\n\w])"?[;,\t]*(?:\r\n?|\n)/i.exec(text);
  const body = told ? text.slice(told[0].length) : text.replace(/^\ufeff/, '');
  return readTable(rowsOf(body, told?.[1] ?? separatorOf(body, hasHeader), told ? 2 : 1), hasHeader);
}

/** Characters of a row that nobody has written by hand. */
const LONGEST_ROW = 200_000;

const refuse = (line: number, why: string) => new FileRefused(400, 'broken-csv', `Linha ${line}: ${why}`);
const AFTER_QUOTES =
  'depois das aspas que fecham há mais texto; um texto com aspas fica todo entre aspas, e cada aspa de dentro escreve-se duas vezes.';
const SEPARATOR_INSIDE =
  'o separador das colunas está dentro de aspas que não abrem a célula: ponha a célula toda entre aspas, e cada aspa de dentro duas vezes.';

/**
 * The rows that hold something, as spreadsheets read them: a cell is quoted when it begins with a quote (spaces aside), and
 * a quote anywhere else is a letter like others. Where spreadsheets part ways (text after the quote that closes) and where
 * they tear a quoted text apart, the row is named in place of a guess.
 */
function rowsOf(text: string, separator: string, firstLine: number, most = MOST_ROWS + 2): Cells[] {
  const rows: Cells[] = [];
  const scan = new Scanner(text, separator, firstLine);
  while (!scan.atEnd && rows.length < most) {
    const row = scan.row();
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
  }
  return rows;
}

class Scanner {
  readonly #text: string;
  readonly #separator: string;
  readonly #unquoted: RegExp;
  #at = 0;
  #line: number;

  constructor(text: string, separator: string, line: number) {
    this.#text = text;
    this.#separator = separator;
    this.#unquoted = new RegExp(`[^\\r\\n\\u{${separator.codePointAt(0)?.toString(16)}}]*`, 'uy');
    this.#line = line;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  row(): Cells {
    const [row, from] = [this.#line, this.#at];
    const cells: string[] = [];
    let broken: Cells['broken'];
    let torn: number | undefined;
    for (let more = true; more; ) {
      const { text, quoted, after } = this.#cell();
      cells.push(withoutGuard(text));
      if (after) broken ??= { index: cells.length - 1, message: `Na linha ${row}, ${AFTER_QUOTES}` };
      if (!quoted && torn !== undefined && closes(text))
        broken ??= { index: torn, message: `Na linha ${row}, ${SEPARATOR_INSIDE}` };
      if (!quoted && opens(text)) torn ??= cells.length - 1;
      if (this.#at - from > LONGEST_ROW) throw refuse(row, 'a linha é demasiado longa.');
      more = !this.atEnd && this.#text[this.#at] === this.#separator;
      if (more) this.#at += 1;
    }
    this.#endOfLine();
    return broken ? { row, cells, broken } : { row, cells };
  }

  /** The next cell; `after` when a quoted one goes on behind its closing quote. */
  #cell(): { text: string; quoted: boolean; after: boolean } {
    const start = this.#at;
    while (this.#text[this.#at] === ' ') this.#at += 1;
    if (this.#text[this.#at] !== '"') {
      this.#at = start;
      return { text: this.#rest(), quoted: false, after: false };
    }
    const line = this.#line;
    let text = '';
    for (let from = this.#at + 1; ; ) {
      const quote = this.#text.indexOf('"', from);
      if (quote === -1) throw refuse(line, 'há aspas que abrem e não fecham.');
      text += this.#text.slice(from, quote);
      if (quote - start > LONGEST_ROW)
        throw refuse(line, 'a linha é demasiado longa; há aspas que abrem e não fecham?');
      from = quote + 2;
      if (this.#text[quote + 1] !== '"') {
        this.#at = quote + 1;
        break;
      }
      text += '"';
    }
    this.#line += text.match(/\r\n?|\n/g)?.length ?? 0;
    const behind = this.#rest();
    return behind.trim() === ''
      ? { text, quoted: true, after: false }
      : { text: `"${text}"${behind}`, quoted: true, after: true };
  }

  /** What is left of a cell that is not, or no longer, quoted. */
  #rest(): string {
    this.#unquoted.lastIndex = this.#at;
    const rest = this.#unquoted.exec(this.#text)?.[0] ?? '';
    this.#at += rest.length;
    return rest;
  }

  #endOfLine(): void {
    if (this.atEnd) return;
    this.#at += this.#text.startsWith('\r\n', this.#at) ? 2 : 1;
    this.#line += 1;
  }
}

/** A quote at the beginning of a word that the cell does not close, and the opposite. */
const opens = (text: string) => (text.match(/"/g)?.length ?? 0) % 2 === 1 && /(?:^|[\s(«])"[^\s"][^"]*$/.test(text);
const closes = (text: string) => (text.match(/"/g)?.length ?? 0) % 2 === 1 && /^[^"]*[^\s"]"/.test(text);

const SEPARATORS = [';', '\t', ',', '|'] as const;

/** The sign that parts the first row into most columns whose names are known; without names, into most cells. */
function separatorOf(text: string, hasHeader: boolean): string {
  const head = text.slice(0, 20_000);
  const tried = SEPARATORS.map((sign) => {
    const cells = firstRow(head, sign);
    const known = hasHeader ? cells.filter((cell) => fieldOf(cell) !== undefined).length : 0;
    // Without a header a text of the first question may hold many commas: four cells are enough to believe a sign.
    return { sign, known, cells: hasHeader ? cells.length : Math.min(cells.length, 4) };
  });
  return tried.reduce((best, one) => ((one.known - best.known || one.cells - best.cells) > 0 ? one : best)).sign;
}

function firstRow(text: string, sign: string): readonly string[] {
  try {
    return rowsOf(text, sign, 1, 1)[0]?.cells ?? [];
  } catch {
    return [];
  }
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
