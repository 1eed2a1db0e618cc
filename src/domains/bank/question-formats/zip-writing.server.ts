import { Zip, ZipDeflate } from 'fflate';

export interface ZipEntry {
  path: string;
  bytes: Uint8Array;
}

/** One date for all files, so that equal contents give an identical archive. */
export const ZIP_DATE = new Date(Date.UTC(2020, 0, 1));

/**
 * Creates a zip archive file by file: only one file and its compressed bytes are in memory, and the next is read after the
 * previous part was consumed.
 *
 * @param entries with unique paths.
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
