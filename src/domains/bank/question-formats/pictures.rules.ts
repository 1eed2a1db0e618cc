import { shorten } from '../../../shared/text.ts';
import type { PlainText } from './assembler.rules.ts';
import type { Picture, RowRead } from './files.rules.ts';
import { NO_ALT, SEVERAL_PICTURES } from './kinds.rules.ts';

// Drawings and pictures of questions, as the formats name and hold them.

/** Finds the bytes of a picture by the name under which a text shows it; undefined if the file does not contain it. */
export type FindPicture = (source: string) => Uint8Array | undefined;

/** Folder for the pictures in an archive. */
export const FOLDER = 'imagens';

const KINDS: readonly (readonly [start: readonly number[], ending: string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'png'],
  [[0xff, 0xd8, 0xff], 'jpg'],
  [[0x52, 0x49, 0x46, 0x46], 'webp'],
];

/** File extension by the first bytes; anything that is no known raster format is a drawing. */
export const endingOf = ({ bytes }: Picture): string =>
  KINDS.find(([start]) => start.every((byte, index) => bytes[index] === byte))?.[1] ?? 'svg';

export const mediaTypeOf = (picture: Picture): string =>
  ({ png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' })[endingOf(picture)] ?? 'image/svg+xml';

/** Names the pictures of many questions, storing each picture once: `001.svg`, `002.webp`. */
export function nameFiles(pictures: readonly (Picture | undefined)[]): {
  nameOf: (picture: Picture) => string;
  files: ReadonlyMap<string, Uint8Array>;
} {
  const names = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  const keyOf = ({ bytes }: Picture) => Buffer.from(bytes).toString('latin1');
  for (const picture of pictures) {
    if (!picture || names.has(keyOf(picture))) continue;
    const name = `${String(files.size + 1).padStart(3, '0')}.${endingOf(picture)}`;
    names.set(keyOf(picture), name);
    files.set(name, picture.bytes);
  }
  return { nameOf: (picture) => names.get(keyOf(picture)) as string, files };
}

/** Returns the bytes of a base64 `data:` address, or undefined for any other address. */
export function dataOf(source: string): Uint8Array | undefined {
  const [, encoded] = /^data:[\w/+.-]*(?:;[\w=-]+)*;base64,([A-Za-z0-9+/=\s]+)$/.exec(source) ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
}

/**
 * Finds the single picture that a text shows.
 *
 * @returns what of the text is still lost, and the picture if there is one.
 */
export function takePicture(text: PlainText, find: FindPicture): { lost: string[]; picture?: Picture } {
  const [first] = text.pictures;
  if (!first) return { lost: text.lost };
  if (text.pictures.length > 1) return { lost: [...text.lost.filter((thing) => thing !== 'imagem'), SEVERAL_PICTURES] };
  const bytes = dataOf(first.source) ?? find(first.source);
  if (!bytes || bytes.length === 0) return { lost: text.lost };
  return { lost: text.lost.filter((thing) => thing !== 'imagem'), picture: { bytes, alt: first.alt } };
}

/** Returns a row with the picture that was found for it; a missing alternative text is reported. */
export function withPicture(read: RowRead, picture: Picture | undefined): RowRead {
  if (!picture || !read.draft) return read;
  const alt = shorten(picture.alt, LONGEST_ALT);
  return {
    ...read,
    draft: { ...read.draft, picture: { bytes: picture.bytes, alt: alt || 'Imagem da questão' } },
    notes: alt === '' ? [...read.notes, NO_ALT] : read.notes,
  };
}
const LONGEST_ALT = 1_000;
