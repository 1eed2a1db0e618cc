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
       (select count(*) from mails where state = 'given-up' and finished_at > now() - interval '7 days') as given_up,
       (select outcome from mails where outcome is not null and state <> 'sent' order by id desc limit 1) as last_problem`,
  );
  return found as MailState;
}

/** Finds the address of an account, and whether mails are sent to it. */
export function findEmail(db: Queryable, userId: number): Promise<{ email: string; isVerified: boolean } | undefined> {
  return db.row('select email, email_verified_at is not null as is_verified from users where id = $1', [userId]);
}
