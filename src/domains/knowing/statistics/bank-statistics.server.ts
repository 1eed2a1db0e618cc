import type { Database } from '../../../server/db/db.ts';
import { tableFile } from '../../../server/http/csv.ts';
import { type Frame, setPaginationHeaders } from '../../../server/http/http.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { type BankFigures, type BankGroup, bankStatisticsContract } from './bank-statistics.contract.ts';
import { addUp, levelsOf, rightIn } from './bank-statistics.rules.ts';
import {
  checkTests,
  findChanged,
  findErrorsOfTests,
  findFigures,
  findFlagged,
  findUnchecked,
  holdTest,
  replaceFigures,
  type TestToCount,
} from './bank-statistics.store.ts';
import { addUpErrors } from './errors.rules.ts';
import { discrimination, facility, flagsOf, gravityOf, intervalOf } from './statistics.rules.ts';
import { answeredIn, countTest, errorsIn, named } from './statistics.server.ts';
import { groupColumns } from './statistics-table.rules.ts';
import { flagsInWords } from './statistics-words.rules.ts';

/** Default number of rows. */
const USUAL_ROWS = 500;
/** Milliseconds of work in one run of the job; remaining tests come first in the next. */
const TURN_MS = 10_000;
/** Tests whose attempts are compared in one statement. */
const AT_ONCE = 10;
/** Changed tests that are recomputed while a reader of the bank's figures waits; more are left to the job. */
const WHILE_READING = 20;

/**
 * Recomputes the figures of tests whose attempts or version have changed. Safe to run concurrently: a test that changes meanwhile
 * is stale again and is recomputed in a later run.
 *
 * @returns how many were recomputed.
 */
export async function refreshBankFigures(db: Database): Promise<number> {
  const since = new Date();
  let made = 0;
  const waiting = await findUnchecked(db, since);
  for (let first = 0; first < waiting.length && Date.now() - since.getTime() < TURN_MS; first += AT_ONCE) {
    for (const stale of await checkTests(db, waiting.slice(first, first + AT_ONCE))) {
      await refreshTest(db, stale);
      made += 1;
    }
  }
  return made;
}

async function refreshTest(db: Database, { testId, mark }: TestToCount): Promise<void> {
  const counted = await countTest(db, testId);
  if (!counted) return;
  const { test, questions, inTest, attemptsInTest } = counted;
  const flagged = questions.flatMap((question) => {
    const { attempts: asked } = question;
    const flags = flagsOf(question, asked);
    if (flags.length === 0) return [];
    const { questionId, correct } = question;
    const gravity = gravityOf(flags);
    return [{ questionId, gravity, flags, attempts: asked, correct, discrimination: discrimination(question, asked) }];
  });
  await db.transaction(async (transaction) => {
    if (!(await holdTest(transaction, testId))) return;
    await replaceFigures(transaction, {
      testId,
      mark,
      versionId: test.versionId,
      attempts: attemptsInTest,
      answered: inTest.reduce((sum, question) => sum + answeredIn(question), 0),
      ...rightIn(inTest),
      ...levelsOf(questions),
      flagged,
      errors: errorsIn(counted, inTest).map(({ positions: _, ...count }) => count),
    });
  });
}

/**
 * Recomputes tests that were edited or regraded, so that teachers who read the figures after a correction see its effect. New attempts, and
 * other tests that ask the same question, are left to the job.
 */
async function refreshChanged(db: Database): Promise<void> {
  for (const changed of await findChanged(db, WHILE_READING)) await refreshTest(db, changed);
}

/** Returns figures of the whole bank, and of each discipline of each class. */
async function readBankStatistics(db: Database): Promise<BankFigures & { groups: BankGroup[] }> {
  await refreshChanged(db);
  const rows = await findFigures(db, { discipline: null, schoolClass: null });
  const groups = Map.groupBy(rows, ({ discipline, schoolClass }) => `${schoolClass} ${discipline}`);
  return {
    ...addUp(rows),
    groups: [...groups.values()].flatMap((tests) => {
      const [first] = tests;
      return first ? [{ discipline: first.discipline, schoolClass: first.schoolClass, ...addUp(tests) }] : [];
    }),
  };
}

/** Statistics of the whole bank, for teachers and administrators. */
export function bindBankStatistics(frame: Frame): void {
  const { db } = frame;
  frame.bind(bankStatisticsContract, {
    'GET /api/teacher/statistics': () => readBankStatistics(db),

    'GET /api/teacher/statistics/file': async () => {
      const { groups } = await readBankStatistics(db);
      return tableFile(`estatisticas-do-banco-${dateInLuanda(new Date())}.csv`, groupColumns, groups);
    },

    'GET /api/teacher/statistics/errors': async (call) => {
      await refreshChanged(db);
      return named(addUpErrors(await findErrorsOfTests(db, call.query.class)));
    },

    'GET /api/teacher/statistics/questions': async (call) => {
      const { discipline, class: schoolClass, limit = USUAL_ROWS, page = 1 } = call.query;
      await refreshChanged(db);
      const filters = { discipline, schoolClass };
      const [rows, figures] = await Promise.all([
        findFlagged(db, { ...filters, limit, offset: (page - 1) * limit }),
        findFigures(db, filters),
      ]);
      const query = { discipline, class: schoolClass };
      setPaginationHeaders(call, '/api/teacher/statistics/questions', query, page, limit, addUp(figures).flagged);
      return rows.map(({ testId, discipline, theme, form, schoolClass, active, statementHtml, correct, ...row }) => {
        const share = facility({ correct }, row.attempts);
        return {
          ...row,
          ...(statementHtml === null ? {} : { statementHtml }),
          facility: share,
          interval: share === null ? null : intervalOf(correct, row.attempts),
          flags: flagsInWords(row.flags),
          test: { id: testId, discipline, theme, form, schoolClass, active },
        };
      });
    },
  });
}

/** Returns the periodic jobs of this file. */
export const bankStatisticsWork = (db: Database): Periodic[] => [
  { name: 'refresh-bank-figures', every: 300, work: () => refreshBankFigures(db) },
];
