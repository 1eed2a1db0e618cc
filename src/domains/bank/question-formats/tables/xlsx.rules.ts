import { withoutGuard } from '../../../../shared/formula.ts';
import { MAX_ROWS } from '../../../../shared/questions/question-limits.ts';
import { shorten } from '../../../../shared/text.ts';
import { bareText } from '../assembler.rules.ts';
import { type Cells, FileRefused, join, type RowRead, refuseTooManyRows } from '../files.rules.ts';
import { emphasisNotes, SEVERAL_PICTURES } from '../kinds.rules.ts';
import { type FindPicture, withPicture } from '../pictures.rules.ts';
import {
  allNamed,
  attributeOf,
  childNamed,
  childrenNamed,
  type Fate,
  fatesOf,
  isElement,
  plainName,
  readXml,
  textOf,
  unreadNotes,
  type XmlElement,
} from '../xml.rules.ts';
import { namesQuestions, readTable } from './columns.rules.ts';
import { cellValue, NOTHING, PLAIN, type Rich, type Style, sharedStrings, stylesOf } from './xlsx-cells.rules.ts';

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

/** A sheet that is not hidden. */
interface Sheet {
  name: string;
  path: string;
  text: () => string;
}

function sheetsOf(files: Files, workbook: string, links: readonly Link[]): Sheet[] {
  const root = open(files, workbook) ?? NOTHING;
  const declared = childrenNamed(childNamed(root, 'sheets') ?? NOTHING, 'sheet');
  const sheets = declared.flatMap((sheet): Sheet[] => {
    if (/hidden/i.test(attributeOf(sheet, 'state') ?? '')) return [];
    const id = Object.entries(sheet.attributes).find(([name]) => /(^|:)id$/i.test(name) && name !== 'sheetId')?.[1];
    const link = links.find((one) => one.id === id && one.type === 'worksheet');
    const text = link && files.get(link.path.toLowerCase());
    return text ? [{ name: attributeOf(sheet, 'name') ?? '', path: link.path, text }] : [];
  });
  const only = links.length === 0 ? files.get(join(workbook, 'worksheets/sheet1.xml').toLowerCase()) : undefined;
  return only ? [{ name: '', path: join(workbook, 'worksheets/sheet1.xml'), text: only }] : sheets;
}

/**
 * Reads the first visible sheet; if it has no header of questions, the first one that has. Rows and columns are named as Excel
 * shows them, and what is not read (other sheets, comments, text boxes) is reported. A picture that stands on a row belongs to its question.
 *
 * @param findPicture looks up the pictures beside the workbook by the name in a cell.
 * @param mediaAt returns a file of the workbook by its path.
 */
export function readXlsx(
  archive: Files,
  hasHeader: boolean,
  findPicture: FindPicture = () => undefined,
  mediaAt: FindPicture = () => undefined,
): RowRead[] {
  const files: Files = new Map([...archive].map(([path, text]) => [path.toLowerCase(), text] as const));
  const workbook = workbookIn(files) ?? 'xl/workbook.xml';
  const links = linksOf(files, workbook);
  const sheets = sheetsOf(files, workbook, links);
  const [first] = sheets;
  if (!first) throw new FileRefused(400, 'broken-zip', 'O livro do Excel não tem nenhuma folha que se consiga ler.');
  const linked = (type: string, usual: string) =>
    links.find((link) => link.type === type)?.path ?? join(workbook, usual);
  const texts = files.get(linked('sharedstrings', 'sharedStrings.xml').toLowerCase());
  const strings = texts ? sharedStrings(texts()) : [];
  const styles = stylesOf(open(files, linked('styles', 'styles.xml')));
  const rowsOf = (sheet: Sheet) => rowsIn(sheet.text(), strings, styles);
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
  const pasted = picturesOn(files, chosen.path, mediaAt);
  const read = readTable(rows, hasHeader, false, findPicture).map((row) => withPasted(row, pasted));
  const unread = sheets.filter((sheet) => sheet !== chosen && /<(?:\w+:)?[vt][\s>]/.test(sheet.text()));
  const hidden = hiddenSheets(files, workbook, links);
  const notes = [
    ...(unread.length > 0 ? [unreadSheets(chosen, unread)] : []),
    ...(hidden > 0 ? [HIDDEN_SHEETS] : []),
    ...(pasted.size > 0 ? [PASTED] : []),
    ...asideNotes(files),
  ];
  read[0]?.notes.push(...notes);
  return read;
}

/** Pictures on a sheet by the row at which they begin, from 1; without bytes where they cannot be read. */
type Pasted = Map<number, { bytes: Uint8Array | undefined; alt: string }[]>;

