import fs from 'node:fs';
import path from 'node:path';

/** Calls fsync on a file or folder, so that its contents survive a power failure. */
export function reachDisk(place: string): void {
  const handle = fs.openSync(place, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * Renames a finished file into place, atomically and durably. Asynchronous, because fsync of a large file may take
 * seconds.
 */
export async function putInPlace(unfinished: string, file: string): Promise<void> {
  const handle = await fs.promises.open(unfinished, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.promises.rename(unfinished, file);
  reachDisk(path.dirname(file));
}
