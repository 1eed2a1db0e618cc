import path from 'node:path';
import { IMPORT_FORMATS, QUESTION_FORMATS, type ReadFormat } from '../../../shared/questions/question-formats.ts';
import { LARGEST_FILE_BYTES, LARGEST_FILE_MB } from '../../../shared/questions/question-limits.ts';
import { readDrawing } from '../test-bank/drawings.rules.ts';
import { kindOf } from '../test-bank/images.rules.ts';
import { readAiken } from './aiken.rules.ts';
import { containerOf, decodeText, decodeXml, textFormat, wrongType } from './encoding.rules.ts';
import { FileRefused, join, type Numbering, type RowRead } from './files.rules.ts';
import { readGift } from './gift.rules.ts';
import { readJson } from './json.rules.ts';
import { saidOnce } from './kinds.rules.ts';
import { createMoodleReader, MOODLE_ROOT } from './moodle.rules.ts';
import type { FindPicture } from './pictures.rules.ts';
import { readQtiFile, readQtiPackage } from './qti/package.rules.ts';
import { OLD_ROOT, readOldQti } from './qti/qti-old.rules.ts';
import { readCsv } from './tables/csv.rules.ts';
import { readXlsx, workbookIn } from './tables/xlsx.rules.ts';
import { plainName, readXml } from './xml.rules.ts';
import { openZip, type Packed } from './zip.server.ts';

/** A file as read, row by row. */
export interface FileRead {
  format: ReadFormat;
  numbering: Numbering;
  rows: RowRead[];
}
type FormatRead = Pick<FileRead, 'format' | 'rows'>;

/**
 * Reads a file of questions in any of the formats; the format is detected from the content.
 *
 * @param hasHeader whether the first row of a table holds the column names.
 * @throws FileRefused when the whole file is refused: 413 too large, 415 unknown format, 400 otherwise.
 */
export function readFile(bytes: Uint8Array, name: string, hasHeader: boolean): FileRead {
  if (bytes.length > LARGEST_FILE_BYTES)
    throw new FileRefused(413, 'too-large', `O ficheiro tem mais de ${LARGEST_FILE_MB} MB.`);
  const read =
    containerOf(bytes) === 'zip' ? readZip(Buffer.from(bytes), name, hasHeader) : readText(bytes, name, hasHeader);
  if (read.rows.length === 0) throw new FileRefused(400, 'no-rows', 'O ficheiro não tem nenhuma questão.');
  return { format: read.format, ...numbered(read) };
}

/** Numbers the rows by question in formats without lines, and in a file with several questions on a line, such as minified XML. */
function numbered({ format, rows }: FormatRead): Pick<FileRead, 'numbering' | 'rows'> {
  const checked = saidOnce(rows.map(checkPicture));
  if (format === 'json' || format === 'qti') return { numbering: 'question', rows: checked };
  if (new Set(rows.map(({ row }) => row)).size === rows.length) return { numbering: 'line', rows: checked };
  return { numbering: 'question', rows: checked.map((row, index) => ({ ...row, row: index + 1 })) };
}

/** Returns a row with its picture if it is acceptable: PNG, JPEG, WebP, or a drawing that passes the allow-list. */
function checkPicture(row: RowRead): RowRead {
  const picture = row.draft?.picture;
  if (!row.draft || !picture) return row;
  const refuse = (message: string): RowRead => ({ ...row, draft: null, problems: [{ column: 'Imagem', message }] });
  if (picture.bytes.length > MAX_BYTES) return refuse('A imagem tem mais de 8 MB.');
  if (kindOf(picture.bytes)) return row;
  const text = new TextDecoder().decode(picture.bytes).trim();
  if (!text.startsWith('<')) return refuse('A imagem tem de ser PNG, JPEG ou WebP.');
  const drawing = readDrawing(text);
  if ('problem' in drawing) return refuse(`O desenho (SVG) ${drawing.problem}: guarde-o como PNG e tente de novo.`);
  return { ...row, draft: { ...row.draft, picture: { ...picture, bytes: Buffer.from(drawing.svg) } } };
}
const MAX_BYTES = 8 * 1024 * 1024;

