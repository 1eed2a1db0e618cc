// The content of reading and writing, read once from content/reading and content/writing. `npm run content:check` checks it and says where a file is wrong.
import path from 'node:path';
import { parse } from 'yaml';
import {
  type EarRecording,
  earFile,
  firstTextsFile,
  type ReadingClassFile,
  type ReadingText,
  readingClassFile,
} from '../shared/skills/reading-content.ts';
import {
  signsFile,
  type WritingClassFile,
  type WritingSign,
  writingClassFile,
} from '../shared/skills/writing-content.ts';
import { readFolder } from './db/folder.ts';

const CONTENT = path.join(import.meta.dirname, '..', '..', 'content');
const CLASS_FILE = /^class-\d\.yaml$/;

/** Reads a folder of content when it is first asked for, and keeps what `make` makes of its files. */
function kept<T>(folder: string, make: (files: ReadonlyMap<string, unknown>) => T): () => T {
  let made: T | undefined;
  return () =>
    (made ??= make(new Map(readFolder(CONTENT, folder, '.yaml').map(({ name, text }) => [name, parse(text)]))));
}
const classFiles = (files: ReadonlyMap<string, unknown>): unknown[] =>
  [...files].filter(([name]) => CLASS_FILE.test(name)).map(([, file]) => file);

interface ReadingContent {
  /** Letters, words, texts and listening stories of each class. */
  classes: ReadonlyMap<ReadingClassFile['schoolClass'], ReadingClassFile>;
  /** Short texts with which every reading begins. */
  first: readonly ReadingText[];
  /** Readings with planted errors. */
  ear: readonly EarRecording[];
}

/** Returns the content of reading. @throws Error when a file cannot be read. */
export const readingContent = kept<ReadingContent>('reading', (files) => ({
  classes: new Map(
    classFiles(files).map((file) => {
      const read = readingClassFile.parse(file);
      return [read.schoolClass, read];
    }),
  ),
  first: firstTextsFile.parse(files.get('first.yaml')).texts,
  ear: earFile.parse(files.get('ear.yaml')).recordings,
}));

interface WritingContent {
  /** Dictations, prompts and rulers of each class. */
  classes: ReadonlyMap<WritingClassFile['schoolClass'], WritingClassFile>;
  /** What a grown-up looks for in every text. */
  signs: readonly WritingSign[];
}

/** Returns the content of writing. @throws Error when a file cannot be read. */
export const writingContent = kept<WritingContent>('writing', (files) => ({
  classes: new Map(
    classFiles(files).map((file) => {
      const read = writingClassFile.parse(file);
      return [read.schoolClass, read];
    }),
  ),
  signs: signsFile.parse(files.get('signs.yaml')).signs,
}));
