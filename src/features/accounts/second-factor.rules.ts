/** Wrong codes of one account, wherever they come from: only who has the password gets to try any. */
export const WRONG_CODES = { name: 'second-factor', hits: 10, seconds: 15 * 60 } as const;

/** Minutes after a correct second-factor code during which calls that require a recent one (`stepUp`) are allowed. */
export const CONFIRMED_MINUTES = 5;

/** RFC 6238 as telephones do it: SHA-1, six digits, a new code every 30 seconds. */
export const TOTP = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Recovery codes made at a time. */
export const RECOVERY_CODES = 10;

/** Without look-alikes: no 0, 1, i, l, o. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Twenty-four letters of random bytes, in four groups: 118 bits, so that their hashes tell nothing. Bytes that would favour some letters are passed over. */
export function recoveryCodeFrom(bytes: Uint8Array): string {
  const letters = [...bytes]
    .filter((byte) => byte < LETTERS.length * Math.floor(256 / LETTERS.length))
    .slice(0, 24)
    .map((byte) => LETTERS[byte % LETTERS.length]);
  return inGroups(letters.join(''), 6);
}

const inGroups = (letters: string, of: number) => (letters.match(new RegExp(`.{${of}}`, 'g')) ?? []).join('-');

/** What was typed, as it is compared: six digits for a code of the telephone, else a recovery code, else null. */
export function codeTyped(typed: string): { kind: 'totp' | 'recovery'; code: string } | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(plain)) return { kind: 'totp', code: plain };
  if (/^[a-z0-9]{24}$/.test(plain)) return { kind: 'recovery', code: inGroups(plain, 6) };
  // Made before they were longer.
  if (/^[a-z0-9]{10}$/.test(plain)) return { kind: 'recovery', code: inGroups(plain, 5) };
  return null;
}
