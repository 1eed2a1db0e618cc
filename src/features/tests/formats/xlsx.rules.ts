import { type Cells, readTable, toTable } from './columns.rules.ts';
import { type Draft, FileRefused, MOST_ROWS, type RowRead, refuseTooManyRows } from './draft.rules.ts';
import {
  allNamed,
  attributeOf,
  childNamed,
  childrenNamed,
  holdableInXml,
  isElement,
  plainName,
  readXml,
  textOf,
  type XmlElement,
} from './xml.rules.ts';

// Workbooks of Excel and LibreOffice (Office Open XML), as files of an archive.

type Files = ReadonlyMap<string, () => string>;

/** Reads the first sheet that is not hidden. Rows and columns are named as Excel shows them. */
export function readXlsx(files: Files, hasHeader: boolean): RowRead[] {
  const sheet = readXml(firstSheet(files));
  const strings = sharedStrings(files);
  const styles = numberStyles(files);
  const rows: Cells[] = [];
  let last = 0;
  for (const row of childrenNamed(childNamed(sheet, 'sheetdata') ?? sheet, 'row')) {
    const told = Number(attributeOf(row, 'r'));
    const number = Number.isSafeInteger(told) && told > 0 ? told : last + 1;
    last = number;
    const hidden = /^(1|true)$/.test(attributeOf(row, 'hidden') ?? '');
    const cells: string[] = [];
    const faults = new Map<number, string>();
    for (const cell of childrenNamed(row, 'c')) {
      const index = columnIndex(attributeOf(cell, 'r'), cells.length);
      if (index > 200) continue;
      while (cells.length < index) cells.push('');
      const value = cellValue(cell, strings, styles);
      cells[index] = typeof value === 'string' ? withoutGuard(value) : '';
      if (typeof value !== 'string') {
        faults.set(index, value.fault);
        // Something stands there, so that the row is not taken for an empty one.
        cells[index] = '?';
      }
    }
    if (cells.some((text) => text.trim() !== ''))
      rows.push({ row: number, cells, faults, notes: hidden ? [HIDDEN] : [] });
    if (rows.length > MOST_ROWS + 1) refuseTooManyRows();
  }
  return readTable(rows, hasHeader);
}

const HIDDEN = 'A linha está escondida na folha e foi lida como as outras.';

function open(files: Files, path: string): XmlElement | undefined {
  const text = files.get(path);
  return text ? readXml(text()) : undefined;
}

function firstSheet(files: Files): string {
  const workbook = open(files, 'xl/workbook.xml');
  const sheets = workbook ? childrenNamed(childNamed(workbook, 'sheets') ?? workbook, 'sheet') : [];
  const sheet = sheets.find((one) => (attributeOf(one, 'state') ?? 'visible') === 'visible');
  const id =
    sheet && Object.entries(sheet.attributes).find(([name]) => /(^|:)id$/i.test(name) && name !== 'sheetId')?.[1];
  const links = open(files, 'xl/_rels/workbook.xml.rels');
  const target = links && childrenNamed(links, 'relationship').find((one) => attributeOf(one, 'id') === id);
  const href = (target && attributeOf(target, 'target')) ?? 'worksheets/sheet1.xml';
  const text = files.get(href.startsWith('/') ? href.slice(1) : `xl/${href}`);
  if (!text) throw new FileRefused(400, 'broken-zip', 'O livro do Excel não tem nenhuma folha que se consiga ler.');
  return text();
}

function sharedStrings(files: Files): string[] {
  const root = open(files, 'xl/sharedStrings.xml');
  return root ? childrenNamed(root, 'si').map(richText) : [];
}

