import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, notFound } from '../../../server/http/errors.ts';
import { withdrawMails } from '../../../server/mail/mail.ts';
import { audit } from '../../../server/watch/audit.ts';
import { refusalOfPassword } from '../accounts/account.rules.ts';
import { deleteSessions, markForDeletion, unmarkForDeletion, updateProfile } from '../accounts/account.store.ts';
import { POLICY_VERSION, usernameKey } from '../accounts/accounts.rules.ts';
import { hashOfNobody, hashPassword, refuseCrowded, takenUsername } from '../accounts/accounts.server.ts';
import { insertUser, updateEmailVerified } from '../accounts/accounts.store.ts';
import { deleteFactor } from '../accounts/second-factor.store.ts';
import { sendSecurityMail, warnAdministrators } from '../accounts/security-mail.server.ts';
import { requestVerification } from '../email-verification/verification.server.ts';
import { deletePasskeys } from '../passkeys/passkeys.store.ts';
import { sendInvitation, sendPasswordReset } from '../recovery/recovery.server.ts';
import { deleteResetsOf } from '../recovery/recovery.store.ts';
import { hasAnyFactor } from './factor-replacement.store.ts';
import { refusalOfRole } from './staff.rules.ts';
import {
  type AccountState,
  deleteUser,
  forgetLastLogin,
  isEmailMended,
  lockAccount,
  markForReset,
  openForFirstFactor,
  updateRole,
  updateSuspension,
} from './staff.store.ts';

/** The administrator who acts, for the audit log. */
export interface By {
  /** Null if an operator used a command. */
  userId: number | null;
  address: string | null;
}

type Role = 'parent' | 'teacher' | 'admin';

const subjectOf = (id: number) => `user ${id}` as const;

async function accountOf(transaction: Queryable, id: number): Promise<AccountState> {
  const account = await lockAccount(transaction, id);
  if (!account) throw notFound();
  return account;
}

/**
 * Creates an account for a teacher or an administrator, and writes to the audit log who created it. If no password is given, the new user
 * is sent a link to choose one, so that nobody else ever knows it.
 *
 * @throws Refused 400 if the password is short, common or the person's name; 409 if the username is taken.
 */
export async function createStaff(
  db: Database,
  by: By,
  person: { username: string; fullName: string; email: string; password: string | null; role: 'teacher' | 'admin' },
): Promise<{ id: number }> {
  const { password } = person;
  const refusal = password !== null && refusalOfPassword(password, { userRole: person.role, ...person });
  if (refusal) throw invalid({ password: refusal }, refusal);
  const passwordHash = password === null ? await hashOfNobody : await hashPassword(password, by.userId ?? 'operator');
  return db.transaction(async (transaction) => {
    const user = await insertUser(transaction, {
      username: person.username,
      usernameKey: usernameKey(person.username),
      passwordHash,
      email: person.email,
      fullName: person.fullName,
      phone: null,
      gender: null,
      location: null,
      userRole: person.role,
      termsVersion: POLICY_VERSION,
    });
    if (!user) throw takenUsername();
    await forgetLastLogin(transaction, user.id);
    const after = { username: person.username, role: person.role };
    await audit(transaction, { ...by, action: 'user.created', subject: subjectOf(user.id), after });
    if (password === null) await invite(transaction, user.id);
    // An operator who uses a command vouches for the address.
    else if (by.userId === null) await updateEmailVerified(transaction, user.id);
    else await requestVerification(transaction, user.id);
    return { id: user.id };
  });
}

/**
 * Changes the role of an account and ends its sessions. A former parent has to choose a new password, because the minimum length is greater
 * for staff. Owner and administrators get a mail. A database trigger refuses the change if the account is the last administrator.
 *
 * A member of staff who has a second factor does not become a parent, who has none: the factor has to be removed first, which takes 24 hours
 * and can be cancelled. Otherwise one administrator could remove it at once by a role and back.
 *
 * @param holdsMore called with the account locked; returns whether later features hold something that only a family can use.
 * @throws Refused 409 for one's own account, for a family, while the account has a second factor (`has-factor`), and for a parent whose e-mail
 *   was corrected in the last 24 hours.
 */
