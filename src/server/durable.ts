import fs from 'node:fs';
import path from 'node:path';

/** Has the disk itself hold what a file or folder says, so that a power cut right after this changes nothing. */
export function reachDisk(place: string): void {
  const handle = fs.openSync(place, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * Gives a finished file its name, in place of what had it: it is there whole or not at all, whenever the power goes. A large
 * one takes a slow disk seconds, in which the program goes on.
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
