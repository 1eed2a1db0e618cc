import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { audit } from '../../server/audit.ts';
import type { Database } from '../../server/db.ts';
import type { Log } from '../../server/log.ts';
import { keepSetting, readSetting } from '../../server/settings.ts';
import { plainText } from '../../shared/words.ts';
import { objectivesNamed } from '../curriculum/curriculum.server.ts';
import { loadCurriculum } from '../curriculum/loading.server.ts';
import { type BankFile, bankFile } from './content.contract.ts';
import { renderQuestion } from './math.server.ts';
import { freezeTest } from './tests.server.ts';
import {
  clearUnknownObjectives,
  deactivateContentTest,
  findContentTests,
  replaceContentQuestions,
  upsertContentTest,
} from './tests.store.ts';

const CONTENT = path.join(import.meta.dirname, '..', '..', '..', 'content');

/** Goes up when a change of this loader must bring every test in anew. */
const LOADER_VERSION = 1;

export interface LoadedContent {
  tests: number;
  questions: number;
}

interface Remembered extends LoadedContent {
  hash: string;
}

/**
 * Brings the content files into the database, the curriculum first: new tests are added, changed ones changed, tests that
 * are gone put out of the catalogue. Repeating it does nothing. Attempts keep the version they were given, and a test that a teacher edited in
 * the application is left alone, which the log says.
 *
 * @throws Error when a file cannot be read; its message names the file and what is wrong.
 */
export async function loadContent(db: Database, log: Log, folder: string = CONTENT): Promise<LoadedContent> {
  await loadCurriculum(db, folder);
  await settleObjectives(db, log);
  const files = contentFiles(folder);
  const hash = hashOf(files);
  const before = await readSetting<Remembered>(db, 'content');
  if (before?.hash === hash) return before;

  const known = new Map((await findContentTests(db)).map((test) => [test.contentKey, test]));
  const seen = new Set<string>();
  const loaded: LoadedContent = { tests: 0, questions: 0 };
  for (const file of files) {
    for (const test of readBank(file).tests) {
      const { key } = test.test;
      seen.add(key);
      loaded.tests += 1;
      loaded.questions += test.test.questions.length;
      const stored = known.get(key);
      if (stored?.edited) {
        log.warn({ test: key }, 'edited or deleted in the application: the content file is not applied');
        continue;
      }
      if (stored?.contentHash === test.hash) continue;
      await applyTest(db, log, folder, test);
    }
  }
  for (const [key, test] of known) if (!seen.has(key) && !test.edited) await deactivateContentTest(db, test.id);
  await keepSetting(db, 'content', { hash, ...loaded } satisfies Remembered);
  return loaded;
}

interface ContentFile {
  name: string;
  text: string;
}

function contentFiles(folder: string): ContentFile[] {
  const bank = path.join(folder, 'bank');
  const figures = path.join(folder, 'figures');
  const list = (place: string, ending: string) =>
    fs.existsSync(place)
      ? fs
          .readdirSync(place)
          .filter((name) => name.endsWith(ending))
          .sort()
      : [];
  return [
    ...list(bank, '.yaml').map((name) => ({ name, text: fs.readFileSync(path.join(bank, name), 'utf8') })),
    ...list(figures, '.svg').map((name) => ({ name, text: fs.readFileSync(path.join(figures, name), 'utf8') })),
  ];
}

function hashOf(files: readonly ContentFile[]): string {
  const hash = createHash('sha256').update(String(LOADER_VERSION));
  for (const { name, text } of files) hash.update(name).update(text);
  return hash.digest('hex');
}

interface ReadTest {
  discipline: string;
  schoolClass: string;
  test: BankFile['tests'][number];
  hash: string;
}

function readBank(file: ContentFile): { tests: ReadTest[] } {
  if (!file.name.endsWith('.yaml')) return { tests: [] };
  const parsed = bankFile.safeParse(parse(file.text));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`content/bank/${file.name}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { discipline, schoolClass, tests } = parsed.data;
  return {
    tests: tests.map((test) => ({
      discipline,
      schoolClass,
      test,
      hash: createHash('sha256')
        .update(JSON.stringify([LOADER_VERSION, discipline, schoolClass, test]))
        .digest('hex'),
    })),
  };
}

/**
 * Takes objectives that the curriculum does not know off the questions of before there was one. The audit log keeps what
 * each of them said.
 */
async function settleObjectives(db: Database, log: Log): Promise<void> {
  await db.transaction(async (transaction) => {
    for (const { id, objective } of await clearUnknownObjectives(transaction)) {
      log.warn({ question: id }, 'its objective is not in the curriculum and was taken off');
      await audit(transaction, {
        userId: null,
        action: 'question.changed',
        subject: `question ${id}`,
        before: { objective },
        after: { objective: null },
        address: null,
      });
    }
  });
}

async function applyTest(
  db: Database,
  log: Log,
  folder: string,
  { discipline, schoolClass, test, hash }: ReadTest,
): Promise<void> {
  const questions = test.questions.map((question, index) => ({
    contentKey: question.key,
    position: index + 1,
    statement: question.statement.trim(),
    passage: question.passage?.trim() || null,
    alternatives: question.alternatives,
    correctAnswer: question.correctAnswer,
    explanation: question.explanation,
    weight: question.weight ?? 1,
    skillCategory: question.skillCategory ?? null,
    objective: question.objective,
    figureSvg: question.figure ? readFigure(folder, question.figure) : null,
    figureAlt: question.figure ? (question.figureAlt ?? null) : null,
    rendered: renderQuestion({
      statement: question.statement.trim(),
      alternatives: question.alternatives,
      explanation: question.explanation,
    }),
  }));
  await db.transaction(async (transaction) => {
    // An objective that a teacher deleted stays deleted; the question comes without it.
    const known = await objectivesNamed(
      transaction,
      questions.map(({ objective }) => objective),
    );
    for (const { contentKey, objective } of questions)
      if (!known.has(objective))
        log.warn({ test: test.key, question: contentKey, objective }, 'this objective is not in the curriculum');
    const stored = await upsertContentTest(transaction, {
      contentKey: test.key,
      contentHash: hash,
      discipline,
      theme: test.theme,
      themeKey: plainText(test.theme),
      schoolClass,
      description: test.description ?? null,
      difficultyLevel: test.difficultyLevel,
      evaluationType: test.evaluationType,
      curriculumTheme: test.curriculumTheme,
    });
    if (!stored) return;
    await replaceContentQuestions(
      transaction,
      stored.id,
      questions.map((question) => ({ ...question, objective: known.get(question.objective) ?? null })),
    );
    await freezeTest(transaction, stored.id);
  });
}

function readFigure(folder: string, name: string): string {
  return fs
    .readFileSync(path.join(folder, 'figures', path.basename(name)), 'utf8')
    .replace(/<\?xml[^>]*>|<!--[\s\S]*?-->/g, '')
    .replace(/>\s+</g, '><')
    .trim();
}
