/** A bar over a name: where a finger began and ended, as shares of the picture's width and height, and how thick it is, of its height. */
export interface Bar {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  thickness: number;
}

/** Thickness of a bar on the screen, in CSS pixels: about a finger. */
export const FINGER_PX = 34;

/** The colour of bars: nearly black in every theme, because they are part of the photograph. */
export const BAR_COLOUR = '#101114';

/** A bar over the top of the page, where names stand; for those who cannot draw one. */
export const TOP_BAR: Bar = { fromX: 0, fromY: 0, toX: 1, toY: 0.08, thickness: 0.08 };

/** Returns the rectangles of bars on a picture of this size, in whole pixels, cut at its edges. */
export const barsOn = (
  bars: readonly Bar[],
  width: number,
  height: number,
): { x: number; y: number; width: number; height: number }[] =>
  bars.map(({ fromX, fromY, toX, toY, thickness }) => {
    const [left, right] = [Math.min(fromX, toX), Math.max(fromX, toX)];
    const half = thickness / 2;
    // A tap covers a square, so that a short name needs no drag.
    const wide = (thickness * height) / width / 2;
    const x = Math.floor(Math.max(0, left - wide) * width);
    const y = Math.floor(Math.max(0, Math.min(fromY, toY) - half) * height);
    return {
      x,
      y,
      width: Math.ceil(Math.min(1, right + wide) * width) - x,
      height: Math.ceil(Math.min(1, Math.max(fromY, toY) + half) * height) - y,
    };
  });
