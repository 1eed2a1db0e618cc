import { type RowReading, readBubbles } from './bubbles.rules.ts';
import type { Homography } from './homography.rules.ts';
import type { Layout, Point } from './layout.rules.ts';
import { findMarks, type Grey } from './marks.rules.ts';

/** Why a photograph cannot be read. */
export type Fault = 'dark' | 'blurred' | 'corner' | 'code' | 'two-sheets';

export type SheetRead =
  | { fault?: undefined; homography: Homography; rows: readonly RowReading[] }
  | { fault: Fault; found?: number };

/** Minimum difference of shade between paper and print; below it a photograph is too dark to read. */
const LEAST_CONTRAST = 28;
/** Maximum blur in millimetres (see `SheetReading.blur`). */
const MOST_BLUR = 2.1;

/**
 * Reads the answer part of a sheet.
 *
 * @param corners corners of its code in the picture, without the quiet zone: upper left first, clockwise as printed.
 */
export function readSheet(grey: Grey, corners: readonly Point[], layout: Layout): SheetRead {
  const marks = findMarks(grey, corners, layout);
  if (!marks.homography) return isDark(grey) ? { fault: 'dark' } : { fault: 'corner', found: marks.found };
  const { rows, contrast, blur } = readBubbles(grey, marks.homography, layout);
  if (contrast < LEAST_CONTRAST) return { fault: 'dark' };
  if (blur > MOST_BLUR) return { fault: 'blurred' };
  return { homography: marks.homography, rows };
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

/** Returns whether a picture has no sharp edge: the largest difference between pixels two apart is small. */
export function isBlurred({ pixels, width, height }: Grey): boolean {
  const steps: number[] = [];
  for (let y = 1; y < height; y += 3)
    for (let x = 2; x < width; x += 3)
      steps.push(Math.abs((pixels[y * width + x] as number) - (pixels[y * width + x - 2] as number)));
  steps.sort((a, b) => b - a);
  return (steps[Math.floor(steps.length * 0.002)] ?? 0) < 45;
}
