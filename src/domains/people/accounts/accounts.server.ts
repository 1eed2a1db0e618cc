import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { hashToken } from '../../../server/config.ts';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, notSignedIn, Refused, unavailable } from '../../../server/http/errors.ts';
import { createFairLanes } from '../../../server/http/fair-lanes.ts';
import type { Call, Caller, Frame } from '../../../server/http/http.ts';
import { consumeRateLimit, networkOf, wideNetworkOf } from '../../../server/http/rate-limits.ts';
import { emit } from '../../../server/jobs/outbox.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { deviceInWords, maskedAddress } from './account.rules.ts';
import { findMailedUser, replacePasswordHash } from './account.store.ts';
import { accountsContract } from './accounts.contract.ts';
import {
  DEMO_PASSWORD,
  EMAIL_ACCOUNTS,
  EMAIL_ACCOUNTS_A_DAY,
  isReservedUsername,
  POLICY_VERSION,
  REGISTRATIONS,
  SESSION_DAYS,
  usernameKey,
} from './accounts.rules.ts';
import {
  adoptNextToken,
  deleteDemoSessions,
  deleteExpiredSessions,
  deleteSession,
  findPassword,
  findSession,
  findUser,
  findUsernameKey,
  insertSession,
  insertUser,
  lockAndCountEmail,
  prolongSession,
  type UserRow,
  updateEmailVerified,
  updateLastLogin,
  updateSubscription,
} from './accounts.store.ts';
import {
  deleteOldBrowsers,
  deleteOldDevices,
  deleteOldNetworks,
  isFamiliar,
  upsertKnownBrowser,
  upsertKnownPlace,
} from './known-places.store.ts';
import { confirmSecondFactor } from './second-step.server.ts';
import { sendSecurityMail } from './security-mail.server.ts';
import { admitSignIn, clearFailedSignIns, countFailedSignIn } from './sign-in-limits.server.ts';

/** OWASP's minimum for argon2id, the library's default: 19 MiB, two passes, one lane; about 9 ms here. */
const HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const HASHING_MARK = '$argon2id$v=19$m=19456,t=2,p=1$';

/**
 * Hashing is the only expensive operation that needs no session: two at a time, one of each account or network. An operator's network is
 * shared by many families, so many of its calls may wait.
 */
const hashing = createFairLanes({
  atOnce: 2,
  maxWaiting: 400,
  maxWaitingOfOne: 100,
  longestWaitMs: 10_000,
  refusal: () => unavailable(5),
});

/**
 * Runs password hashing or comparison when it is the caller's turn.
 *
 * @param who the account, or the network (`networkOf`) while it is not known who calls.
 * @throws Refused 503 if too many calls wait, or this one has waited too long.
 */
export const inTurn = hashing.run;

/** Returns the hash of a password, as it is stored. `who` as in `inTurn`. */
export const hashPassword = (password: string, who: number | string) => inTurn(who, () => hash(password, HASHING));

// Compared when the username does not exist, so that sign-in takes the same time.
const nobody = hash(randomBytes(16), HASHING);
/** A hash that no password matches: such an account can only be accessed by a recovery link. */
export const hashOfNobody = nobody;

/**
 * Returns the user of a session token, if valid. A session expires 30 days after its last use, which is recorded once an hour. The first use
 * of a token that was issued for leaving child mode ends child mode.
 */
export async function resolveSession(db: Database, tokenHash: Buffer): Promise<Caller | undefined> {
  let session = await findSession(db, tokenHash);
  if (!session && (await adoptNextToken(db, tokenHash)) > 0) session = await findSession(db, tokenHash);
  if (!session) return undefined;
  const { userId, role, onlyChildren, modeSince, stale } = session;
  if (stale) await prolongSession(db, tokenHash, SESSION_DAYS);
  return { userId, role, tokenHash, onlyChildren, modeSince: modeSince.getTime(), isProlonged: stale };
}

/**
 * Creates a session for a new token of 256 random bits, of which only the hash is stored. Fails if the password has changed since it was
 * compared, or if the account was suspended: a sign-in with the old password that runs while the password is changed must not survive the
 * end of all sessions.
 *
 * @returns whether the session was created.
 */
