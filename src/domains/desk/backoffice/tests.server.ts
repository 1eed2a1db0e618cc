import type { Frame } from '../../../server/http/http.ts';
import { numberIn, patternsOf } from '../../../shared/search.ts';
import { readPage, takeList } from '../operations/files.server.ts';
import { adminTestsContract } from './tests.contract.ts';
import { countListedTests, findListedTests, type TestFilters, type TestSort } from './tests.store.ts';

interface Asked {
  search: string | null;
  discipline: string | null;
  class: string | null;
  state: 'active' | 'inactive' | null;
  sort: 'class' | 'theme' | 'updated' | null;
  order: 'asc' | 'desc' | null;
}

const filtersOf = (asked: Asked): TestFilters => ({
  patterns: patternsOf(asked.search),
  id: numberIn(asked.search),
  discipline: asked.discipline,
  schoolClass: asked.class,
  active: asked.state === null ? null : asked.state === 'active',
});

const sortOf = ({ sort, order }: Asked): TestSort =>
  `${sort ?? 'class'} ${order ?? (sort === 'updated' ? 'desc' : 'asc')}`;

/** Binds the list of all tests for administrators. They activate and deactivate tests with the teachers' endpoint. */
export function bindAdminTests(frame: Frame): void {
  const { db } = frame;
  frame.bind(adminTestsContract, {
    'GET /api/admin/tests': (call) => {
      const filters = filtersOf(call.query);
      return readPage(
        call,
        '/api/admin/tests',
        (limit, offset) => findListedTests(call.db, filters, sortOf(call.query), limit, offset),
        () => countListedTests(call.db, filters),
      );
    },

    'GET /api/admin/tests/file': async (call) => {
      const filters = filtersOf(call.query);
      return takeList(db, call, {
        action: 'tests.exported',
        subject: 'tests',
        name: 'testes',
        total: await countListedTests(call.db, filters),
        read: (limit) => findListedTests(call.db, filters, sortOf(call.query), limit, 0),
        columns: [
          ['Id', ({ id }) => id],
          ['Disciplina', ({ discipline }) => discipline],
          ['Tema', ({ theme }) => theme],
          ['Ano', ({ schoolClass }) => schoolClass],
          ['Dificuldade', ({ difficultyLevel }) => difficultyLevel],
          ['Tipo', ({ evaluationType }) => evaluationType],
          ['Questões', ({ questionCount }) => questionCount],
          ['Activo', ({ active }) => active],
          ['Autor', ({ author }) => author],
          ['Feitos', ({ attempts }) => attempts],
          ['Média %', ({ mean }) => mean],
          ['Mudado', ({ updatedAt }) => updatedAt],
        ],
      });
    },
  });
}
