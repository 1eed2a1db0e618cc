import { randomBytes } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { hashToken } from '../../server/config.ts';
import type { Database } from '../../server/db.ts';
import { conflict, invalid, notFound, notSignedIn } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import type { Periodic } from '../../server/jobs.ts';
import type { Log } from '../../server/log.ts';
import { withdrawMails } from '../../server/mail.ts';
import { clearHits, countHit, networkOf, refuseOver } from '../../server/rate-limits.ts';
import { accountContract } from './account.contract.ts';
import { DAYS_TO_CHANGE_ONES_MIND, ERASED_AT_A_TIME, maskedAddress, refusalOfPassword } from './account.rules.ts';
import {
  deleteAbandonedUsers,
  deleteSessionByHandle,
  deleteSessions,
  findDevices,
  findPasswordHash,
  markForDeletion,
  replacePasswordHash,
  unmarkForDeletion,
  updateProfile,
  updateSessionToken,
} from './account.store.ts';
import { FAILED_SIGN_INS, usernameKey } from './accounts.rules.ts';
import { hashPassword, inTurn } from './accounts.server.ts';
import { findUser, type UserRow } from './accounts.store.ts';
import { sendSecurityMail } from './recovery.server.ts';
import { deleteResetsOf } from './recovery.store.ts';

/** A session left open on a borrowed phone must not become a place to guess at: wrong tries count like failed sign-ins. */
async function confirmPassword(
  db: Database,
  user: UserRow,
  address: string,
  given: string,
  field: 'currentPassword' | 'password',
): Promise<string> {
  if (!given) throw invalid({ [field]: 'Escreva a sua senha actual.' }, 'Escreva a sua senha actual.');
  const pair = `${usernameKey(user.username)}|${networkOf(address)}`;
  const passwordHash = await inTurn(async () => {
    await refuseOver(db, FAILED_SIGN_INS, pair);
    const kept = await findPasswordHash(db, user.id);
    if (!kept) throw notSignedIn();
    if (await verify(kept.passwordHash, given)) return kept.passwordHash;
    await countHit(db, FAILED_SIGN_INS, pair);
    return null;
  });
  const wrong = 'A senha actual não está certa.';
  if (passwordHash === null) throw invalid({ [field]: wrong }, wrong);
  await clearHits(db, FAILED_SIGN_INS, pair);
  return passwordHash;
}

/**
 * Whether it is really this person who is at the browser: for what a session left open must not be able to do.
 *
 * @throws Refused 400 naming `password` when it is wrong, which counts like a failed sign-in.
 */
export async function confirmOwnPassword(db: Database, userId: number, address: string, given: string): Promise<void> {
  await confirmPassword(db, await userOf(db, userId), address, given, 'password');
}

async function userOf(db: Database, id: number): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw notSignedIn();
  return user;
}

/** What a person does with their own account once they are signed in. */
export function bindAccount(frame: Frame): void {
  const { db, log } = frame;
  frame.bind(accountContract, {
    'GET /api/account/sessions': async ({ caller }) => {
      const devices = await findDevices(db, caller.userId, caller.tokenHash);
      return devices.map((device) => ({ ...device, address: maskedAddress(device.address) }));
    },

    'DELETE /api/account/sessions/:handle': async (call) => {
      const { userId, tokenHash } = call.caller;
      const ended = await deleteSessionByHandle(db, userId, call.params.handle, tokenHash);
      if (!ended) throw notFound();
      if (ended.current) call.setSession(null);
      return null;
    },

    'PUT /api/account/profile': async (call) => {
      const { currentPassword, fullName, email, phone, location } = call.body;
      const before = await userOf(db, call.caller.userId);
      if (email !== undefined && email !== before.email)
        await confirmPassword(db, before, call.address, currentPassword ?? '', 'currentPassword');
      await db.transaction(async (transaction) => {
        await updateProfile(transaction, before.id, { fullName, email, phone, location });
        if (email === undefined || email === before.email) return;
        // Links that went to the old address, which may be the reason for the change, open nothing any more.
        await deleteResetsOf(transaction, before.id);
        // To the address as it was: whoever took the account over must not be the only one to read it.
        await sendSecurityMail(transaction, before, 'email_changed');
      });
      return userOf(db, before.id);
    },

    'PUT /api/account/password': async (call) => {
      const { currentPassword, newPassword } = call.body;
      const { userId, tokenHash } = call.caller;
      const user = await userOf(db, userId);
      const before = await confirmPassword(db, user, call.address, currentPassword, 'currentPassword');
      const refusal = refusalOfPassword(newPassword, user);
      if (refusal) throw invalid({ newPassword: refusal }, refusal);
      const after = await hashPassword(newPassword);
      const token = randomBytes(32).toString('base64url');
      await db.transaction(async (transaction) => {
        if ((await replacePasswordHash(transaction, userId, before, after)) === 0)
          throw conflict('password-changed', 'A senha foi mudada noutro aparelho. Entre de novo.');
        await deleteSessions(transaction, userId, tokenHash);
        if ((await updateSessionToken(transaction, tokenHash, hashToken(token))) === 0) throw notSignedIn();
        await deleteResetsOf(transaction, userId);
        await sendSecurityMail(transaction, user, 'password_changed');
      });
      call.setSession(token);
      log.info({ event: 'password-changed', userId, address: call.address }, 'password changed');
      return null;
    },

    'POST /api/account/deletion': async (call) => {
      const user = await userOf(db, call.caller.userId);
      await confirmPassword(db, user, call.address, call.body.password, 'password');
      const { askedAt } = await db.transaction(async (transaction) => {
        const marked = await markForDeletion(transaction, user.id);
        if (!marked) throw notSignedIn();
        await deleteSessions(transaction, user.id, null);
        await withdrawMails(transaction, user.id);
        await sendSecurityMail(transaction, user, 'deletion_asked');
        return marked;
      });
      call.setSession(null);
      log.info({ event: 'deletion-asked', userId: user.id }, 'an account is to be erased');
      return { deletionAt: new Date(askedAt.getTime() + DAYS_TO_CHANGE_ONES_MIND * 86_400_000) };
    },

    'DELETE /api/account/deletion': async (call) => {
      const { userId } = call.caller;
      if ((await unmarkForDeletion(db, userId)) > 0)
        log.info({ event: 'deletion-withdrawn', userId }, 'an account stays');
      return userOf(db, userId);
    },
  });
}

/**
 * Erases accounts 30 days after it was asked for. Safe to run anywhere, any number of times at once.
 *
 * @returns how many were erased.
 */
export async function eraseAccounts(db: Database, log: Log): Promise<number> {
  let erased = 0;
  for (;;) {
    const users = await deleteAbandonedUsers(db, DAYS_TO_CHANGE_ONES_MIND, ERASED_AT_A_TIME);
    for (const { id } of users) log.info({ event: 'account-erased', userId: id }, 'an account was erased');
    erased += users.length;
    if (users.length < ERASED_AT_A_TIME) return erased;
  }
}

/** What is done over and over for accounts. */
export const accountWork = (db: Database, log: Log): Periodic[] => [
  { name: 'erase-accounts', every: 3600, work: () => eraseAccounts(db, log) },
];
