import { strToU8, zipSync } from 'fflate';
import temml from 'temml';
import writeXlsx from 'write-excel-file/node';
import { writeAiken } from './aiken.rules.ts';
import { writeCsv } from './csv.rules.ts';
import type { Draft } from './draft.rules.ts';
import { writeGift } from './gift.rules.ts';
import { writeJson } from './json.rules.ts';
import { writeMoodle } from './moodle.rules.ts';
import { qtiFiles } from './qti-write.rules.ts';
import { xlsxRows } from './xlsx.rules.ts';

/** Formats that questions leave in and come back from. */
export const WRITTEN = ['json', 'csv', 'excel', 'gift', 'moodle', 'qti', 'aiken'] as const;
export type Written = (typeof WRITTEN)[number];

/** What a file says of the test beside its questions. */
export interface About {
  /** One line: discipline, theme and class. */
  title: string;
  /** Facts by their name in the file: as columns in tables, as an object in JSON. */
  facts: Readonly<Record<string, string>>;
}

export interface WrittenFile {
  bytes: Uint8Array;
  type: string;
  ending: string;
}

const utf8 = (text: string, type: string, ending: string): WrittenFile => ({ bytes: Buffer.from(text), type, ending });

/** Questions as a file. `about` is left out when nobody wants it; `headers` is about the first row of tables. */
export async function writeFile(
  format: Written,
  questions: readonly Draft[],
  { headers, about }: { headers: boolean; about: About | null },
): Promise<WrittenFile> {
  const facts = about?.facts ?? null;
  const title = about?.title ?? null;
  switch (format) {
    case 'json':
      return utf8(writeJson(questions, facts), TYPES.json, 'json');
    case 'csv':
      return utf8(writeCsv(questions, headers, facts), TYPES.csv, 'csv');
    case 'gift':
      return utf8(writeGift(questions, title), TYPES.gift, 'gift.txt');
    case 'aiken':
      return utf8(writeAiken(questions), TYPES.aiken, 'aiken.txt');
    case 'moodle':
      return utf8(writeMoodle(questions, title), TYPES.moodle, 'xml');
    case 'excel':
      return { bytes: await workbook(xlsxRows(questions, headers, facts), headers), type: TYPES.excel, ending: 'xlsx' };
    case 'qti':
      return { bytes: zipped(qtiFiles(questions, title ?? 'Questões', mathMl)), type: TYPES.qti, ending: 'qti.zip' };
  }
}

export const TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  excel: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  gift: 'text/plain; charset=utf-8',
  aiken: 'text/plain; charset=utf-8',
  moodle: 'application/xml; charset=utf-8',
  qti: 'application/zip',
} as const;

const WIDTHS = [48, 48, 22, 22, 22, 22, 22, 22, 10, 48].map((width) => ({ width }));

/** A workbook of one sheet. Every cell is a text by its type and by its format, so that nothing is ever computed. */
function workbook(rows: readonly (readonly string[])[], headers: boolean): Promise<Buffer> {
  const cells = rows.map((row, index) =>
    row.map((value) =>
      value === ''
        ? null
        : {
            value,
            type: String,
            format: '@',
            ...(headers && index === 0 ? { fontWeight: 'bold' as const } : {}),
          },
    ),
  );
  return writeXlsx(cells, { sheet: 'Questões', columns: WIDTHS, stickyRowsCount: headers ? 1 : 0 }).toBuffer();
}

function zipped(files: ReadonlyMap<string, string>): Uint8Array {
  // One date for all, so that the same questions are the same file.
  return zipSync(Object.fromEntries([...files].map(([path, text]) => [path, strToU8(text)])), {
    level: 6,
    mtime: new Date(Date.UTC(2020, 0, 1)),
  });
}

const drawn = new Map<string, string | undefined>();

/** MathML with the TeX beside it; undefined when the formula cannot be drawn or its TeX would not come back to the letter. */
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
