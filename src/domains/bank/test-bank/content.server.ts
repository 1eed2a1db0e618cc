import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { readFolder } from '../../../server/db/folder.ts';
import type { Log } from '../../../server/watch/log.ts';
import { USUAL_DURATION } from '../../../shared/durations.ts';
import { letterAt, withoutLetter } from '../../../shared/questions/letters.ts';
import { themeOf } from '../../../shared/questions/test-names.ts';
import { themeKeyOf } from '../../../shared/words.ts';
import { objectivesNamed } from '../curriculum/curriculum.server.ts';
import { loadCurriculum } from '../curriculum/loading.server.ts';
import { readMapping } from '../misconceptions/misconceptions.server.ts';
import { type MappedQuestion, putMisconceptionOptions } from '../misconceptions/misconceptions.store.ts';
import { type BankQuestion, type BankTest, bankFile } from './content.contract.ts';
import {
  type ContentTest,
  deactivateContentTests,
  deferPlaces,
  deleteGoneQuestions,
  findRemovedContent,
  findStoredTests,
  GONE,
  type StoredTest,
  upsertContentTests,
} from './content.store.ts';
import {
  CONTENT,
  findLoaded,
  hashOf,
  LOADER_VERSION,
  type LoadedContent,
  recordLoadedContent,
  settleObjectives,
} from './content-loaded.server.ts';
import { compactDrawing } from './drawings.rules.ts';
import { freeForm } from './forms.rules.ts';
import { importedPicture, type Picture, rasterized } from './images.server.ts';
import { upsertImage } from './images.store.ts';
import { renderQuestion } from './math.server.ts';
import { contentAnswering, contentProblems } from './question.rules.ts';
import { insertQuestions } from './questions.store.ts';
import { freezeTests } from './tests.server.ts';
import { addressOfPicture, drawingsIn, withDrawings } from './texts/notation.rules.ts';

/** Number of tests loaded by one statement. */
const CHUNK = 50;
/** Statement timeout of a load, in milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * Loads the content files into the database, the curriculum first: adds new tests, updates changed ones, and deactivates removed ones.
 * Every file is read before anything is written, and everything is written in one transaction. Repeating it has no effect. Attempts keep
 * their version. A test that a teacher edited in the application is not changed, which is logged.
 *
 * @throws Error when a file cannot be read; its message names the file and the problem.
 */
export async function loadContent(db: Database, log: Log, folder: string = CONTENT): Promise<LoadedContent> {
  const hash = hashOf(folder);
  const before = await findLoaded(db, log, hash);
  if (before) return before;
  const tests = readTests(readFiles(folder));
  await loadCurriculum(db, folder);
  await settleObjectives(db, log);
  const drawings = await drawingsOf(db, tests);
  const shown = withPictures(tests, drawings);
  const errors = errorsOf(shown, folder);
  const loaded = { tests: tests.length, questions: tests.reduce((sum, { test }) => sum + test.questions.length, 0) };
  await db.transaction(async (transaction) => {
    for (const picture of drawings.values()) await upsertImage(transaction, picture);
    await applyTests(transaction, log, shown);
    await putMisconceptionOptions(transaction, errors);
    await recordLoadedContent(transaction, hash, loaded);
  }, PATIENCE_MS);
  return loaded;
}

/** Renders the drawings within texts of questions, by name. */
async function drawingsOf(db: Database, tests: readonly ReadTest[]): Promise<Map<string, Picture>> {
  const drawings = new Map<string, Picture>();
  for (const { test, figures } of tests)
    for (const name of drawingsIn(
      test.questions.flatMap(({ statement, alternatives }) => [statement, ...alternatives]),
    ))
      if (!drawings.has(name)) drawings.set(name, await importedPicture(db, await rasterized(figures.get(name) ?? '')));
  return drawings;
}

/** Returns tests whose texts show the pictures of their drawings. */
function withPictures(tests: readonly ReadTest[], drawings: ReadonlyMap<string, Picture>): ReadTest[] {
  if (drawings.size === 0) return [...tests];
  const put = (text: string) =>
    withDrawings(text, (name) => {
      const picture = drawings.get(name);
      return picture && addressOfPicture(picture.id);
    });
  return tests.map((one) => ({
    ...one,
    test: {
      ...one.test,
      questions: one.test.questions.map((question) => ({
        ...question,
        statement: put(question.statement),
        alternatives: question.alternatives.map(put),
      })),
    },
  }));
}

