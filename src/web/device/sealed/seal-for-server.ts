import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { readParcelKey } from './parcel-key.ts';

/**
 * Encrypts content so that only the server can read it (HPKE, RFC 9180): the ephemeral public key, followed by the encrypted content.
 *
 * @param info binds it to its purpose.
 * @throws Error if this device does not have the server's key, or cannot encrypt.
 */
export async function sealForServer(info: Uint8Array<ArrayBuffer>, content: ArrayBuffer): Promise<Uint8Array> {
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
  const recipientPublicKey = await suite.kem.deserializePublicKey(await readParcelKey());
  const { enc, ct } = await suite.seal({ recipientPublicKey, info }, content);
  const sealed = new Uint8Array(enc.byteLength + ct.byteLength);
  sealed.set(new Uint8Array(enc));
  sealed.set(new Uint8Array(ct), enc.byteLength);
  return sealed;
}
