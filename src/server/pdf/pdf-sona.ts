import { SMALL_CELL, sona, sonaLines, type ThemeState } from '../../shared/sona.ts';
import { INK } from './ink.ts';
import type { Pdf } from './pdf.ts';

// Draws the map of a discipline on paper as `Sona` draws it on the screens. Lengths are in points.

/** Screen pixels per point. */
const PIXELS = 4 / 3;

/** Draws the sign of a state, centred at (0, 0). The states can be told apart by shape alone. `r` is the radius of a full sign. */
function mark(doc: PDFKit.PDFDocument, state: ThemeState, r: number): void {
  if (state === 'no-data') {
    doc.circle(0, 0, Math.max(r * 0.28, 0.8)).fill(INK.ink3);
    return;
  }
  if (state === 'not-yet') {
    doc.circle(0, 0, r * 0.94).lineWidth(r * 0.22);
    doc
      .lineCap('butt')
      .dash(r * 0.4, { space: r * 0.36 })
      .stroke(INK.ink2)
      .undash();
    return;
  }
  doc.circle(0, 0, r).lineWidth(r * 0.16);
  doc.fillAndStroke(state === 'knows' ? INK.brass : INK.surface, INK.ink);
  if (state === 'almost') doc.path(`M${-r} 0A${r} ${r} 0 0 0 ${r} 0Z`).fillAndStroke(INK.brass, INK.ink);
  if (state === 'review') doc.circle(0, 0, r * 0.46).fillAndStroke(INK.brass, INK.ink);
}

/**
 * Draws a map. With cells below 18 points only the guide and the known themes are drawn.
 *
 * @param place the upper left corner, and the side of a dot's cell.
 * @param words text alternative for readers who cannot see it; null for decoration.
 */
export function drawSona(
  pdf: Pdf,
  { x, y, cell }: { x: number; y: number; cell: number },
  states: readonly ThemeState[],
  words: string | null,
): void {
  const drawing = sona(states.length);
  const big = cell * PIXELS >= SMALL_CELL;
  pdf.picture(words, (doc) => {
    doc.translate(x, y).scale(1 / PIXELS);
    doc.lineJoin('round');
    for (const { kind, width, dashes, path } of sonaLines(drawing, states, cell * PIXELS)) {
      doc.lineCap(kind === 'worn' ? 'butt' : 'round').lineWidth(!big && kind === 'guide' ? 0.7 : width);
      if (kind === 'guide' && big) doc.dash(0.1, { space: 5 });
      const [dash, space] = dashes?.split(' ').map(Number) ?? [];
      if (dash && space) doc.dash(dash, { space });
      doc.path(path).stroke(kind === 'guide' ? (big ? INK.lineStrong : INK.line) : INK.brand);
      doc.undash();
    }
    for (const [index, [dotX, dotY]] of drawing.dots.entries()) {
      const state = states[index] ?? 'no-data';
      doc.save().translate(dotX * cell * PIXELS, dotY * cell * PIXELS);
      mark(doc, big || state === 'knows' ? state : 'no-data', cell * PIXELS * (big ? 0.16 : 0.19));
      doc.restore();
    }
  });
}

/** Draws the sign of a state beside a word. `x`, `y`: its centre. */
export function drawSonaSign(pdf: Pdf, x: number, y: number, r: number, state: ThemeState, words: string | null): void {
  pdf.picture(words, (doc) => {
    doc.translate(x, y);
    mark(doc, state, r);
  });
}
