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
  if (state === 'overcome') return `Já ultrapassou este engano: «${name}».`;
  const who = withArticle(firstName(child.fullName), child.gender);
  return `${who} ${name}: ${times} de ${opportunities} vezes${since ? ` desde ${monthOf(since, now)}` : ''}.`;
}

/** Returns the title above a child's errors; each is either one that it makes or one that it has overcome. */
export function errorsTitle(errors: readonly Pick<ErrorTrace, 'state'>[]): string {
  const named = errors.filter(({ state }) => state === 'named').length;
  if (named > 0) return named === 1 ? 'Um engano que volta' : 'Enganos que voltam';
  return errors.length === 1 ? 'Um engano ultrapassado' : 'Enganos ultrapassados';
}

/** An error as a summary of a week needs it. */
interface SaidError {
  state: 'named' | 'overcome';
  sentence: string;
  changedAt: string;
}

/** Returns what a summary of a week says: the surest error that the child has, and those that it overcame in the week. @param errors surest first. */
export function errorsOfWeek(errors: readonly SaidError[], week: { from: Date; to: Date }): string[] {
  const isNews = ({ changedAt }: SaidError) => new Date(changedAt) > week.from && new Date(changedAt) <= week.to;
  const named = errors.filter(({ state }) => state === 'named').slice(0, 1);
  const overcome = errors.filter((error) => error.state === 'overcome' && isNews(error));
  return [...named, ...overcome].map(({ sentence }) => sentence);
}

/** Luanda is an hour ahead of UTC all year. */
const LUANDA_MS = 3_600_000;

/** "Outubro"; with its year once that is another one. */
function monthOf(at: Date, now: Date): string {
  const [then, today] = [at, now].map((date) => new Date(date.getTime() + LUANDA_MS)) as [Date, Date];
  const month = MONTHS[then.getUTCMonth()] as string;
  return then.getUTCFullYear() === today.getUTCFullYear() ? month : `${month} de ${then.getUTCFullYear()}`;
}
