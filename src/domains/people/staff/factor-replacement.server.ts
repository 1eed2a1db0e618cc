import type { Database } from '../../../server/db/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import { audit } from '../../../server/watch/audit.ts';
import { deleteSessions, findMailedUser } from '../accounts/account.store.ts';
import { deleteFactor } from '../accounts/second-factor.store.ts';
import { sendSecurityMail, warnAdministrators } from '../accounts/security-mail.server.ts';
import { deletePasskeys } from '../passkeys/passkeys.store.ts';
import { deleteReplacement, hasAnyFactor, insertReplacement, takeDueReplacement } from './factor-replacement.store.ts';
import { type By, ownAccount } from './staff.server.ts';
import { lockAccount, openForFirstFactor } from './staff.store.ts';

/**
 * Requests that the lost second factors of a teacher or an administrator are removed after 24 hours, so that their owner can add another.
 * The owner and the other administrators get a mail, and each of them can cancel it. A repeated request keeps the first time.
 *
 * @throws Refused 404 if the account does not exist or has no second factor; 409 for one's own account.
 */
export async function askForReplacement(db: Database, by: By, userId: number): Promise<void> {
  await db.transaction(async (transaction) => {
    const account = await lockAccount(transaction, userId);
    if (!account) throw notFound();
    if (userId === by.userId) throw ownAccount();
    if (!(await hasAnyFactor(transaction, userId))) throw notFound();
    if ((await insertReplacement(transaction, userId, by.userId)) === 0) return;
    await sendSecurityMail(transaction, account, 'replacement_asked');
    await warnAdministrators(transaction, account, 'replacement_asked_of', by.userId);
    await audit(transaction, { ...by, action: 'user.factor-replacement-asked', subject: `user ${userId}` });
  });
}

/** Cancels such a request. @throws Refused 404 if there is none. */
export async function cancelReplacement(db: Database, by: By, userId: number): Promise<void> {
  await db.transaction(async (transaction) => {
    if ((await deleteReplacement(transaction, userId)) === 0) throw notFound();
    await audit(transaction, { ...by, action: 'user.factor-replacement-cancelled', subject: `user ${userId}` });
  });
}

/**
 * Removes the second factors whose time has come, ends the sessions of their owners, and lets them add another, which counts at once. Safe to
 * run concurrently.
 *
 * @returns the number of accounts.
 */
export async function replaceDueFactors(db: Database): Promise<number> {
  for (let replaced = 0; ; replaced += 1) {
    const userId = await db.transaction(async (transaction) => {
      const due = await takeDueReplacement(transaction);
      if (!due) return undefined;
      await deleteFactor(transaction, due.userId);
      await deletePasskeys(transaction, due.userId);
      await deleteSessions(transaction, due.userId, null);
      await openForFirstFactor(transaction, due.userId);
      const user = await findMailedUser(transaction, due.userId);
      if (user) await sendSecurityMail(transaction, user, 'second_factor_removed');
      const change = { userId: null, address: null, action: 'user.second-factor-reset' } as const;
      await audit(transaction, { ...change, subject: `user ${due.userId}` });
      return due.userId;
    });
    if (userId === undefined) return replaced;
  }
}
