import { dayAndMonth, longDate } from './dates.ts';
import { HOUR_MS } from './time.ts';

/** Formats a moment in Luanda, as in "hoje, 14:29", "ontem, 8:05" or "23 de Novembro, 14:29". */
export function dayAndTime(moment: string, now: Date): string {
  const there = new Date(Date.parse(moment) + HOUR_MS);
  const time = `${there.getUTCHours()}:${String(there.getUTCMinutes()).padStart(2, '0')}`;
  const day = longDate(moment);
  const isYesterday = day === longDate(new Date(now.getTime() - 24 * HOUR_MS));
  return `${day === longDate(now) ? 'hoje' : isYesterday ? 'ontem' : dayAndMonth(moment)}, ${time}`;
}
