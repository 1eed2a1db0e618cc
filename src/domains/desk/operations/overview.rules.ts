/** Returns the total at the end of each day, given the present total and the number added each day. */
export function totalsBack(total: number, gained: readonly number[]): number[] {
  let left = total;
  const back = [...gained].reverse().map((count) => {
    const then = left;
    left -= count;
    return then;
  });
  return back.reverse();
}

/** Returns the upper end of a scale for values up to `highest`: 1, 2, 4, 5 or 8 times a power of ten. */
export function topOf(highest: number): number {
  if (highest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 4, 5, 8, 10].find((factor) => factor * power >= highest) ?? 10;
  return step * power;
}

/** Returns whether a day, 'YYYY-MM-DD', is a Saturday or a Sunday. */
export function isWeekend(date: string): boolean {
  const day = new Date(`${date}T12:00:00Z`).getUTCDay();
  return day === 0 || day === 6;
}

export { grouped } from '../../../shared/text.ts';

/** Returns the rounded means of weekend days and of the other days; a mean is null if there are no such days. */
export function weekendMeans(days: readonly { date: string; tests: number }[]): {
  weekend: number | null;
  week: number | null;
} {
  const mean = (some: readonly { tests: number }[]) =>
    some.length === 0 ? null : Math.round(some.reduce((all, day) => all + day.tests, 0) / some.length);
  return {
    weekend: mean(days.filter(({ date }) => isWeekend(date))),
    week: mean(days.filter(({ date }) => !isWeekend(date))),
  };
}
