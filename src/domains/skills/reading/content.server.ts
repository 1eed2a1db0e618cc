import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Database } from '../../../server/db/db.ts';
import { readFolder } from '../../../server/db/folder.ts';
import { readSetting, saveSetting } from '../../../server/db/settings.ts';
import type { FormBody } from './forms.rules.ts';
import { type FormRow, findAllForms, lockForms, replaceOffered } from './reading.store.ts';

const CONTENT = path.join(import.meta.dirname, '..', '..', '..', '..', 'content');
const LOADED = 'reading-content';
/** To be increased when a change of this file requires loading everything again. */
const LOADER_VERSION = 1;

/**
 * Loads the files of content/reading into the database, unless these very files are loaded. A form whose words changed gets another version
 * even if its file does not say so, because stored marks count words.
 *
 * @throws Error when a file cannot be read.
 */
export async function loadReading(db: Database): Promise<void> {
  const hash = createHash('sha256').update(String(LOADER_VERSION));
  for (const { name, text } of readFolder(CONTENT, 'reading', '.yaml')) hash.update(`\n${name}\n`).update(text);
  const files = hash.digest('hex');
  if ((await readSetting<string>(db, LOADED)) === files) return;
  // Imported only here: most starts find these very files loaded and need nothing that parses them.
  const { formsOfFiles } = await import('./content-files.server.ts');
  await storeForms(db, formsOfFiles());
  await saveSetting(db, LOADED, files);
}

/** Stores forms as the only ones offered; those of earlier files stay for what was read from them. */
export async function storeForms(db: Database, forms: readonly FormRow[]): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockForms(transaction);
    const latest = new Map((await findAllForms(transaction)).map((form) => [form.id, form]));
    const sameWords = (one: FormBody, other: FormBody) => one.words.join(' ') === other.words.join(' ');
    await replaceOffered(
      transaction,
      forms.map((form) => {
        const before = latest.get(form.id);
        if (!before) return form;
        const unchanged = sameWords(before.body, form.body);
        return { ...form, version: Math.max(form.version, before.version + (unchanged ? 0 : 1)) };
      }),
    );
  });
}