interface ContentFiles {
  banks: { name: string; text: string }[];
  /** Markup of each drawing by file name. */
  figures: Map<string, string>;
}

function readFiles(folder: string): ContentFiles {
  const read = (part: string, ending: string) => readFolder(folder, part, ending);
  return {
    banks: read('bank', '.yaml'),
    figures: new Map(read('figures', '.svg').map(({ name, text }) => [name, compactDrawing(text)])),
  };
}

interface ReadTest {
  file: string;
  test: BankTest;
  row: ContentTest;
  figures: ReadonlyMap<string, string>;
}

/** @throws Error that names the file, the test and the problem. */
function readTests({ banks, figures }: ContentFiles): ReadTest[] {
  const tests = banks.flatMap(({ name, text }) => {
    const file = `content/bank/${name}`;
    const parsed = bankFile.safeParse(parse(text));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
    }
    const { discipline, schoolClass } = parsed.data;
    return parsed.data.tests.map((test): ReadTest => {
      for (const question of test.questions) {
        const [problem] = contentProblems(question);
        if (problem) throw new Error(`${file}: ${test.key}/${question.key}: ${problem.message}`);
      }
      const drawings = test.questions.flatMap(({ key, figure, statement, alternatives }) => {
        const names = [...(figure ? [figure] : []), ...drawingsIn([statement, ...alternatives])];
        const missing = names.find((name) => !figures.has(name));
        if (missing) throw new Error(`${file}: ${test.key}/${key}: there is no ${missing}`);
        return names.map((name) => figures.get(name));
      });
      return {
        file,
        test,
        figures,
        row: {
          contentKey: test.key,
          contentHash: createHash('sha256')
            .update(JSON.stringify([LOADER_VERSION, discipline, schoolClass, test, drawings]))
            .digest('hex'),
          discipline,
          schoolClass,
          kind: test.kind ?? 'theme',
          theme: test.theme,
          themeKey: themeKeyOf(test.theme),
          form: test.form,
          description: test.description,
          difficultyLevel: test.difficultyLevel,
          evaluationType: test.evaluationType,
          duration: test.duration ?? USUAL_DURATION,
          curriculumTheme: test.curriculumTheme,
        },
      };
    });
  });
  const seen = new Map<string, string>();
  for (const { file, row } of tests)
    for (const name of [`the key ${row.contentKey}`, `form ${row.form} of ${themeOf(row)}`]) {
      const other = seen.get(name);
      if (other) throw new Error(`${file}: ${row.contentKey}: ${name} is already in ${other}`);
      seen.set(name, file);
    }
  return tests;
}

/** Loads the changes, including the letters of forms; see `loadContent`. */
async function applyTests(transaction: Queryable, log: Log, tests: readonly ReadTest[]): Promise<void> {
  await deferPlaces(transaction);
  const stored = await findStoredTests(transaction);
  const removed = await findRemovedContent(transaction);
  const byKey = new Map(stored.map((test) => [test.contentKey, test]));
  const keys = new Set(tests.map(({ test }) => test.key));
  const gone = stored.filter(({ contentKey, edited }) => contentKey !== null && !edited && !keys.has(contentKey));
  const changed = tests.filter(({ row }) => {
    const known = byKey.get(row.contentKey);
    if (!known?.edited && !removed.has(row.contentKey)) return known?.contentHash !== row.contentHash;
    log.warn({ test: row.contentKey }, 'edited or deleted in the application: the content file is not applied');
    return false;
  });
  await deactivateContentTests(
    transaction,
    gone.map(({ id }) => id),
  );
  const written = withFreeForms(log, changed, stored, new Set(gone.map(({ id }) => id)));
  // An objective that a teacher deleted stays deleted; the question is loaded without it.
  const known = await objectivesNamed(transaction, [
    ...new Set(changed.flatMap(({ test }) => test.questions.map(({ objective }) => objective))),
  ]);
  for (let from = 0; from < written.length; from += CHUNK) {
    const chunk = written.slice(from, from + CHUNK);
    const ids = new Map(
      (
        await upsertContentTests(
          transaction,
          chunk.map(({ row }) => row),
        )
      ).map(({ contentKey, id }) => [contentKey, id]),
    );
    const questions = chunk.flatMap((one) => {
      const testId = ids.get(one.row.contentKey);
      return testId === undefined ? [] : questionsOf(one, testId, known, log);
    });
    await deleteGoneQuestions(transaction, questions);
    await insertQuestions(transaction, questions);
    await freezeTests(transaction, [...ids.values()]);
  }
}

