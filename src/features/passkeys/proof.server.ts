import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { type Config, hashToken } from '../../server/config.ts';
import type { Database } from '../../server/db.ts';
import { countHit, refuseOver } from '../../server/rate-limits.ts';
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

/** Loaded on first use: with its parsers of certificates it takes some 15 MB. */
export const webauthn = () => import('@simplewebauthn/server');

/** The part of a session that a challenge is bound to. */
export interface Asking {
  userId: number;
  tokenHash: Buffer;
}

/**
 * The site as passkeys know it: its host, and the one origin from which an answer may come. A passkey belongs to a name,
 * never to a number: a site on this machine has them at `localhost`.
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl.replace('//127.0.0.1', '//localhost'));
  return { id: hostname, origin };
}

/** Makes a challenge for one purpose, and one session if there is one; 256 random bits, kept as a hash. */
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
 * Uses up the challenge that an answer names.
 *
 * @returns the challenge; null when it was not made for this purpose and session, was used or is too old.
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

/** What a device has to sign. @param asking null for a sign-in, where the device says whose it is. */
export async function optionsToSign(
  db: Database,
  config: Config,
  purpose: Exclude<PasskeyPurpose, 'register'>,
  asking: Asking | null,
) {
  if (asking) {
    await refuseOver(db, BEGUN, String(asking.userId));
    await countHit(db, BEGUN, String(asking.userId));
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
 * Checks what a device has signed: the challenge, once; the site; the signature; that its owner unlocked it; that its
 * count has grown.
 *
 * @returns the passkey; null when anything of it does not hold.
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
    // What does not hold is thrown by the library as a plain error.
  }).catch(() => undefined);
  if (!checked?.verified) return null;
  return (await updateSignCount(db, passkey.id, checked.authenticationInfo.newCounter)) > 0 ? passkey : null;
}

/**
 * The same for someone who is signed in; what does not hold counts.
 *
 * @throws Refused 429 after ten of those in 15 minutes.
 */
export async function isOwner(
  db: Database,
  config: Config,
  purpose: 'confirm' | 'leave',
  asking: Asking,
  answer: PasskeyAnswer,
): Promise<boolean> {
  await refuseOver(db, WRONG_PASSKEYS, String(asking.userId));
  if (await checkAnswer(db, config, purpose, asking, answer)) return true;
  await countHit(db, WRONG_PASSKEYS, String(asking.userId));
  return false;
}
