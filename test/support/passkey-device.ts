import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Answer, Visitor } from './app.ts';
import { PASSWORD } from './builders.ts';

/** Flags of authenticator data: user present, user verified, new key included. */
const PRESENT = 1;
const VERIFIED = 4;
const WITH_KEY = 64;

interface Options {
  challenge: string;
  /** The site's host as the server states it. */
  rpId?: string;
  rp?: { id: string };
}

/** Defects that an answer can have. */
interface Faults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The owner did not unlock the device. */
  unverified?: true;
  signCount?: number;
  type?: 'webauthn.get' | 'webauthn.create';
}

/** Returns a software authenticator with user verification and one ES256 key (WebAuthn level 3). */
export function aPasskeyDevice(origin: string, counts = true) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let count = 0;

  const clientData = (type: string, options: Options, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? options.challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (options: Options, faults: Faults, key?: Uint8Array) => {
    if (counts) count += 1;
    const flags = PRESENT | (faults.unverified ? 0 : VERIFIED) | (key ? WITH_KEY : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(faults.signCount ?? count);
    return Buffer.concat([
      createHash('sha256')
        .update(faults.rpId ?? options.rpId ?? options.rp?.id ?? '')
        .digest(),
      Buffer.from([flags]),
      counter,
      ...(key ? [Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key] : []),
    ]);
  };

  return {
    id,
    /** Answers the challenge of `POST /api/passkeys/registration`. */
    register(options: Options, faults: Faults = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authenticatorData(options, faults, key))],
        ]) as never,
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options, faults).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    /** Signs a challenge. */
    sign(options: Options, faults: Faults = {}) {
      const client = clientData('webauthn.get', options, faults);
      const data = authenticatorData(options, faults);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, createHash('sha256').update(client).digest()]))
        .sign(privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
        clientExtensionResults: {},
      };
    },
  };
}
export type PasskeyDevice = ReturnType<typeof aPasskeyDevice>;

/** Adds a device to a user's account. */
export async function addDevice(person: Visitor, device: PasskeyDevice, faults: Faults = {}): Promise<Answer> {
  const begun = await person.post('/api/passkeys/registration', { password: PASSWORD });
  if (begun.status !== 200) return begun;
  return person.post('/api/passkeys', { answer: device.register(begun.body, faults) });
}
