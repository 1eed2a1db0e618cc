import type { Frame } from '../../../server/http/http.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { tensOf } from '../operations/overview.rules.ts';
import { statisticsContract } from './statistics.contract.ts';
import { everyDay, FEWEST_CHILDREN, shownGroups } from './statistics.rules.ts';
import { findGroups, findScoreTens, findTestsByDay, type GroupRow } from './statistics.store.ts';

/** Binds the endpoint of the statistics over all families. */
export function bindStatistics(frame: Frame): void {
  frame.bind(statisticsContract, {
    'GET /api/admin/statistics': async (call) => {
      const { db } = call;
      const days = Number(call.query.days ?? '30');
      const { discipline, class: schoolClass, province } = call.query;
      const filters = { days, discipline, schoolClass, province };
      const [daily, groups, tens] = await Promise.all([
        findTestsByDay(db, filters),
        findGroups(db, filters),
        findScoreTens(db, filters),
      ]);
      const all = groups.find(({ kind }) => kind === 'all');
      const of = (kind: GroupRow['kind']) =>
        shownGroups(groups.filter((group) => group.kind === kind)).sort((a, b) => a.name.localeCompare(b.name, 'pt'));
      return {
        days,
        tests: all?.tests ?? 0,
        daily: everyDay(daily, dateInLuanda(new Date()), days, days === 365 ? 7 : 1),
        scores: (all?.children ?? 0) >= FEWEST_CHILDREN ? tensOf(tens) : null,
        classes: of('class'),
        disciplines: of('discipline'),
        provinces: of('province'),
      };
    },
  });
}
