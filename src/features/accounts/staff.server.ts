import { audit } from '../../server/audit.ts';
import type { Database, Queryable } from '../../server/db.ts';
import { conflict, invalid, notFound } from '../../server/errors.ts';
import { refusalOfPassword } from './account.rules.ts';
import { deleteSessions } from './account.store.ts';
import { TERMS_VERSION, usernameKey } from './accounts.rules.ts';
import { hashPassword, takenUsername } from './accounts.server.ts';
import { insertUser } from './accounts.store.ts';
import { sendPasswordReset } from './recovery.server.ts';
import { deleteFactor } from './second-factor.store.ts';
import { refusalOfRole } from './staff.rules.ts';
import {
  type AccountState,
  forgetLastLogin,
  lockAccount,
  markForReset,
  updateRole,
  updateSuspension,
} from './staff.store.ts';

/** The administrator who acts, for the audit log. */
export interface By {
  /** Null for an operator's command. */
  userId: number | null;
  address: string | null;
}

type Role = 'parent' | 'teacher' | 'admin';

export const subjectOf = (id: number) => `user ${id}` as const;

async function accountOf(transaction: Queryable, id: number): Promise<AccountState> {
  const account = await lockAccount(transaction, id);
  if (!account) throw notFound();
  return account;
}

/**
 * Makes an account for a teacher or an administrator, and notes who made it.
 *
 * @throws Refused 400 when the password is short, common or the person's name; 409 when the username is taken.
 */
export async function createStaff(
  db: Database,
  by: By,
  person: { username: string; fullName: string; email: string; password: string; role: 'teacher' | 'admin' },
): Promise<{ id: number }> {
  const refusal = refusalOfPassword(person.password, { userRole: person.role, ...person });
  if (refusal) throw invalid({ password: refusal }, refusal);
  const passwordHash = await hashPassword(person.password);
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
      termsVersion: TERMS_VERSION,
    });
    if (!user) throw takenUsername();
    await forgetLastLogin(transaction, user.id);
    const after = { username: person.username, role: person.role };
    await audit(transaction, { ...by, action: 'user.created', subject: subjectOf(user.id), after });
    return { id: user.id };
  });
}

/**
 * Gives an account another role and ends its sessions. Whoever was a parent has to choose a new password, since a
 * parent's may be shorter than staff's. The last administrator keeps the role (a trigger sees to it).
 *
 * @param holdsMore asked, with the account locked, whether later features hold something that only a family can use.
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
        'Esta conta tem filhos, um plano pago ou um pagamento por chegar. Crie outra conta para o professor ou administrador.',
      );
    await updateRole(transaction, id, role);
    await deleteSessions(transaction, id, null);
    // Families have none, and no screen to turn it off.
    if (role === 'parent') await deleteFactor(transaction, id);
    await audit(transaction, {
      ...by,
      action: 'user.role-changed',
      subject: subjectOf(id),
      before: { role: account.userRole },
      after: { role },
    });
    if (account.userRole === 'parent') await askForPassword(transaction, id);
  });
}

/** Shuts an account and ends its sessions, or opens it again. What is so already stays as it is. */
export async function setSuspended(
  db: Database,
  by: By,
  id: number,
  suspended: boolean,
  reason: string | null,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const account = await accountOf(transaction, id);
    if (id === by.userId) throw ownAccount();
    if (account.suspended === suspended) return;
    await updateSuspension(transaction, id, suspended);
    if (suspended) await deleteSessions(transaction, id, null);
    await audit(transaction, {
      ...by,
      action: suspended ? 'user.suspended' : 'user.restored',
      subject: subjectOf(id),
      before: { suspended: account.suspended },
      after: { suspended, ...(reason ? { reason } : {}) },
    });
  });
}

/** Ends every session of an account. @returns how many there were. */
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
 * From now on the password opens nothing, every session has ended, and a link to choose another goes to the owner's
 * e-mail. Asked again, another link is sent.
 */
export async function forcePasswordReset(db: Database, by: By, id: number): Promise<void> {
  await db.transaction(async (transaction) => {
    await accountOf(transaction, id);
    if (id === by.userId) throw ownAccount();
    await askForPassword(transaction, id);
    await audit(transaction, { ...by, action: 'user.reset-forced', subject: subjectOf(id) });
  });
}

/** Noted after the password was taken away: the note goes when another is chosen. */
async function askForPassword(transaction: Queryable, id: number): Promise<void> {
  await sendPasswordReset(transaction, id);
  await markForReset(transaction, id);
}

const ownAccount = () =>
  conflict('own-account', 'Não pode fazer isto à sua própria conta. Peça a outro administrador.');
