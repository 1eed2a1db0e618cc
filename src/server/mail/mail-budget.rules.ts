import type { MailContent, MailPurpose } from './mail.ts';

/** The number of mails of one purpose that a mailbox gets in an hour. */
interface Budget {
  anHour: number;
  /** Once the hour's mails are used up: seconds between two more. Without it the next one waits until the hour of the oldest is over. */
  thenEvery?: number;
  /** What happens to a mail above the budget: it is sent later, or given up. */
  above: 'later' | 'given-up';
}

/**
 * Budgets by purpose, so that mails of one purpose cannot suppress those of another. Each counts the mails of a person's mailbox, over all
 * accounts that have it.
 *
 * - `recovery`: an account gets one an hour (`recovery.server.ts`), and some families have several accounts.
 * - `warning`: those above the budget are joined into one mail, at most a quarter of an hour later.
 * - `verification`: the only mail that an unverified address gets.
 */
const BUDGETS: Readonly<Record<MailPurpose, Budget>> = {
  recovery: { anHour: 12, above: 'later' },
  warning: { anHour: 3, thenEvery: 900, above: 'later' },
  verification: { anHour: 1, above: 'later' },
  ordinary: { anHour: 30, above: 'given-up' },
};

const HOUR = 3600;
/** The highest number of sent mails that a decision needs to know: the greatest `anHour`. */
export const MAX_COUNTED = 30;

/**
 * Decides whether a mail may be sent now.
 *
 * @param ages seconds since the mails of this purpose were sent to the mailbox in the last hour, the newest first.
 * @returns the seconds to wait, 0 to send it now, or `'given-up'`.
 */
export function waitOf(purpose: MailPurpose, ages: readonly number[]): number | 'given-up' {
  const { anHour, thenEvery, above } = BUDGETS[purpose];
  const oldest = ages[anHour - 1];
  if (oldest === undefined || oldest >= HOUR) return 0;
  if (above === 'given-up') return 'given-up';
  const wait = thenEvery === undefined ? HOUR - oldest : Math.min(HOUR - oldest, thenEvery - (ages[0] ?? 0));
  return Math.max(Math.ceil(wait), 0);
}

/** The paragraphs of warnings that one mail shows. All of them are also shown in the app. */
const MAX_PARAGRAPHS = 30;

/** What a mail says: its subject and content. */
export interface Said {
  subject: string;
  content: MailContent;
}

/** Joins mails of one purpose to one address, the oldest first, into one. Actions and notes that repeat are shown once. */
export function joined(purpose: MailPurpose, mails: readonly [Said, ...Said[]]): Said {
  const [first, ...others] = mails;
  if (others.length === 0) return first;
  const contents = mails.map(({ content }) => content);
  const paragraphs = [...new Set(contents.flatMap(({ paragraphs }) => paragraphs))];
  const hidden = paragraphs.length - MAX_PARAGRAPHS;
  const actions = contents.flatMap(({ actions = [] }) => actions);
  const notes = [...new Set(contents.flatMap(({ notes = [] }) => notes))];
  const title = purpose === 'warning' ? 'Avisos sobre a sua conta' : first.content.title;
  return {
    subject: purpose === 'warning' ? title : first.subject,
    content: {
      ...first.content,
      title,
      paragraphs:
        hidden > 0
          ? [...paragraphs.slice(0, MAX_PARAGRAPHS), `E mais ${hidden}. Veja todos na sua conta.`]
          : paragraphs,
      actions: actions.filter(
        ({ label, path }, place) => actions.findIndex((one) => one.label === label && one.path === path) === place,
      ),
      notes,
    },
  };
}
