export interface QuestionFormat {
  /** Name of the format in an import; null for a file that is made only for people to read. */
  readAs: string | null;
  name: string;
  /** Label in the export dialog. */
  label: string;
  /** Name in the sentence that says which files are accepted. */
  accepted: string;
  /** Extensions of the files that the import dialog offers. */
  endings: readonly string[];
  /** Extension of an exported file; null for a format that is only imported. */
  fileEnding: string | null;
  /** Media type of its files. */
  type: string;
  /** Whether drawings and pictures are included. */
  pictures: boolean;
  /** A sentence in the export dialog about what the format loses. */
  hint?: string;
}

/** Returns whether questions can be imported from files of a format. */
export const isImported = ({ readAs }: Pick<QuestionFormat, 'readAs'>): boolean => readAs !== null;
/** Returns whether questions can be exported in a format. */
export const isExported = ({ fileEnding }: Pick<QuestionFormat, 'fileEnding'>): boolean => fileEnding !== null;

/**
 * The formats of question files, in the order of the dialogs. Contracts, the lists of the dialogs and the tables of the tests are derived
 * from this object; a reader (unless `readAs` is null) and a writer (unless `fileEnding` is) must be added by hand.
 */
export const QUESTION_FORMATS = {
  json: {
    readAs: 'json',
    name: 'JSON',
    label: 'JSON (.json)',
    accepted: '.json',
    endings: ['json'],
    fileEnding: 'json',
    type: 'application/json; charset=utf-8',
    pictures: true,
  },
  csv: {
    readAs: 'csv',
    name: 'CSV',
    label: 'CSV, abre no Excel (.csv)',
    accepted: '.csv',
    endings: ['csv', 'tsv'],
    fileEnding: 'csv',
    type: 'text/csv; charset=utf-8',
    pictures: false,
  },
  excel: {
    readAs: 'xlsx',
    name: 'Excel',
    label: 'Excel (.xlsx)',
    accepted: '.xlsx',
    endings: ['xlsx', 'zip'],
    fileEnding: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pictures: true,
  },
  pdf: {
    readAs: null,
    name: 'PDF',
    label: 'PDF: teste para imprimir e folha de respostas',
    accepted: '',
    endings: [],
    fileEnding: 'pdf',
    type: 'application/pdf',
    pictures: true,
  },
  gift: {
    readAs: 'gift',
    name: 'GIFT',
    label: 'GIFT, para o Moodle (.txt)',
    accepted: 'GIFT',
    endings: ['gift', 'txt'],
    fileEnding: 'gift.txt',
    type: 'text/plain; charset=utf-8',
    pictures: false,
  },
  moodle: {
    readAs: 'moodle',
    name: 'Moodle XML',
    label: 'Moodle XML (.xml)',
    accepted: 'Moodle XML',
    endings: ['xml'],
    fileEnding: 'xml',
    type: 'application/xml; charset=utf-8',
    pictures: true,
  },
  qti: {
    readAs: 'qti',
    name: 'QTI',
    label: 'QTI 3 (.zip)',
    accepted: 'QTI 1.2, 2 ou 3 (.xml ou .zip)',
    endings: ['xml', 'zip'],
    fileEnding: 'qti.zip',
    type: 'application/zip',
    pictures: true,
  },
  aiken: {
    readAs: 'aiken',
    name: 'Aiken',
    label: 'Aiken (.txt)',
    accepted: 'Aiken',
    endings: ['aiken', 'txt'],
    fileEnding: 'aiken.txt',
    type: 'text/plain; charset=utf-8',
    pictures: false,
    hint: 'Guarda só o enunciado, as alternativas e a letra certa.',
  },
} as const satisfies Record<string, QuestionFormat>;

type Formats = typeof QUESTION_FORMATS;
type Format = keyof Formats;
const FORMATS = Object.keys(QUESTION_FORMATS) as Format[];

/** A format that questions can be exported in. */
export type ExportFormat = { [Name in Format]: Formats[Name]['fileEnding'] extends null ? never : Name }[Format];
export const EXPORT_FORMATS = FORMATS.filter((format): format is ExportFormat => isExported(QUESTION_FORMATS[format]));

/** A format that questions can be imported from. */
type ImportFormat = { [Name in Format]: Formats[Name]['readAs'] extends null ? never : Name }[Format];
export const IMPORT_FORMATS = FORMATS.filter((format): format is ImportFormat => isImported(QUESTION_FORMATS[format]));

/** A format that questions can be exported in and imported from. */
export type TwoWayFormat = ExportFormat & ImportFormat;
export const TWO_WAY_FORMATS = EXPORT_FORMATS.filter((format): format is TwoWayFormat =>
  isImported(QUESTION_FORMATS[format]),
);

/** A format by its name in an import. */
export type ReadFormat = Formats[ImportFormat]['readAs'];
export const READ_FORMATS = IMPORT_FORMATS.map((format): ReadFormat => QUESTION_FORMATS[format].readAs);
