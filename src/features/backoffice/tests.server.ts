import { audit } from '../../server/audit.ts';
import { csvFile } from '../../server/csv.ts';
import { type Frame, tellTotal } from '../../server/http.ts';
import { dateInLuanda } from '../../shared/calendar.ts';
import { patternOf } from './search.rules.ts';
import { adminTestsContract } from './tests.contract.ts';
import { countListedTests, findListedTests, type TestFilters, type TestSort } from './tests.store.ts';
import { byOf } from './users.server.ts';

/** Rows of a page unless said. */
const ROWS = 500;
const MOST_IN_FILE = 10_000;

interface Asked {
  search: string | null;
  discipline: string | null;
  class: string | null;
  state: 'active' | 'inactive' | null;
  sort: 'class' | 'theme' | 'updated' | null;
  order: 'asc' | 'desc' | null;
}

const filtersOf = (asked: Asked): TestFilters => ({
  pattern: patternOf(asked.search),
  discipline: asked.discipline,
  schoolClass: asked.class,
  active: asked.state === null ? null : asked.state === 'active',
});

const sortOf = ({ sort, order }: Asked): TestSort =>
  `${sort ?? 'class'} ${order ?? (sort === 'updated' ? 'desc' : 'asc')}`;

/** All tests, for administrators. They are switched on and off by the teachers' call. */
export function bindAdminTests(frame: Frame): void {
  const { db } = frame;
  frame.bind(adminTestsContract, {
    'GET /api/admin/tests': async (call) => {
      const { limit = ROWS, page = 1 } = call.query;
      const filters = filtersOf(call.query);
      const [rows, total] = await Promise.all([
        findListedTests(db, filters, sortOf(call.query), limit, (page - 1) * limit),
        countListedTests(db, filters),
      ]);
      const { search, discipline, class: schoolClass, state, sort, order } = call.query;
      const query = { search, discipline, class: schoolClass, state, sort, order };
      tellTotal(call, '/api/admin/tests', query, page, limit, total);
      return rows;
    },

    'GET /api/admin/tests/file': async (call) => {
      const rows = await findListedTests(db, filtersOf(call.query), sortOf(call.query), MOST_IN_FILE, 0);
      await db.transaction((transaction) =>
        audit(transaction, { ...byOf(call), action: 'tests.exported', subject: 'tests', after: { rows: rows.length } }),
      );
      return csvFile(
        `testes-${dateInLuanda(new Date())}.csv`,
        ['Id', 'Disciplina', 'Tema', 'Ano', 'Dificuldade', 'Tipo', 'Questões', 'Activo', 'Autor', 'Feitos', 'Média %'],
        rows.map((row) => [
          row.id,
          row.discipline,
          row.theme,
          row.schoolClass,
          row.difficultyLevel,
          row.evaluationType,
          row.questionCount,
          row.active,
          row.author,
          row.attempts,
          row.mean,
        ]),
      );
    },
  });
}
