import { plural } from '../../../shared/text.ts';

/** "A Maria treinou 3 vezes esta semana." `days` is the number of days of this week on which the child practised. */
export function weekSentence(who: string, days: number): string {
  return days === 0
    ? `${who} ainda não treinou esta semana.`
    : `${who} treinou ${plural(days, 'vez', 'vezes')} esta semana.`;
}