/** The text of a string with its runs; how it is pronounced (Japanese) is left out. */
function richText(element: XmlElement): string {
  const text = element.children
    .filter(isElement)
    .map((child) => {
      const name = plainName(child.name);
      return name === 't' ? textOf(child) : name === 'r' ? richText(child) : '';
    })
    .join('');
  // Excel writes some characters as _x000D_.
  return plainName(element.name) === 'r'
    ? text
    : text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

type Kind = 'number' | 'date' | 'percent' | 'fraction';

/** What each style of the workbook makes of a number. */
function numberStyles(files: Files): Kind[] {
  const root = open(files, 'xl/styles.xml');
  if (!root) return [];
  const codes = new Map(
    allNamed(root, 'numfmt').map((one) => [attributeOf(one, 'numfmtid'), attributeOf(one, 'formatcode') ?? '']),
  );
  return childrenNamed(childNamed(root, 'cellxfs') ?? { ...root, children: [] }, 'xf').map((style) => {
    const id = attributeOf(style, 'numfmtid') ?? '0';
    const number = Number(id);
    const code = (codes.get(id) ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
    if (
      (number >= 14 && number <= 22) ||
      (number >= 45 && number <= 47) ||
      /[dyhs]|m{1,5}/i.test(code.replace(/general|standard/gi, ''))
    )
      return 'date';
    if (number === 9 || number === 10 || code.includes('%')) return 'percent';
    if (number === 12 || number === 13 || code.includes('?/')) return 'fraction';
    return 'number';
  });
}

function cellValue(cell: XmlElement, strings: readonly string[], styles: readonly Kind[]): string | { fault: string } {
  const type = attributeOf(cell, 't') ?? 'n';
  const raw = textOf(childNamed(cell, 'v') ?? { ...cell, children: [] });
  if (type === 's') return strings[Number(raw)] ?? { fault: 'A célula aponta para um texto que não existe.' };
  if (type === 'inlineStr') return richText(childNamed(cell, 'is') ?? { ...cell, children: [] });
  if (type === 'str') return raw;
  if (type === 'b') return raw === '1' ? 'Verdadeiro' : 'Falso';
  if (type === 'e') return { fault: `A célula tem um erro do Excel (${raw.slice(0, 20)}).` };
  if (raw === '') return '';
  const number = Number(raw);
  if (!Number.isFinite(number)) return type === 'd' ? { fault: DATE } : raw;
  const kind = styles[Number(attributeOf(cell, 's') ?? '0')] ?? 'number';
  if (kind === 'date') return { fault: DATE };
  if (kind === 'fraction')
    return { fault: 'O Excel guardou uma fracção como número: formate a célula como texto e escreva-a de novo.' };
  return kind === 'percent' ? `${decimal(number * 100)}%` : decimal(number);
}

const DATE = 'O Excel guardou uma data em vez do que se escreveu: formate a célula como texto e escreva de novo.';

/** A number as one reads it in Portuguese, without the noise of binary fractions. */
const decimal = (number: number): string => {
  const plain = Number(number.toPrecision(15));
  return (Math.abs(plain) >= 1e15 ? BigInt(Math.round(plain)).toString() : String(plain)).replace('.', ',');
};

function columnIndex(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : next;
}

/** An apostrophe in front of a formula's sign was put there so that it stays a text. A text of one's own with both gets another. */
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠|%]/;
const withoutGuard = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
const guard = (text: string): string => (GUARDED.test(text) ? `'${text}` : text);

/** Questions as rows of texts for a workbook, each one escaped so that spreadsheets show it to the letter. */
export const xlsxRows = (
  questions: readonly Draft[],
  headers: boolean,
  about: Readonly<Record<string, string>> | null,
): string[][] => toTable(questions, headers, about).map((row) => row.map((text) => cellText(guard(text))));

function cellText(text: string): string {
  const escaped = holdableInXml(text).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  // The library looks texts up in a plain object, where these are never missing: `constructor` would come out as a function.
  return escaped in Object.prototype ? escapedLetter(escaped) : escaped;
}
const escapedLetter = (text: string) =>
  `_x${text.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_${text.slice(1)}`;
