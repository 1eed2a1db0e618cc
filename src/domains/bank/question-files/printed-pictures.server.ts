import type { Sharp } from 'sharp';
import type { Pdf } from '../../../server/pdf/pdf.ts';
import { loadSharp } from '../../../server/pdf/sharp.ts';
import type { FrozenQuestion } from '../test-bank/tests.rules.ts';
import { picturesIn, storedPictureId } from '../test-bank/texts/notation.rules.ts';

// Drawings and pictures on paper: one that belongs to a question, and those within its texts, which stand below the text in rows.

/** A picture for print; sizes in points. */
export interface Drawing {
  png: Buffer;
  width: number;
  height: number;
}

/** Reads the bytes of a stored picture. */
export type PictureOf = (id: string) => Promise<Uint8Array | undefined>;

/** Maximum size on paper in points, and whether colours become shades of grey. */
interface Printing {
  widest: number;
  highest: number;
  isGrey?: boolean;
}

/** Renders a drawing or picture as pixels on white paper. */
export async function drawnForPrint(source: Uint8Array): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(source, { density: 220 })
    .flatten({ background: '#ffffff' })
    .resize({ width: 900, height: 560, fit: 'inside' });
}

async function printed(source: Uint8Array, { widest, highest, isGrey }: Printing): Promise<Drawing> {
  const drawn = await drawnForPrint(source);
  const { data, info } = await (isGrey ? drawn.greyscale() : drawn)
    .png({ palette: true })
    .toBuffer({ resolveWithObject: true });
  const scale = Math.min(widest / info.width, highest / info.height);
  return { png: data, width: info.width * scale, height: info.height * scale };
}

/** Renders a question's drawing or picture, at a resolution that is sharp when printed; undefined if it has neither. */
export async function drawingOf(
  question: FrozenQuestion,
  pictureOf: PictureOf,
  printing: Printing,
): Promise<Drawing | undefined> {
  const { image, figureSvg } = question;
  const source = image ? await pictureOf(image.id) : figureSvg ? Buffer.from(figureSvg) : undefined;
  return source && printed(source, printing);
}

/** The pictures within the texts of questions, by address. */
export type InTexts = ReadonlyMap<string, Drawing>;

/** Renders the pictures within the statements and alternatives of questions. */
export async function drawnInTexts(
  questions: readonly FrozenQuestion[],
  pictureOf: PictureOf,
  printing: Printing,
): Promise<InTexts> {
  const drawn = new Map<string, Drawing>();
  for (const { address } of picturesIn(questions.flatMap((one) => [one.passage, one.statement, ...one.alternatives]))) {
    const id = storedPictureId(address);
    const source = id === undefined ? undefined : await pictureOf(id);
    if (source) drawn.set(address, await printed(source, printing));
  }
  return drawn;
}

const GAP = 6;

/** Places the pictures of a text in rows of a given width. */
function placed(text: string, drawn: InTexts, width: number) {
  let [x, y, tallest] = [0, 0, 0];
  const pictures = picturesIn([text]).flatMap(({ address, alt }) => {
    const drawing = drawn.get(address);
    if (!drawing) return [];
    if (x > 0 && x + drawing.width > width) [x, y, tallest] = [0, y + tallest + GAP, 0];
    const place = { x, y };
    x += drawing.width + GAP;
    tallest = Math.max(tallest, drawing.height);
    return [{ ...drawing, alt, place }];
  });
  return { pictures, height: pictures.length === 0 ? 0 : y + tallest + GAP };
}

/** Returns the height of the pictures below a text; 0 if it has none. */
export const picturesHeight = (text: string, drawn: InTexts, width: number): number =>
  placed(text, drawn, width).height;

/** Prints the pictures of a text from a point downwards. @returns their height. */
export function printPictures(
  pdf: Pdf,
  text: string,
  drawn: InTexts,
  box: { x: number; y: number; width: number },
): number {
  const { pictures, height } = placed(text, drawn, box.width);
  for (const { png, alt, place, ...size } of pictures)
    pdf.picture(
      alt,
      (doc) =>
        void doc.image(png, box.x + place.x, box.y + place.y + GAP / 2, { width: size.width, height: size.height }),
    );
  return height;
}
