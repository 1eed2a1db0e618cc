import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// What must be read again by the program and by nobody who has only the database: AES-256-GCM under a key of its own
// for each purpose, derived from SECRET_KEY. Another SECRET_KEY opens nothing that was sealed before.

const VERSION = 1;
const [IV, TAG] = [12, 16];

const keyFor = (secretKey: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `caderneta:seal:${purpose}`, 32));

/** Seals bytes for one purpose and one owner; sealed for another owner they do not open. */
export function seal(secretKey: string, purpose: string, owner: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, purpose), iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), sealed]);
}

/** Opens what `seal` made; undefined when the key, purpose or owner is another, or a bit has changed. */
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
