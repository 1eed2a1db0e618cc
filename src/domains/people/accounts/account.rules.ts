import { weaknessOf } from './accounts.rules.ts';

/** Accounts erased per statement, to limit the duration of row locks. */
export const ERASED_AT_A_TIME = 20;

/** Told when a password changes: whoever knew the old one could have made the recovery code. */
export const CODE_ENDED = 'O código de recuperação em papel deixou de servir: pode fazer outro nas Definições.';

/** Minimum password length of teachers and administrators. */
export const SHORTEST_OF_STAFF = 10;

/** Returns why this user may not use this password, or null. Parents may use a weak one. */
export function refusalOfPassword(
  password: string,
  person: { userRole: 'parent' | 'teacher' | 'admin'; username: string; fullName: string },
): string | null {
  if (person.userRole === 'parent') return null;
  if (password.length < SHORTEST_OF_STAFF) return `A senha deve ter pelo menos ${SHORTEST_OF_STAFF} caracteres.`;
  return weaknessOf(password, person);
}

/** Returns the first half of a network address, enough to recognise the network. */
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

/** "Chrome em Android", from the user agent; or a text saying that the device is unknown. */
export function deviceInWords(device: string): string {
  const known = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(device))?.[1];
  const [browser, system] = [known(BROWSERS), known(SYSTEMS)];
  if (browser && system) return `${browser} em ${system}`;
  return browser ?? system ?? 'Aparelho desconhecido';
}
