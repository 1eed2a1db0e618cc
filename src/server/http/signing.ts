import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const keys = new Map<string, Buffer>();

/** Derives a key per purpose, so that a signature is not valid for another purpose. */
function keyFor(secretKey: string, purpose: string): Buffer {
  const name = `${purpose}\n${secretKey}`;
  let key = keys.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
    keys.set(name, key);
  }
  return key;
}

const mac = (secretKey: string, purpose: string, value: string) =>
  createHmac('sha256', keyFor(secretKey, purpose)).update(value).digest();

/** Returns a keyed hash, with which a value can be looked up without being stored. */
export const keyedHash = mac;

/**
 * Signs a value as `value.signature`, safe in URLs.
 *
 * The value is readable; forging one requires `SECRET_KEY`. HMAC-SHA-256 with a key derived by HKDF (RFC 5869).
 */
export function sign(secretKey: string, purpose: string, value: string): string {
  return `${Buffer.from(value).toString('base64url')}.${mac(secretKey, purpose, value).toString('base64url')}`;
}

/**
 * Verifies a signed value for this purpose.
 *
 * @returns the value, or undefined if the signature is invalid.
 */
export function readSigned(secretKey: string, purpose: string, token: string): string | undefined {
  const match = /^([\w-]{1,400})\.([\w-]{43})$/.exec(token);
  if (!match) return undefined;
  const value = Buffer.from(match[1] as string, 'base64url').toString();
  const given = Buffer.from(match[2] as string, 'base64url');
  const right = mac(secretKey, purpose, value);
  return given.length === right.length && timingSafeEqual(given, right) ? value : undefined;
}