function picturesOn(files: Files, sheet: string, mediaAt: FindPicture): Pasted {
  const found: Pasted = new Map();
  for (const drawing of linksOf(files, sheet).filter(({ type }) => type === 'drawing')) {
    const media = linksOf(files, drawing.path);
    const root = open(files, drawing.path);
    for (const anchor of root?.children.filter(isElement) ?? []) {
      const row = Number(textOf(childNamed(childNamed(anchor, 'from') ?? NOTHING, 'row') ?? NOTHING)) + 1;
      for (const picture of allNamed(anchor, 'pic')) {
        const blip = allNamed(picture, 'blip')[0];
        const id = Object.entries(blip?.attributes ?? {}).find(([name]) => /(^|:)embed$/i.test(name))?.[1];
        const path = media.find((link) => link.id === id)?.path;
        const alt = attributeOf(allNamed(picture, 'cnvpr')[0] ?? NOTHING, 'descr') ?? '';
        found.set(row, [...(found.get(row) ?? []), { bytes: path === undefined ? undefined : mediaAt(path), alt }]);
      }
    }
  }
  return found;
}

/** Returns a row with the picture that stands on it; several are refused. Rows with a picture of their own keep it. */
function withPasted(row: RowRead, pasted: Pasted): RowRead {
  const [picture, ...others] = pasted.get(row.row) ?? [];
  if (!picture) return row;
  pasted.delete(row.row);
  if (!row.draft) return row;
  if (others.length > 0 || row.draft.picture) return refused(row, `Esta linha traz ${SEVERAL_PICTURES}: deixe só uma.`);
  if (!picture.bytes) return refused(row, 'A imagem colada nesta linha não se consegue ler.');
  return withPicture(row, { bytes: picture.bytes, alt: picture.alt });
}
const refused = (row: RowRead, message: string): RowRead => ({
  ...row,
  draft: null,
  problems: [{ column: 'Imagem', message }],
});

/** Number of hidden sheets with content. */
function hiddenSheets(files: Files, workbook: string, links: readonly Link[]): number {
  const declared = childrenNamed(childNamed(open(files, workbook) ?? NOTHING, 'sheets') ?? NOTHING, 'sheet');
  return declared.filter((sheet) => {
    if (!/hidden/i.test(attributeOf(sheet, 'state') ?? '')) return false;
    const id = Object.entries(sheet.attributes).find(([name]) => /(^|:)id$/i.test(name) && name !== 'sheetId')?.[1];
    const path = links.find((one) => one.id === id)?.path.toLowerCase();
    return /<(?:\w+:)?[vt][\s>]/.test((path === undefined ? undefined : files.get(path)?.()) ?? '');
  }).length;
}

