import { type Grey, shade } from './grey.rules.ts';
import { fitHomography, type Homography, inverseOf, project, scaleAt } from './homography.rules.ts';
import { codeCorners, type Layout, MARK_SIDE, type Point } from './layout.rules.ts';
import { type BarsFound, findBars, isNumbered } from './places.rules.ts';
import { findSpots, PARED_MM, type Spot } from './spots.rules.ts';

/** Where the first mark that was not found should be: beyond the edge of the picture, in a place without any print, or elsewhere. */
type Missing = 'outside' | 'bleached' | 'unclear';

/** The marks of a sheet, or why they were not found. `found`: how many of the four corners were. */
export type MarksFound =
  | { homography: Homography; marks: readonly Point[]; bars: BarsFound }
  | { homography?: undefined; found: number; missing: Missing };

/**
 * Corner marks in the order in which they are searched (indexes of `Layout.marks`), beginning beside the code, and the distance in
 * millimetres from their prediction within which each is searched: `base`, and a share of the distance to the marks found before. The
 * prediction of the second and third extends a map that is known near the code only; the fourth is predicted from three marks.
 */
const SEARCH = [
  { mark: 1, base: 9, share: 0 },
  { mark: 2, base: 5, share: 0.3 },
  { mark: 0, base: 5, share: 0.3 },
  { mark: 3, base: 10, share: 0.1 },
] as const;
/**
 * Radii in millimetres of the surroundings than which a mark is darker. The others are tried if the marks are not found with the first: a
 * small one separates a mark from the shadow in which it is, a large one finds a mark that is much nearer to the camera than the code.
 */
const SURROUNDINGS_MM = [14, 8, 28] as const;
/** Maximum number of spots tried near a predicted position. */
const TRIED = 4;
/** Size of a spot relative to that of a mark at its place. */
const SIZE = { least: 0.3, most: 3 } as const;
/** Maximum distance in millimetres between the code and its place by the four marks. More than any curled sheet causes. */
const CODE_OFF_MM = 14;
/** Number of candidates whose bars are examined: those whose marks agree best with the code. */
const EXAMINED = 6;
/** Distance in millimetres from the edge of the picture within which a mark counts as outside. */
const EDGE_MM = 6;

/** A place whose darkest part is lighter than this has no print: light is reflected there. */
const BLEACHED = 235;

interface Candidate {
  homography: Homography;
  marks: Point[];
  /** Mean distance in millimetres between the code's corners and their places by the marks. */
  codeOff: number;
}

/**
 * Finds the four corner marks of the answer part, starting from its code, and computes the map from millimetres to pixels. Each mark is
 * predicted from the code and the marks found before it. Candidates are verified by the code's position and the rows' bars.
 *
 * @param corners corners of the code without its quiet zone, upper left first, clockwise as printed.
 */
export function findMarks(grey: Grey, corners: readonly Point[], layout: Layout): MarksFound {
  const printed = codeCorners(layout);
  const rough = fitHomography(printed, corners);
  if (!rough) return { found: 0, missing: 'unclear' };
  const scale = scaleAt(rough, { x: layout.code.x + layout.code.side / 2, y: layout.code.y + layout.code.side / 2 });
  if (!(scale > 0.5)) return { found: 0, missing: 'unclear' };
  let spots: Spot[] = [];
  let failed: MarksFound = { found: 0, missing: 'unclear' };
  for (const around of SURROUNDINGS_MM) {
    spots = merged(spots, findSpots(grey, scale, around));
    const result = marksAmong(grey, spots, corners, layout);
    if (result.homography) return result;
    failed = result;
  }
  return failed;
}

function marksAmong(grey: Grey, spots: readonly Spot[], corners: readonly Point[], layout: Layout): MarksFound {
  const { candidates, found, missing } = search(grey, spots, corners, layout);
  candidates.sort((a, b) => a.codeOff - b.codeOff);
  let best: { homography: Homography; marks: Point[]; bars: BarsFound } | undefined;
  for (const { homography, marks } of candidates.slice(0, EXAMINED)) {
    const bars = findBars(grey, homography, layout, corners);
    if (!best || worthOf(bars) > worthOf(best.bars)) best = { homography, marks, bars };
  }
  if (best && isNumbered(best.bars, layout)) return best;
  return { found: Math.min(found, 3), missing: best ? 'unclear' : missing };
}

