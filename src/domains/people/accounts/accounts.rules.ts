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
/** Failures of an account from one browser in which it has signed in before. Failures from elsewhere do not count there. */
export const FAILED_FROM_BROWSER = { name: 'sign-in-browser', hits: 10, seconds: 15 * 60 } as const;
/**
 * Wrong passwords in one session, for what asks for the password again. Neither failed sign-ins nor other sessions count there, so that
 * nobody else can keep a signed-in user from changing the password.
 */
export const CONFIRMATIONS = { name: 'confirmation', hits: 10, seconds: 15 * 60 } as const;
/** Days for which a network or a browser counts as known after the last sign-in. */
export const KNOWN_DAYS = 180;
/** Registrations per address and hour; schools and operators share an address. */
export const REGISTRATIONS = { name: 'register', hits: 2_000, seconds: 3600 } as const;

/**
 * Maximum number of accounts with one e-mail address: registered in a day, and in total. A family may share an address, but a stranger must
 * not register a hundred accounts with it.
 */
export const EMAIL_ACCOUNTS_A_DAY = 5;
export const EMAIL_ACCOUNTS = 24;

/**
 * Version of the privacy policy and the terms that a parent accepts, recorded with the account and with each child: year and month. Change it
 * when the policy asks for more data than that of the last release.
 */
export const POLICY_VERSION = '2026-12';

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

/** Words that only the service itself may use, also as a part of a longer name. */
const ANYWHERE = ['apoio', 'suporte', 'support', 'admin', 'moderador'];
/** Words that only the service itself may use as a whole name, or as one of its words. */
const ALONE = [
  'ajuda',
  'equipa',
  'equipe',
  'oficial',
  'seguranca',
  'sistema',
  'pagamentos',
  'gestor',
  'help',
  'root',
  'staff',
  'security',
];

/** Characters that pass for a letter. */
const LOOK_ALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
};

/** Returns a word without accents, digits that pass for letters, and doubled letters. */
function plain(word: string): string {
  const letters = word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return letters
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/./g, (letter) => LOOK_ALIKES[letter] ?? letter)
    .replace(/(.)\1+/g, '$1');
}

/** Returns a word as a hurried reader sees it, who takes `l` for `I`. */
const seen = (word: string) => plain(word).replace(/l/g, 'i').replace(/i+/g, 'i');

/**
 * Returns whether a username could be taken for the service: its support, its administrators, or its product's name.
 *
 * @param productName as displayed, for example "Caderneta".
 */
export function isReservedUsername(username: string, productName: string): boolean {
  const letters = username.replace(/[^\p{L}\p{M}\d]/gu, '');
  const whole = seen(letters);
  const product = seen(productName.replace(/[^\p{L}\p{M}\d]/gu, ''));
  // Compared without taking l for I: Apolónio is a name.
  if (ANYWHERE.some((word) => plain(letters).startsWith(plain(word)) || plain(letters).endsWith(plain(word))))
    return true;
  // A short product name is part of many ordinary names.
  if (product.length >= 5 ? whole.includes(product) : whole === product) return true;
  const words = username.split(/[\s._-]+/).flatMap((word) => [seen(word), seen(word.replace(/\d+$/, ''))]);
  return [whole, ...words].some((word) => [...ANYWHERE, ...ALONE].some((reserved) => seen(reserved) === word));
}

/** The password of all demo accounts. Without `DEMO` it is refused for them. */
export const DEMO_PASSWORD = 'caderneta';
/** The domain of the e-mail addresses of demo accounts; no other account has an address there. */
export const DEMO_DOMAIN = 'caderneta.example';