export async function changeRole(
  db: Database,
  by: By,
  id: number,
  role: Role,
  holdsMore: (transaction: Queryable, id: number) => Promise<boolean>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const account = await accountOf(transaction, id);
    if (id === by.userId) throw ownAccount();
    const refusal = refusalOfRole(account, role);
    if (refusal === 'same-role') return;
    if (refusal === 'is-a-family' || (account.userRole === 'parent' && (await holdsMore(transaction, id))))
      throw conflict(
        'is-a-family',
        'Esta conta tem crianças, um plano pago ou um pagamento por chegar. Crie outra conta para o professor ou administrador.',
      );
    if (role === 'parent' && (await hasAnyFactor(transaction, id)))
      throw conflict(
        'has-factor',
        'Esta conta tem verificação em dois passos. Peça primeiro que seja retirada, o que demora 24 horas. Se for urgente, suspenda a conta.',
      );
    await updateRole(transaction, id, role);
    await deleteSessions(transaction, id, null);
    // One that was begun and never turned on: families have none, and no page for it.
    if (role === 'parent') await deleteFactor(transaction, id);
    // A family's passkeys were added with the password alone, so they are no second factor of a member of staff.
    if (account.userRole === 'parent') await deletePasskeys(transaction, id);
    await audit(transaction, {
      ...by,
      action: 'user.role-changed',
      subject: subjectOf(id),
      before: { role: account.userRole },
      after: { role },
    });
    await sendSecurityMail(transaction, account, 'role_changed');
    await warnAdministrators(transaction, account, 'role_changed_of', by.userId);
    if (account.userRole === 'parent') await askForPassword(transaction, id);
  });
}

/** Suspends an account and ends its sessions, or lifts the suspension. Does nothing if the account is in that state already. */
export async function setSuspended(
  db: Database,
  by: By,
  id: number,
  suspended: boolean,
  reason: string | null,
): Promise<void> {
  await db.transaction((transaction) => suspend(transaction, by, id, suspended, reason));
}

/** @returns whether the account was in the other state before. */
async function suspend(
  transaction: Queryable,
  by: By,
  id: number,
  suspended: boolean,
  reason: string | null,
): Promise<boolean> {
  const account = await accountOf(transaction, id);
  if (id === by.userId) throw ownAccount();
  if (account.suspended === suspended) return false;
  await updateSuspension(transaction, id, suspended);
  if (suspended) await deleteSessions(transaction, id, null);
  await audit(transaction, {
    ...by,
    action: suspended ? 'user.suspended' : 'user.restored',
    subject: subjectOf(id),
    before: { suspended: account.suspended },
    after: { suspended, ...(reason ? { reason } : {}) },
  });
  return true;
}

/**
 * Suspends several accounts and ends their sessions: all of them, or none if one is missing, is the caller's own or is the last
 * administrator.
 *
 * @returns how many were not suspended before.
 */
export function suspendAll(db: Database, by: By, ids: readonly number[], reason: string): Promise<number> {
  return db.transaction(async (transaction) => {
    let changed = 0;
    // In one order, so that two administrators who suspend the same accounts do not wait for each other.
    for (const id of [...new Set(ids)].sort((one, other) => one - other))
      if (await suspend(transaction, by, id, true, reason)) changed += 1;
    return changed;
  });
}

/** Ends every session of an account. @returns their number. */
export async function endSessions(db: Database, by: By, id: number): Promise<number> {
  return db.transaction(async (transaction) => {
    await accountOf(transaction, id);
    if (id === by.userId) throw ownAccount();
    const ended = await deleteSessions(transaction, id, null);
    await audit(transaction, { ...by, action: 'user.sessions-ended', subject: subjectOf(id), after: { ended } });
    return ended;
  });
}

/**
 * Invalidates the password of an account, ends its sessions and sends its owner a link to choose a new password. The second factors of staff
 * stay. If it is called again, another link is sent.
 *
 * @throws Refused 409 within 24 hours of the correction of its e-mail.
 */
export async function forcePasswordReset(db: Database, by: By, id: number): Promise<void> {
  await db.transaction(async (transaction) => {
    await accountOf(transaction, id);
    if (id === by.userId) throw ownAccount();
    await askForPassword(transaction, id);
    await audit(transaction, { ...by, action: 'user.reset-forced', subject: subjectOf(id) });
  });
}

/**
 * Sends another invitation to a staff member who has never signed in.
 *
 * @throws Refused 409 for somebody who has, and within 24 hours of the correction of the e-mail.
 */
