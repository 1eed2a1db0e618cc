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

/** Gives a finished file its name, in place of what had it: it is there whole or not at all, whenever the power goes. */
export function putInPlace(unfinished: string, file: string): void {
  reachDisk(unfinished);
  fs.renameSync(unfinished, file);
  reachDisk(path.dirname(file));
}
