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
  /** Extension of an exported file. */
  fileEnding: string;
  /** Media type of an exported file. */
  type: string;
  /** Whether drawings and pictures are included. */
  pictures: boolean;
  /** A sentence in the export dialog about what the format loses. */
  hint?: string;
}

/**
 * The formats of question files, in the order of the dialogs. Contracts, the lists of the dialogs and the tables of the tests are derived
 * from this object; a reader and a writer must be added by hand.
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

/** A format that questions can be exported in. */
export type ExportFormat = keyof Formats;
export const EXPORT_FORMATS = Object.keys(QUESTION_FORMATS) as ExportFormat[];

/** A format that questions can be exported in and imported from. */
export type WrittenFormat = {
  [Format in ExportFormat]: Formats[Format]['readAs'] extends null ? never : Format;
}[ExportFormat];
export const WRITTEN_FORMATS = EXPORT_FORMATS.filter(
  (format): format is WrittenFormat => QUESTION_FORMATS[format].readAs !== null,
);

/** A format by its name in an import. */
export type ReadFormat = Formats[WrittenFormat]['readAs'];
export const READ_FORMATS = WRITTEN_FORMATS.map((format): ReadFormat => QUESTION_FORMATS[format].readAs);
