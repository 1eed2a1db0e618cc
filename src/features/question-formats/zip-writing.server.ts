import { Zip, ZipDeflate } from 'fflate';

/** One file of an archive. */
export interface ZipEntry {
  path: string;
  bytes: Uint8Array;
}

/** One date for all files, so that the same contents are the same archive. */
export const ZIP_DATE = new Date(Date.UTC(2020, 0, 1));

/**
 * A zip archive made file by file: one file and its packed bytes are in memory at a time, and the next is asked for when the
 * part before it was taken.
 *
 * @param entries with paths of their own.
 */
export async function* zipInParts(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  let broken: Error | null = null;
  const archive = new Zip((error, part) => {
    if (error) broken = error;
    else made.push(part);
  });
  const taken = () => {
    if (broken) throw broken;
    const parts = made;
    made = [];
    return Buffer.concat(parts);
  };
  for await (const { path, bytes } of entries) {
    const file = new ZipDeflate(path, { level: 6 });
    file.mtime = ZIP_DATE;
    archive.add(file);
    file.push(bytes, true);
    yield taken();
  }
  archive.end();
  yield taken();
}
