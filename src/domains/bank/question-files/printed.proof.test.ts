import fs from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { drawnForPrint } from './printed-pictures.server.ts';

const FIGURES = path.join(import.meta.dirname, '..', '..', '..', '..', 'content', 'figures');

/**
 * Width in pixels at which two renderings are compared. At this size thin lines, which each program smooths in its own way, fade, but areas
 * remain.
 */
const COMPARED_WIDTH = 100;

/** Returns the share of dark pixels. */
async function darkShare(drawn: Sharp): Promise<number> {
  const { data, info } = await drawn
    .flatten({ background: '#ffffff' })
    .resize({ width: COMPARED_WIDTH })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let dark = 0;
  for (let place = 0; place < data.length; place += info.channels)
    if ((data[place] as number) + (data[place + 1] as number) + (data[place + 2] as number) < 120) dark += 1;
  return dark / (info.width * info.height);
}

/**
 * Returns by how much the dark share of a drawing on paper exceeds that in a browser, which resolves the variables of the light theme.
 * Words are removed from the drawing, because the two programs use different fonts.
 */
async function darker(drawing: string): Promise<number> {
  const svg = drawing.replace(/<text[\s\S]*?<\/text>/g, '');
  const known = svg
    .replaceAll('var(--brand)', '#28398A')
    .replaceAll('var(--brand-soft)', '#E7EAF6')
    .replaceAll('var(--brass)', '#F3B73B');
  const screen = new Resvg(known, { background: '#ffffff', fitTo: { mode: 'width', value: 600 } }).render().asPng();
  const paper = await (await drawnForPrint(Buffer.from(svg))).png().toBuffer();
  return (await darkShare(sharp(paper))) - (await darkShare(sharp(screen)));
}

/** Limit on the difference of the dark shares. */
const LARGEST_DIFFERENCE = 0.04;

test('no drawing prints an area in black that is not black on the screen', async () => {
  const dark: string[] = [];
  for (const name of fs.readdirSync(FIGURES)) {
    const more = await darker(fs.readFileSync(path.join(FIGURES, name), 'utf8'));
    // Differences in smoothing stay below the limit; an area that turned black exceeds it.
    if (more > LARGEST_DIFFERENCE) dark.push(`${name}: ${(more * 100).toFixed(1)} %`);
  }
  expect(dark).toEqual([]);
});

test('an area whose colour is defined by the app only is detected', async () => {
  const svg = fs.readFileSync(path.join(FIGURES, 'mat4-barra-oitavos.svg'), 'utf8');
  const old = svg.replaceAll('#E7EAF6', 'var(--brand-soft)').replaceAll('#F3B73B', 'var(--brass)');
  expect(old).not.toBe(svg);
  expect(await darker(old)).toBeGreaterThan(LARGEST_DIFFERENCE);
});
