import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const keys = new Map<string, Buffer>();

/** A key for one purpose, so that what was signed for another never passes. */
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

/**
 * A value that leaves the app and comes back unchanged, as `value.signature` in letters that an address takes.
 *
 * Anyone can read the value; nobody without `SECRET_KEY` can make another. HMAC-SHA-256, its key by HKDF (RFC 5869).
 */
export function sign(secretKey: string, purpose: string, value: string): string {
  return `${Buffer.from(value).toString('base64url')}.${mac(secretKey, purpose, value).toString('base64url')}`;
}

/** The value that was signed for this purpose, or undefined when it was not, was changed, or is no such thing at all. */
export function readSigned(secretKey: string, purpose: string, token: string): string | undefined {
  const match = /^([\w-]{1,400})\.([\w-]{43})$/.exec(token);
  if (!match) return undefined;
  const value = Buffer.from(match[1] as string, 'base64url').toString();
  const given = Buffer.from(match[2] as string, 'base64url');
  const right = mac(secretKey, purpose, value);
  return given.length === right.length && timingSafeEqual(given, right) ? value : undefined;
}
