import { gridFor, mirrorCurve } from '../../shared/fio.ts';
import { GOAL } from '../../shared/goal.ts';
import { initial } from '../../shared/initial.ts';
import { coverInk, INK } from './ink.ts';
import type { Box, Pdf } from './pdf.ts';

// Drawings of the screens, drawn the same way on paper: the stamp, the fio (the progress line), the ruled sheet and the name label. Lengths
// are in points.

/** Distance between the lines of a sheet. */
export const RULE = 21;

/** Draws a sheet of an exercise book: blue rules, and a red margin `margin` points from its left edge. */
export function drawSheet(pdf: Pdf, { x, y, width }: Box, height: number, margin = 40): void {
  pdf.picture(null, (doc) => {
    doc.roundedRect(x, y, width, height, 4).fillAndStroke(INK.surface, INK.line);
    for (let at = y + RULE; at < y + height - 4; at += RULE) doc.moveTo(x, at).lineTo(x + width, at);
    doc.lineWidth(0.7).stroke(INK.rule);
    doc.moveTo(x + margin, y).lineTo(x + margin, y + height);
    doc.lineWidth(0.9).stroke(INK.margin);
    doc.lineWidth(0.8).roundedRect(x, y, width, height, 4).stroke(INK.line);
  });
}

/** Draws the glued paper label with a child's initial; a long title is set in two smaller lines. The label is 46 points high. */
export function drawNameLabel(
  pdf: Pdf,
  box: Box,
  { cover, name, title, detail }: { cover: number; name: string; title: string; detail: string },
): void {
  const { x, y, width } = box;
  pdf.picture(null, (doc) => {
    doc.roundedRect(x, y, width, 46, 3).lineWidth(0.6).fillAndStroke(INK.label, INK.labelLine);
    doc
      .rect(x + 3.5, y + 3.5, width - 7, 39)
      .lineWidth(0.9)
      .stroke(INK.labelLine);
    doc.circle(x + 25, y + 23, 13.5).fill(coverInk(cover));
  });
  pdf.picture(null, () =>
    pdf.write(
      initial(name),
      { x: x + 8, y: y + 14, width: 34 },
      {
        size: 13,
        weight: 800,
        align: 'center',
        colour: INK.onCover,
        leading: 18,
        maxLines: 1,
      },
    ),
  );
  const text = { x: x + 46, width: width - 54 };
  const long = pdf.widthOf(title, { size: 12, weight: 650 }) > text.width;
  if (long) {
    pdf.write(title, { ...text, y: y + 6 }, { size: 8, weight: 650, leading: 10, maxLines: 2 });
    pdf.write(detail, { ...text, y: y + 27 }, { size: 8, leading: 12, colour: INK.labelInk2, maxLines: 1 });
    return;
  }
  pdf.write(title, { ...text, y: y + 7 }, { size: 12, weight: 650, leading: 17, maxLines: 1 });
  pdf.write(detail, { ...text, y: y + 24 }, { size: 9, leading: 13, colour: INK.labelInk2, maxLines: 1 });
}

/**
 * Draws the same as `FioResult`: a full dot is right, a dashed hollow one wrong, a small faint one neither, and one line connects all. It is scaled to fit into the
 * box. Returns its height.
 */
export function drawFio(
  pdf: Pdf,
  { x, y, width: widest }: Box,
  highest: number,
  results: readonly (boolean | null)[],
  words: string,
): number {
  const [columns, rows] = gridFor(Math.max(results.length, 1));
  const { lines, dots, width, height } = mirrorCurve(columns, rows);
  const scale = Math.min(widest / (width + 6), highest / (height + 6), 2.1);
  pdf.picture(words, (doc) => {
    doc.translate(x, y).scale(scale).translate(3, 3);
    doc.lineCap('round').lineJoin('round').lineWidth(2.2);
    if (results.some((result) => result !== null)) for (const line of lines) doc.path(line).stroke(INK.brand);
    dots.forEach(([dotX, dotY], index) => {
      if (results[index]) doc.circle(dotX, dotY, 3.3).lineWidth(0.9).fillAndStroke(INK.brass, INK.ink);
      else if (results[index] === null) doc.circle(dotX, dotY, 1.8).fill(INK.lineStrong);
      else {
        doc.circle(dotX, dotY, 2.8).lineWidth(1.4).lineCap('butt').dash(1.8, { space: 1.4 });
        doc.fillAndStroke(INK.surface, INK.lineStrong).undash();
      }
    });
  });
  return (height + 6) * scale;
}

