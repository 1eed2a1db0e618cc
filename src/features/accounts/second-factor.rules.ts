/** Wrong codes of one account, wherever they come from: only who has the password gets to try any. */
export const WRONG_CODES = { name: 'second-factor', hits: 10, seconds: 15 * 60 } as const;

/** RFC 6238 as telephones do it: SHA-1, six digits, a new code every 30 seconds. */
export const TOTP = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Recovery codes made at a time. */
export const RECOVERY_CODES = 10;

/** Without look-alikes: no 0, 1, i, l, o. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten letters of random bytes, in two groups: about 49 bits. Bytes that would favour some letters are passed over. */
export function recoveryCodeFrom(bytes: Uint8Array): string {
  const letters = [...bytes]
    .filter((byte) => byte < LETTERS.length * Math.floor(256 / LETTERS.length))
    .slice(0, 10)
    .map((byte) => LETTERS[byte % LETTERS.length]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

/** What was typed, as it is compared: six digits for a code of the telephone, else a recovery code, else null. */
export function codeTyped(typed: string): { kind: 'totp' | 'recovery'; code: string } | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(plain)) return { kind: 'totp', code: plain };
  if (/^[a-z0-9]{10}$/.test(plain)) return { kind: 'recovery', code: `${plain.slice(0, 5)}-${plain.slice(5)}` };
  return null;
}
