import { MONTHS } from './months.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/** A calendar day. Months start at 1. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

/** Returns the calendar day of a timestamp in Luanda (UTC+1 all year). */
export function dayInLuanda(moment: string | Date): Day {
  const there = new Date(new Date(moment).getTime() + HOUR_MS);
  return { year: there.getUTCFullYear(), month: there.getUTCMonth() + 1, day: there.getUTCDate() };
}

const monthName = (month: number) => MONTHS[month - 1] ?? '';

/** Formats a date, as in "15 de Abril de 2025". A date without a time ('2025-04-15') is not shifted by the time zone. */
export function longDate(moment: string | Date): string {
  const { year, month, day } = dayOf(moment);
  return `${day} de ${monthName(month)} de ${year}`;
}

/** Formats a day without its year, as in "1 de Maio". */
export function dayAndMonth(moment: string | Date): string {
  const { month, day } = dayOf(moment);
  return `${day} de ${monthName(month)}`;
}

/** Formats a month as a heading of lists, as in "Abril de 2025". */
export function monthAndYear(moment: string | Date): string {
  const { year, month } = dayOf(moment);
  return `${monthName(month)} de ${year}`;
}

function dayOf(moment: string | Date): Day {
  const date = typeof moment === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(moment) : null;
  return date ? { year: Number(date[1]), month: Number(date[2]), day: Number(date[3]) } : dayInLuanda(moment);
}

/**
 * Formats how long ago a timestamp was, as in "há 2 dias", or its date after 30 days.
 *
 * A timestamp slightly in the future is treated as clock skew and reads as just now.
 */
export function relativeTime(moment: string | Date, now: Date): string {
  const passed = now.getTime() - new Date(moment).getTime();
  if (passed >= 30 * DAY_MS) return longDate(moment);
  if (passed >= DAY_MS) return ago(passed / DAY_MS, 'dia');
  if (passed >= HOUR_MS) return ago(passed / HOUR_MS, 'hora');
  return passed >= MINUTE_MS ? ago(passed / MINUTE_MS, 'minuto') : 'agora mesmo';
}

/**
 * Formats a number of units as in "há 2 dias". `Intl.RelativeTimeFormat` is not used: it takes 8 MB on the server, and its words could
 * differ from those of a phone.
 */
function ago(units: number, unit: string): string {
  const whole = Math.floor(units);
  return `há ${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

/** Formats a duration in rounded minutes, as in "9 min", or below one minute in seconds, as in "45 s". */
export function minutes(seconds: number): string {
  return seconds < 60 ? `${Math.max(0, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
}
