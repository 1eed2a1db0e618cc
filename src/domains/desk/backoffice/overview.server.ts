import type { Frame } from '../../../server/http/http.ts';
import { healthOfBackups } from '../operations/database.server.ts';
import { findMailState } from '../operations/settings.store.ts';
import { overviewContract } from './overview.contract.ts';
import { countAll, findDays, findRevenue } from './overview.store.ts';
import { tensOf } from './statistics.rules.ts';
import { findMarks } from './statistics.store.ts';

/** Binds the endpoint of the panel's first page. */
export function bindOverview(frame: Frame): void {
  frame.bind(overviewContract, {
    'GET /api/admin/overview': async (call) => {
      const { db } = call;
      const days = Number(call.query.days ?? '30');
      const [totals, found, marks, money, mail] = await Promise.all([
        countAll(db),
        findDays(db, days),
        findMarks(db, { days, discipline: null, schoolClass: null, province: null }),
        findRevenue(db, days),
        findMailState(db),
      ]);
      const amounts = new Map(money.map(({ date, amount }) => [date, amount]));
      const daily = found.map((day) => ({ ...day, revenue: amounts.get(day.date) ?? 0 }));
      const received = daily.reduce((all, { revenue }) => all + revenue, 0);
      const both = money.reduce((all, { amount }) => all + amount, 0);
      const sum = (name: 'parents' | 'children' | 'tests') => daily.reduce((all, day) => all + day[name], 0);
      const figure = (name: 'parents' | 'children' | 'tests') => ({ total: totals[name], gained: sum(name) });
      return {
        days,
        at: new Date(),
        parents: figure('parents'),
        children: figure('children'),
        tests: figure('tests'),
        revenue: { received, before: both - received },
        activeNow: totals.activeNow,
        daily,
        scores: tensOf(marks),
        lateMails: mail.late,
        backupHealth: healthOfBackups(frame.config, new Date()),
      };
    },
  });
}
