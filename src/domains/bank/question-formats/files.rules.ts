import { MAX_ROWS } from '../../../shared/questions/question-limits.ts';
import { grouped } from '../../../shared/text.ts';
import type { SkillCategory } from '../../../shared/words.ts';
import type { Answering } from '../answering/answering.contract.ts';

// What a file of questions becomes: rows, each a question or the reasons for refusing it; why a whole file is refused; paths in an archive.

/** A question as files hold it: alternatives without letters, the right one by its index. */
export interface Draft {
  statement: string;
  passage: string | null;
  alternatives: string[];
  /** Index of the right alternative, from 0. */
  correct: number;
  explanation: string | null;
  weight: number;
  skillCategory: SkillCategory | null;
  objective: string | null;
  /** The author's difficulty, 1 to 5; absent if there is none. */
  difficulty?: number;
  /** How it is answered in writing; absent if by choosing. Without alternatives, `correct` is 0. */
  answering?: Answering;
  /** The question's picture; absent if there is none. */
  picture?: Picture;
  /** The bytes of the pictures within its texts, by address: `file:` and a number when it was read, the stored picture's when it is written. */
  pictures?: ReadonlyMap<string, Uint8Array>;
}

/** A drawing (SVG) or a picture (PNG, JPEG, WebP) with its alternative text. */
export interface Picture {
  bytes: Uint8Array;
  alt: string;
}

/** What is wrong with a row, and in which column or field. */
export interface Problem {
  column: string | null;
  message: string;
}

/** What the rows of a file are numbered by: by the row of the sheet or the line of the text, or by question. */
export type Numbering = 'line' | 'question';

/** One question as read from a file. Either `draft` or `problems` is set. */
export interface RowRead {
  /** Number from 1: of the row or line where the question begins, or of the question (see `Numbering`). */
  row: number;
  draft: Draft | null;
  problems: Problem[];
  /** Content of the file that the bank does not store. */
  notes: string[];
  /** The beginning of the statement, so that people find the row. */
  label: string;
  /** How the file writes the key; only if it does so in words. */
  key?: KeyStyle;
  /** Fields that the file lacks; a question that is replaced keeps their values. Undefined means none. */
  absent?: readonly Kept[];
  /** Set if the key may also be the text of an alternative. */
  keyText?: KeyText;
}

/** Fields that keep their stored values if the file lacks them. */
export type Kept = 'explanation' | 'weight' | 'skillCategory' | 'objective' | 'difficulty';

/** A letter, the text of an alternative, or a bare number: `counted` is that number and `last` the number of alternatives. */
export type KeyStyle = 'letter' | 'words' | { counted: number; last: number };

/** Only the text of an alternative, or `given` is the place of one and the text of another; both are indices from 0. */
export type KeyText = 'only' | { given: string; place: number; text: number };

/** A row with its number in the file; `faults` are cells that could not be read, by column. */
export interface Cells {
  row: number;
  cells: readonly string[];
  /** Why the row cannot be interpreted, and the column where the problem shows. */
  broken?: { index: number; message: string };
  faults?: ReadonlyMap<number, string>;
  /** Notes to report about the row, whether or not it is accepted. */
  notes?: readonly string[];
}

/** Thrown when a whole file is refused, with the sentence for the teacher. */
export class FileRefused extends Error {
  readonly status: 400 | 413 | 415;
  readonly code: string;

  constructor(status: 400 | 413 | 415, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function refuseTooManyRows(): never {
  throw new FileRefused(
    400,
    'too-many-rows',
    `O ficheiro tem mais de ${grouped(MAX_ROWS)} linhas. Divida-o em ficheiros mais pequenos.`,
  );
}

/** Resolves a path relative to another file's folder, with `..` and escapes; never outside the package. */
export function join(from: string, href: string): string {
  const parts = href.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of decoded(href.split(/[?#]/)[0] ?? '').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
