/** Maximum number of wrong codes of one account, from anywhere: only users with the right password get to enter codes. */
export const WRONG_CODES = { name: 'second-factor', hits: 10, seconds: 15 * 60 } as const;

/** Minutes after a correct second-factor code during which calls that require a recent one (`stepUp`) are allowed. */
export const CONFIRMED_MINUTES = 5;

/** Hours after which a factor that was added with the password alone counts, and after which a lost one is replaced. */
export const FACTOR_WAITS_HOURS = 24;

/** Days after the account was made, or its lost factor was removed, in which the first factor counts at once. */
export const FIRST_FACTOR_DAYS = 3;

/** RFC 6238 with the parameters of authenticator apps: SHA-1, six digits, a new code every 30 seconds. */
export const TOTP = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Number of recovery codes created at a time. */
export const RECOVERY_CODES = 10;

/** Without characters that look alike: no 0, 1, i, l, o. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Twenty-four letters from random bytes, in four groups: 118 bits, too many to be guessed from their hashes. Bytes that would make some
 * letters more frequent are skipped.
 */
export function recoveryCodeFrom(bytes: Uint8Array): string {
  const letters = [...bytes]
    .filter((byte) => byte < LETTERS.length * Math.floor(256 / LETTERS.length))
    .slice(0, 24)
    .map((byte) => LETTERS[byte % LETTERS.length]);
  return inGroups(letters.join(''), 6);
}

const inGroups = (letters: string, of: number) => (letters.match(new RegExp(`.{${of}}`, 'g')) ?? []).join('-');

/**
 * Returns the input in the form in which it is compared: six digits are a code of the phone; otherwise a recovery code, or null if it is
 * neither.
 */
export function codeTyped(typed: string): { kind: 'totp' | 'recovery'; code: string } | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(plain)) return { kind: 'totp', code: plain };
  if (/^[a-z0-9]{24}$/.test(plain)) return { kind: 'recovery', code: inGroups(plain, 6) };
  // A shorter code of an earlier version.
  if (/^[a-z0-9]{10}$/.test(plain)) return { kind: 'recovery', code: inGroups(plain, 5) };
  return null;
}
