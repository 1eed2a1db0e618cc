import { strToU8, zipSync } from 'fflate';
import temml from 'temml';
import writeXlsx from 'write-excel-file/node';
import { QUESTION_FORMATS, type TwoWayFormat } from '../../../shared/questions/question-formats.ts';
import { guardLetters } from '../test-bank/question.rules.ts';
import { writeAiken } from './aiken.rules.ts';
import type { Draft, Picture } from './files.rules.ts';
import { writeGift } from './gift.rules.ts';
import { writeJson } from './json.rules.ts';
import { writeMoodle } from './moodle.rules.ts';
import { FOLDER, nameFiles, withAddresses } from './pictures.rules.ts';
import { qtiFiles } from './qti/qti-write.rules.ts';
import { type Facts, WEIGHT_COLUMN } from './tables/column-names.rules.ts';
import { writeCsv } from './tables/csv.rules.ts';
import { xlsxRows } from './tables/table-writing.rules.ts';
import { ZIP_DATE } from './zip.server.ts';

/** What a file says about the test besides its questions. */
export interface About {
  /** One line: discipline, theme and class. */
  title: string;
  facts: Facts;
}

export interface WrittenFile {
  bytes: Uint8Array;
  type: string;
  ending: string;
}

/** A file as its writer returns it; its type and its ending are those of the format unless it says others. */
type Written = string | Uint8Array | WrittenFile;

/** What goes into a file besides the questions. */
interface Extras {
  /** Whether the first row of a table is a header. */
  headers: boolean;
  /** About the test; null to omit it. */
  facts: Facts | null;
  title: string | null;
}

/** Returns questions whose alternatives are read back as they are, although readers leave the author's letters out. */
const lettered = (questions: readonly Draft[]): Draft[] =>
  questions.map((question) => ({ ...question, alternatives: guardLetters(question.alternatives) }));

const WRITERS: Record<TwoWayFormat, (questions: readonly Draft[], extras: Extras) => Written | Promise<Written>> = {
  json: (questions, { facts }) => writeJson(questions, facts),
  csv: (questions, { headers, facts }) => writeCsv(questions, headers, facts),
  excel: (questions, { headers, facts }) => excelFile(questions, headers, facts),
  gift: (questions, { title }) => writeGift(lettered(questions), title),
  moodle: (questions, { title }) => writeMoodle(lettered(questions), title),
  qti: (questions, { title }) => zipped(qtiFiles(lettered(questions), title ?? 'Questões', mathMl)),
  aiken: (questions) => writeAiken(questions),
};

/** Writes questions as a file. `about` is null to omit the test; `headers` applies to tables. */
export async function writeFile(
  format: TwoWayFormat,
  questions: readonly Draft[],
  { headers, about }: { headers: boolean; about: About | null },
): Promise<WrittenFile> {
  const extras = { headers, facts: about?.facts ?? null, title: about?.title ?? null };
  const written = await WRITERS[format](questions, extras);
  const { type, fileEnding: ending } = QUESTION_FORMATS[format];
  if (typeof written === 'string') return { bytes: Buffer.from(written), type, ending };
  return written instanceof Uint8Array ? { bytes: written, type, ending } : written;
}

/** Returns a workbook; with pictures, an archive of the workbook and the picture folder that its cells refer to. */
async function excelFile(questions: readonly Draft[], headers: boolean, facts: Facts | null): Promise<Written> {
  const { nameOf, nameAt, files } = nameFiles(questions);
  const inArchive = questions.map((question) =>
    withAddresses(question, (address) => {
      const name = nameAt(question, address);
      return name && `${FOLDER}/${name}`;
    }),
  );
  const pathOf = (picture: Picture) => `${FOLDER}/${nameOf(picture)}`;
  const bytes = await workbook(xlsxRows(inArchive, headers, facts, pathOf), headers);
  if (files.size === 0) return bytes;
  const pictures = [...files].map(([name, picture]) => [`${FOLDER}/${name}`, picture] as const);
  return {
    bytes: zipped(new Map([['questoes.xlsx', bytes], ...pictures])),
    type: 'application/zip',
    ending: 'xlsx.zip',
  };
}

const WIDTHS = [48, 48, 22, 22, 22, 22, 22, 22, 10, 48].map((width) => ({ width }));

/**
 * Returns a workbook of one sheet, long texts wrapped. Every cell except the weights has text as its type and format, so that nothing is
 * computed.
 */
function workbook(rows: readonly (readonly string[])[], headers: boolean): Promise<Buffer> {
  const cells = rows.map((row, index) =>
    row.map((value, column) => {
      if (value === '') return null;
      if (column === WEIGHT_COLUMN && !(headers && index === 0)) return { value: Number(value), type: Number };
      const weight = headers && index === 0 ? { fontWeight: 'bold' as const } : {};
      return { value, type: String, format: '@', wrap: true, alignVertical: 'top' as const, ...weight };
    }),
  );
  return writeXlsx(cells, { sheet: 'Questões', columns: WIDTHS, stickyRowsCount: headers ? 1 : 0 }).toBuffer();
}

function zipped(files: ReadonlyMap<string, string | Uint8Array>): Uint8Array {
  return zipSync(
    Object.fromEntries([...files].map(([path, held]) => [path, typeof held === 'string' ? strToU8(held) : held])),
    {
      level: 6,
      mtime: ZIP_DATE,
    },
  );
}

const drawn = new Map<string, string | undefined>();

/** MathML with its TeX. @returns undefined if the formula cannot be rendered or its TeX would not round-trip exactly. */
function mathMl(tex: string): string | undefined {
  if (tex !== tex.trim() || /[\n\t]|[ ]{2}|\\\$|^\\[([]|\$/.test(tex)) return undefined;
  if (drawn.size > 2_000) drawn.clear();
  if (!drawn.has(tex)) {
    try {
      drawn.set(
        tex,
        temml
          .renderToString(tex, { throwOnError: true, trust: false, annotate: true, xml: true })
          .replace(/ style="[^"]*"/g, ''),
      );
    } catch {
      drawn.set(tex, undefined);
    }
  }
  return drawn.get(tex);
}
