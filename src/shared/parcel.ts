// A sealed copy of what waits on a phone, as a file: a line that says what it is, and the sealed bytes in base64. The phone encrypts it for the
// server (HPKE, RFC 9180), so that whoever carries the file can neither read nor change it.

/** Binds what is sealed to this purpose. */
export const PARCEL_INFO = new TextEncoder().encode('caderneta-parcel-1');

/** Binds a sealed key of what a phone has closed to its children (web/device/sealed/closed-rows.ts) to that purpose. */
export const ROW_KEY_INFO = new TextEncoder().encode('caderneta-row-key-1');

/** The content of such a sealed key. */
export interface RowKey {
  userId: number;
  /** Null if the rows are for the parent only. */
  childId: number | null;
  /** AES-GCM, 256 bits, in base64. */
  key: string;
}

/** Maximum bytes of the file: more than a phone full of tests needs. */
export const MAX_PARCEL_BYTES = 400_000;

/** Maximum number of calls in a parcel. */
export const MAX_PARCEL_CALLS = 500;

const HEAD =
  'Respostas de testes, fechadas. Entregue este ficheiro num telemóvel da família com internet, em Definições.';

/** What a parcel holds before it is sealed. */
export interface Parcel {
  /** The parent whose phone it is. */
  userId: number;
  calls: ParcelCall[];
}

/** A call that the phone would have made. */
export interface ParcelCall {
  method: 'POST' | 'PUT';
  path: string;
  body: unknown;
  /** What it is about, for messages: "Fracções (Maria)". */
  words: string;
}

/** Returns the file of sealed bytes: the ephemeral public key (65 bytes), followed by the encrypted content. */
export function parcelFile(sealed: Uint8Array): string {
  let text = '';
  for (const byte of sealed) text += String.fromCharCode(byte);
  return `${HEAD}\n${btoa(text)}\n`;
}

/** Returns the sealed bytes of a file, or undefined if it is no parcel. */
export function readParcelFile(file: string): Uint8Array<ArrayBuffer> | undefined {
  const line = file.trim().split('\n').at(-1)?.trim() ?? '';
  if (!/^[A-Za-z0-9+/]{100,}={0,2}$/.test(line) || line.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(line), (letter) => letter.charCodeAt(0));
}
