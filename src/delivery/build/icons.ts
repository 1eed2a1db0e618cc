// Renders the icons for the home screens of phones during the build: the booklet of src/web/public/favicon.svg, and a version with a full
// background for phones that cut the corners themselves.
import fs from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';

const FAVICON = path.join(import.meta.dirname, '..', '..', 'web', 'public', 'favicon.svg');

/** Writes the icons that pages and the manifest (delivery/serve/manifest.ts) name into a folder. */
export async function makeIcons(folder: string): Promise<void> {
  const booklet = fs.readFileSync(FAVICON, 'utf8');
  const ground = groundOf(booklet);
  for (const [name, svg, size] of [
    ['icon-192.png', booklet, 192],
    ['icon-512.png', booklet, 512],
    ['icon-ground-512.png', ground, 512],
    ['apple-touch-icon.png', ground, 180],
  ] as const) {
    const drawn = new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } }).render();
    // A small palette keeps each icon at a few kilobytes.
    const png = await sharp(drawn.asPng()).png({ palette: true, colours: 32, effort: 10, dither: 0 }).toBuffer();
    fs.writeFileSync(path.join(folder, name), png);
  }
}

/**
 * Returns the icon with a full background. The fio and the spine of the booklet are within the inner four fifths, which no phone cuts off.
 */
function groundOf(booklet: string): string {
  const fio = /<g transform="[^"]*"(.*)<\/g>/.exec(booklet)?.[1];
  if (!fio) throw new Error('favicon.svg is not drawn as this expects.');
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#1f2c6d"/>' +
    `<rect x="20" width="8" height="100" fill="#f3b73b"/><g transform="translate(38 21) scale(.97)"${fio}</g></svg>`
  );
}
