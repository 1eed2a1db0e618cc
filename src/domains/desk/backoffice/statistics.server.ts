import type { Frame } from '../../../server/http/http.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { statisticsContract } from './statistics.contract.ts';
import { everyDay, shownGroup, tensOf } from './statistics.rules.ts';
import { countGroups, findMarks, findTestsByDay, type GroupRow, type MarkRow } from './statistics.store.ts';

/** Binds the endpoint of the statistics over all families. */
export function bindStatistics(frame: Frame): void {
  frame.bind(statisticsContract, {
    'GET /api/admin/statistics': async (call) => {
      const { db } = call;
      const days = Number(call.query.days ?? '30');
      const { discipline, class: schoolClass, province } = call.query;
      const filters = { days, discipline, schoolClass, province };
      const [daily, groups, marks] = await Promise.all([
        findTestsByDay(db, filters),
        countGroups(db, filters),
        findMarks(db, filters),
      ]);
      const of = (kind: GroupRow['kind'], nameOf: (row: MarkRow) => string | null) =>
        groups
          .filter((group) => group.kind === kind)
          .map(({ name, tests }) => shownGroup({ name, tests, marks: marks.filter((row) => nameOf(row) === name) }))
          .sort((a, b) => a.name.localeCompare(b.name, 'pt'));
      return {
        days,
        tests: groups.find(({ kind }) => kind === 'all')?.tests ?? 0,
        daily: everyDay(daily, dateInLuanda(new Date()), days, days === 365 ? 7 : 1),
        scores: tensOf(marks),
        classes: of('class', ({ schoolClass }) => schoolClass),
        disciplines: of('discipline', ({ discipline }) => discipline),
        provinces: of('province', ({ province }) => province),
      };
    },
  });
}
