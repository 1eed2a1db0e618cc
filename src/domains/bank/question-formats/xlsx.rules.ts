import { withoutGuard } from '../../../shared/formula.ts';
import { MOST_ROWS } from '../../../shared/question-limits.ts';
import type { Facts } from './column-names.rules.ts';
import { type Cells, namesQuestions, readTable } from './columns.rules.ts';
import { type Draft, FileRefused, type Picture, type RowRead, refuseTooManyRows, shorten } from './draft.rules.ts';
import { join } from './paths.rules.ts';
import type { FindPicture } from './pictures.rules.ts';
import { toTable } from './table-writing.rules.ts';
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

// Excel and LibreOffice workbooks (Office Open XML), as files of an archive.

/** Files of an archive by path, ignoring case. */
export type Files = ReadonlyMap<string, () => string>;

/** Returns the path of the workbook in an archive: from the package relationships, else the usual path. */
export function workbookIn(files: Files): string | undefined {
  const told = linksOf(files, '').find(({ type }) => type === 'officedocument')?.path;
  const path = told ?? 'xl/workbook.xml';
  return files.has(path.toLowerCase()) && /workbook[^/]*\.xml$/i.test(path) ? path : undefined;
}

interface Link {
  id: string;
  /** The last segment of its relationship type, in lower case: `worksheet`, `sharedstrings`. */
  type: string;
  path: string;
}

/** Returns the relationships of a file in the archive; of the package itself if the path is ''. */
function linksOf(files: Files, from: string): Link[] {
  const root = open(
    files,
    from.replace(/[^/]*$/, (name) => `_rels/${name}.rels`),
  );
  return childrenNamed(root ?? NOTHING, 'relationship').map((link) => ({
    id: attributeOf(link, 'id') ?? '',
    type: (attributeOf(link, 'type') ?? '').replace(/^.*\//, '').toLowerCase(),
    path: join(from, attributeOf(link, 'target') ?? ''),
  }));
}

const NOTHING: XmlElement = { name: '', attributes: {}, children: [], line: 0 };

/** A sheet that is not hidden. */
interface Sheet {
  name: string;
  text: string;
}

function sheetsOf(files: Files, workbook: string, links: readonly Link[]): Sheet[] {
  const root = open(files, workbook) ?? NOTHING;
  const declared = childrenNamed(childNamed(root, 'sheets') ?? NOTHING, 'sheet');
  const sheets = declared.flatMap((sheet): Sheet[] => {
    if (/hidden/i.test(attributeOf(sheet, 'state') ?? '')) return [];
    const id = Object.entries(sheet.attributes).find(([name]) => /(^|:)id$/i.test(name) && name !== 'sheetId')?.[1];
    const link = links.find((one) => one.id === id && one.type === 'worksheet');
    const text = link && files.get(link.path.toLowerCase());
    return text ? [{ name: attributeOf(sheet, 'name') ?? '', text: text() }] : [];
  });
  const only = links.length === 0 ? files.get(join(workbook, 'worksheets/sheet1.xml').toLowerCase()) : undefined;
  return only ? [{ name: '', text: only() }] : sheets;
}

/**
 * Reads the first visible sheet; if it has no header of questions, the first one that has. Rows and columns are named as Excel
 * shows them, and unread sheets are reported.
 *
 * @param findPicture looks up the pictures beside the workbook by the name in a cell.
 */
export function readXlsx(archive: Files, hasHeader: boolean, findPicture: FindPicture = () => undefined): RowRead[] {
  const files: Files = new Map([...archive].map(([path, text]) => [path.toLowerCase(), text] as const));
  const workbook = workbookIn(files) ?? 'xl/workbook.xml';
  const links = linksOf(files, workbook);
  const sheets = sheetsOf(files, workbook, links);
  const [first] = sheets;
  if (!first) throw new FileRefused(400, 'broken-zip', 'O livro do Excel não tem nenhuma folha que se consiga ler.');
  const linked = (type: string, usual: string) =>
    links.find((link) => link.type === type)?.path ?? join(workbook, usual);
  const strings = sharedStrings(open(files, linked('sharedstrings', 'sharedStrings.xml')));
  const styles = numberStyles(open(files, linked('styles', 'styles.xml')));
  const rowsOf = (sheet: Sheet) => rowsIn(sheet.text, strings, styles);
  let chosen = first;
  let rows = rowsOf(first);
  if (hasHeader && !namesQuestions(rows)) {
    for (const other of sheets.slice(1)) {
      const found = rowsOf(other);
      if (!namesQuestions(found)) continue;
      [chosen, rows] = [other, found];
      break;
    }
  }
  const read = readTable(rows, hasHeader, false, findPicture);
  const unread = sheets.filter((sheet) => sheet !== chosen && /<(?:\w+:)?[vt][\s>]/.test(sheet.text));
  if (unread.length > 0) read[0]?.notes.push(unreadSheets(chosen, unread));
  if ([...files.keys()].some((name) => name.startsWith('xl/media/'))) read[0]?.notes.push(PASTED);
  return read;
}

const PASTED =
  'As imagens coladas na folha não se lêem: ponha-as numa pasta ao lado do livro, os seus nomes numa coluna «Imagem», e envie tudo num .zip.';
const quoted = ({ name }: Sheet) => `«${shorten(name, 40)}»`;
const unreadSheets = (chosen: Sheet, unread: readonly Sheet[]) =>
  `Leu-se só a folha ${quoted(chosen)}: ${unread.length === 1 ? 'a folha' : 'as folhas'} ${unread.slice(0, 8).map(quoted).join(', ')}${unread.length > 8 ? ' e outras' : ''} também ${unread.length === 1 ? 'tem' : 'têm'} conteúdo, que ficou por ler.`;

/** Cells with only a style, which Excel writes for formatted ranges: they would fill the tree with empty nodes. */
const EMPTY_CELL = /<(?:\w+:)?c\s(?:[^<>]*\s)?r="[A-Z]+\d+"[^<>]*\/>/g;

function rowsIn(text: string, strings: readonly string[], styles: readonly Shown[]): Cells[] {
  const sheet = readXml(text.replace(EMPTY_CELL, ''));
  const rows: (Cells & { cells: string[]; notes: string[] })[] = [];
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
      if (index > FARTHEST) continue;
      while (cells.length < index) cells.push('');
      const value = cellValue(cell, strings, styles);
      cells[index] = typeof value === 'string' ? withoutGuard(value) : '';
      if (typeof value !== 'string') {
        faults.set(index, value.fault);
        // A value exists, so the row must not count as empty.
        cells[index] = '?';
      }
    }
    if (cells.some((text) => text.trim() !== ''))
      rows.push({ row: number, cells, faults, notes: hidden ? [HIDDEN] : [] });
    if (rows.length > MOST_ROWS + 1) refuseTooManyRows();
  }
  spreadMerged(sheet, rows);
  return rows;
}

