/** The panel that shows the statistics: teachers and administrators have separate ones. */
export type Panel = 'teacher' | 'admin';

/** For each panel, the address of the list from which statistics are opened. */
export const BANK_ADDRESS: Record<Panel, string> = { teacher: '/teacher/questions', admin: '/admin?tab=tests' };

/** Returns the address of the statistics of a test or, without one, of the whole bank. */
export function statisticsAddress(panel: Panel, testId?: number, filters: Record<string, string> = {}): string {
  const query = new URLSearchParams(panel === 'admin' ? { tab: 'tests' } : {});
  if (testId !== undefined) query.set('testId', String(testId));
  query.set('view', 'statistics');
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  return `${panel === 'admin' ? '/admin' : BANK_ADDRESS.teacher}?${query}`;
}
