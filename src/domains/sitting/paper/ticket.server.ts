import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../../server/http/signing.ts';

// The ticket identifies a printed answer sheet: the number of its attempt, and a signature that only this server can create. The sheet
// carries it as a QR code. A short ticket gives a code with large squares, which stay readable from a bad printer. It is in capitals because
// QR codes store them more compactly than lower-case letters.

const PURPOSE = 'paper-sheet';
const SIGNATURE_BYTES = 10;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Number of characters of a ticket: 4 bytes of number and 10 of signature, five bits each. */
const LENGTH = 23;
/** Maximum characters of the code (QR version 3, level M, capitals). */
const MAX_CHARACTERS = 61;

function signed(secretKey: string, attemptId: number): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(attemptId);
  return Buffer.concat([number, keyedHash(secretKey, PURPOSE, String(attemptId)).subarray(0, SIGNATURE_BYTES)]);
}

/** Returns the ticket of an attempt's sheet. */
export function ticketOf(secretKey: string, attemptId: number): string {
  let bits = '';
  for (const byte of signed(secretKey, attemptId)) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Returns the text of a sheet's code: an address of this installation that ends with the ticket, if there is space for it. */
export function codeText(secretKey: string, publicUrl: string, attemptId: number): string {
  const tail = `/P/${ticketOf(secretKey, attemptId)}`;
  const address = `${new URL(publicUrl).origin}`.toUpperCase();
  const fits = address.length + tail.length <= MAX_CHARACTERS && /^[A-Z0-9 $%*+\-./:]+$/.test(address);
  return fits ? address + tail : tail;
}

/** Returns whether a code may be that of a sheet; only its signature proves it. */
export const looksOurs = (code: string): boolean => new RegExp(`/P/[A-Z2-7]{${LENGTH}}$`).test(code);

/** Returns the attempt that a code names, or undefined when the code is not one of ours. */
export function readTicket(secretKey: string, code: string): number | undefined {
  if (!looksOurs(code)) return undefined;
  const ticket = code.slice(-LENGTH);
  const bits = [...ticket].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from(
    Array.from({ length: 4 + SIGNATURE_BYTES }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2)),
  );
  const attemptId = bytes.readUInt32BE();
  if (attemptId === 0 || attemptId > 2_147_483_647) return undefined;
  return timingSafeEqual(bytes, signed(secretKey, attemptId)) ? attemptId : undefined;
}

/** Returns the name of a sheet, printed beside its code: the end of its ticket. */
export const nameOfSheet = (ticket: string): string => `${ticket.slice(-8, -4)} ${ticket.slice(-4)}`;
