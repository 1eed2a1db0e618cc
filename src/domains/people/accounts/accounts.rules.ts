import { isCommonPassword } from './common-passwords.rules.ts';

/** Lifetime of a session after its last use. */
export const SESSION_DAYS = 30;

/** Failed sign-ins per account and address, so that a family cannot be locked out from elsewhere. */
export const FAILED_SIGN_INS = { name: 'sign-in', hits: 10, seconds: 15 * 60 } as const;
/**
 * Limits for each network on sign-ins to accounts that are unknown there: distinct names that failed, and total failures. Beyond either
 * limit, such sign-ins get a slot every few seconds. A network is never blocked completely, because families of one operator share an
 * address. An IPv6 /48 has three times the limits of each /64 in it.
 */
export const FAILED_NAMES = { name: 'sign-in-names', hits: 100, seconds: 3600 } as const;
export const FAILED_OF_NETWORK = { name: 'sign-in-address', hits: 300, seconds: 3600 } as const;
export const SLOTS = { name: 'sign-in-slot', hits: 1, seconds: 10 } as const;
/** Each name counts once per hour and network. */
export const FAILED_NAME = { name: 'sign-in-name', hits: 1, seconds: 3600 } as const;
/**
 * Failed sign-ins of one account in an hour, from anywhere. Beyond this, only networks from which the account has signed in before may try,
 * and its owner gets a mail.
 */
export const FAILED_OF_ACCOUNT = { name: 'sign-in-account', hits: 50, seconds: 3600 } as const;
/** Failures of an account in an hour from one network from which it has signed in before. */
export const FAILED_FROM_KNOWN = { name: 'sign-in-known', hits: 200, seconds: 3600 } as const;
/** Days for which a network counts as known after the last sign-in. */
export const KNOWN_DAYS = 180;
/** Registrations per address and hour; schools and operators share an address. */
export const REGISTRATIONS = { name: 'register', hits: 2_000, seconds: 3600 } as const;

/**
 * Maximum number of accounts with one e-mail address: registered in a day, and in total. A family may share an address, but a stranger must
 * not register a hundred accounts with it.
 */
export const EMAIL_ACCOUNTS_A_DAY = 5;
export const EMAIL_ACCOUNTS = 24;

/** Version of the terms and the privacy policy that registering accepts; recorded with the account. */
export const TERMS_VERSION = '2025-04';

/** Returns the form of a username that is compared: compatibility-normalised, so that "ＡNA" and "ana" are equal, and in lower case. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}

/**
 * Returns why a password is weak, in a few words, or undefined if it is not.
 *
 * Parents are warned; teachers and administrators are refused.
 */
export function weaknessOf(password: string, own: { username?: string; fullName?: string }): string | null {
  const plain = password.toLowerCase();
  if (isCommonPassword(password)) return 'Esta senha é das mais usadas e adivinha-se depressa.';
  if (new Set(plain).size < 3) return 'Esta senha repete sempre os mesmos caracteres.';
  const names = [own.username ?? '', ...(own.fullName ?? '').split(/\s+/)].map((name) => name.toLowerCase());
  if (names.some((name) => name.length >= 3 && plain.includes(name))) return 'Esta senha contém o seu nome.';
  if (password.length < 8) return 'Com 8 caracteres ou mais a senha fica mais segura.';
  return null;
}
