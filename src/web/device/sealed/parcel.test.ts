import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { afterEach, expect, test, vi } from 'vitest';
import { PARCEL_INFO, type Parcel, readParcelFile } from '../../../shared/parcel.ts';
import { keepAnswer, keepFinishing } from '../device-store.ts';
import { readWaiting } from '../waiting-store.ts';
import { sealWaiting } from './parcel.ts';

// There is no IndexedDB here, so the device's store is in memory.

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
afterEach(() => vi.unstubAllGlobals());

test.each([true, false])(
  'what waits on a phone is sealed so that only the server reads it, and stays (compressed: %s)',
  async (packed) => {
    const userId = packed ? 81 : 82;
    const { publicKey, privateKey } = await suite.kem.generateKeyPair();
    const raw = new Uint8Array(await suite.kem.serializePublicKey(publicKey));
    const key = btoa(String.fromCharCode(...raw));
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => (name === 'chave-da-copia' ? JSON.stringify({ key, at: Date.now() }) : null),
      setItem: () => {},
      removeItem: () => {},
    });
    if (!packed) vi.stubGlobal('CompressionStream', undefined);
    const of = { userId, childId: 1, testId: 2, attemptId: userId };
    const chosen = { ...of, responseTime: 3, startedAt: 0, answeredAt: 1000 };
    await keepAnswer({ ...chosen, questionId: 5, selectedAnswer: 'B' });
    await keepAnswer({ ...chosen, questionId: 4, selectedAnswer: 'C' });
    await keepFinishing(of);
    const file = await sealWaiting(userId);
    const text = await file.text();
    expect(file.name).toMatch(/^caderneta-\d{4}-\d\d-\d\d\.txt$/);
    expect(text).not.toMatch(/selectedAnswer/);
    const sealed = readParcelFile(text) as Uint8Array<ArrayBuffer>;
    const [enc, content] = [sealed.slice(0, 65).buffer, sealed.slice(65).buffer];
    const opened = await suite.open({ recipientKey: privateKey, enc, info: PARCEL_INFO }, content);
    const stream = new Blob([opened]).stream();
    const plain = new Response(packed ? stream.pipeThrough(new DecompressionStream('gzip')) : stream);
    const parcel = (await plain.json()) as Parcel;
    expect(parcel.userId).toBe(userId);
    expect(
      parcel.calls.map(({ method, path, body }) => [method, path, (body as { questionId?: number }).questionId]),
    ).toEqual([
      ['POST', '/api/answers', 5],
      ['POST', '/api/answers', 4],
      ['PUT', `/api/attempts/${userId}`, undefined],
    ]);
    expect(await readWaiting(userId)).toHaveLength(3);
  },
);
