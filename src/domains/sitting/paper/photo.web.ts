import { type CallError, failureOf, offline } from '../../../web/call/call.ts';
import { uploader } from '../../../web/call/files.ts';
import { openPicture, smallJpeg, type Tries } from '../../../web/parts/small-picture.ts';
import type { paperContract, Scan } from './paper.contract.ts';

// Reduces the photograph of a sheet on this device, and sends it.

const upload = uploader<typeof paperContract>('photo');

/** Maximum bytes of a photograph that is sent. */
const MAX_BYTES = 150_000;
const TRIES: Tries = [
  [1_600, 0.8],
  [1_600, 0.65],
  [1_600, 0.5],
  [1_400, 0.5],
  [1_200, 0.5],
  [1_000, 0.45],
];

/**
 * Returns a photograph upright and reduced, as JPEG.
 *
 * @returns the file itself when this browser cannot read it: the server then says what is wrong with it.
 */
export async function makeSmall(file: Blob): Promise<Blob> {
  const picture = await openPicture(file);
  if (!picture) return file;
  try {
    return (await smallJpeg(picture, MAX_BYTES, TRIES)) ?? file;
  } finally {
    picture.close();
  }
}

/** Milliseconds before a photograph that did not arrive is sent again. */
const AGAIN = [1_000, 4_000, 10_000] as const;

/**
 * Sends a photograph and returns what was read from it. On a bad connection it is sent again a few times.
 *
 * @param onProgress called with the share uploaded so far, 0 to 1.
 * @throws CallError when it was refused, or did not arrive.
 */
export async function sendPhoto(photo: Blob, onProgress: (share: number) => void): Promise<Scan> {
  for (const wait of [...AGAIN, undefined]) {
    try {
      return await upload('POST /api/paper/scans', { file: photo, onProgress });
    } catch (error) {
      const failure = failureOf(error);
      // Without network there is no point in waiting here: the page sends it when the network is back.
      if (failure.status !== 0 || wait === undefined || navigator.onLine === false) throw failure;
      onProgress(0);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  throw offline();
}

/** Returns whether a photograph that could not be read now may be sent again later. */
export const mayBeSentAgain = ({ status }: CallError) => status === 0 || status >= 500 || status === 429;
