import { createHash } from 'node:crypto';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { invalid, notFound, Refused, unavailable } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { loadSharp } from '../../../server/pdf/sharp.ts';
import { imagesContract } from './images.contract.ts';
import { kindOf, MAX_KEPT_BYTES, MAX_PIXELS, TRIES } from './images.rules.ts';
import { deleteUnusedImages, findImage, findImageSize, upsertImage } from './images.store.ts';

export interface Picture {
  id: string;
  bytes: Buffer;
  width: number;
  height: number;
}

/** Maximum number of pictures being re-encoded at a time, and of those waiting. */
const AT_A_TIME = 1;
const WAITING = 20;
let working = 0;
const queue: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_A_TIME) {
    if (queue.length >= WAITING) throw unavailable();
    await new Promise<void>((resolve) => queue.push(resolve));
  } else working += 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else working -= 1;
  }
}

const WRONG_TYPE = () =>
  new Refused(415, 'wrong-type', 'A imagem tem de ser PNG, JPEG ou WebP. Os ficheiros SVG não são aceites.');
const UNREADABLE = 'A imagem não se consegue ler. Guarde-a de novo noutro programa e tente de novo.';

/**
 * Re-encodes a picture as WebP: upright, at most 1,000 pixels and 60 KB, without metadata (location, camera, thumbnails). The format is
 * detected from the first bytes, and the size is checked before decoding.
 *
 * @throws Refused 415 when it is none of the three formats, 400 when it cannot be read or has too many pixels.
 */
async function remakePicture(given: Uint8Array): Promise<Picture> {
  const kind = kindOf(given);
  if (!kind) throw WRONG_TYPE();
  const refuse = (message: string) => invalid({ file: message }, message);
  const sharp = await loadSharp();
  const open = () => sharp(given, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true });
  // This reads only the header of the file.
  const told = await sharp(given, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!told?.width || !told.height || told.format !== kind) throw refuse(UNREADABLE);
  if (told.width * told.height > MAX_PIXELS)
    throw refuse(`A imagem é demasiado grande: ${told.width} × ${told.height} pontos. Reduza-a e tente de novo.`);
  let last: Picture | undefined;
  for (const [side, quality] of TRIES) {
    const { data, info } = await open()
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 4, smartSubsample: true })
      .timeout({ seconds: 10 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw refuse(UNREADABLE);
      });
    last = {
      id: idOf(data),
      bytes: data,
      width: info.width,
      height: info.height,
    };
    if (data.length <= MAX_KEPT_BYTES) return last;
  }
  throw refuse('Não foi possível tornar a imagem leve que chegue para um telemóvel. Use uma mais simples.');
}

/** Returns a picture's id: a hash of its content, so that the same picture is stored once. */
const idOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/**
 * Returns a picture of an imported file, not stored yet: unchanged if it was exported from here, otherwise re-encoded.
 *
 * @throws Refused as `remakePicture`.
 */
export async function importedPicture(db: Queryable, given: Uint8Array): Promise<Picture> {
  const id = idOf(given);
  const known = await findImageSize(db, id);
  return known ? { id, bytes: Buffer.from(given), ...known } : inTurn(() => remakePicture(given));
}

/** Longer side in pixels of a drawing that stands within a text. */
const DRAWING_SIDE = 480;

/** Returns a drawing as pixels. */
export async function rasterized(svg: string): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg), { density: 300 })
    .resize(DRAWING_SIDE, DRAWING_SIDE, { fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer();
}

/** Stores a picture for use in questions; uploading the same picture again stores no copy. */
async function storePicture(db: Queryable, given: Uint8Array): Promise<Picture> {
  const picture = await inTurn(() => remakePicture(given));
  await upsertImage(db, picture);
  return picture;
}

/** Binds upload and download of question pictures. */
export function bindImages(frame: Frame): void {
  const { db } = frame;
  frame.bind(imagesContract, {
    'GET /api/images/:id': async (call) => {
      const found = await findImage(db, call.params.id);
      if (!found) throw notFound();
      call.header('Cache-Control', 'private, max-age=31536000, immutable');
      return { bytes: found.bytes, type: 'image/webp' };
    },

    'POST /api/teacher/images': async (call) => {
      const { id, bytes, width, height } = await storePicture(db, call.file.bytes);
      return { id, src: `/api/images/${id}`, width, height, bytes: bytes.length };
    },
  });
}

/** Returns the periodic jobs for pictures. */
export const imagesWork = (db: Database): Periodic[] => [
  { name: 'drop-unused-images', every: 3600, work: () => deleteUnusedImages(db) },
];