/** Maximum columns read. */
const FARTHEST = 200;
const HIDDEN = 'A linha está escondida na folha e foi lida como as outras.';

/** A cell merged over several rows counts in each of these rows. */
function spreadMerged(sheet: XmlElement, rows: readonly (Cells & { cells: string[]; notes: string[] })[]): void {
  for (const merged of childrenNamed(childNamed(sheet, 'mergecells') ?? NOTHING, 'mergecell').slice(0, MOST_ROWS)) {
    const [, letters = '', from, to] =
      /^\$?([A-Z]{1,3})\$?(\d+):\$?[A-Z]{1,3}\$?(\d+)$/.exec(attributeOf(merged, 'ref') ?? '') ?? [];
    const index = columnIndex(letters, -1);
    if (index < 0 || index > FARTHEST || Number(to) <= Number(from)) continue;
    const covered = rows.filter(({ row }) => row >= Number(from) && row <= Number(to));
    const [first, ...others] = covered;
    const text = first?.row === Number(from) ? (first.cells[index] ?? '') : '';
    if (text.trim() === '') continue;
    for (const { cells, notes } of others) {
      while (cells.length <= index) cells.push('');
      if (cells[index] !== '') continue;
      cells[index] = text;
      notes.push(`A célula ${letters}${from} está unida com esta linha: o seu texto foi lido nas duas.`);
    }
  }
}

function open(files: Files, path: string): XmlElement | undefined {
  const text = files.get(path.toLowerCase());
  return text ? readXml(text()) : undefined;
}

function sharedStrings(root: XmlElement | undefined): string[] {
  return root ? childrenNamed(root, 'si').map(richText) : [];
}

/** Returns the text of a string including its runs; phonetic text (Japanese) is omitted. */
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

/** How a style formats a number, and its decimal places; undefined for as many as there are. */
interface Shown {
  kind: 'number' | 'date' | 'percent' | 'fraction' | 'unit';
  places?: number | undefined;
}

/** Excel's built-in formats, which have no format code in the file. */
const BUILT_IN: Readonly<Record<number, Shown>> = {
  1: { kind: 'number', places: 0 },
  2: { kind: 'number', places: 2 },
  3: { kind: 'number', places: 0 },
  4: { kind: 'number', places: 2 },
  5: { kind: 'unit' },
  6: { kind: 'unit' },
  7: { kind: 'unit' },
  8: { kind: 'unit' },
  9: { kind: 'percent', places: 0 },
  10: { kind: 'percent', places: 2 },
  12: { kind: 'fraction' },
  13: { kind: 'fraction' },
  37: { kind: 'number', places: 0 },
  38: { kind: 'number', places: 0 },
  39: { kind: 'number', places: 2 },
  40: { kind: 'number', places: 2 },
  42: { kind: 'unit' },
  44: { kind: 'unit' },
};

