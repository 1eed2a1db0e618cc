import { PARCEL_INFO, type Parcel, parcelFile } from '../../../shared/parcel.ts';
import { recoverJournal } from '../device-store.ts';
import { isPhoto, nextOf, sendingOf, sendingOrder, type Waiting } from '../waiting.rules.ts';
import { readWaiting } from '../waiting-store.ts';
import { sealForServer } from './seal-for-server.ts';

/** Returns the calls that would send what waits, in their order; without photographs, for which a parcel has no room. */
function callsOf(waiting: readonly Waiting[]): Parcel['calls'] {
  const calls: Parcel['calls'] = [];
  for (const lane of sendingOrder(waiting.filter((row) => !isPhoto(row))))
    for (let left = lane.slice(); left.length > 0; ) {
      const rows = nextOf(left as [Waiting, ...Waiting[]]);
      calls.push({ ...sendingOf(rows), words: rows[0].words ?? 'um teste' });
      left = left.slice(rows.length);
    }
  return calls;
}

async function packed(text: string): Promise<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  // Absent in old browsers: the file is then larger.
  if (typeof CompressionStream === 'undefined') return bytes.buffer;
  return new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/**
 * Returns the file with everything that waits on this device, sealed for the server. What waits stays on the device.
 *
 * @throws Error if this device does not have the server's key, or cannot encrypt.
 */
export async function sealWaiting(userId: number): Promise<File> {
  await recoverJournal();
  const calls = callsOf(await readWaiting(userId));
  const content = await packed(JSON.stringify({ userId, calls } satisfies Parcel));
  const sealed = await sealForServer(PARCEL_INFO, content);
  const day = new Date().toISOString().slice(0, 10);
  return new File([parcelFile(sealed)], `caderneta-${day}.txt`, { type: 'text/plain' });
}

/** Gives a file to another app of the phone where that is possible, otherwise to its downloads. */
export async function giveAway(file: File): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) {
    const isShared = await navigator.share({ files: [file] }).then(
      () => true,
      (error: unknown) => (error as DOMException).name === 'AbortError',
    );
    if (isShared) return;
  }
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
