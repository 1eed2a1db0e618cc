import { crc32, inflateRawSync } from 'node:zlib';
import { Zip, ZipDeflate } from 'fflate';
import { FileRefused } from './files.rules.ts';

/** Maximum uncompressed bytes, in total and per file, and maximum number of files. */
const LARGEST_UNPACKED = 50 * 1024 * 1024;
const MAX_FILES = 6_000;
/** Maximum compression ratio for files above a certain size. Sheets of one repeated word stay below it. */
const LARGEST_RATIO = 200;
const SMALL = 1024 * 1024;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** The same for ZIP64 archives, which some programs write for any content. */
const END_64 = 0x06064b50;
const WHERE_END_64 = 0x07064b50;
/** The marker in a 4-byte or 2-byte field that the value is in the ZIP64 record. */
const ELSEWHERE = 0xffffffff;
const COUNT_ELSEWHERE = 0xffff;

const broken = (why: string) => new FileRefused(400, 'broken-zip', `O ficheiro comprimido está estragado: ${why}.`);
const tooLarge = (why: string) => new FileRefused(413, 'too-large', `O ficheiro comprimido ${why}.`);

/** One file of an archive, decompressed on request. */
export interface Packed {
  path: string;
  size: number;
  unpack(): Buffer;
}

/**
 * Returns the files of a zip archive, by its central directory. Nothing is written to disk or decompressed before it is requested; sizes in
 * the directory are checked against the limits and enforced while decompressing.
 *
 * @throws FileRefused 413 for too many bytes or files, 400 for an archive that is broken, encrypted or has paths outside the archive.
 */
export function openZip(bytes: Buffer): Map<string, Packed> {
  const { count, start } = directoryOf(bytes);
  if (count > MAX_FILES) throw tooLarge(`tem ${count} ficheiros dentro: no máximo ${MAX_FILES}`);
  const files = new Map<string, Packed>();
  let total = 0;
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw broken('o índice não se consegue ler');
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const crc = bytes.readUInt32LE(at + 16);
    const nameLength = bytes.readUInt16LE(at + 28);
    const moreLength = bytes.readUInt16LE(at + 30);
    const { packedSize, size, offset } = sizesAt(bytes, at, at + 46 + nameLength, moreLength);
    // Some Windows programs use backslashes as separators.
    const path = bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    at += 46 + nameLength + moreLength + bytes.readUInt16LE(at + 32);
    if (path.endsWith('/')) continue;
    if (/(^|\/)\.\.(\/|$)|^\/|^[a-z]:/i.test(path) || path.includes('\0'))
      throw new FileRefused(400, 'broken-zip', 'O ficheiro comprimido tem nomes que saem da sua pasta.');
    if (flags & 1) throw new FileRefused(400, 'broken-zip', 'O ficheiro comprimido tem senha: tire-a e tente de novo.');
    if (method !== 0 && method !== 8) throw broken('usa uma compressão desconhecida');
    total += size;
    if (total > LARGEST_UNPACKED) throw tooLarge('fica com mais de 50 MB depois de aberto');
    if (size > SMALL && size > packedSize * LARGEST_RATIO)
      throw tooLarge('está comprimido de mais para ser de confiança');
    if (files.has(path)) throw broken('tem dois ficheiros com o mesmo nome');
    files.set(path, { path, size, unpack: () => unpack(bytes, { offset, method, packedSize, size, crc, path }) });
  }
  return files;
}

function endOf(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at -= 1)
    if (bytes.readUInt32LE(at) === END) return at;
  throw broken('falta-lhe o fim');
}

/** Offset of the central directory and its number of files. */
function directoryOf(bytes: Buffer): { count: number; start: number } {
  const end = endOf(bytes);
  const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)];
  if (count !== COUNT_ELSEWHERE && start !== ELSEWHERE) return { count, start };
  const locator = end - 20;
  const at = locator >= 0 && bytes.readUInt32LE(locator) === WHERE_END_64 ? long(bytes, locator + 8) : -1;
  if (at < 0 || at + 56 > bytes.length || bytes.readUInt32LE(at) !== END_64)
    throw broken('o índice não se consegue ler');
  return { count: long(bytes, at + 32), start: long(bytes, at + 48) };
}

const long = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at));

/** Sizes and offset of a directory entry; from its extra field if four bytes are too few. */
function sizesAt(bytes: Buffer, at: number, extra: number, length: number) {
  const given = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
  const told: number[] = [];
  if (given.includes(ELSEWHERE)) {
    for (let next = extra; next + 4 <= Math.min(extra + length, bytes.length); ) {
      const [kind, size] = [bytes.readUInt16LE(next), bytes.readUInt16LE(next + 2)];
      if (kind === 1)
        for (let one = next + 4; one + 8 <= Math.min(next + 4 + size, bytes.length); one += 8)
          told.push(long(bytes, one));
      next += 4 + size;
    }
  }
  const [size = 0, packedSize = 0, offset = 0] = given.map((number) => {
    const real = number === ELSEWHERE ? told.shift() : number;
    if (real === undefined || !Number.isSafeInteger(real)) throw broken('o índice não se consegue ler');
    return real;
  });
  return { size, packedSize, offset };
}

function unpack(
  bytes: Buffer,
  entry: { offset: number; method: number; packedSize: number; size: number; crc: number; path: string },
): Buffer {
  const { offset } = entry;
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL)
    throw broken(`«${entry.path}» não se consegue ler`);
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(from, from + entry.packedSize);
  if (packed.length !== entry.packedSize) throw broken(`«${entry.path}» está cortado`);
  let plain: Buffer;
  try {
    // Never read more than the directory announced.
    plain = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(entry.size, 1) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge('indica um tamanho errado');
    throw broken(`«${entry.path}» não se consegue abrir`);
  }
  if (plain.length !== entry.size) throw tooLarge('indica um tamanho errado');
  if (crc32(plain) !== entry.crc) throw broken(`«${entry.path}» não bate certo`);
  return plain;
}

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