/** Returns how each style of the workbook formats a number. */
function numberStyles(root: XmlElement | undefined): Shown[] {
  if (!root) return [];
  const codes = new Map(
    allNamed(root, 'numfmt').map((one) => [attributeOf(one, 'numfmtid'), attributeOf(one, 'formatcode') ?? '']),
  );
  return childrenNamed(childNamed(root, 'cellxfs') ?? NOTHING, 'xf').map((style) => {
    const id = attributeOf(style, 'numfmtid') ?? '0';
    const number = Number(id);
    const code = codes.get(id);
    if (code !== undefined) return shownBy(code);
    if ((number >= 14 && number <= 22) || (number >= 45 && number <= 47)) return { kind: 'date' };
    return BUILT_IN[number] ?? { kind: 'number' };
  });
}

function shownBy(code: string): Shown {
  const [positive = ''] = code.split(';');
  const bare = positive.replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, '').replace(/general|standard|\*./gi, '');
  if (/[dyhs]|m{1,5}/i.test(bare)) return { kind: 'date' };
  const places = /^[#0,.? -]*$/.test(bare.replace('%', '')) ? (/\.([0#?]*)/.exec(bare)?.[1] ?? '') : undefined;
  const fixed = places === undefined || places.includes('#') || !bare.includes('0') ? undefined : places.length;
  if (bare.includes('%')) return { kind: 'percent', places: fixed };
  if (bare.includes('?/') || bare.includes('#/')) return { kind: 'fraction' };
  const written = [...positive.matchAll(/"([^"]*)"|\[\$([^\]-]*)[^\]]*\]|\\(.)/g)].map(([, ...texts]) =>
    texts.join(''),
  );
  return written.join('').trim() === '' ? { kind: 'number', places: fixed } : { kind: 'unit' };
}

function cellValue(cell: XmlElement, strings: readonly string[], styles: readonly Shown[]): string | { fault: string } {
  const type = attributeOf(cell, 't') ?? 'n';
  const raw = textOf(childNamed(cell, 'v') ?? { ...cell, children: [] });
  // `Number('')` is 0, which would name the first shared text.
  if (type === 's' && raw.trim() === '') return '';
  if (type === 's') return strings[Number(raw)] ?? { fault: 'A célula aponta para um texto que não existe.' };
  if (type === 'inlineStr') return richText(childNamed(cell, 'is') ?? { ...cell, children: [] });
  if (type === 'str') return raw;
  if (type === 'b') return raw === '1' ? 'Verdadeiro' : 'Falso';
  if (type === 'e') return { fault: `A célula tem um erro do Excel (${raw.slice(0, 20)}).` };
  if (raw === '') return childNamed(cell, 'f') ? { fault: NOT_COMPUTED } : '';
  const number = Number(raw);
  if (!Number.isFinite(number)) return type === 'd' ? { fault: DATE } : raw;
  const { kind, places } = styles[Number(attributeOf(cell, 's') ?? '0')] ?? { kind: 'number' };
  if (kind === 'date') return { fault: DATE };
  if (kind === 'fraction') return { fault: AS_TEXT('uma fracção como número') };
  if (kind === 'unit') return { fault: AS_TEXT('só o número do que a célula mostra, sem a unidade') };
  return kind === 'percent' ? `${decimal(number * 100, places)}%` : decimal(number, places);
}

const AS_TEXT = (what: string) => `O Excel guardou ${what}: formate a célula como texto e escreva-a de novo.`;
const DATE = 'O Excel guardou uma data em vez do que se escreveu: formate a célula como texto e escreva de novo.';
const NOT_COMPUTED =
  'A célula tem uma fórmula que ainda não foi calculada: abra o ficheiro no Excel, guarde-o e tente de novo.';

/** Returns a number in Portuguese notation, without binary rounding noise; rounded if the cell shows it rounded. */
function decimal(number: number, places?: number): string {
  const plain = Number(number.toPrecision(15));
  if (Math.abs(plain) >= 1e15) return BigInt(Math.round(plain)).toString();
  const written = String(plain);
  if (places === undefined || places > 15 || written.includes('e')) return written.replace('.', ',');
  // Round half away from zero, on the decimal digits and not on the binary fraction.
  const rounded = Math.round(Number(`${Math.abs(plain)}e${places}`));
  const text = Number(`${rounded}e-${places}`).toFixed(places);
  return `${plain < 0 && rounded !== 0 ? '-' : ''}${text}`.replace('.', ',');
}

function columnIndex(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : next;
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
