import { caller } from '../../../web/call/call.ts';
import type { verificationContract } from './verification.contract.ts';

export const callVerification = caller<typeof verificationContract>();

const KEY = 'verification';

/**
 * Takes the token of the link: from the address, where it is in the fragment so that no server log contains it, or, after a sign-in on the
 * way, from this tab's storage.
 */
export function takeToken(): string | null {
  const inAddress = location.hash.slice(1);
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return inAddress || stored;
  } catch {
    // Private windows may block storage.
    return inAddress || null;
  }
}

/** Stores the token in this tab until the owner of the account has signed in. */
export function keepToken(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // The link in the mail can be opened again.
  }
}
