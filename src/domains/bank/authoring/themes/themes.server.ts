import type { Database } from '../../../../server/db/db.ts';
import { type Call, type Frame, setPaginationHeaders } from '../../../../server/http/http.ts';
import { wholePercent } from '../../../../shared/percent.ts';
import { testFilters } from '../authoring.server.ts';
import { countThemes, findTestsOfThemes, findThemes, type ThemeKey, type ThemeTestRow } from '../authoring.store.ts';
import { themesContract } from './themes.contract.ts';

/** Number of themes when the caller does not ask for a number. */
const USUAL_THEMES = 25;

const sum = (rows: readonly ThemeTestRow[], name: 'asked' | 'correct' | 'flagged' | 'questionCount') =>
  rows.reduce((total, row) => total + row[name], 0);

/** Returns a theme with its tests and their sums. The theme is spelled as in its first test. */
function themeWith({ schoolClass, discipline }: ThemeKey, tests: readonly ThemeTestRow[]) {
  return {
    schoolClass,
    discipline,
    theme: tests[0]?.theme ?? '',
    questions: sum(tests, 'questionCount'),
    facility: wholePercent(sum(tests, 'correct'), sum(tests, 'asked')),
    flagged: sum(tests, 'flagged'),
    tests: tests.map((test) => ({ ...test, facility: wholePercent(test.correct, test.asked) })),
  };
}

async function listThemes(db: Database, call: Call<(typeof themesContract)['GET /api/teacher/themes']>) {
  const { search = '', discipline, class: schoolClass, active, sort, order, page = 1 } = call.query;
  const { limit = USUAL_THEMES } = call.query;
  const filters = testFilters({ search, discipline, class: schoolClass, active });
  const [keys, total] = await Promise.all([
    findThemes(
      db,
      filters,
      { by: sort || 'class', descending: order === 'desc' },
      { limit, offset: (page - 1) * limit },
    ),
    countThemes(db, filters),
  ]);
  const tests = await findTestsOfThemes(db, keys);
  const query = {
    search: search || null,
    discipline,
    class: schoolClass,
    active: active || null,
    sort: sort || null,
    order: order || null,
  };
  setPaginationHeaders(call, '/api/teacher/themes', query, page, limit, total);
  return keys
    .map((key) => ({ key, own: tests.filter((test) => isOf(test, key)) }))
    .filter(({ own }) => own.length > 0)
    .map(({ key, own }) => themeWith(key, own));
}

const isOf = (test: ThemeTestRow, key: ThemeKey) =>
  test.schoolClass === key.schoolClass && test.discipline === key.discipline && test.themeKey === key.themeKey;

/** Binds the list of the bank's themes. */
export function bindThemes(frame: Frame): void {
  frame.bind(themesContract, { 'GET /api/teacher/themes': (call) => listThemes(frame.db, call) });
}
