import { randomBytes } from 'node:crypto';
import { hashToken } from '../../../server/config.ts';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, Refused } from '../../../server/http/errors.ts';
import type { Call, Frame } from '../../../server/http/http.ts';
import { consumeRateLimit, countHit, refuseOver } from '../../../server/http/rate-limits.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { queueMail } from '../../../server/mail/mail.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { refusalOfPassword } from '../accounts/account.rules.ts';
import { deleteSessions, findMailedUser, type MailedUser } from '../accounts/account.store.ts';
import { usernameKey } from '../accounts/accounts.rules.ts';
import { hashOfNobody, hashPassword } from '../accounts/accounts.server.ts';
import { findUser, updatePasswordHash } from '../accounts/accounts.store.ts';
import { upsertKnownBrowser } from '../accounts/known-places.store.ts';
import { confirmPassword, userOf } from '../accounts/own-password.server.ts';
import { sendSecurityMail } from '../accounts/security-mail.server.ts';
import { clearAllFailedSignIns, originOf } from '../accounts/sign-in-limits.server.ts';
import { verifyEmail } from '../email-verification/verification.server.ts';
import { removeKeysOfOldPassword } from '../passkeys/passkeys.server.ts';
import { recoveryContract } from './recovery.contract.ts';
import {
  ACCOUNTS_OF_A_MAIL,
  accountCodeOf,
  CODE_LENGTH,
  CODE_TRIES,
  comparableCode,
  FORGOTTEN,
  FORGOTTEN_OF_ADDRESS,
  FORGOTTEN_OF_BROWSER,
  FORGOTTEN_SLOTS,
  INVITATION_DAYS,
  invitationMail,
  RESET_MINUTES,
  type ResetLink,
  resetMail,
} from './recovery.rules.ts';
import {
  deleteAccountCode,
  deleteCodeOf,
  deleteOldResets,
  deleteReset,
  deleteResetsOf,
  findAccountCode,
  findByCode,
  findLinked,
  findReset,
  insertPasswordRequest,
  insertReset,
  lockByNameOrEmail,
  type ResetRow,
  takePasswordRequest,
  upsertAccountCode,
} from './recovery.store.ts';

/** Maximum number of requests handled in one run of the job. */
const MAX_REQUESTS = 200;

/**
 * Creates a link for each of these accounts, which share an e-mail, and queues one mail with all links. Earlier links become invalid.
 *
 * @param codeEnded whether the account's recovery code became invalid too, which the mail says.
 */
async function sendLinks(
  transaction: Queryable,
  users: readonly MailedUser[],
  why: 'forgotten' | 'forced' | 'invited',
  codeEnded = false,
): Promise<void> {
  const [first] = users;
  if (!first) return;
  const minutes = why === 'invited' ? INVITATION_DAYS * 24 * 60 : RESET_MINUTES;
  const links: ResetLink[] = [];
  for (const { id, username } of users) {
    const token = randomBytes(32).toString('base64url');
    await deleteResetsOf(transaction, id);
    await insertReset(transaction, hashToken(token), id, minutes);
    links.push({ username, token });
  }
  await queueMail(transaction, {
    ...(why === 'invited' ? invitationMail(links[0] as ResetLink) : resetMail(links, why === 'forced', codeEnded)),
    to: first.email,
    userId: first.id,
    purpose: 'recovery',
    toUnverified: why !== 'forgotten',
    uselessAt: new Date(Date.now() + minutes * 60_000),
  });
}

/**
 * Invalidates a user’s password, and a parent’s passkeys and recovery code, ends all sessions, and sends a link to choose a new password. An
 * administrator requests this.
 * If it is requested again, another link is sent and the earlier one becomes invalid.
 *
 * @returns whether the account exists.
 */
