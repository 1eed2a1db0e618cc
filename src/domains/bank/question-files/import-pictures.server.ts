import type { Queryable } from '../../../server/db/db.ts';
import { invalid, Refused } from '../../../server/http/errors.ts';
import type { Draft, RowRead } from '../question-formats/files.rules.ts';
import { withAddresses } from '../question-formats/pictures.rules.ts';
import { readDrawing } from '../test-bank/drawings.rules.ts';
import { kindOf } from '../test-bank/images.rules.ts';
import { importedPicture, type Picture, rasterized } from '../test-bank/images.server.ts';
import { findMissingImages, upsertImage } from '../test-bank/images.store.ts';
import type { QuestionToWrite } from '../test-bank/questions.store.ts';
import { addressOfPicture, imageIdsIn, picturesOf, storedPictureId } from '../test-bank/texts/notation.rules.ts';
import type { PlannedRow } from './imports.rules.ts';

/** A question's drawing or picture, ready to be stored: the markup of a drawing, or a re-encoded picture. */
export type Shown = { alt: string } & ({ svg: string } | { picture: Picture });

/** Maximum number of different pictures in a file, drawings not counted. Re-encoding one takes about a tenth of a second. */
const MAX_PICTURES = 100;
const TOO_MANY = `O ficheiro tem mais de ${MAX_PICTURES} imagens diferentes: divida-o em ficheiros mais pequenos.`;

/** The pictures of rows, ready to be stored: those of questions, and those within their texts. */
export interface Pictures {
  shown: Map<Draft, Shown>;
  within: Map<Draft, Picture[]>;
}

/**
 * Prepares the pictures of every row for storing; texts then refer to them by the address that they will have. A row with a picture that
 * cannot be read, or that is not here, becomes wrong.
 */
export async function withPictures(
  db: Queryable,
  rows: readonly RowRead[],
): Promise<{ rows: RowRead[]; pictures: Pictures }> {
  const pictures: Pictures = { shown: new Map(), within: new Map() };
  const remade = remaking(db);
  const missing = new Set(await findMissingImages(db, imageIdsIn(rows.flatMap(({ draft }) => draft ?? []))));
  const ready: RowRead[] = [];
  for (const row of rows) {
    const { draft } = row;
    if (!draft) {
      ready.push(row);
      continue;
    }
    try {
      if (imageIdsIn([draft]).some((id) => missing.has(id))) throw refused(NOT_HERE);
      const within = new Map<string, Picture>();
      for (const [address, bytes] of draft.pictures ?? []) within.set(address, await remade(await asRaster(bytes)));
      const placed = withAddresses(draft, (address) => {
        const picture = within.get(address);
        return picture && addressOfPicture(picture.id);
      });
      if (picturesOf(placed).some(({ address }) => !storedPictureId(address))) throw refused(NOT_HERE);
      const { picture } = draft;
      const shown: Shown | undefined =
        picture &&
        (kindOf(picture.bytes)
          ? { alt: picture.alt, picture: await remade(picture.bytes) }
          : { alt: picture.alt, svg: Buffer.from(picture.bytes).toString('utf8') });
      if (shown) pictures.shown.set(placed, shown);
      if (within.size > 0) pictures.within.set(placed, [...within.values()]);
      ready.push({ ...row, draft: placed });
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500) throw error;
      ready.push({ ...row, draft: null, problems: [{ column: 'Imagem', message: error.message }] });
    }
  }
  return { rows: ready, pictures };
}

const NOT_HERE =
  'Mostra uma imagem que não veio no ficheiro nem existe aqui: acrescente-a depois, no formulário da questão.';
const refused = (message: string) => invalid({ file: message }, message);

/** Returns what re-encodes the pictures of a file, each of them once. */
function remaking(db: Queryable): (bytes: Uint8Array) => Promise<Picture> {
  const made = new Map<string, Picture>();
  return async (bytes) => {
    const content = Buffer.from(bytes).toString('latin1');
    const known = made.get(content);
    if (!known && made.size >= MAX_PICTURES) throw refused(TOO_MANY);
    const picture = known ?? (await importedPicture(db, bytes));
    made.set(content, picture);
    return picture;
  };
}

/** Returns a drawing within a text as pixels; a picture is returned unchanged. */
async function asRaster(bytes: Uint8Array): Promise<Uint8Array> {
  if (kindOf(bytes)) return bytes;
  const read = readDrawing(Buffer.from(bytes).toString('utf8'));
  if ('problem' in read) throw refused(`O desenho ${read.problem}.`);
  return rasterized(read.svg);
}

/**
 * Returns the value by which drawings and pictures are compared, in the form that `findKnown` returns, or null for a question without
 * either.
 */
export const keyOf = (shown: Shown | undefined): string | null =>
  !shown ? null : 'svg' in shown ? shown.svg : shown.picture.id;

export type PictureColumns = Pick<QuestionToWrite, 'figureSvg' | 'figureAlt' | 'imageId' | 'imageAlt'>;

/** Returns the database columns of a question's drawing or picture. */
export const columnsOf = (shown: Shown): PictureColumns =>
  'svg' in shown
    ? { figureSvg: shown.svg, figureAlt: shown.alt, imageId: null, imageAlt: null }
    : { figureSvg: null, figureAlt: null, imageId: shown.picture.id, imageAlt: shown.alt };

/** Stores the pictures of the rows that will be stored, each picture once. */
export async function storePictures(
  transaction: Queryable,
  planned: readonly PlannedRow[],
  { shown, within }: Pictures,
): Promise<void> {
  const stored = planned.filter(({ verdict }) => verdict === 'created' || verdict === 'replaced');
  const pictures = new Map<string, Picture>();
  for (const { draft } of stored) {
    const one = draft ? shown.get(draft) : undefined;
    if (one && 'picture' in one) pictures.set(one.picture.id, one.picture);
    for (const picture of (draft && within.get(draft)) ?? []) pictures.set(picture.id, picture);
  }
  for (const picture of pictures.values()) await upsertImage(transaction, picture);
}
