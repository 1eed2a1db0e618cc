import { MONTHS } from '../../../shared/months.ts';
import { firstName, withArticle } from '../../../shared/text.ts';
import type { Gender } from '../../../shared/words.ts';
import type { ErrorTrace } from './trace.rules.ts';

/** Returns what is said of an error of a child. @param name of the error, completing "O João …". */
export function errorSentence(
  child: { fullName: string; gender: Gender | null },
  name: string,
  { state, times, opportunities, since }: Pick<ErrorTrace, 'state' | 'times' | 'opportunities' | 'since'>,
  now: Date,
): string {
  if (state === 'overcome') return `Ultrapassado: ${name}.`;
  const who = withArticle(firstName(child.fullName), child.gender);
  return `${who} ${name}: ${times} de ${opportunities} vezes${since ? ` desde ${monthOf(since, now)}` : ''}.`;
}

/** Luanda is an hour ahead of UTC all year. */
const LUANDA_MS = 3_600_000;

/** "Outubro"; with its year once that is another one. */
function monthOf(at: Date, now: Date): string {
  const [then, today] = [at, now].map((date) => new Date(date.getTime() + LUANDA_MS)) as [Date, Date];
  const month = MONTHS[then.getUTCMonth()] as string;
  return then.getUTCFullYear() === today.getUTCFullYear() ? month : `${month} de ${then.getUTCFullYear()}`;
}
