import { fitHomography, type Homography, project, scaleAt } from './homography.rules.ts';
import { BAR, codeCorners, type Layout, MARK_SIDE, type Point } from './layout.rules.ts';

/** A picture in shades of grey, one byte per pixel, row by row. */
export interface Grey {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** A compact dark spot: its centre and the number of its pixels. */
interface Spot extends Point {
  area: number;
}

/** The marks of a sheet, or why they were not found. `found`: how many of the four corners were. */
export type MarksFound =
  | { homography: Homography; marks: readonly Point[] }
  | { homography?: undefined; found: number };

/** A pixel is dark if it is below this share of the mean around it. */
const DARK_SHARE = 0.78;
/** Millimetres removed from every dark spot's edge (erosion), so that thin strokes and letters vanish. */
const PARED_MM = 0.6;
/** A filled parallelogram has area² = 144 · det(covariance), and a disc 1.10 times as much; other shapes have less. */
const SOLID = { least: 0.72, most: 1.35 } as const;
/**
 * Distance in millimetres from their prediction within which the marks at the other end are searched: a small error at the code is a large
 * one there.
 */
const FAR_MM = 60;
/** Minimum share of the rows' bars that must be where the homography places them. */
const BARS_NEEDED = 0.7;

/**
 * Finds the four corner marks of the answer part, starting from its code, and computes the map from millimetres to pixels. The marks beside
 * the code can be predicted well; with them the others can be. Each candidate is verified by the rows' bars.
 *
 * @param corners corners of the code without its quiet zone, upper left first, clockwise as printed.
 */
export function findMarks(grey: Grey, corners: readonly Point[], layout: Layout): MarksFound {
  const printed = codeCorners(layout);
  const rough = fitHomography(printed, corners);
  if (!rough) return { found: 0 };
  const scale = scaleAt(rough, { x: layout.code.x + layout.code.side / 2, y: layout.code.y + layout.code.side / 2 });
  if (!(scale > 0.5)) return { found: 0 };
  const spots = findSpots(grey, scale);
  const [upperLeft, upperRight, lowerRight, lowerLeft] = layout.marks;
  const right = pairs(near(spots, rough, upperRight, 7), near(spots, rough, lowerRight, 9));
  let found = right.length > 0 ? 2 : Number(near(spots, rough, upperRight, 7).length > 0);
  let best: { homography: Homography; marks: Point[]; bars: number } | undefined;
  for (const [one, two] of right) {
    const closer = fitHomography([...printed, upperRight, lowerRight], [...corners, one, two]);
    if (!closer) continue;
    const left = [near(spots, closer, upperLeft, FAR_MM), near(spots, closer, lowerLeft, FAR_MM)] as const;
    found = Math.max(found, 2 + Number(left[0].length > 0) + Number(left[1].length > 0));
    for (const [three, four] of pairs(left[0], left[1])) {
      const marks = [three, one, two, four];
      const homography = fitHomography(layout.marks, marks);
      if (!homography || !isConvex(marks)) continue;
      const bars = barsSeen(grey, homography, layout);
      if (!best || bars > best.bars) best = { homography, marks, bars };
    }
  }
  if (best && best.bars >= BARS_NEEDED) return best;
  return { found: Math.min(found, 3) };
}

/** Maximum number of spots tried near a predicted position. */
const TRIED = 5;

function near(spots: readonly Spot[], h: Homography, place: Point, withinMm: number): Spot[] {
  const [at, scale] = [project(h, place), scaleAt(h, place)];
  const area = (MARK_SIDE - 2 * PARED_MM) ** 2 * scale * scale;
  return spots
    .map((spot) => ({ spot, off: Math.hypot(spot.x - at.x, spot.y - at.y) / scale }))
    .filter(({ spot, off }) => off <= withinMm && spot.area > area * 0.35 && spot.area < area * 2.8)
    .sort((a, b) => a.off - b.off)
    .slice(0, TRIED)
    .map(({ spot }) => spot);
}

const pairs = <T>(some: readonly T[], others: readonly T[]): [T, T][] =>
  some.flatMap((one) => others.filter((other) => other !== one).map((other): [T, T] => [one, other]));

function isConvex(points: readonly Point[]): boolean {
  return points.every((p, index) => {
    const [q, r] = [points[(index + 1) % 4] as Point, points[(index + 2) % 4] as Point];
    return (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x) > 0;
  });
}

/** Share of the bars that are where they should be: clearly darker than the paper above and below them. */
function barsSeen(grey: Grey, h: Homography, layout: Layout): number {
  const seen = layout.rows.filter(({ bar }) => {
    const ink = shadeAround(grey, h, bar, 1.2, 0.5);
    const paper = Math.min(
      shadeAround(grey, h, { x: bar.x, y: bar.y - BAR.height * 1.3 }, 1.2, 0.3),
      shadeAround(grey, h, { x: bar.x, y: bar.y + BAR.height * 1.3 }, 1.2, 0.3),
    );
    return ink < paper * 0.8;
  });
  return layout.rows.length === 0 ? 0 : seen.length / layout.rows.length;
}

function shadeAround(grey: Grey, h: Homography, centre: Point, dx: number, dy: number): number {
  let sum = 0;
  for (const x of [-dx, 0, dx])
    for (const y of [-dy, 0, dy]) sum += shade(grey, project(h, { x: centre.x + x, y: centre.y + y }));
  return sum / 9;
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

/** Finds compact dark spots of the size of a corner mark, at `scale` pixels per millimetre near the code. */
function findSpots(grey: Grey, scale: number): Spot[] {
  const { width, height } = grey;
  const dark = pare(darkPixels(grey, scale), width, height, Math.max(1, Math.round(scale * PARED_MM)));
  const expected = ((MARK_SIDE - 2 * PARED_MM) * scale) ** 2;
  return components(dark, width, height, expected * 0.12, expected * 4);
}

/**
 * In millimetres: the radius over which a pixel's shade is averaged against noise, and the radius of the surroundings with which it is
 * compared.
 */
const SMOOTHED_MM = 0.25;
const AROUND_MM = 14;

/** 1 for each pixel whose near surroundings are clearly darker than the far ones. */
function darkPixels({ pixels, width, height }: Grey, scale: number): Uint8Array {
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
  const [near, far] = [Math.round(scale * SMOOTHED_MM), Math.round(scale * AROUND_MM)];
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
