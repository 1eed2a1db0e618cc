import type { Grey } from './grey.rules.ts';
import { MARK_SIDE, type Point } from './layout.rules.ts';

/** A compact dark spot: its centre and the number of its pixels. */
export interface Spot extends Point {
  area: number;
}

/** A pixel is dark if it is below this share of the mean around it. */
const DARK_SHARE = 0.78;
/** Millimetres removed from every dark spot's edge (erosion), so that thin strokes and letters vanish. */
export const PARED_MM = 0.6;
/** A filled parallelogram has area² = 144 · det(covariance), and a disc 1.10 times as much; other shapes have less. */
const SOLID = { least: 0.72, most: 1.35 } as const;

/** Area of a spot relative to that of a mark beside the code: the other marks may be much farther from the camera, or nearer. */
const AREA = { least: 0.12, most: 10 } as const;

/**
 * Finds compact dark spots of the size of a corner mark.
 *
 * @param scale pixels per millimetre near the code.
 * @param around radius in millimetres of the surroundings than which a spot is darker.
 */
export function findSpots(grey: Grey, scale: number, around: number): Spot[] {
  const { width, height } = grey;
  const dark = pare(darkPixels(grey, scale, around), width, height, Math.max(1, Math.round(scale * PARED_MM)));
  const expected = ((MARK_SIDE - 2 * PARED_MM) * scale) ** 2;
  return components(dark, width, height, expected * AREA.least, expected * AREA.most);
}

/** Radius in millimetres over which a pixel's shade is averaged against noise. */
const SMOOTHED_MM = 0.25;

/** 1 for each pixel whose near surroundings are clearly darker than the far ones. */
function darkPixels({ pixels, width, height }: Grey, scale: number, around: number): Uint8Array {
  const line = width + 1;
  // Sums of all pixels above and to the left; 2^32 suffices for 16 million pixels.
  const sums = new Uint32Array(line * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let sum = 0;
    for (let x = 0; x < width; x += 1) {
      sum += pixels[y * width + x] as number;
      sums[(y + 1) * line + x + 1] = (sums[y * line + x + 1] as number) + sum;
    }
  }
  const meanAround = (x: number, y: number, radius: number) => {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
    const sum =
      (sums[bottom * line + right] as number) -
      (sums[bottom * line + left] as number) -
      (sums[top * line + right] as number) +
      (sums[top * line + left] as number);
    return sum / ((bottom - top) * (right - left));
  };
  const [near, far] = [Math.round(scale * SMOOTHED_MM), Math.round(scale * around)];
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (meanAround(x, y, near) < meanAround(x, y, far) * DARK_SHARE) dark[y * width + x] = 1;
  return dark;
}

/** Keeps the pixels whose whole square of `2 · radius + 1` pixels is set (erosion, rows first). */
function pare(set: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const wanted = 2 * radius + 1;
  const across = new Uint8Array(set.length);
  for (let y = 0; y < height; y += 1) {
    let run = 0;
    for (let x = 0; x < width; x += 1) {
      run = set[y * width + x] ? run + 1 : 0;
      if (run >= wanted) across[y * width + x - radius] = 1;
    }
  }
  const both = new Uint8Array(set.length);
  for (let x = 0; x < width; x += 1) {
    let run = 0;
    for (let y = 0; y < height; y += 1) {
      run = across[y * width + x] ? run + 1 : 0;
      if (run >= wanted) both[(y - radius) * width + x] = 1;
    }
  }
  return both;
}

/** Connected sets of pixels that are approximately solid parallelograms, with an area between two bounds. */
function components(set: Uint8Array, width: number, height: number, least: number, most: number): Spot[] {
  const spots: Spot[] = [];
  const stack: number[] = [];
  for (let start = 0; start < set.length; start += 1) {
    if (!set[start]) continue;
    set[start] = 0;
    stack.push(start);
    let [area, sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0, 0];
    while (stack.length > 0) {
      const at = stack.pop() as number;
      const y = Math.floor(at / width);
      const x = at - y * width;
      area += 1;
      sx += x;
      sy += y;
      sxx += x * x;
      syy += y * y;
      sxy += x * y;
      if (x > 0 && set[at - 1]) stack.push(take(set, at - 1));
      if (x < width - 1 && set[at + 1]) stack.push(take(set, at + 1));
      if (y > 0 && set[at - width]) stack.push(take(set, at - width));
      if (y < height - 1 && set[at + width]) stack.push(take(set, at + width));
    }
    if (area < least || area > most) continue;
    const [x, y] = [sx / area, sy / area];
    const [cxx, cyy, cxy] = [sxx / area - x * x, syy / area - y * y, sxy / area - x * y];
    const solid = (area * area) / (144 * (cxx * cyy - cxy * cxy));
    // A long, thin spot is not a mark, however solid.
    const spread = Math.hypot(cxx - cyy, 2 * cxy);
    const slim = (cxx + cyy - spread) / (cxx + cyy + spread);
    if (solid > SOLID.least && solid < SOLID.most && slim > 0.12) spots.push({ x, y, area });
  }
  return spots;
}

function take(set: Uint8Array, at: number): number {
  set[at] = 0;
  return at;
}
