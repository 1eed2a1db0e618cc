import { longDate } from '../../shared/dates.ts';
import { GOAL } from '../../shared/goal.ts';
import { LOGO_LINE } from '../../shared/logo.ts';
import type { Brand } from '../config.ts';
import { INK, PAGE } from './ink.ts';
import { printable, runsOf } from './typeface.ts';

/** Name of the symbol font within a document. */
export const SIGNS_FACE = 'signs';

// The parts of every PDF page, and the drawings between its text: those parts of `pdf.ts` that need no cursor.

/** Left and right margins of the page in points. */
export const SIDE = 46;

/** Draws the same as `ScoreBar` on the screen. */
export function drawBar(
  doc: PDFKit.PDFDocument,
  percent: number | null,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const radius = Math.min(height / 2, 4);
  doc.save();
  doc.roundedRect(x, y, width, height, radius);
  if (percent === null) {
    doc.lineWidth(0.8).dash(3, { space: 2 }).stroke(INK.lineStrong).undash().restore();
    return;
  }
  doc.lineWidth(0.6).fillAndStroke(INK.sunken, INK.line);
  const filled = (width * Math.min(100, Math.max(0, percent))) / 100;
  if (filled > 0) {
    doc.save().roundedRect(x, y, width, height, radius).clip();
    doc.rect(x, y, filled, height);
    if (percent >= GOAL) doc.fill(INK.okBar);
    else {
      doc.clip().rect(x, y, filled, height).fill(INK.lowBar);
      for (let at = x - height; at < x + filled; at += 6) doc.moveTo(at, y + height).lineTo(at + height, y);
      doc.lineWidth(2).stroke(INK.low);
    }
    doc.restore();
  }
  const tick = x + (width * GOAL) / 100;
  doc
    .moveTo(tick, y - 2.5)
    .lineTo(tick, y + height + 2.5)
    .lineWidth(3)
    .stroke('#ffffff');
  doc
    .moveTo(tick, y - 2.5)
    .lineTo(tick, y + height + 2.5)
    .lineWidth(1.4)
    .stroke(INK.ink);
  doc.restore();
}

interface PageFrame {
  title: string;
  brand: Brand;
  now: Date;
  note?: string;
}

/** Adds header and footer to every page, at the end, when the number of pages is known. They are not part of the text. */
export function frameEveryPage(doc: PDFKit.PDFDocument, { title, brand, now, note }: PageFrame): void {
  const { start, count } = doc.bufferedPageRange();
  const right = PAGE.width - SIDE;
  let face = '400';
  const write = (text: string, x: number, y: number, width: number, align: 'left' | 'right' | 'center') => {
    let shown = printable(text).replaceAll('\n', ' ').slice(0, 300);
    const widthOf = (some: string) =>
      runsOf(some).reduce((sum, run) => sum + doc.font(run.signs ? SIGNS_FACE : face).widthOfString(run.text), 0);
    if (widthOf(shown) > width) {
      while (shown !== '' && widthOf(`${shown}…`) > width) shown = shown.slice(0, -1);
      shown = `${shown.trimEnd()}…`;
    }
    const room = width - widthOf(shown);
    let at = x + (align === 'right' ? room : align === 'center' ? room / 2 : 0);
    for (const run of runsOf(shown)) {
      doc.font(run.signs ? SIGNS_FACE : face).text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' });
      at += widthOf(run.text);
    }
    doc.font(face);
  };
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index);
    doc.markContent('Artifact', { type: 'Pagination' });
    doc
      .save()
      .translate(SIDE, 27)
      .scale(24 / 34);
    doc.roundedRect(0, 0, 34, 34, 8).fill(INK.cover);
    doc.path('M8 0H6V34H8A8 8 0 0 1 0 26V8A8 8 0 0 1 8 0Z').fill(INK.brass);
    doc.translate(10.2, 4.6).scale(0.412).path(LOGO_LINE).lineWidth(3.6).stroke(INK.onCover);
    for (const y of [10, 30, 50]) for (const x of [10, 30]) doc.circle(x, y, 3.6).fill(INK.brass);
    doc.restore();
    face = '800';
    doc.font(face).fontSize(14).fillColor(INK.ink);
    write(brand.productName, SIDE + 32, 44, 190, 'left');
    face = '400';
    doc.font(face).fontSize(9.5).fillColor(INK.ink2);
    write(title, right - 260, 43, 260, 'right');
    doc.lineWidth(0.8).moveTo(SIDE, 61).lineTo(right, 61).stroke(INK.line);

    const foot = PAGE.height - 40;
    doc
      .moveTo(SIDE, foot - 13)
      .lineTo(right, foot - 13)
      .stroke(INK.line);
    face = '400';
    doc.font(face).fontSize(8.5).fillColor(INK.ink2);
    write(longDate(now), SIDE, foot, 130, 'left');
    write(`Apoio: ${brand.supportEmail}`, SIDE + 130, foot, right - SIDE - 260, 'center');
    write(`Página ${index + 1} de ${count}`, right - 130, foot, 130, 'right');
    if (note) {
      doc.font('650');
      write(note, SIDE, foot + 13, right - SIDE, 'center');
    }
    doc.endMarkedContent();
  }
}
