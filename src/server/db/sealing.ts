import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// Encrypts values that the program must read back, but that must not be readable with database access alone:
// AES-256-GCM with a key per purpose, derived from SECRET_KEY. If SECRET_KEY changes, sealed values cannot be opened.

const VERSION = 1;
const [IV, TAG] = [12, 16];

const keyFor = (secretKey: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `caderneta:seal:${purpose}`, 32));

/** Encrypts bytes for one purpose and owner, who are authenticated with them. */
export function seal(secretKey: string, purpose: string, owner: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, purpose), iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts the output of `seal`.
 *
 * @returns undefined if the key, purpose or owner differs or the data were modified.
 */
export function unseal(secretKey: string, purpose: string, owner: string, sealed: Buffer): Buffer | undefined {
  if (sealed[0] !== VERSION || sealed.length < 1 + IV + TAG) return undefined;
  try {
    const opener = createDecipheriv('aes-256-gcm', keyFor(secretKey, purpose), sealed.subarray(1, 1 + IV))
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(1 + IV, 1 + IV + TAG));
    return Buffer.concat([opener.update(sealed.subarray(1 + IV + TAG)), opener.final()]);
  } catch {
    return undefined;
  }
}
