import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Database } from '../../../server/db/db.ts';
import { readSetting, saveSetting } from '../../../server/db/settings.ts';
import { oneLine } from './curriculum.rules.ts';
import { curriculumFile } from './curriculum-file.contract.ts';
import { type FileObjective, type FileTheme, type LoadedRows, upsertCurriculum } from './loading.store.ts';

/** Increment when a change of this loader requires loading everything again. */
const LOADER_VERSION = 1;

/**
 * Loads the curriculum of the content files into the database. Repeating it has no effect. Changes and deletions made in the application
 * are kept, and so are codes that the files no longer contain, because questions refer to them.
 *
 * @param folder the content folder; without a folder `curriculum` in it there is nothing to load.
 * @returns how many rows were added or changed.
 * @throws Error when a file cannot be read; its message names the file and the problem.
 */
export async function loadCurriculum(db: Database, folder: string): Promise<LoadedRows> {
  const place = path.join(folder, 'curriculum');
  const names = fs.existsSync(place)
    ? fs
        .readdirSync(place)
        .filter((name) => name.endsWith('.yaml'))
        .sort()
    : [];
  const files = names.map((name) => ({ name, text: fs.readFileSync(path.join(place, name), 'utf8') }));
  const hash = createHash('sha256')
    .update(JSON.stringify([LOADER_VERSION, files]))
    .digest('hex');
  const unchanged = { themes: 0, objectives: 0 };
  if (files.length === 0 || (await readSetting<{ hash: string }>(db, 'curriculum'))?.hash === hash) return unchanged;
  const themes: FileTheme[] = [];
  const objectives: FileObjective[] = [];
  for (const { name, text } of files) {
    const parsed = curriculumFile.safeParse(parse(text));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new Error(`content/curriculum/${name}: ${issue?.path.join('.')}: ${issue?.message}`);
    }
    const { discipline, classes } = parsed.data;
    for (const { schoolClass, themes: taught } of classes) {
      for (const { code, theme, content, objectives: wanted } of taught) {
        themes.push({ discipline, schoolClass, code, theme: oneLine(theme), content: oneLine(content) });
        for (const objective of wanted)
          objectives.push({ themeCode: code, code: objective.code, text: oneLine(objective.text) });
      }
    }
  }
  const codes = [...themes, ...objectives].map(({ code }) => code);
  const twice = codes.find((code, index) => codes.indexOf(code) !== index);
  if (twice) throw new Error(`content/curriculum: the code ${twice} is there twice`);
  return db.transaction(async (transaction) => {
    const loaded = await upsertCurriculum(transaction, themes, objectives);
    await saveSetting(transaction, 'curriculum', { hash });
    return loaded;
  });
}
