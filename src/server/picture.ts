import { unavailable } from './errors.ts';
import { signsFile, typefaceFile, WEIGHTS } from './typeface.ts';

/** The typeface's name inside its files: what an SVG must ask for. */
export const PICTURE_FONT = 'Figtree Light';
/** Pictures that may wait for their turn. Each takes about a tenth of a second. */
const MOST_WAITING = 12;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Draws an SVG as a PNG of at most 128 colours, in the product's typeface and without the machine's own. One at a time,
 * outside the thread that answers calls.
 *
 * @throws Refused 503 when too many wait already.
 */
export async function drawPng(svg: string): Promise<Buffer> {
  if (waiting >= MOST_WAITING) throw unavailable();
  waiting += 1;
  const made = last.then(() => render(svg));
  last = made.catch(() => undefined);
  try {
    return await made;
  } finally {
    waiting -= 1;
  }
}

async function render(svg: string): Promise<Buffer> {
  // Loaded when the first picture is wanted: most starts never draw one.
  const [{ renderAsync }, { default: sharp }] = await Promise.all([import('@resvg/resvg-js'), import('sharp')]);
  const picture = await renderAsync(svg, {
    font: {
      fontFiles: [...WEIGHTS.map(typefaceFile), signsFile()],
      loadSystemFonts: false,
      defaultFontFamily: PICTURE_FONT,
    },
    logLevel: 'off',
  });
  return sharp(picture.asPng()).png({ palette: true, colours: 128, effort: 7, dither: 0 }).toBuffer();
}