/** Texts of a workbook outside its cells, by the files that hold them. */
const ASIDE: readonly (readonly [path: RegExp, holds: RegExp, note: string])[] = [
  [
    /^xl\/(?:threaded)?comments[^/]*\/?.*\.xml$/,
    /<(?:\w+:)?t[\s>]|<text[\s>]/,
    'Os comentários das células não se lêem.',
  ],
  [/^xl\/drawings\/[^/]+\.xml$/, /<a:t>/, 'As caixas de texto e as formas desenhadas na folha não se lêem.'],
  [/^xl\/charts\//, /./, 'Os gráficos da folha não se lêem.'],
  [
    /^xl\/worksheets\/[^/]+\.xml$/,
    /<(?:\w+:)?(?:odd|even|first)(?:Header|Footer)>[^<]/,
    'O cabeçalho e o rodapé das páginas não se lêem.',
  ],
];
const asideNotes = (files: Files): string[] =>
  ASIDE.flatMap(([path, holds, note]) =>
    [...files].some(([name, text]) => path.test(name) && holds.test(text())) ? [note] : [],
  );

const HIDDEN_SHEETS = 'As folhas escondidas do livro não se lêem.';
const PASTED = 'Há imagens coladas na folha fora das linhas das questões: ficaram por ler.';
const quoted = ({ name }: Sheet) => `«${shorten(name, 40)}»`;
const unreadSheets = (chosen: Sheet, unread: readonly Sheet[]) =>
  `Leu-se só a folha ${quoted(chosen)}: ${unread.length === 1 ? 'a folha' : 'as folhas'} ${unread.slice(0, 8).map(quoted).join(', ')}${unread.length > 8 ? ' e outras' : ''} também ${unread.length === 1 ? 'tem' : 'têm'} conteúdo, que ficou por ler.`;

/** Cells with only a style, which Excel writes for formatted ranges: they would fill the tree with empty nodes. */
const EMPTY_CELL = /<(?:\w+:)?c\s(?:[^<>]*\s)?r="[A-Z]+\d+"[^<>]*\/>/g;

/** A row while its sheet is read. */
type Row = Cells & { cells: string[]; faults: Map<number, string>; notes: string[] };

function rowsIn(text: string, strings: readonly Rich[], styles: readonly Style[]): Cells[] {
  const rows: Row[] = [];
  const unread = new Set<string>();
  let last = 0;
  const sheet = readXml(text.replace(EMPTY_CELL, ''), (element, [, data, ...more]) => {
    if (more.length > 0 || (data && plainName(data.name) !== 'sheetdata') || plainName(element.name) !== 'row')
      return false;
    const told = Number(attributeOf(element, 'r'));
    last = Number.isSafeInteger(told) && told > 0 ? told : last + 1;
    const row = rowOf(element, last, strings, styles);
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
    if (rows.length > MAX_ROWS + 1) refuseTooManyRows();
    for (const note of unreadNotes(element, SHEET_FATES)) unread.add(note);
    return true;
  });
  for (const note of unreadNotes(sheet, SHEET_FATES)) unread.add(note);
  // A file may hold its rows in any order; what counts is their place on the sheet.
  rows.sort((one, other) => one.row - other.row);
  noteHiddenColumns(sheet, rows);
  spreadMerged(sheet, rows);
  const isLinked = allNamed(sheet, 'hyperlink').some((link) => !attributeOf(link, 'location'));
  rows.at(-1)?.notes.push(...unread, ...(isLinked ? [LINKS] : []));
  return rows;
}

/** Returns a row as the sheet shows it; `number` is its place, from 1. */
function rowOf(row: XmlElement, number: number, strings: readonly Rich[], styles: readonly Style[]): Row {
  const cells: string[] = [];
  const notes = new Set<string>(isHidden(row, 'ht') ? [HIDDEN] : []);
  const faults = new Map<number, string>();
  for (const cell of childrenNamed(row, 'c')) {
    const index = columnIndex(attributeOf(cell, 'r'), cells.length);
    const style = styles[Number(attributeOf(cell, 's') ?? '0')] ?? PLAIN;
    const value = cellValue(cell, strings, style);
    if (index > FARTHEST) {
      if ('fault' in value || value.text.trim() !== '') notes.add(TOO_FAR);
      continue;
    }
    while (cells.length < index) cells.push('');
    if (cells[index]) faults.set(index, TWICE);
    if ('fault' in value) {
      faults.set(index, value.fault);
      // A value exists, so the row must not count as empty.
      cells[index] = '?';
      continue;
    }
    cells[index] = withoutGuard(value.text);
    if (value.text.trim() !== '') {
      if (style.isUnseen) notes.add(UNSEEN);
      if (style.isStruckOut) notes.add(STRUCK_OUT);
    }
    for (const note of emphasisNotes({ ...bareText(value.text), emphasis: value.emphasis })) notes.add(note);
  }
  return { row: number, cells, faults, notes: [...notes] };
}

/** Notes the rows that have content in a hidden column. */
function noteHiddenColumns(sheet: XmlElement, rows: readonly Row[]): void {
  const isHiddenColumn = hiddenIn(sheet);
  for (const { cells, notes } of rows)
    if (cells.some((cell, index) => cell.trim() !== '' && isHiddenColumn(index))) notes.push(HIDDEN_COLUMN);
}

/** What happens to the elements of a sheet; all but the cells are settings of the program. */
const SHEET_FATES: Readonly<Record<string, Fate>> = {
  ...fatesOf('inside', 'sheetdata row c is r'),
  ...fatesOf('read', 'v f t rpr rph phoneticpr extlst'),
  ...fatesOf(
    'read',
    'sheetpr dimension sheetviews sheetformatpr cols sheetprotection autofilter sortstate mergecells conditionalformatting datavalidations ' +
      'hyperlinks printoptions pagemargins pagesetup headerfooter rowbreaks colbreaks drawing legacydrawing legacydrawinghf tableparts ' +
      'alternatecontent customsheetviews protectedranges scenarios picture oleobjects controls ignorederrors smarttags webpublishitems ' +
      'cellwatches sheetcalcpr dataconsolidate customproperties',
  ),
};

/** Maximum columns read. */
const FARTHEST = 200;
const TOO_FAR = 'A linha tem células muito à direita, que não se lêem.';
const HIDDEN_COLUMN = 'Uma coluna desta linha está escondida na folha e foi lida como as outras.';
const UNSEEN = 'Uma célula desta linha não se vê na folha (letra branca ou formato vazio) e foi lida como as outras.';
const STRUCK_OUT = 'Uma célula desta linha está riscada na folha e foi lida como as outras.';
const TWICE = 'A célula está duas vezes no ficheiro.';
const LINKS = 'As ligações das células não são guardadas: fica só o seu texto.';
const HIDDEN = 'A linha está escondida na folha e foi lida como as outras.';

/** A cell merged over several rows counts in each of these rows. */
function spreadMerged(sheet: XmlElement, rows: readonly Row[]): void {
  for (const merged of childrenNamed(childNamed(sheet, 'mergecells') ?? NOTHING, 'mergecell').slice(0, MAX_ROWS)) {
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

/** Returns whether a column is hidden, by its index. */
function hiddenIn(sheet: XmlElement): (index: number) => boolean {
  const hidden = childrenNamed(childNamed(sheet, 'cols') ?? NOTHING, 'col')
    .filter((column) => isHidden(column, 'width'))
    .map((column) => [Number(attributeOf(column, 'min')) - 1, Number(attributeOf(column, 'max')) - 1] as const);
  return (index) => hidden.some(([from = 0, to = 0]) => index >= from && index <= to);
}

/** Returns whether a row or column is hidden, or has no height or width. */
const isHidden = (element: XmlElement, size: 'ht' | 'width'): boolean =>
  /^(1|true)$/.test(attributeOf(element, 'hidden') ?? '') || Number(attributeOf(element, size) ?? '1') === 0;

function columnIndex(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : next;
}
