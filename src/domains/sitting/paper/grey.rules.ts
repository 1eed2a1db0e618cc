import type { Homography } from './homography.rules.ts';
import type { Point } from './layout.rules.ts';

/** A picture in shades of grey, one byte per pixel, row by row. */
export interface Grey {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** Returns the shade at a point between pixels (bilinear); outside the picture, the shade of its edge. */
export function shade({ pixels, width, height }: Grey, { x, y }: Point): number {
  const cx = Math.min(Math.max(x, 0), width - 1.001);
  const cy = Math.min(Math.max(y, 0), height - 1.001);
  const ix = Math.floor(cx);
  const iy = Math.floor(cy);
  const fx = cx - ix;
  const fy = cy - iy;
  const at = iy * width + ix;
  const a = pixels[at] as number;
  const b = pixels[at + 1] as number;
  const c = pixels[at + width] as number;
  const d = pixels[at + width + 1] as number;
  return (a + (b - a) * fx) * (1 - fy) + (c + (d - c) * fx) * fy;
}

/**
 * Returns a square part of the sheet, rectified: `size` × `size` shades, row by row.
 *
 * @param h map from millimetres on the sheet to pixels.
 * @param centre its middle, in millimetres; `step`: distance of its cells in millimetres.
 */
export function rectified(
  { pixels, width, height }: Grey,
  h: Homography,
  centre: Point,
  size: number,
  step: number,
): Float32Array {
  const [a, b, c, d, e, f, g, i, j] = h as [number, number, number, number, number, number, number, number, number];
  const patch = new Float32Array(size * size);
  const from = (step * (size - 1)) / 2;
  const [right, bottom] = [width - 1.001, height - 1.001];
  for (let row = 0; row < size; row += 1) {
    const y = centre.y - from + row * step;
    for (let column = 0; column < size; column += 1) {
      const x = centre.x - from + column * step;
      const w = g * x + i * y + j;
      const px = Math.min(Math.max((a * x + b * y + c) / w, 0), right);
      const py = Math.min(Math.max((d * x + e * y + f) / w, 0), bottom);
      const [ix, iy] = [Math.floor(px), Math.floor(py)];
      const [fx, fy] = [px - ix, py - iy];
      const at = iy * width + ix;
      const above = (pixels[at] as number) * (1 - fx) + (pixels[at + 1] as number) * fx;
      const below = (pixels[at + width] as number) * (1 - fx) + (pixels[at + width + 1] as number) * fx;
      patch[row * size + column] = above * (1 - fy) + below * fy;
    }
  }
  return patch;
}

/** Returns the value below which a share of the values is. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: Iterable<number>): number => quantile(values, 0.5);
