import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Config } from '../../../server/config.ts';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, notFound, Refused } from '../../../server/http/errors.ts';
import type { Call, Frame } from '../../../server/http/http.ts';
import { consumeRateLimit, countHit, refuseOver } from '../../../server/http/rate-limits.ts';
import { keyedHash } from '../../../server/http/signing.ts';
import { audit } from '../../../server/watch/audit.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { deviceInWords } from '../accounts/account.rules.ts';
import { openSession, suspendedAccount } from '../accounts/accounts.server.ts';
import { findUser, type UserRow, updateLastLogin } from '../accounts/accounts.store.ts';
import { confirmOwnPassword, userOf } from '../accounts/own-password.server.ts';
import { deleteWaitingFactor, updateConfirmedAt } from '../accounts/second-factor.store.ts';
import { admitFactor, waiting } from '../accounts/second-step.server.ts';
import { sendSecurityMail, tellThatFactorWaits } from '../accounts/security-mail.server.ts';
import { originOf } from '../accounts/sign-in-limits.server.ts';
import { passkeysContract, type RegistrationAnswer, toRegister, toSign } from './passkeys.contract.ts';
import { ALGORITHMS, BEGUN_OF_ADDRESS, CHALLENGE_MINUTES, MAX_PASSKEYS, WRONG_OF_ADDRESS } from './passkeys.rules.ts';
import {
  countPasskeys,
  deletePasskey,
  deletePasskeys,
  deleteWaitingPasskeys,
  findCredentials,
  findPasskeys,
  insertPasskey,
  type PasskeyRow,
  updatePasskeyName,
} from './passkeys.store.ts';
import {
  type Asking,
  checkAnswer,
  isOwner,
  makeChallenge,
  optionsToSign,
  relyingParty,
  takeChallenge,
  webauthn,
} from './proof.server.ts';

const NOT_TAKEN = 'O aparelho não confirmou a sua identidade. Tente de novo, ou use a senha.';
const FULL = `Já tem ${MAX_PASSKEYS} aparelhos. Retire um que já não use.`;

/** Binds the endpoints that add, rename and remove passkeys, and those that use them for signing in and confirming. */
export function bindPasskeys(frame: Frame): void {
  const { db, config, log } = frame;
  frame.bind(passkeysContract, {
    'GET /api/passkeys': ({ caller }) => findPasskeys(db, caller.userId),

    'POST /api/passkeys/registration': async (call) => {
      await confirmOwnPassword(db, call.caller, call.body.password);
      return toRegister.parse(await optionsToRegister(db, config, frame.brand().productName, call.caller));
    },

    'POST /api/passkeys': (call) =>
      addPasskey(db, config, { ...call.caller, address: call.address, device: call.device }, call.body.answer),

    'PUT /api/passkeys/:id': async (call) => {
      const changed = await updatePasskeyName(db, call.caller.userId, call.params.id, call.body.name);
      if (!changed) throw notFound();
      return changed;
    },

    'DELETE /api/passkeys/:id': async (call) => {
      const { userId } = call.caller;
      // A passkey of another user is 404 before the password is checked, so that the response does not reveal that it exists.
      if (!(await findPasskeys(db, userId)).some(({ id }) => id === call.params.id)) throw notFound();
      await confirmOwnPassword(db, call.caller, call.body.password);
      await db.transaction(async (transaction) => {
        if ((await deletePasskey(transaction, userId, call.params.id)) === 0) throw notFound();
        const user = await findUser(transaction, userId);
        if (user) await sendSecurityMail(transaction, user, 'passkey_removed');
        await auditRemoval(transaction, userId, call.address);
      });
      return null;
    },

    'POST /api/passkeys/sign-in/challenge': async (call) => {
      await consumeRateLimit(db, BEGUN_OF_ADDRESS, await originOf(db, call));
      return toSign.parse(await optionsToSign(db, config, 'sign-in', null));
    },

    'POST /api/passkeys/sign-in': async (call) => {
      const origin = await originOf(db, call);
      await refuseOver(db, WRONG_OF_ADDRESS, origin);
      const passkey = await checkAnswer(db, config, 'sign-in', null, call.body.answer);
      if (passkey?.suspended) throw suspendedAccount(frame.brand().supportEmail);
      const opened =
        passkey && (await openSession(db, call as unknown as Call<Endpoint>, passkey.userId, passkey.passwordHash));
      if (!opened) {
        await countHit(db, WRONG_OF_ADDRESS, origin);
        log.info({ event: 'sign-in-failed', userId: passkey?.userId, address: call.address }, 'sign-in failed');
        throw new Refused(401, 'wrong-passkey', 'Este aparelho não abre nenhuma conta. Entre com a senha.');
      }
      log.info({ event: 'sign-in', userId: passkey.userId, by: 'passkey' }, 'signed in');
      return (await updateLastLogin(db, passkey.userId)) as UserRow;
    },

    'POST /api/passkeys/challenge': async ({ caller }) =>
      toSign.parse(await optionsToSign(db, config, caller.onlyChildren ? 'leave' : 'confirm', caller)),

    'POST /api/passkeys/confirmation': async (call) => {
      const passkey = await isOwner(db, config, 'confirm', call.caller, call.body.answer);
      if (!passkey) throw new Refused(403, 'wrong-passkey', NOT_TAKEN);
      if (!passkey.counts) throw waiting(passkey.countsFrom);
      const until = await updateConfirmedAt(db, call.caller.tokenHash);
      return { until: until as Date };
    },
  });
}

