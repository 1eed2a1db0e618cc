import { weaknessOf } from './accounts.rules.ts';
import { isCommonPassword } from './common-passwords.rules.ts';

/** Days in which one may change one's mind about deleting the account (decision 3). */
export const DAYS_TO_CHANGE_ONES_MIND = 30;
/** Accounts erased at a time, so that no statement holds many rows for long. */
export const ERASED_AT_A_TIME = 20;

/** Characters that a password of someone who sees more than one family must have. */
export const SHORTEST_OF_STAFF = 10;

/** Why this person may not have this password, or null when they may. Parents may have a weak one, knowing it. */
export function refusalOfPassword(
  password: string,
  person: { userRole: 'parent' | 'teacher' | 'admin'; username: string; fullName: string },
): string | null {
  if (person.userRole === 'parent') return null;
  if (password.length < SHORTEST_OF_STAFF) return `A senha deve ter pelo menos ${SHORTEST_OF_STAFF} caracteres.`;
  if (isCommonPassword(password)) return 'Esta senha é das mais usadas e adivinha-se depressa.';
  return weaknessOf(password, person);
}

/** An address of which enough is left to recognise one's own network: half of it. */
export function maskedAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (/^\d+(\.\d+){3}$/.test(plain)) return `${plain.split('.').slice(0, 2).join('.')}.x.x`;
  const [first = '', second = ''] = plain.split(':');
  return first ? `${first}:${second}:…` : '…';
}

const BROWSERS: readonly [RegExp, string][] = [
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** "Chrome em Android", from what a browser says of itself; or that it is not known. */
export function deviceInWords(device: string): string {
  const known = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(device))?.[1];
  const [browser, system] = [known(BROWSERS), known(SYSTEMS)];
  if (browser && system) return `${browser} em ${system}`;
  return browser ?? system ?? 'Aparelho desconhecido';
}