export async function sendPasswordReset(transaction: Queryable, userId: number): Promise<boolean> {
  const user = await findUser(transaction, userId);
  if (!user) return false;
  await updatePasswordHash(transaction, userId, await hashOfNobody);
  await removeKeysOfOldPassword(transaction, user);
  const codeEnded = await deleteCodeOf(transaction, userId);
  await deleteSessions(transaction, userId, null);
  await sendLinks(transaction, [user], 'forced', codeEnded);
  return true;
}

/** Sends a staff member the link to set a first password. Earlier links become invalid. */
export async function sendInvitation(transaction: Queryable, userId: number): Promise<void> {
  const user = await findMailedUser(transaction, userId);
  if (!user) return;
  await sendLinks(transaction, [user], 'invited');
}

/**
 * Sets a password without the old one: ends all sessions, links, the recovery code, and passkeys of a parent, clears the failed sign-ins, and
 * notifies the owner.
 *
 * @param codeUsed whether the password is set with the recovery code, which the caller has used up.
 * @param browserHash where the password is chosen: the owner can sign in there, whatever others behind the same address do.
 */
async function replacePassword(
  transaction: Queryable,
  user: ResetRow,
  passwordHash: string,
  { browserHash, codeUsed }: { browserHash: Buffer; codeUsed: boolean },
): Promise<void> {
  await updatePasswordHash(transaction, user.id, passwordHash);
  await deleteResetsOf(transaction, user.id);
  await removeKeysOfOldPassword(transaction, user);
  const codeEnded = (await deleteCodeOf(transaction, user.id)) || codeUsed;
  await deleteSessions(transaction, user.id, null);
  await clearAllFailedSignIns(transaction, usernameKey(user.username));
  await upsertKnownBrowser(transaction, user.id, browserHash);
  await sendSecurityMail(transaction, user, codeEnded ? 'password_changed_code_ended' : 'password_changed');
}

/**
 * Counts a request for a link. Concurrent requests are counted one after another, so that none passes unnoticed. Beyond the limit of an
 * address, which many families share, there is a slot every few seconds, so that nobody can use up the requests of all the others.
 *
 * @throws Refused 429 with the seconds to wait.
 */
async function admitRequest(
  db: Database,
  call: Pick<Call<Endpoint>, 'address' | 'browserHash'>,
  account: string,
): Promise<void> {
  const origin = await originOf(db, call);
  if (origin.startsWith('browser ')) return consumeRateLimit(db, FORGOTTEN_OF_BROWSER, origin);
  if ((await countHit(db, FORGOTTEN_OF_ADDRESS, origin)) > FORGOTTEN_OF_ADDRESS.hits)
    await consumeRateLimit(db, FORGOTTEN_SLOTS, origin);
  await consumeRateLimit(db, FORGOTTEN, usernameKey(account));
}

const expired = () => new Refused(400, 'link-expired', 'Esta ligação já foi usada ou o seu prazo passou. Peça outra.');