/** Returns the questions with the errors that their alternatives show; also those of which it was withdrawn. */
function errorsOf(tests: readonly ReadTest[], folder: string): MappedQuestion[] {
  const mapping = readMapping(folder);
  return tests.flatMap(({ test, figures }) =>
    test.questions.flatMap(({ key, statement, passage, figure, alternatives, misconceptions }) => {
      const errors = mapping.get(test.key)?.[key] ?? (misconceptions && byText(alternatives, misconceptions));
      const figureSvg = figure ? (figures.get(figure) ?? null) : null;
      return errors ? [{ statement, passage: passage?.trim() || null, figureSvg, alternatives, errors }] : [];
    }),
  );
}

/** Returns errors keyed by the text of the alternative instead of its letter, because shuffling changes the letters. */
const byText = (alternatives: readonly string[], errors: Readonly<Partial<Record<string, string>>>) =>
  Object.fromEntries(
    alternatives.flatMap((text, place) => {
      const error = errors[letterAt(place)];
      return error === undefined ? [] : [[withoutLetter(text, place), error]];
    }),
  );

/** Returns tests with letters that no other form of their theme has: a teacher's own test may have taken one. */
function withFreeForms(
  log: Log,
  changed: readonly ReadTest[],
  stored: readonly StoredTest[],
  gone: ReadonlySet<number>,
): ReadTest[] {
  const written = new Map(changed.map(({ row }) => [row.contentKey, row]));
  const taken = new Map<string, Set<string>>();
  const take = (theme: string, form: string) => taken.set(theme, (taken.get(theme) ?? new Set()).add(form));
  for (const test of stored)
    if (test.active && !gone.has(test.id) && !written.has(test.contentKey ?? '')) take(themeOf(test), test.form);
  const inactive = new Set(
    stored.filter(({ active, contentHash }) => !active && contentHash !== GONE).map(({ contentKey }) => contentKey),
  );
  return changed.map((one) => {
    if (inactive.has(one.row.contentKey)) return one;
    const theme = themeOf(one.row);
    const form = freeForm(taken.get(theme) ?? new Set(), one.row.form);
    take(theme, form);
    if (form !== one.row.form) log.warn({ test: one.row.contentKey, form }, 'its letter is taken; it gets another');
    return { ...one, row: { ...one.row, form } };
  });
}

/** @throws Error that names the question whose formula cannot be read. */
function questionsOf({ file, test, figures }: ReadTest, testId: number, known: Map<string, string>, log: Log) {
  return test.questions.map((question, index) => {
    const objective = known.get(question.objective) ?? null;
    if (objective === null)
      log.warn(
        { test: test.key, question: question.key, objective: question.objective },
        'this objective is not in the curriculum',
      );
    const { key, statement, alternatives, correctAnswer, explanation, weight, skillCategory, difficulty } = question;
    const written = { statement, passage: question.passage?.trim() || null, explanation, objective };
    return {
      ...written,
      testId,
      contentKey: key,
      position: index + 1,
      alternatives,
      correctAnswer,
      weight,
      skillCategory,
      difficulty,
      figureSvg: question.figure ? (figures.get(question.figure) ?? null) : null,
      figureAlt: question.figure ? (question.figureAlt ?? null) : null,
      imageId: null,
      imageAlt: null,
      answering: contentAnswering(question),
      rendered: renderedOf(file, test, question),
    };
  });
}

/** @throws Error that names the question whose formula cannot be read. */
function renderedOf(
  file: string,
  test: BankTest,
  { key, statement, passage, alternatives, explanation }: BankQuestion,
) {
  try {
    return renderQuestion({ statement, passage, alternatives, explanation });
  } catch (error) {
    throw new Error(`${file}: ${test.key}/${key}: ${(error as Error).message}`, { cause: error });
  }
}
