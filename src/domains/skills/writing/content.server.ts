import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Database } from '../../../server/db/db.ts';
import { readFolder } from '../../../server/db/folder.ts';
import { readSetting, saveSetting } from '../../../server/db/settings.ts';
import { type FormRow, findAllForms, lockForms, replaceOffered } from './writing.store.ts';

const CONTENT = path.join(import.meta.dirname, '..', '..', '..', '..', 'content');
const LOADED = 'writing-content';
/** To be increased when a change of this file requires loading everything again. */
const LOADER_VERSION = 1;

/**
 * Loads the files of content/writing into the database, unless these very files are loaded. A form that changed gets another version even if
 * its file does not say so, because stored marks count words and name anchors.
 *
 * @throws Error when a file cannot be read.
 */
export async function loadWriting(db: Database): Promise<void> {
  const hash = createHash('sha256').update(String(LOADER_VERSION));
  for (const { name, text } of readFolder(CONTENT, 'writing', '.yaml')) hash.update(`\n${name}\n`).update(text);
  const files = hash.digest('hex');
  if ((await readSetting<string>(db, LOADED)) === files) return;
  // Imported only here: most starts find these very files loaded and need nothing that parses them.
  const { formsOfFiles } = await import('./content-files.server.ts');
  await storeForms(db, formsOfFiles());
  await saveSetting(db, LOADED, files);
}

/** What marks depend on: the words of a dictation, the anchors of a ruler. */
const marked = ({ body }: FormRow): string =>
  JSON.stringify('words' in body ? body.words : 'anchors' in body ? body.anchors.map(({ text }) => text) : null);

/** Stores forms as the only ones offered; those of earlier files stay for what was written from them. */
export async function storeForms(db: Database, forms: readonly FormRow[]): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockForms(transaction);
    const latest = new Map((await findAllForms(transaction)).map((form) => [form.id, form]));
    await replaceOffered(
      transaction,
      forms.map((form) => {
        const before = latest.get(form.id);
        if (!before) return form;
        const isSame = marked(before) === marked(form);
        return { ...form, version: Math.max(form.version, before.version + (isSame ? 0 : 1)) };
      }),
    );
  });
}
