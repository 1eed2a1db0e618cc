import { hkdfSync } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { PARCEL_INFO, ROW_KEY_INFO } from '../../shared/parcel.ts';

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
/** Bytes of the ephemeral public key in front of the encrypted content. */
const ENCAPSULATED = 65;
/** Maximum bytes of the content of a parcel when unpacked. */
const MAX_UNPACKED = 4_000_000;

/** Returns the pair of keys for parcels, derived from `SECRET_KEY`: all processes have the same, and it is stored nowhere. */
const pairOf = (secretKey: string) => suite.kem.deriveKeyPair(hkdfSync('sha256', secretKey, '', 'parcel', 32));

/** Returns the public key for which phones seal parcels, in base64. */
export async function parcelKey(secretKey: string): Promise<string> {
  const { publicKey } = await pairOf(secretKey);
  return Buffer.from(await suite.kem.serializePublicKey(publicKey)).toString('base64');
}

/** Returns what was sealed for the server, or undefined if it was sealed for another key or purpose, or has been changed. */
async function openSealed(secretKey: string, sealed: Uint8Array, info: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const { privateKey } = await pairOf(secretKey);
    const enc = Uint8Array.from(sealed.subarray(0, ENCAPSULATED)).buffer;
    const content = Uint8Array.from(sealed.subarray(ENCAPSULATED)).buffer;
    return new Uint8Array(await suite.open({ recipientKey: privateKey, enc, info }, content));
  } catch {
    return undefined;
  }
}

/** Returns the content of a parcel, or undefined if it was sealed for another key or has been changed. */
export async function openParcel(secretKey: string, sealed: Uint8Array): Promise<string | undefined> {
  const opened = await openSealed(secretKey, sealed, PARCEL_INFO);
  if (!opened) return undefined;
  try {
    const isPacked = opened[0] === 0x1f && opened[1] === 0x8b;
    const unpacked = isPacked ? await promisify(gunzip)(opened, { maxOutputLength: MAX_UNPACKED }) : opened;
    return new TextDecoder().decode(unpacked);
  } catch {
    return undefined;
  }
}

/** Returns the content of a sealed key of rows (`RowKey`), or undefined as `openParcel` does. */
export async function openRowKey(secretKey: string, sealed: Uint8Array): Promise<string | undefined> {
  const opened = await openSealed(secretKey, sealed, ROW_KEY_INFO);
  return opened && new TextDecoder().decode(opened);
}