export async function openSession(
  db: Database,
  call: Call<Endpoint>,
  userId: number,
  passwordHash: string,
): Promise<boolean> {
  const token = randomBytes(32).toString('base64url');
  // A new token at every sign-in; the previous one becomes invalid.
  if (call.tokenHash) await deleteSession(db, call.tokenHash);
  const made = await insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    passwordHash,
    days: SESSION_DAYS,
    device: call.device,
    address: call.address,
  });
  if (made > 0) {
    call.setSession(token);
    await recordKnownPlace(db, userId, call);
  }
  return made > 0;
}

/** Records the device, network and browser of a sign-in, and notifies the owner if either is new. */
async function recordKnownPlace(db: Database, userId: number, call: Call<Endpoint>) {
  const [device, network] = [deviceInWords(call.device), wideNetworkOf(call.address)];
  await db.transaction(async (transaction) => {
    const user = (await isFamiliar(transaction, userId, device, network))
      ? undefined
      : await findMailedUser(transaction, userId);
    if (user)
      await sendSecurityMail(transaction, user, 'new_device', `${device}, a partir de ${maskedAddress(call.address)}`);
    await upsertKnownPlace(transaction, userId, device, network);
    await upsertKnownBrowser(transaction, userId, call.rememberBrowser());
  });
}

/**
 * Creates a user of any role with a verified address, for the demo and tests; parents register through the endpoint.
 *
 * @returns undefined when the username is taken.
 */
export async function createUser(
  db: Database,
  user: { username: string; password: string; fullName: string; email: string; role: 'parent' | 'teacher' | 'admin' },
): Promise<{ id: number } | undefined> {
  const created = await insertUser(db, {
    username: user.username,
    usernameKey: usernameKey(user.username),
    passwordHash: await hashPassword(user.password, user.username),
    email: user.email,
    fullName: user.fullName,
    phone: null,
    gender: null,
    location: null,
    userRole: user.role,
    termsVersion: POLICY_VERSION,
  });
  if (created) await updateEmailVerified(db, created.id);
  return created;
}

/** Sets the plan of a user until a given time. */
export const setSubscription = updateSubscription;

/**
 * Refuses an e-mail address whose mailbox already has the maximum number of accounts with a verified address, for a new account or for one
 * that changes to it.
 *
 * @throws Refused 400 at the field.
 */
export async function refuseCrowded(transaction: Queryable, email: string, isNew: boolean): Promise<void> {
  const { total, ofToday } = await lockAndCountEmail(transaction, email);
  if (total >= EMAIL_ACCOUNTS || (isNew && ofToday >= EMAIL_ACCOUNTS_A_DAY))
    throw invalid({ email: 'Este e-mail já tem muitas contas. Entre numa delas, ou use outro e-mail.' });
}

/**
 * Returns the user with this name and password, and clears the count of failed tries.
 *
 * @throws Refused 401 if the name or the password is wrong, which is counted; 429 after too many of them.
 */
async function findByPassword(
  { db, log, config }: Frame,
  { username, password }: { username: string; password: string },
  call: Pick<Call<Endpoint>, 'address' | 'browserHash'>,
) {
  // Comparing and counting are both inside the limit, so that concurrent guesses are not all admitted by the same count.
  const { found, attempt } = await inTurn(networkOf(call.address), async () => {
    // One limit per account, whether the username or the e-mail is typed.
    const name = await findUsernameKey(db, usernameKey(username), username.trim());
    const attempt = await admitSignIn(db, name, call);
    const user = await findPassword(db, name);
    const right = await verify(user?.passwordHash ?? (await nobody), password);
    // An installation that began as a demonstration has an administrator whose password everybody knows.
    const isClosed = user?.isDemo && password === DEMO_PASSWORD && !config.demo;
    if (user && right && !isClosed) return { found: user, attempt };
    await countFailedSignIn(db, attempt, user?.id);
    log.info({ event: 'sign-in-failed', userId: user?.id, address: call.address }, 'sign-in failed');
    throw wrongCredentials();
  });
  await clearFailedSignIns(db, attempt);
  return found;
}

