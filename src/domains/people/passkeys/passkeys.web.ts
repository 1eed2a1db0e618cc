import { caller } from '../../../web/call/call.ts';
import type { User } from '../accounts/accounts.contract.ts';
import type { Passkey, PasskeyAnswer, passkeysContract } from './passkeys.contract.ts';

export const callPasskeys = caller<typeof passkeysContract>();

/** The device did not sign: the user cancelled or did not unlock it in time, or it has no key for this site. */
export class NotUnlocked extends Error {}

/** Returns whether this browser can ask another device or a security key for a passkey, also without a screen lock of its own. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && !/^[\d.]+$|^\[/.test(location.hostname);

/**
 * Returns whether this device can sign with its screen lock on this site. Sites addressed by a number cannot have passkeys, and browsers
 * offer passkeys to secure pages only.
 */
export async function hasScreenLock(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}

/** The library is loaded when it is first used. */
const library = () => import('@simplewebauthn/browser');

const unlocked = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new NotUnlocked('O aparelho não confirmou a sua identidade. Tente de novo, ou use a senha.');
  });

/** Adds a passkey for this device to the account. @throws CallError from the server, NotUnlocked from the device. */
export async function addThisDevice(password: string): Promise<Passkey> {
  const optionsJSON = await callPasskeys('POST /api/passkeys/registration', { body: { password } });
  const { startRegistration } = await library();
  const answer = await unlocked(startRegistration({ optionsJSON: optionsJSON as never }));
  return callPasskeys('POST /api/passkeys', { body: { answer: answer as never } });
}

/** Asks the device to sign a challenge for the signed-in user. @throws CallError from the server, NotUnlocked from the device. */
export async function signHere(): Promise<PasskeyAnswer> {
  return sign(await callPasskeys('POST /api/passkeys/challenge'));
}

/** Signs in to an account for which the device has a key. @throws CallError from the server, NotUnlocked from the device. */
export async function signInHere(): Promise<User> {
  const answer = await sign(await callPasskeys('POST /api/passkeys/sign-in/challenge'));
  return callPasskeys('POST /api/passkeys/sign-in', { body: { answer } });
}

async function sign(optionsJSON: object): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  return (await unlocked(startAuthentication({ optionsJSON: optionsJSON as never }))) as PasskeyAnswer;
}
