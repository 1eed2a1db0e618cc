import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { type Config, hashToken } from '../../../server/config.ts';
import type { Database } from '../../../server/db/db.ts';
import { consumeRateLimit, countHit, refuseOver } from '../../../server/http/rate-limits.ts';
import type { PasskeyAnswer } from './passkeys.contract.ts';
import { BEGUN, CHALLENGE_MINUTES, challengeIn, WRONG_PASSKEYS } from './passkeys.rules.ts';
import {
  type CredentialRow,
  deleteChallenge,
  findCredential,
  findCredentials,
  insertChallenge,
  type PasskeyPurpose,
  updateSignCount,
} from './passkeys.store.ts';

/** The library is loaded when it is first used, because it takes some 15 MB with its certificate parsers. */
export const webauthn = () => import('@simplewebauthn/server');

/** The user and session to which a challenge is bound. */
export interface Asking {
  userId: number;
  tokenHash: Buffer;
}

/**
 * Returns the host name and the origin to which passkeys are bound. A passkey cannot be bound to an IP address, so on this machine
 * `localhost` is used instead of 127.0.0.1.
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl.replace('//127.0.0.1', '//localhost'));
  return { id: hostname, origin };
}

/** Creates a challenge of 256 random bits for one purpose and, if given, one session. Only its hash is stored. */
export async function makeChallenge(
  db: Database,
  purpose: PasskeyPurpose,
  asking: Asking | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(randomBytes(32));
  await insertChallenge(db, hashOf(Buffer.from(bytes).toString('base64url')), purpose, asking, CHALLENGE_MINUTES);
  return bytes;
}

const hashOf = (challenge: string) => hashToken(`passkey ${challenge}`);

/**
 * Uses up the challenge that a response claims to sign.
 *
 * @returns the challenge, or null if it was not created for this purpose and session, was used or has expired.
 */
export async function takeChallenge(
  db: Database,
  purpose: PasskeyPurpose,
  asking: Asking | null,
  clientDataJSON: string,
): Promise<string | null> {
  const challenge = challengeIn(Buffer.from(clientDataJSON, 'base64url').toString());
  if (!challenge) return null;
  return (await deleteChallenge(db, hashOf(challenge), purpose, asking)) > 0 ? challenge : null;
}

/**
 * Creates a challenge and returns the options with which the device signs it.
 *
 * @param asking the signed-in user; null for a sign-in, where the device chooses the account.
 */
export async function optionsToSign(
  db: Database,
  config: Config,
  purpose: Exclude<PasskeyPurpose, 'register'>,
  asking: Asking | null,
) {
  if (asking) {
    await consumeRateLimit(db, BEGUN, asking.tokenHash.toString('hex'));
  }
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge: await makeChallenge(db, purpose, asking),
    timeout: CHALLENGE_MINUTES * 60_000,
    userVerification: 'required',
    allowCredentials: asking ? await findCredentials(db, asking.userId) : [],
  });
}

/**
 * Verifies a device's response: the challenge, which is used up; the site; the signature; that the device was unlocked; and that its count
 * has grown.
 *
 * @returns the passkey, or null if any of these is wrong.
 */
export async function checkAnswer(
  db: Database,
  config: Config,
  purpose: Exclude<PasskeyPurpose, 'register'>,
  asking: Asking | null,
  answer: PasskeyAnswer,
): Promise<CredentialRow | null> {
  const challenge = await takeChallenge(db, purpose, asking, answer.response.clientDataJSON);
  if (!challenge) return null;
  const passkey = await findCredential(db, answer.id);
  if (!passkey || (asking && passkey.userId !== asking.userId)) return null;
  const { id, origin } = relyingParty(config);
  const { userHandle, ...response } = answer.response;
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response: { ...answer, response } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: { id: answer.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.signCount },
    // The library throws a plain error for an invalid response.
  }).catch(() => undefined);
  if (!checked?.verified) return null;
  return (await updateSignCount(db, passkey.id, checked.authenticationInfo.newCounter)) > 0 ? passkey : null;
}

/**
 * Verifies the response of a signed-in user's device, as `checkAnswer` does. An invalid response counts towards a limit.
 *
 * @returns the passkey, or null if the response is invalid.
 * @throws Refused 429 after ten invalid responses in 15 minutes.
 */
export async function isOwner(
  db: Database,
  config: Config,
  purpose: 'confirm' | 'leave',
  asking: Asking,
  answer: PasskeyAnswer,
): Promise<CredentialRow | null> {
  await refuseOver(db, WRONG_PASSKEYS, asking.tokenHash.toString('hex'));
  const passkey = await checkAnswer(db, config, purpose, asking, answer);
  if (!passkey) await countHit(db, WRONG_PASSKEYS, asking.tokenHash.toString('hex'));
  return passkey;
}