export async function inviteAgain(db: Database, by: By, id: number): Promise<void> {
  await db.transaction(async (transaction) => {
    const account = await accountOf(transaction, id);
    if (account.userRole === 'parent' || account.hasSignedIn)
      throw conflict('not-invited', 'Esta pessoa já entrou na sua conta. Use «Pedir nova senha».');
    await invite(transaction, id);
    await audit(transaction, { ...by, action: 'user.invited', subject: subjectOf(id) });
  });
}

/**
 * Refuses to send a link to an address that an administrator has just corrected: one alone must not become the owner of an account. Everything
 * that sends one goes through here.
 *
 * @throws Refused 409 within 24 hours of the correction.
 */
async function refuseMended(transaction: Queryable, id: number): Promise<void> {
  if (await isEmailMended(transaction, subjectOf(id)))
    throw conflict(
      'email-just-mended',
      'O e-mail desta conta foi corrigido há menos de 24 horas. Só depois se pode enviar para lá uma ligação.',
    );
}

/** Sends an invitation, and marks the account so that it cannot be used until a password is chosen. */
async function invite(transaction: Queryable, id: number): Promise<void> {
  await refuseMended(transaction, id);
  await sendInvitation(transaction, id);
  await openForFirstFactor(transaction, id);
  await markForReset(transaction, id);
}

/**
 * Corrects the e-mail of a user who cannot do it. Links sent to the old address become invalid, and the old address gets a mail about the
 * change. The other administrators get one too. The audit log contains the reason, but neither address.
 */
export async function mendEmail(
  db: Database,
  by: By,
  id: number,
  { email, reason }: { email: string; reason: string },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const account = await accountOf(transaction, id);
    if (id === by.userId) throw ownAccount();
    if (email === account.email) return;
    if (email.toLowerCase() !== account.email.toLowerCase()) await refuseCrowded(transaction, email, false);
    await sendSecurityMail(transaction, account, 'email_changed');
    await warnAdministrators(transaction, account, 'email_mended_of', by.userId);
    await updateProfile(transaction, id, { email });
    await deleteResetsOf(transaction, id);
    await requestVerification(transaction, id);
    await audit(transaction, { ...by, action: 'user.email-mended', subject: subjectOf(id), after: { reason } });
  });
}

/**
 * Erases an account and all data of its owner: either in 30 days, after a mail to the owner, or at once. A database trigger refuses to
 * erase the last administrator.
 */
export async function eraseAccount(
  db: Database,
  by: By,
  id: number,
  { when, reason }: { when: 'later' | 'now'; reason: string },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const account = await accountOf(transaction, id);
    if (id === by.userId) throw ownAccount();
    await withdrawMails(transaction, id);
    if (when === 'now') await deleteUser(transaction, id);
    else {
      await markForDeletion(transaction, id);
      await deleteSessions(transaction, id, null);
      // The mail to a parent names a button that cancels the erasure. It is on a page that only parents have, so staff get a different mail.
      await sendSecurityMail(
        transaction,
        account,
        account.userRole === 'parent' ? 'deletion_asked' : 'deletion_asked_staff',
      );
    }
    await audit(transaction, {
      ...by,
      action: when === 'now' ? 'user.erased' : 'user.erasure-asked',
      subject: subjectOf(id),
      after: { reason },
    });
  });
}

/** Cancels the erasure of an account, whoever asked for it, and tells its owner. Does nothing if nobody did. */
export async function keepAccount(db: Database, by: By, id: number): Promise<void> {
  await db.transaction(async (transaction) => {
    const account = await accountOf(transaction, id);
    if ((await unmarkForDeletion(transaction, id)) === 0) return;
    await sendSecurityMail(transaction, account, 'deletion_cancelled');
    await audit(transaction, { ...by, action: 'user.erasure-cancelled', subject: subjectOf(id) });
  });
}

/** Invalidates the password, sends a link to choose a new one, and marks the account until one is chosen. */
async function askForPassword(transaction: Queryable, id: number): Promise<void> {
  await refuseMended(transaction, id);
  await sendPasswordReset(transaction, id);
  await markForReset(transaction, id);
}

/** Returns the refusal of an action on one's own account. */
export const ownAccount = () =>
  conflict('own-account', 'Não pode fazer isto à sua própria conta. Peça a outro administrador.');
