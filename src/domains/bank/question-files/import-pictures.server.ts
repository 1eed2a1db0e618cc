import type { Queryable } from '../../../server/db/db.ts';
import { Refused } from '../../../server/http/errors.ts';
import type { Draft, RowRead } from '../question-formats/files.rules.ts';
import { kindOf } from '../test-bank/images.rules.ts';
import { importedPicture, type Picture } from '../test-bank/images.server.ts';
import { upsertImage } from '../test-bank/images.store.ts';
import type { QuestionToWrite } from '../test-bank/questions.store.ts';
import type { PlannedRow } from './imports.rules.ts';

/** A question's drawing or picture, ready to be stored: the markup of a drawing, or a re-encoded picture. */
export type Shown = { alt: string } & ({ svg: string } | { picture: Picture });

/** Maximum number of different pictures in a file, drawings not counted. Re-encoding one takes about a tenth of a second. */
const MAX_PICTURES = 100;
const TOO_MANY = `O ficheiro tem mais de ${MAX_PICTURES} imagens diferentes: divida-o em ficheiros mais pequenos.`;

/** Prepares the drawing or picture of every row for storing. A row whose picture cannot be read becomes wrong. */
export async function withPictures(
  db: Queryable,
  rows: readonly RowRead[],
): Promise<{ rows: RowRead[]; shown: Map<Draft, Shown> }> {
  const shown = new Map<Draft, Shown>();
  const made = new Map<string, Picture>();
  const ready: RowRead[] = [];
  for (const row of rows) {
    const given = row.draft?.picture;
    if (!row.draft || !given) {
      ready.push(row);
      continue;
    }
    const refuse = (message: string) => ready.push({ ...row, draft: null, problems: [{ column: 'Imagem', message }] });
    const { alt } = given;
    if (!kindOf(given.bytes)) {
      shown.set(row.draft, { alt, svg: Buffer.from(given.bytes).toString('utf8') });
      ready.push(row);
      continue;
    }
    const content = Buffer.from(given.bytes).toString('latin1');
    const known = made.get(content);
    if (!known && made.size >= MAX_PICTURES) {
      refuse(TOO_MANY);
      continue;
    }
    try {
      const picture = known ?? (await importedPicture(db, given.bytes));
      made.set(content, picture);
      shown.set(row.draft, { alt, picture });
      ready.push(row);
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500) throw error;
      refuse(error.message);
    }
  }
  return { rows: ready, shown };
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
  shown: ReadonlyMap<Draft, Shown>,
): Promise<void> {
  const stored = planned.filter(({ verdict }) => verdict === 'created' || verdict === 'replaced');
  const pictures = new Map<string, Picture>();
  for (const { draft } of stored) {
    const one = draft ? shown.get(draft) : undefined;
    if (one && 'picture' in one) pictures.set(one.picture.id, one.picture);
  }
  for (const picture of pictures.values()) await upsertImage(transaction, picture);
}
