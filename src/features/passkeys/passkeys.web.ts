import { caller } from '../../web/call.ts';
import type { User } from '../accounts/accounts.contract.ts';
import type { Passkey, PasskeyAnswer, passkeysContract } from './passkeys.contract.ts';

export const callPasskeys = caller<typeof passkeysContract>();

/** The device did not confirm: put aside by the person, not unlocked in time, or no key for this site. */
export class NotUnlocked extends Error {}

/**
 * Whether this device can sign with its screen lock here. Sites without a name of their own cannot have passkeys, and
 * browsers offer them to secure pages only.
 */
export async function hasScreenLock(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined' || /^[\d.]+$|^\[/.test(location.hostname)) return false;
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}

/** Fetched when it is used for the first time. */
const library = () => import('@simplewebauthn/browser');

const unlocked = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new NotUnlocked('O aparelho não confirmou que é você. Tente de novo, ou use a senha.');
  });

/** Adds this device to the account. @throws CallError from the server, NotUnlocked from the device. */
export async function addThisDevice(password: string): Promise<Passkey> {
  const optionsJSON = await callPasskeys('POST /api/passkeys/registration', { body: { password } });
  const { startRegistration } = await library();
  const answer = await unlocked(startRegistration({ optionsJSON: optionsJSON as never }));
  return callPasskeys('POST /api/passkeys', { body: { answer: answer as never } });
}

/** Has the device sign for whoever is signed in. @throws as `addThisDevice` */
export async function signHere(): Promise<PasskeyAnswer> {
  return sign(await callPasskeys('POST /api/passkeys/challenge'));
}

/** Signs in with whichever account the device has a key of. @throws as `addThisDevice` */
export async function signInHere(): Promise<User> {
  const answer = await sign(await callPasskeys('POST /api/passkeys/sign-in/challenge'));
  return callPasskeys('POST /api/passkeys/sign-in', { body: { answer } });
}

async function sign(optionsJSON: object): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  return (await unlocked(startAuthentication({ optionsJSON: optionsJSON as never }))) as PasskeyAnswer;
}
