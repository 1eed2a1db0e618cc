import { relativeTime } from '../../../shared/dates.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import type { BackupWarning } from './database.contract.ts';

/** Age in hours above which the newest backup is old, if the app has no backup schedule. */
const OLD_WITHOUT_SCHEDULE_HOURS = 7 * 24;
/** Days after which a trial restore is due again. docs/operations.md asks for one every three months. */
const REHEARSAL_DAYS = 100;

/** Returns whether the schedule requires another backup now. */
export const backupIsDue = (everyHours: number, lastAt: Date | undefined, now: Date): boolean =>
  everyHours > 0 && (!lastAt || now.getTime() - lastAt.getTime() >= everyHours * HOUR_MS);

interface BackupState {
  /** Hours between the backups that the app makes; 0 if it makes none. */
  everyHours: number;
  lastAt: Date | undefined;
  rehearsedAt: Date | undefined;
}

/** Returns the warnings about backups. The newest backup counts as old when the schedule has failed twice. */
export function backupWarnings({ everyHours, lastAt, rehearsedAt }: BackupState, now: Date): BackupWarning[] {
  const isPast = (moment: Date, hours: number) => now.getTime() - moment.getTime() > hours * HOUR_MS;
  const warnings: BackupWarning[] = [];
  if (!lastAt) return ['none'];
  if (isPast(lastAt, everyHours > 0 ? 2 * everyHours : OLD_WITHOUT_SCHEDULE_HOURS)) warnings.push('old');
  if (!rehearsedAt) warnings.push('never-rehearsed');
  else if (isPast(rehearsedAt, REHEARSAL_DAYS * 24)) warnings.push('rehearsed-long-ago');
  return warnings;
}

/** Returns a warning in words for administrators: what is wrong, and what to do about it. */
export function warningInWords(
  warning: BackupWarning,
  { lastAt, rehearsedAt, now }: { lastAt: string | null; rehearsedAt: string | null; now: Date },
): { title: string; text: string } {
  const ago = (moment: string | null) => (moment === null ? '' : relativeTime(moment, now));
  switch (warning) {
    case 'none':
      return {
        title: 'Não há nenhuma cópia de segurança neste servidor',
        text: 'Se o disco avariar, perdem-se os dados de todas as famílias. Faça uma cópia agora.',
      };
    case 'old':
      return {
        title: `A última cópia de segurança é antiga: ${ago(lastAt)}`,
        text: 'Faça uma cópia agora. Se as cópias automáticas deixaram de ser feitas, peça a quem trata do servidor que veja se há espaço no disco.',
      };
    case 'never-rehearsed':
      return {
        title: 'Nunca se experimentou repor uma cópia',
        text: 'Só depois de a repor se sabe que uma cópia serve. Peça a quem trata do servidor que use o comando npm run rehearse.',
      };
    case 'rehearsed-long-ago':
      return {
        title: `Há muito que não se experimenta repor uma cópia: ${ago(rehearsedAt)}`,
        text: 'Deve fazer-se de três em três meses. Peça a quem trata do servidor que use o comando npm run rehearse.',
      };
  }
}
