/** Months as Angola writes them, with a capital. */
export const MONTHS = [
  'Janeiro',
  'Fevereiro',
  'Março',
  'Abril',
  'Maio',
  'Junho',
  'Julho',
  'Agosto',
  'Setembro',
  'Outubro',
  'Novembro',
  'Dezembro',
] as const;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A calendar day. Months count from 1. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

/** The day on which a moment falls in Luanda, which is UTC+1 all year round. */
export function dayInLuanda(moment: string | Date): Day {
  const there = new Date(new Date(moment).getTime() + HOUR);
  return { year: there.getUTCFullYear(), month: there.getUTCMonth() + 1, day: there.getUTCDate() };
}

const monthName = (month: number) => MONTHS[month - 1] ?? '';

/** "15 de Abril de 2025". A date without a time ('2025-04-15') is that day, wherever it is read. */
export function longDate(moment: string | Date): string {
  const { year, month, day } = dayOf(moment);
  return `${day} de ${monthName(month)} de ${year}`;
}

/** "1 de Maio". */
export function dayAndMonth(moment: string | Date): string {
  const { month, day } = dayOf(moment);
  return `${day} de ${monthName(month)}`;
}

/** "Abril de 2025", the heading over what happened in that month. */
export function monthAndYear(moment: string | Date): string {
  const { year, month } = dayOf(moment);
  return `${monthName(month)} de ${year}`;
}

function dayOf(moment: string | Date): Day {
  const date = typeof moment === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(moment) : null;
  return date ? { year: Number(date[1]), month: Number(date[2]), day: Number(date[3]) } : dayInLuanda(moment);
}

/**
 * "há 2 dias", or the date once 30 days have passed.
 *
 * A moment slightly ahead is a clock that goes wrong, not the future: it reads as just now.
 */
export function relativeTime(moment: string | Date, now: Date): string {
  const passed = now.getTime() - new Date(moment).getTime();
  if (passed >= 30 * DAY) return longDate(moment);
  const words = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'always' });
  if (passed >= DAY) return words.format(-Math.floor(passed / DAY), 'day');
  if (passed >= HOUR) return words.format(-Math.floor(passed / HOUR), 'hour');
  const minutes = Math.floor(passed / 60_000);
  return minutes >= 1 ? words.format(-minutes, 'minute') : 'agora mesmo';
}

/** "9 min", rounded; under a minute the seconds, "45 s". */
export function minutes(seconds: number): string {
  return seconds < 60 ? `${Math.max(0, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
}