function readText(bytes: Uint8Array, name: string, hasHeader: boolean): FormatRead {
  const text = decodeText(bytes);
  if (text.trim() === '') throw new FileRefused(400, 'no-rows', 'O ficheiro está vazio.');
  const format = textFormat(text, name);
  if (format !== 'xml') return { format, rows: TEXT_READERS[format](text, hasHeader) };
  const moodle = createMoodleReader();
  const root = readXml(decodeXml(bytes, text), moodle.take);
  const kind = plainName(root.name);
  if (kind === MOODLE_ROOT) return { format: 'moodle', rows: moodle.rowsOf(root) };
  if (/^assessment(item|test|section)$/.test(kind)) return { format: 'qti', rows: readQtiFile(root) };
  if (kind === OLD_ROOT) return { format: 'qti', rows: readOldQti([root]) };
  throw wrongType(`O ficheiro XML começa por <${root.name.slice(0, 40)}>, que não é de questões.`);
}

/** Readers of plain-text formats; `textFormat` selects one. */
const TEXT_READERS = {
  csv: readCsv,
  json: readJson,
  gift: readGift,
  aiken: readAiken,
} as const satisfies Partial<Record<ReadFormat, (text: string, hasHeader: boolean) => RowRead[]>>;

/** Endings of files that are no archives. */
const TEXT_ENDINGS = new Set<string>(
  IMPORT_FORMATS.flatMap((format) => QUESTION_FORMATS[format].endings.map((ending) => `.${ending}`)),
);
for (const archive of ['.xlsx', '.zip']) TEXT_ENDINGS.delete(archive);

function readZip(bytes: Buffer, name: string, hasHeader: boolean): FormatRead {
  const ending = path.extname(name.trim());
  if (TEXT_ENDINGS.has(ending.toLowerCase()))
    throw wrongType(`O ficheiro diz ser ${ending} e é um arquivo comprimido.`);
  const packed = openZip(bytes);
  const files = filesIn(packed);
  const has = (pattern: RegExp) => [...files.keys()].some((path) => pattern.test(path));
  if (files.has('mimetype') && files.has('content.xml'))
    throw wrongType('O ficheiro é do LibreOffice (.ods ou .odt): guarde-o como .xlsx ou .csv.');
  const other = OTHERS.find(([pattern]) => has(pattern));
  if (other) throw wrongType(other[1]);
  const bytesAt: FindPicture = (path) => packed.get(path)?.unpack();
  if (workbookIn(files)) return { format: 'xlsx', rows: readXlsx(files, hasHeader, undefined, bytesAt) };
  const workbooks = [...files.keys()].filter((path) => /\.xlsx$/i.test(path));
  const [beside = '', ...more] = workbooks;
  if (workbooks.length > 0 && more.length === 0) {
    const packedInner = openZip(bytesAt(beside) as Buffer);
    const inner = filesIn(packedInner);
    if (workbookIn(inner)) {
      const find: FindPicture = (name) => bytesAt(join(beside, name));
      const mediaAt: FindPicture = (path) => packedInner.get(path)?.unpack();
      return { format: 'xlsx', rows: readXlsx(inner, hasHeader, find, mediaAt) };
    }
  }
  if (has(/\.xml$/i) && !files.has('[Content_Types].xml'))
    return { format: 'qti', rows: readQtiPackage(files, bytesAt) };
  throw wrongType('O arquivo comprimido não é um livro do Excel nem um pacote de questões.');
}

/** Returns the files of an archive as texts, without those that macOS adds. */
const filesIn = (packed: ReadonlyMap<string, Packed>): Map<string, () => string> =>
  new Map(
    [...packed]
      .filter(([path]) => !/(^|\/)(__MACOSX\/|\._|\.DS_Store)/.test(path))
      .map(([path, file]) => [path, () => decodeXml(file.unpack())] as const),
  );

/** Archives of other programs, by a file that only they contain. */
const OTHERS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^xl\/workbook\.bin$/, 'O ficheiro é um livro binário do Excel (.xlsb): guarde-o como .xlsx.'],
  [
    /^word\/document\.xml$/,
    'O ficheiro é um documento do Word: ponha as questões numa tabela do Excel ou num ficheiro de texto.',
  ],
  [/^ppt\//, 'O ficheiro é uma apresentação do PowerPoint.'],
  [/(^|\/)Index(\.zip|\/.*\.iwa)$/, 'O ficheiro é do Numbers ou do Pages: exporte-o para Excel (.xlsx) ou CSV.'],
  [/^h5p\.json$/, 'O ficheiro é do H5P, que guarda actividades e não questões soltas.'],
];
