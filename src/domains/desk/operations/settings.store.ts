import type { Queryable } from '../../../server/db/db.ts';

export interface MailState {
  waiting: number;
  givenUp: number;
  lastProblem: string | null;
  /**
   * Mails that wait although they should have left: some minutes after they were due, or after a failure since which no mail has left. One
   * whose receiver's server alone refuses it does not count while others leave, nor does one that a limit holds back.
   */
  late: number;
}

/** Minutes after which a mail that has not left is late. */
const LATE_MINUTES = 15;

/** Counts the mails of the last days by state. */
export async function findMailState(db: Queryable): Promise<MailState> {
  const found = await db.row<MailState>(
    `select (select count(*) from mails where state = 'waiting') as waiting,
       (select count(*) from mails where state = 'given-up' and finished_at > now() - interval '7 days') as given_up,
       (select outcome from mails where outcome is not null and state <> 'sent' order by id desc limit 1) as last_problem,
       (select count(*) from mails where state = 'waiting' and (next_try_at < now() - interval '${LATE_MINUTES} minutes'
         or tries > 0 and created_at > coalesce((select max(finished_at) from mails where state = 'sent'), '-infinity'))) as late`,
  );
  return found as MailState;
}

/** Finds the address of an account, and whether mails are sent to it. */
export function findEmail(db: Queryable, userId: number): Promise<{ email: string; isVerified: boolean } | undefined> {
  return db.row('select email, email_verified_at is not null as is_verified from users where id = $1', [userId]);
}