/** Binds the endpoints that request a link and set a new password with it. */
export function bindRecovery(frame: Frame): void {
  const { db, log } = frame;
  frame.bind(recoveryContract, {
    'POST /api/password/forgot': async (call) => {
      const { account } = call.body;
      await admitRequest(db, call, account);
      // The account is looked up only later, in `answerPasswordRequests`, so that the response time does not reveal whether it exists.
      await insertPasswordRequest(db, account);
      return null;
    },

    'POST /api/password/reset': async (call) => {
      const { token, newPassword } = call.body;
      const tokenHash = hashToken(token);
      const user = await findReset(db, tokenHash);
      if (!user) throw expired();
      const refusal = refusalOfPassword(newPassword, user);
      if (refusal) throw invalid({ newPassword: refusal }, refusal);
      const passwordHash = await hashPassword(newPassword, user.id);
      await db.transaction(async (transaction) => {
        if ((await deleteReset(transaction, tokenHash)) === 0) throw expired();
        // Whoever has the link reads the mails of the address; links to an earlier address were deleted when it changed.
        await verifyEmail(transaction, user.id, user.email);
        await replacePassword(transaction, user, passwordHash, {
          browserHash: call.rememberBrowser(),
          codeUsed: false,
        });
      });
      call.setSession(null);
      log.info({ event: 'password-reset', userId: user.id, address: call.address }, 'password chosen anew');
      return null;
    },

    'GET /api/account/recovery-code': async ({ caller }) => ({
      madeAt: (await findAccountCode(db, caller.userId))?.createdAt ?? null,
    }),

    'POST /api/account/recovery-code': async (call) => {
      const user = await userOf(db, call.caller.userId);
      const hash = await confirmPassword(db, user, call.caller.tokenHash, call.body.password, 'password');
      const code = accountCodeOf(randomBytes(CODE_LENGTH));
      await db.transaction(async (transaction) => {
        if ((await upsertAccountCode(transaction, user.id, hashToken(comparableCode(code)), hash)) === 0)
          throw conflict('password-changed', 'A senha foi mudada noutro aparelho. Entre de novo.');
        await sendSecurityMail(transaction, user, 'recovery_code_made');
      });
      return { username: user.username, code };
    },

    'POST /api/password/recover': async (call) => {
      const { username, code, newPassword } = call.body;
      const origin = await originOf(db, call);
      const codeHash = hashToken(comparableCode(code));
      await refuseOver(db, CODE_TRIES, origin);
      const user = await findByCode(db, usernameKey(username), codeHash);
      if (!user) {
        await countHit(db, CODE_TRIES, origin);
        throw wrongCode();
      }
      const passwordHash = await hashPassword(newPassword, user.id);
      await db.transaction(async (transaction) => {
        if ((await deleteAccountCode(transaction, user.id, codeHash)) === 0) throw wrongCode();
        await replacePassword(transaction, user, passwordHash, { browserHash: call.rememberBrowser(), codeUsed: true });
      });
      call.setSession(null);
      log.info({ event: 'password-recovered', userId: user.id, address: call.address }, 'password chosen with a code');
      return null;
    },
  });
}

const wrongCode = () => {
  const message = 'O nome de usuário ou o código não estão certos.';
  return new Refused(400, 'wrong-code', message, { fields: { code: message } });
};

/**
 * Sends the requested links. A username gives one account, an e-mail all accounts that share its mailbox. Each address gets one mail with
 * the links of all its accounts, except those that were sent one in the last hour and have not used it. Safe to run concurrently.
 *
 * @returns the number of requests handled.
 */
export async function answerPasswordRequests(db: Database): Promise<number> {
  for (let answered = 0; answered < MAX_REQUESTS; answered += 1) {
    const more = await db.transaction(async (transaction) => {
      const request = await takePasswordRequest(transaction);
      if (!request || request.stale) return Boolean(request);
      const { asked } = request;
      const users = await lockByNameOrEmail(transaction, usernameKey(asked), asked);
      const linked = await findLinked(
        transaction,
        users.map(({ id }) => id),
        RESET_MINUTES,
      );
      const byAddress = new Map<string, MailedUser[]>();
      for (const user of users) {
        if (linked.has(user.id)) continue;
        const address = user.email.toLowerCase();
        byAddress.set(address, [...(byAddress.get(address) ?? []), user]);
      }
      for (const sharing of byAddress.values())
        for (let from = 0; from < sharing.length; from += ACCOUNTS_OF_A_MAIL)
          await sendLinks(transaction, sharing.slice(from, from + ACCOUNTS_OF_A_MAIL), 'forgotten');
      return true;
    });
    if (!more) return answered;
  }
  return MAX_REQUESTS;
}

/** Returns the periodic jobs of password recovery. */
export const recoveryWork = (db: Database): Periodic[] => [
  { name: 'answer-password-requests', every: 2, work: () => answerPasswordRequests(db) },
  { name: 'forget-password-resets', every: 3600, work: () => deleteOldResets(db) },
];