/** Removes all passkeys of a user who has confirmed the password, and records it in the audit log. */
export async function removePasskeys(transaction: Queryable, userId: number, address: string): Promise<void> {
  if ((await deletePasskeys(transaction, userId)) > 0) await auditRemoval(transaction, userId, address);
}

/**
 * Removes what the old password could have added, when a password is chosen by a link: of a parent every passkey; of staff only factors that
 * do not count yet, because a mailbox is no second factor and must not replace one.
 */
export async function removeKeysOfOldPassword(
  transaction: Queryable,
  user: Pick<UserRow, 'id' | 'userRole'>,
): Promise<void> {
  if (user.userRole === 'parent') await deletePasskeys(transaction, user.id);
  else await dropWaitingFactors(transaction, user.id);
}

/** Removes the second factors of a user that do not count yet. */
export async function dropWaitingFactors(transaction: Queryable, userId: number): Promise<void> {
  await deleteWaitingFactor(transaction, userId);
  await deleteWaitingPasskeys(transaction, userId);
}

const auditRemoval = (transaction: Queryable, userId: number, address: string) =>
  audit(transaction, { userId, address, action: 'user.passkey-removed', subject: `user ${userId}` });

async function optionsToRegister(db: Database, config: Config, rpName: string, asking: Asking) {
  const user = await userOf(db, asking.userId);
  const credentials = await findCredentials(db, user.id);
  if (credentials.length >= MAX_PASSKEYS) throw conflict('too-many-passkeys', FULL);
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName,
    rpID: relyingParty(config).id,
    userName: user.username,
    userDisplayName: user.fullName,
    // The same for all keys of an account, so that a device replaces its key; a keyed hash, so that it does not reveal the user's id.
    userID: new Uint8Array(keyedHash(config.secretKey, 'passkey-user', String(user.id))),
    challenge: await makeChallenge(db, 'register', asking),
    timeout: CHALLENGE_MINUTES * 60_000,
    attestationType: 'none',
    excludeCredentials: credentials,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [...ALGORITHMS],
  });
}

async function addPasskey(
  db: Database,
  config: Config,
  caller: Asking & { address: string; device: string },
  answer: RegistrationAnswer,
): Promise<PasskeyRow> {
  const { userId, address } = caller;
  const challenge = await takeChallenge(db, 'register', caller, answer.response.clientDataJSON);
  const { id, origin } = relyingParty(config);
  const { verifyRegistrationResponse } = await webauthn();
  const checked = challenge
    ? await verifyRegistrationResponse({
        response: answer as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
        supportedAlgorithmIDs: [...ALGORITHMS],
      }).catch(() => undefined)
    : undefined;
  if (!checked?.verified)
    throw new Refused(400, 'wrong-passkey', 'O aparelho não respondeu como devia. Comece de novo.');
  const { credential } = checked.registrationInfo;
  return db.transaction(async (transaction) => {
    const { countsFrom, atOnce } = await admitFactor(transaction, caller);
    if ((await countPasskeys(transaction, userId)) >= MAX_PASSKEYS) throw conflict('too-many-passkeys', FULL);
    if (atOnce) await dropWaitingFactors(transaction, userId);
    const added = await insertPasskey(transaction, {
      userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: answer.response.transports ?? [],
      name: deviceInWords(caller.device),
      countsFrom,
    });
    if (!added) throw conflict('passkey-taken', 'Este aparelho já abre uma conta.');
    if (atOnce) await sendSecurityMail(transaction, await userOf(transaction, userId), 'passkey_added');
    else await tellThatFactorWaits(transaction, userId);
    await audit(transaction, { userId, address, action: 'user.passkey-added', subject: `user ${userId}` });
    return added;
  });
}
