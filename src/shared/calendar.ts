import { DAY_MS } from './time.ts';

/** Angola is at UTC+1 all year (Africa/Luanda has no daylight saving time). */
export const LUANDA_OFFSET_MS = 3_600_000;

/**
 * Returns the day of a moment in Luanda, counted from 1970-01-01.
 *
 * @param moment in milliseconds since 1970.
 */
export const dayNumberInLuanda = (moment: number): number => Math.floor((moment + LUANDA_OFFSET_MS) / DAY_MS);

/** Returns a moment's calendar date in Luanda, as `YYYY-MM-DD`. */
export function dateInLuanda(moment: Date): string {
  return new Date(moment.getTime() + LUANDA_OFFSET_MS).toISOString().slice(0, 10);
}

/** Returns a timestamp in Luanda local time, such as "2026-11-21 18:05:09". */
export function momentInLuanda(moment: Date): string {
  return new Date(moment.getTime() + LUANDA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns a moment's time of day in Luanda, as "08:05". */
export function clockInLuanda(moment: string | Date): string {
  return momentInLuanda(new Date(moment)).slice(11, 16);
}

/** Returns the first day of a moment's month in Luanda, as `YYYY-MM-DD`. */
export function monthInLuanda(moment: Date): string {
  return `${dateInLuanda(moment).slice(0, 7)}-01`;
}

/** Returns the first day of the month after the given one (`YYYY-MM-01`). */
export function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
}

/** Start of the three trimesters, as `MM-DD`. The school year starts with the first. */
export type TrimesterStarts = readonly [first: string, second: string, third: string];

/** Taken from the calendars of 2024/25 and 2025/26; a setting can override it. */
export const TRIMESTER_STARTS: TrimesterStarts = ['09-01', '01-01', '04-11'];

/**
 * Returns the school year (named by its starting year) and trimester of a timestamp. August, the school holiday, belongs to the third
 * trimester of the ending year.
 */
export function trimesterOf(
  moment: Date,
  starts: TrimesterStarts = TRIMESTER_STARTS,
): { schoolYear: number; trimester: 1 | 2 | 3 } {
  const date = dateInLuanda(moment);
  const year = Number(date.slice(0, 4));
  const day = date.slice(5);
  if (day >= starts[0]) return { schoolYear: year, trimester: 1 };
  if (day >= starts[2]) return { schoolYear: year - 1, trimester: 3 };
  return { schoolYear: year - 1, trimester: day >= starts[1] ? 2 : 1 };
}

/** Names the trimester of a moment, as '2026-1'. */
export const periodOf = (moment: Date, starts: TrimesterStarts): string =>
  Object.values(trimesterOf(moment, starts)).join('-');

/** Returns the first day of the trimester after a moment's, as `YYYY-MM-DD`: when another free text can be read. */
export function nextTrimester(now: Date, starts: TrimesterStarts): string {
  const today = dateInLuanda(now);
  const year = Number(today.slice(0, 4));
  const dates = [year, year + 1].flatMap((each) => starts.map((start) => `${each}-${start}`)).sort();
  return dates.find((date) => date > today) as string;
}
