import { unavailable } from '../http/errors.ts';
import { loadSharp } from './sharp.ts';
import { signsFile, typefaceFile, WEIGHTS } from './typeface.ts';

/** The font's family name inside its files, which an SVG must use. */
export const PICTURE_FONT = 'Figtree Light';
/** Maximum queue length. A picture takes about 0.1 s. */
const MAX_WAITING = 12;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Renders an SVG as a PNG of at most 128 colours, with the product's typeface and no system fonts. One at a time, in a
 * worker thread.
 *
 * @throws Refused 503 when the queue is full.
 */
export async function drawPng(svg: string): Promise<Buffer> {
  if (waiting >= MAX_WAITING) throw unavailable();
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
  // These libraries are loaded on first use, because most processes never render a picture.
  const [{ renderAsync }, sharp] = await Promise.all([import('@resvg/resvg-js'), loadSharp()]);
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
