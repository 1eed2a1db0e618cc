import { letterAt } from '../../../shared/questions/letters.ts';
import { shorten } from '../../../shared/text.ts';
import { pictureMark, picturesOf, storedPictureId } from '../test-bank/texts/notation.rules.ts';
import type { PlainText } from './assembler.rules.ts';
import type { Draft, Picture, RowRead } from './files.rules.ts';
import { emphasisNotes, lostNotes, NO_ALT } from './kinds.rules.ts';
import { placeOf } from './set-off.rules.ts';

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
export const endingOf = ({ bytes }: Pick<Picture, 'bytes'>): string =>
  KINDS.find(([start]) => start.every((byte, index) => bytes[index] === byte))?.[1] ?? 'svg';

export const mediaTypeOf = (picture: Pick<Picture, 'bytes'>): string =>
  ({ png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' })[endingOf(picture)] ?? 'image/svg+xml';

/** Names the pictures of many questions, storing each picture once: `001.svg`, `002.webp`. */
export function nameFiles(questions: readonly Draft[]): {
  nameOf: (picture: Picture) => string;
  /** Returns the name of a picture within the texts of a question, by its address; undefined if its bytes are not known. */
  nameAt: (question: Draft, address: string) => string | undefined;
  files: ReadonlyMap<string, Uint8Array>;
} {
  const names = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  const keyOf = ({ bytes }: Pick<Picture, 'bytes'>) => Buffer.from(bytes).toString('latin1');
  const within = ({ pictures }: Draft) => [...(pictures?.values() ?? [])].map((bytes) => ({ bytes }));
  for (const picture of questions.flatMap((question) => [
    ...(question.picture ? [question.picture] : []),
    ...within(question),
  ])) {
    if (names.has(keyOf(picture))) continue;
    const name = `${String(files.size + 1).padStart(3, '0')}.${endingOf(picture)}`;
    names.set(keyOf(picture), name);
    files.set(name, picture.bytes);
  }
  return {
    nameOf: (picture) => names.get(keyOf(picture)) as string,
    nameAt: ({ pictures }, address) => {
      const bytes = pictures?.get(address);
      return bytes && names.get(keyOf({ bytes }));
    },
    files,
  };
}

/** Returns a question whose pictures within texts have other addresses; one without another keeps its own. */
export function withAddresses<Q extends Pick<Draft, 'statement' | 'passage' | 'alternatives' | 'explanation'>>(
  question: Q,
  addressOf: (address: string) => string | undefined,
): Q {
  const known = picturesOf(question);
  if (known.length === 0) return question;
  const put = (text: string) =>
    known.reduce((left, { address }) => left.replaceAll(`](${address})`, `](${addressOf(address) ?? address})`), text);
  const { statement, passage, alternatives, explanation } = question;
  return {
    ...question,
    statement: put(statement),
    passage: passage && put(passage),
    alternatives: alternatives.map(put),
    explanation: explanation && put(explanation),
  };
}

/** Returns the bytes of a base64 `data:` address, or undefined for any other address. */
export function dataOf(source: string): Uint8Array | undefined {
  const [, encoded] = /^data:[\w/+.-]*(?:;[\w=-]+)*;base64,([A-Za-z0-9+/=\s]+)$/.exec(source) ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
}

/** What a text shows: its notation, what of it is lost, its only picture, which stands beside it, or several within it by address. */
export interface Shown {
  text: string;
  lost: string[];
  picture?: Picture;
  pictures: ReadonlyMap<string, Uint8Array>;
  notes: string[];
}

/** Finds the pictures of a statement: a single one belongs to the question, several, or one within a sentence, stand within the text. */
export function takePicture(read: PlainText, find: FindPicture): Shown {
  const [first, second] = read.pictures;
  if (second || IN_SENTENCE.test(read.pictured) || (first && storedPictureId(first.source)))
    return keepPictures(read, find);
  const bytes = first && (dataOf(first.source) ?? find(first.source));
  const shown = { text: read.text, pictures: NONE, notes: [] };
  if (!first || !bytes || bytes.length === 0) return { ...shown, lost: named(read.lost, first?.source) };
  return {
    ...shown,
    lost: read.lost.filter((thing) => thing !== 'imagem'),
    picture: { bytes, alt: first.alt },
  };
}
/** Returns what is lost with the file name of the picture that was not found, so that its author can look for it. */
function named(lost: readonly string[], source = ''): string[] {
  const [file = ''] = /[^/\\]+$/.exec(source.replace(/[?#].*$/s, '')) ?? [];
  if (/^data:/i.test(source) || file === '') return [...lost];
  return lost.map((thing) => (thing === 'imagem' ? `a imagem «${shorten(plainAddress(file), 60)}»` : thing));
}

function plainAddress(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}

/** A picture with text of its line on both sides. */
const IN_SENTENCE = /\S[ \t]*\ufdd4\d+\ufdd5[ \t]*\S/;
const NONE: ReadonlyMap<string, Uint8Array> = new Map();

/**
 * Finds the pictures of a text and puts them into it. If one of them is not found, all of them are lost.
 *
 * @param part number of the text in its question, which tells its pictures from those of the other texts.
 */
export function keepPictures(read: PlainText, find: FindPicture, part = 0): Shown {
  if (read.pictures.length === 0) return { text: read.text, lost: read.lost, pictures: NONE, notes: [] };
  const pictures = new Map<string, Uint8Array>();
  const notes = new Set<string>();
  let { pictured } = read;
  for (const [number, { source, alt }] of read.pictures.entries()) {
    const isStored = storedPictureId(source) !== undefined;
    const bytes = isStored ? undefined : (dataOf(source) ?? find(source));
    if ((!isStored && !bytes?.length) || !pictured.includes(placeOf(number)))
      return { text: read.text, lost: named(read.lost, source), pictures: NONE, notes: [] };
    const address = bytes ? fileAddress(part, number) : source;
    if (bytes) pictures.set(address, bytes);
    const words = shorten(alt.trim(), LONGEST_IN_TEXT);
    if (words === '') notes.add(NO_ALT);
    // Spaces around a picture were collapsed as if nothing stood there.
    const place = new RegExp(`${placeOf(number)}(?=([\\p{L}\\p{N}])?)`, 'u');
    pictured = pictured.replace(
      place,
      (_, next?: string) => `${pictureMark(words || 'Imagem', address)}${next === undefined ? '' : ' '}`,
    );
  }
  return { text: pictured, lost: read.lost.filter((thing) => thing !== 'imagem'), pictures, notes: [...notes] };
}

/** Returns the address of a picture until it is stored. */
const fileAddress = (part: number, number: number): string =>
  `file:${String(part * 10_000 + number).padStart(32, '0')}`;

/** Returns a row with the pictures that were found for it; a missing alternative text is reported. */
export function withPicture(
  read: RowRead,
  picture: Picture | undefined,
  within: readonly ReadonlyMap<string, Uint8Array>[] = [],
): RowRead {
  if (!read.draft) return read;
  const pictures = new Map(within.flatMap((some) => [...some]));
  const draft = pictures.size === 0 ? read.draft : { ...read.draft, pictures };
  if (!picture) return { ...read, draft };
  const alt = shorten(picture.alt, LONGEST_ALT);
  return {
    ...read,
    draft: { ...draft, picture: { bytes: picture.bytes, alt: alt || 'Imagem da questão' } },
    notes: alt === '' ? [...read.notes, NO_ALT] : read.notes,
  };
}
const LONGEST_ALT = 1_000;
const LONGEST_IN_TEXT = 200;

/** An alternative as it is stored, with the pictures within it. */
export interface AlternativeRead extends Pick<Shown, 'text' | 'pictures' | 'notes'> {}

/**
 * Returns an alternative as it is stored, or why it cannot be.
 *
 * @param statement the question's text, which may refer to what is set off.
 */
export function readAlternative(
  read: PlainText,
  index: number,
  statement: string,
  find: FindPicture,
): AlternativeRead | { problem: string } {
  const { text, lost, pictures, notes } = keepPictures(read, find, index + 1);
  if (lost.length > 0) return { problem: `A alternativa ${letterAt(index)} ${lostNotes(lost)}` };
  return {
    text: [read.passage, text].filter(Boolean).join('\n'),
    pictures,
    notes: [...notes, ...read.dropped, ...emphasisNotes({ ...read, text: statement })],
  };
}
