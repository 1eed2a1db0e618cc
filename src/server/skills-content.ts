// The content of reading, read once from content/reading. `npm run content:check` checks it and says where a file is wrong.
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
