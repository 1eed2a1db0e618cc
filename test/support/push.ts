import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A browser that subscribes at the service below, with the keys to decrypt its messages. */
export interface PushBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Returns the messages received, decrypted with its own keys. */
  read(): { title: string; body: string; path: string | null; tag: string }[];
}

export interface PushService {
  /** Its origin, for PUSH_SERVICES. */
  origin: string;
  aBrowser(): PushBrowser;
  /** The requests received; `faults` lists how each violates the Web Push standards (RFC 8030, 8291 and 8292). */
  requests: { path: string; headers: Record<string, string>; faults: string[] }[];
  /** Returns the reply to a request; 201 by default. */
  answer: (path: string) => { status: number; headers?: Record<string, string> };
  close(): Promise<void>;
}

/**
 * Starts a push service that implements the protocol: RFC 8030 (requests), RFC 8291 and 8188 (encryption), RFC 8292 (sender).
 *
 * @param publicKey the key with which the sender's tokens must be signed, as browsers receive it.
 */
export async function aPushService(publicKey: () => string): Promise<PushService> {
  const boxes = new Map<string, Buffer[]>();
  const service: PushService = {
    origin: '',
    requests: [],
    answer: () => ({ status: 201 }),
    aBrowser() {
      const own = createECDH('prime256v1');
      own.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString('hex')}`;
      boxes.set(path, []);
      return {
        subscription: {
          endpoint: service.origin + path,
          keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        read: () => (boxes.get(path) ?? []).map((body) => JSON.parse(decrypted(body, own, auth))),
      };
    },
    close: async () => {},
  };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const path = request.url ?? '';
      const headers = request.headers as Record<string, string>;
      service.requests.push({
        path,
        headers,
        faults: faultsOf(request.method ?? '', headers, service.origin, publicKey()),
      });
      const { status, headers: more = {} } = service.answer(path);
      if (status === 201) boxes.get(path)?.push(Buffer.concat(pieces));
      response.writeHead(status, more).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service.close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return service;
}

function faultsOf(method: string, headers: Record<string, string>, origin: string, publicKey: string): string[] {
  const faults: string[] = [];
  if (method !== 'POST') faults.push(`method ${method}`);
  if (headers['content-encoding'] !== 'aes128gcm') faults.push('encoding');
  if (!/^\d+$/.test(headers['ttl'] ?? '')) faults.push('no TTL');
  if (!/^(very-low|low|normal|high)$/.test(headers['urgency'] ?? '')) faults.push('urgency');
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers['authorization'] ?? '') ?? [];
  if (key !== publicKey) faults.push('another key');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const signer = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) faults.push('not signed by that key');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  if (aud !== origin) faults.push(`audience ${String(aud)}`);
  const now = Date.now() / 1000;
  if (typeof exp !== 'number' || exp < now || exp > now + 24 * 3600) faults.push('expiry');
  if (!/^mailto:.+@|^https:/.test(String(sub))) faults.push(`subject ${String(sub)}`);
  return faults;
}

function decrypted(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body[20] as number;
  const theirs = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const derive = (ikm: Buffer, by: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', ikm, by, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
  const key = derive(own.computeSecret(theirs), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
