import { type RowReading, readBubbles } from './bubbles.rules.ts';
import { type Grey, shade } from './grey.rules.ts';
import { type Homography, project } from './homography.rules.ts';
import type { Layout, Point } from './layout.rules.ts';
import { findMarks } from './marks.rules.ts';
import type { Shift } from './places.rules.ts';

/** Why a photograph cannot be read. */
export type Fault = 'dark' | 'blank' | 'blurred' | 'corner' | 'code' | 'folded' | 'glare' | 'two-sheets';

export type SheetRead =
  | {
      fault?: undefined;
      homography: Homography;
      rows: readonly RowReading[];
      /** Where the bar and the bubbles of each row were found. */
      shifts: readonly (readonly Shift[])[];
    }
  | { fault: Fault; found?: number };

/** Minimum difference of shade between paper and print; below it a photograph is too dark to read. */
const LEAST_CONTRAST = 28;
/** Maximum blur in millimetres (see `SheetReading.blur`). */
const MAX_BLUR = 2.1;
/** Maximum share of the rows with hidden bubbles; beyond it another photograph is less work than deciding them all. */
const MAX_HIDDEN = 0.5;
/** Light paper of at least this shade is as bright as the camera can show. */
const BRIGHT = 245;

/**
 * Reads the answer part of a sheet.
 *
 * @param corners corners of its code in the picture, without the quiet zone: upper left first, clockwise as printed.
 */
export function readSheet(grey: Grey, corners: readonly Point[], layout: Layout): SheetRead {
  const marks = findMarks(grey, corners, layout);
  if (!marks.homography) {
    const fault = isDark(grey)
      ? 'dark'
      : ({ outside: 'corner', bleached: 'glare', unclear: 'folded' } as const)[marks.missing];
    return { fault, found: marks.found };
  }
  const { homography, bars } = marks;
  const { rows, shifts, contrast, blur } = readBubbles(grey, homography, layout, bars);
  if (blur > MAX_BLUR) return { fault: 'blurred' };
  if (contrast < LEAST_CONTRAST) return { fault: isBright(grey, homography, layout) ? 'glare' : 'dark' };
  const hidden = rows.filter(({ doubt }) => doubt === 'hidden').length;
  if (hidden > rows.length * MAX_HIDDEN) return { fault: isBright(grey, homography, layout) ? 'glare' : 'folded' };
  return { homography, rows, shifts };
}

/** Returns whether the answer part is mostly as bright as the camera can show. */
function isBright(grey: Grey, h: Homography, { rows }: Layout): boolean {
  const papers = rows.flatMap(({ bubbles }) => bubbles.map(({ x, y }) => shade(grey, project(h, { x, y: y + 4.5 }))));
  return papers.filter((paper) => paper >= BRIGHT).length > papers.length / 2;
}

/** Returns whether a picture is almost completely dark: 95 % of its pixels are below a fifth of white. */
export function isDark({ pixels }: Grey): boolean {
  const step = Math.max(1, Math.floor(pixels.length / 20_000));
  let [dark, all] = [0, 0];
  for (let at = 0; at < pixels.length; at += step) {
    all += 1;
    if ((pixels[at] as number) < 60) dark += 1;
  }
  return dark > all * 0.95;
}

/** Number of blocks along each side in which a picture is examined for anything to see. */
const BLOCKS = 24;
/** Maximum difference of shade between adjacent blocks of an empty picture: that of uneven light. */
const UNEVEN_LIGHT = 14;

/** Returns whether a picture shows nothing: even its largest parts hardly differ from their neighbours. */
export function isBlank({ pixels, width, height }: Grey): boolean {
  const means = Array.from({ length: BLOCKS * BLOCKS }, (_, block) => {
    const [left, top] = [
      Math.floor(((block % BLOCKS) * width) / BLOCKS),
      Math.floor((Math.floor(block / BLOCKS) * height) / BLOCKS),
    ];
    let [sum, count] = [0, 0];
    for (let y = top; y < top + Math.floor(height / BLOCKS); y += 3)
      for (let x = left; x < left + Math.floor(width / BLOCKS); x += 3) {
        sum += pixels[y * width + x] as number;
        count += 1;
      }
    return sum / Math.max(1, count);
  });
  return means.every((mean, block) => {
    const right = block % BLOCKS < BLOCKS - 1 ? (means[block + 1] as number) : mean;
    const below = means[block + BLOCKS] ?? mean;
    return Math.abs(right - mean) < UNEVEN_LIGHT && Math.abs(below - mean) < UNEVEN_LIGHT;
  });
}

/** Returns whether a picture has no sharp edge: the largest difference between pixels two apart is small. */
export function isBlurred({ pixels, width, height }: Grey): boolean {
  const steps: number[] = [];
  for (let y = 1; y < height; y += 3)
    for (let x = 2; x < width; x += 3)
      steps.push(Math.abs((pixels[y * width + x] as number) - (pixels[y * width + x - 2] as number)));
  steps.sort((a, b) => b - a);
  return (steps[Math.floor(steps.length * 0.002)] ?? 0) < 45;
}
