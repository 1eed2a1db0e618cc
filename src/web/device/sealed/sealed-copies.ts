// While the phone is with children, the copies of the parent's pages (delivery/worker/sw.ts) are sealed: encrypted for a key pair whose
// private key is encrypted by a key that is derived from the PIN by a slow hash. Sealing needs no PIN; only the PIN opens them. What this is
// worth is in docs/security.md. All cryptography is the browser's.

const SEALED = 'selado';
const OWN = 'own';
/** Entries of the cache. */
const LOCK = '/fecho';
const COPIES = '/copias';

/** Rounds of PBKDF2 with SHA-256: about two seconds on a cheap phone. */
const ROUNDS = 600_000;
/** Wrong PINs in a row after which only the server can confirm one. */
export const OFFLINE_TRIES = 5;

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
type Bytes = Uint8Array<ArrayBuffer>;

interface Lock {
  salt: string;
  iv: string;
  /** The private key, encrypted by the PIN. */
  sealedKey: string;
  publicKey: JsonWebKey;
  /** Wrong PINs in a row on this device. */
  tries: number;
}

interface Copy {
  url: string;
  text: string;
  headers: [string, string][];
}

/** The result of a PIN that was checked on the device. */
export type Opening =
  | { kind: 'opened' }
  | { kind: 'wrong'; left: number }
  /** Too many wrong PINs, or the device does not know any. */
  | { kind: 'needs-network' };

const toText = (bytes: ArrayBuffer | Bytes) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
const toBytes = (text: string): Bytes => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

/** Undefined without https: browsers then have no cryptography, and nothing is sealed. */
const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle;

async function readLock(): Promise<Lock | undefined> {
  const kept = await (await caches.open(SEALED)).match(LOCK);
  return kept && ((await kept.json()) as Lock);
}

const storeLock = async (lock: Lock) => (await caches.open(SEALED)).put(LOCK, Response.json(lock));

async function keyOf(pin: string, salt: Bytes): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** Returns the key that two parties share, each with its private key and the other's public key. */
const sharedKey = (privateKey: CryptoKey, publicKey: CryptoKey, usage: 'encrypt' | 'decrypt') =>
  crypto.subtle.deriveKey({ name: 'ECDH', public: publicKey }, privateKey, { name: 'AES-GCM', length: 256 }, false, [
    usage,
  ]);

const importPublic = (key: JsonWebKey) => crypto.subtle.importKey('jwk', key, CURVE, false, []);

/** Returns whether a PIN can be checked on this device without network. */
export const knowsPin = async (): Promise<boolean> =>
  subtle() !== undefined && (await readLock().catch(() => undefined)) !== undefined;

/** Learns the PIN, which the server has just accepted. What was sealed for another one is dropped. */
export async function learnPin(pin: string): Promise<void> {
  if (!subtle()) return;
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveKey']);
  const [salt, iv] = [random(16), random(12)];
  const secret = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  const sealedKey = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(pin, salt), secret);
  await caches.delete(SEALED);
  await storeLock({
    salt: toText(salt),
    iv: toText(iv),
    sealedKey: toText(sealedKey),
    publicKey: await crypto.subtle.exportKey('jwk', pair.publicKey),
    tries: 0,
  });
}

/** Seals the copies and deletes them; without a known PIN they are only deleted. Copies that are sealed already stay. */
export async function sealCopies(): Promise<void> {
  try {
    const lock = subtle() && (await readLock());
    const own = await caches.open(OWN);
    const copies = lock ? await Promise.all((await own.keys()).map((request) => copyOf(own, request))) : [];
    if (lock && copies.length > 0) await seal(lock, copies);
  } catch {
    // Storage is full or blocked: what could not be sealed is deleted.
  }
  await dropCopies();
}

/** Deletes the readable copies. */
export async function dropCopies(): Promise<void> {
  try {
    await caches.delete(OWN);
  } catch {
    // Without https, or with blocked storage, there are none.
  }
}

async function copyOf(own: Cache, request: Request): Promise<Copy> {
  const response = (await own.match(request)) as Response;
  return { url: request.url, text: await response.text(), headers: [...response.headers] };
}

async function seal({ publicKey }: Lock, copies: readonly Copy[]): Promise<void> {
  const once = await crypto.subtle.generateKey(CURVE, true, ['deriveKey']);
  const key = await sharedKey(once.privateKey, await importPublic(publicKey), 'encrypt');
  const iv = random(12);
  const plain = new TextEncoder().encode(JSON.stringify(copies));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
  const headers = { 'x-key': JSON.stringify(await crypto.subtle.exportKey('jwk', once.publicKey)), 'x-iv': toText(iv) };
  await (await caches.open(SEALED)).put(COPIES, new Response(sealed, { headers }));
}

/**
 * Checks a PIN on the device and puts the sealed copies back if it is right. A try is counted before the PIN is compared.
 *
 * @param isConfirmed whether the server has accepted the PIN: tries are not limited then.
 */
export function openCopies(pin: string, isConfirmed = false): Promise<Opening> {
  // Tabs take turns, so that each try is counted. Absent in old browsers.
  const locks = navigator.locks as LockManager | undefined;
  const open = () => openAlone(pin, isConfirmed);
  return locks ? locks.request('caderneta-pin', open) : open();
}

async function openAlone(pin: string, isConfirmed: boolean): Promise<Opening> {
  const lock = subtle() && (await readLock().catch(() => undefined));
  if (!lock || (!isConfirmed && lock.tries >= OFFLINE_TRIES)) return { kind: 'needs-network' };
  const tries = lock.tries + 1;
  await storeLock({ ...lock, tries });
  const secret = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv: toBytes(lock.iv) }, await keyOf(pin, toBytes(lock.salt)), toBytes(lock.sealedKey))
    .catch(() => undefined);
  if (!secret)
    return tries >= OFFLINE_TRIES ? { kind: 'needs-network' } : { kind: 'wrong', left: OFFLINE_TRIES - tries };
  await storeLock({ ...lock, tries: 0 });
  await putBack(await crypto.subtle.importKey('pkcs8', secret, CURVE, false, ['deriveKey'])).catch(() => {});
  return { kind: 'opened' };
}

async function putBack(privateKey: CryptoKey): Promise<void> {
  const sealed = await (await caches.open(SEALED)).match(COPIES);
  if (!sealed) return;
  const key = await sharedKey(
    privateKey,
    await importPublic(JSON.parse(sealed.headers.get('x-key') ?? '') as JsonWebKey),
    'decrypt',
  );
  const iv = toBytes(sealed.headers.get('x-iv') ?? '');
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, await sealed.arrayBuffer());
  const own = await caches.open(OWN);
  for (const { url, text, headers } of JSON.parse(new TextDecoder().decode(plain)) as Copy[])
    await own.put(url, new Response(text, { headers }));
}

/** Forgets the PIN and what is sealed, because another user has the phone. */
export const dropSealed = (): Promise<boolean> => caches.delete(SEALED);