/** Hashes a password again if its stored hash was made with other parameters. @returns the hash that is stored now. */
async function strengthenHash(
  db: Database,
  { id, passwordHash }: { id: number; passwordHash: string },
  password: string,
): Promise<string> {
  if (passwordHash.startsWith(HASHING_MARK)) return passwordHash;
  const stronger = await hashPassword(password, id);
  return (await replacePasswordHash(db, id, passwordHash, stronger)) > 0 ? stronger : passwordHash;
}

/** Binds sign-in, registration, sign-out and the current user. */
export function bindAccounts(frame: Frame): void {
  const { db, log } = frame;
  frame.bind(accountsContract, {
    'GET /api/user': async (call) => {
      const { userId, onlyChildren, modeSince } = call.caller;
      if (onlyChildren) {
        const nobody = { fullName: '', isAdmin: false, isTeacher: false } as const;
        return { id: userId, ...nobody, inChildMode: true as const, onlyChildren: [...onlyChildren], modeSince };
      }
      const user = await findUser(db, userId);
      if (!user) throw notSignedIn();
      return { ...user, modeSince };
    },

    'POST /api/login': async (call) => {
      const found = await findByPassword(frame, call.body, call);
      // The suspension is revealed only after the right password.
      if (found.suspended) throw suspendedAccount(frame.brand().supportEmail);
      await confirmSecondFactor(db, frame.config.secretKey, found.id, call.address, call.body.code ?? null);
      const passwordHash = await strengthenHash(db, found, call.body.password);
      if (!(await openSession(db, call as unknown as Call<Endpoint>, found.id, passwordHash))) throw wrongCredentials();
      log.info({ event: 'sign-in', userId: found.id }, 'signed in');
      return (await updateLastLogin(db, found.id)) as UserRow;
    },

    'POST /api/register': async (call) => {
      const network = networkOf(call.address);
      await consumeRateLimit(db, REGISTRATIONS, network);
      const { username, password, email, fullName, phone = null, gender = null, location = null, ref } = call.body;
      if (isReservedUsername(username, frame.brand().productName)) throw reservedUsername();
      const passwordHash = await hashPassword(password, network);
      const user = await db.transaction(async (transaction) => {
        await refuseCrowded(transaction, email, true);
        const inserted = await insertUser(transaction, {
          username,
          usernameKey: usernameKey(username),
          passwordHash,
          email,
          fullName,
          phone,
          gender,
          location,
          userRole: 'parent',
          termsVersion: POLICY_VERSION,
        });
        if (inserted) await emit(transaction, 'user-registered', { userId: inserted.id, ...(ref ? { ref } : {}) });
        return inserted;
      });
      if (!user) throw takenUsername();
      await openSession(db, call as unknown as Call<Endpoint>, user.id, passwordHash);
      log.info({ event: 'registered', userId: user.id }, 'registered');
      return user;
    },

    'POST /api/logout': async (call) => {
      if (call.tokenHash) await deleteSession(db, call.tokenHash);
      call.setSession(null);
      return null;
    },
  });
}

const wrongCredentials = () => new Refused(401, 'wrong-credentials', 'O nome de usuário ou a senha não estão certos.');

/** Returns the refusal of an account that an administrator has suspended. */
export const suspendedAccount = (support: string) =>
  new Refused(403, 'suspended', `A sua conta está suspensa. Escreva para ${support} e ajudamos a resolver.`);

/** Returns the refusal of a username that could be taken for the service itself. */
const reservedUsername = () => invalid({ username: 'Este nome de usuário está reservado. Escolha outro.' });

/** Returns the refusal of a username that is taken. */
export const takenUsername = () => {
  const message = 'Este nome de usuário já existe. Escolha outro.';
  const refusal = conflict('username-taken', message);
  return new Refused(refusal.status, refusal.code, message, { fields: { username: message } });
};

/** Ends the sessions of the demo accounts, which cannot be used without the demonstration. */
export const closeDemo = deleteDemoSessions;

/** Deletes expired sessions, and networks, devices and browsers not used for long. */
export const forgetOldSessions = async (db: Database): Promise<number> =>
  (await deleteExpiredSessions(db)) +
  (await deleteOldNetworks(db)) +
  (await deleteOldDevices(db)) +
  (await deleteOldBrowsers(db));
