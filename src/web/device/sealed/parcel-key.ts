import { request } from '../queue-request.ts';

// The server's public key, for which this device seals a copy of what waits. It is fetched while there is a network.

const NAME = 'chave-da-copia';
/** Milliseconds after which it is fetched again, in case the server has another by now. */
const FRESH_MS = 7 * 86_400_000;

interface Kept {
  key: string;
  at: number;
}

function kept(): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(NAME) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Fetches the key if this device has none, or an old one. A failure is ignored. */
export async function keepParcelKey(): Promise<void> {
  const before = kept();
  if (before && Date.now() - before.at < FRESH_MS) return;
  const { body } = await request('GET', '/api/parcels/key');
  const key = (body as { key?: unknown } | undefined)?.key;
  if (typeof key !== 'string') return;
  try {
    localStorage.setItem(NAME, JSON.stringify({ key, at: Date.now() } satisfies Kept));
  } catch {
    // Storage is blocked or full: the device cannot seal anything.
  }
}

/** Returns the key on this device. @throws Error if there is none. */
export async function readParcelKey(): Promise<ArrayBuffer> {
  await keepParcelKey();
  const { key } = kept() ?? {};
  if (key === undefined) throw new Error('this device does not have the key');
  return Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer;
}