/** Draws the same as `RoundStamp`: words around the edge, a tick below. `big` has at most five characters. */
export function drawRoundStamp(pdf: Pdf, { x, y, width }: Box, ring: string, big: string, words: string): void {
  pdf.picture(words, (doc) => {
    doc
      .translate(x + width / 2, y + width / 2)
      .rotate(-9)
      .scale(width / 132);
    for (const [radius, line] of [
      [62, 3.4],
      [57, 1.4],
      [40, 1.4],
    ] as const) {
      doc.circle(0, 0, radius).lineWidth(line).stroke(INK.ok);
    }
    // The letters are spread to fill the ring, whatever their number. They are drawn as outlines, so that they are not among the words when
    // text is copied.
    const size = 10.4;
    const letters = pdf.outlines(ring, 650);
    const last = letters.at(-1);
    const long = last ? ((last.x + last.width) * size) / 1000 : 1;
    const spread = (304 - long) / Math.max(letters.length, 1);
    letters.forEach((letter, index) => {
      const middle = ((letter.x + letter.width / 2) * size) / 1000 + spread * index;
      doc
        .save()
        .rotate(-90 + (middle / 49) * (180 / Math.PI))
        .translate((-letter.width * size) / 2000, -49);
      doc.scale(size / 1000, -size / 1000);
      if (letter.path) doc.path(letter.path).fill(INK.ok);
      doc.restore();
    });
    pdf.write(big, { x: -40, y: -19, width: 80 }, stampText(big.length > 3 ? 24 : 29, 34, INK.ok));
    doc.path('M-11 18l7.5 7.5L12 12').lineCap('round').lineJoin('round').lineWidth(4).stroke(INK.ok);
  });
}

/** Draws the same as `SquareStamp`. `pending`: grey and dashed. The box has the proportions 150 : 110. */
function drawSquareStamp(
  pdf: Pdf,
  { x, y, width }: Box,
  { top, big, bottom, pending = false }: { top: string; big: string; bottom: string; pending?: boolean },
  words: string,
): void {
  const colour = pending ? INK.ink3 : INK.low;
  pdf.picture(words, (doc) => {
    doc
      .translate(x + width / 2, y + (width * 55) / 150)
      .rotate(-5)
      .scale(width / 150);
    doc.roundedRect(-71, -51, 142, 102, 6).lineWidth(pending ? 2.4 : 3.4);
    if (pending) doc.dash(7, { space: 5 });
    doc.stroke(colour);
    if (pending) doc.undash();
    else doc.roundedRect(-65, -45, 130, 90, 3).lineWidth(1.4).stroke(colour);
    pdf.write(top, { x: -64, y: -36, width: 128 }, stampText(11.5, 16, colour));
    pdf.write(big, { x: -64, y: -21, width: 128 }, stampText(38, 46, colour));
    pdf.write(bottom, { x: -64, y: 24, width: 128 }, stampText(11.5, 16, colour));
  });
}

const stampText = (size: number, leading: number, colour: string) =>
  ({ size, leading, colour, weight: 800, align: 'center', maxLines: 1 }) as const;

/** Draws the stamp of a score as on the screen: round from 70 % on, square below. */
export function drawScoreStamp(pdf: Pdf, box: Box, percent: number, productName: string): void {
  const big = `${percent}%`;
  if (percent >= GOAL) {
    const ring = `${productName.toUpperCase()} • META ATINGIDA • 70% OU MAIS •`;
    drawRoundStamp(pdf, box, ring, big, `${big}, acima da meta de 70%`);
  } else {
    const lines = { top: 'AINDA A PRATICAR', big, bottom: 'META: 70%' };
    drawSquareStamp(pdf, box, lines, `${big}, abaixo da meta de 70%`);
  }
}

/** Draws the stamp of a score that does not count as on the screen: in pencil, with dashed edges. */
export function drawPencilStamp(pdf: Pdf, box: Box, percent: number): void {
  const big = `${percent}%`;
  const lines = { top: 'A LÁPIS', big, bottom: 'NÃO CONTA', pending: true };
  drawSquareStamp(pdf, box, lines, `${big}, a lápis: não conta para a média`);
}

/**
 * Draws a tick for a goal that was reached, or a circular arrow for one that was not. `x`, `y`: the upper left corner of a square of
 * `size`.
 */
export function drawMark(pdf: Pdf, x: number, y: number, size: number, good: boolean): void {
  pdf.picture(null, (doc) => {
    doc
      .translate(x, y)
      .scale(size / 24)
      .lineCap('round')
      .lineJoin('round')
      .lineWidth(3);
    doc.path(good ? 'M5 12.5l4.5 4.5L19 7.5' : 'M4 5v5h5M4.6 10a8 8 0 1 1-.6 5').stroke(good ? INK.ok : INK.low);
  });
}
