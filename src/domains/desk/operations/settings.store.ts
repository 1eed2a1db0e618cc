import type { Queryable } from '../../../server/db/db.ts';

export interface MailState {
  waiting: number;
  givenUp: number;
  lastProblem: string | null;
}

/** Counts the mails of the last days by state. */
export async function findMailState(db: Queryable): Promise<MailState> {
  const found = await db.row<MailState>(
    `select (select count(*) from mails where state = 'waiting') as waiting,
       (select count(*) from mails where state = 'given-up' and finished_at > now() - interval '7 days') as "givenUp",
       (select outcome from mails where outcome is not null and state <> 'sent' order by id desc limit 1) as "lastProblem"`,
  );
  return found as MailState;
}

/** Finds the address to which an account's mails are sent. */
export function findEmail(db: Queryable, userId: number): Promise<{ email: string } | undefined> {
  return db.row('select email from users where id = $1', [userId]);
}