/** Adds spots to others, but for those that are the same. */
function merged(some: readonly Spot[], others: readonly Spot[]): Spot[] {
  const isNew = (spot: Spot) =>
    some.every((one) => Math.hypot(one.x - spot.x, one.y - spot.y) > Math.sqrt(spot.area) / 3);
  return [...some, ...others.filter(isNew)];
}

/** The more bars are found, and the closer to their places, the better. */
const worthOf = ({ share, filledIn }: BarsFound) =>
  share - filledIn.reduce((sum, { x, y }) => sum + Math.hypot(x, y), 0) / filledIn.length / 30;

function search(grey: Grey, spots: readonly Spot[], corners: readonly Point[], layout: Layout) {
  const printed = codeCorners(layout);
  const candidates: Candidate[] = [];
  let [found, missing]: [number, Missing] = [0, 'unclear'];
  const step = (index: number, marks: readonly Point[]): void => {
    const next = SEARCH[index];
    if (!next) {
      const candidate = candidateOf(layout, marks, corners);
      if (candidate) candidates.push(candidate);
      return;
    }
    const places = SEARCH.slice(0, index).map(({ mark }) => layout.marks[mark]);
    const h = fitHomography([...printed, ...places], [...corners, ...marks]);
    if (!h) return;
    const place = layout.marks[next.mark];
    const away = Math.min(
      ...places.map((one) => Math.hypot(one.x - place.x, one.y - place.y)),
      ...(index === 0 ? [0] : []),
    );
    const close = near(spots, h, place, next.base + next.share * away).filter((spot) => !marks.includes(spot));
    if (index + Number(close.length > 0) > found || (index === found && close.length === 0)) {
      found = index + Number(close.length > 0);
      missing = close.length > 0 ? 'unclear' : whyMissing(grey, h, place);
    }
    for (const spot of close) step(index + 1, [...marks, spot]);
  };
  step(0, []);
  return { candidates, found, missing };
}

function candidateOf(layout: Layout, found: readonly Point[], corners: readonly Point[]): Candidate | undefined {
  const marks = layout.marks.map((_, mark) => found[SEARCH.findIndex((one) => one.mark === mark)] as Point);
  if (!isConvex(marks)) return undefined;
  const homography = fitHomography(layout.marks, marks);
  const inverse = homography && inverseOf(homography);
  if (!homography || !inverse) return undefined;
  const offs = codeCorners(layout).map((corner, index) => {
    const seen = project(inverse, corners[index] as Point);
    return Math.hypot(seen.x - corner.x, seen.y - corner.y);
  });
  const codeOff = offs.reduce((sum, off) => sum + off, 0) / offs.length;
  return codeOff < CODE_OFF_MM ? { homography, marks, codeOff } : undefined;
}

function near(spots: readonly Spot[], h: Homography, place: Point, withinMm: number): Spot[] {
  const [at, scale] = [project(h, place), scaleAt(h, place)];
  const area = (MARK_SIDE - 2 * PARED_MM) ** 2 * scale * scale;
  return spots
    .map((spot) => ({ spot, off: Math.hypot(spot.x - at.x, spot.y - at.y) / scale }))
    .filter(({ spot, off }) => off <= withinMm && spot.area > area * SIZE.least && spot.area < area * SIZE.most)
    .sort((a, b) => a.off - b.off)
    .slice(0, TRIED)
    .map(({ spot }) => spot);
}

function whyMissing(grey: Grey, h: Homography, place: Point): Missing {
  const [{ x, y }, edge] = [project(h, place), EDGE_MM * scaleAt(h, place)];
  if (x < edge || y < edge || x > grey.width - edge || y > grey.height - edge) return 'outside';
  const steps = [-1, 0, 1].map((step) => step * MARK_SIDE);
  const shades = steps.flatMap((dx) =>
    steps.map((dy) => shade(grey, project(h, { x: place.x + dx, y: place.y + dy }))),
  );
  return Math.min(...shades) > BLEACHED ? 'bleached' : 'unclear';
}

function isConvex(points: readonly Point[]): boolean {
  return points.every((p, index) => {
    const [q, r] = [points[(index + 1) % 4] as Point, points[(index + 2) % 4] as Point];
    return (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x) > 0;
  });
}
