import type { Box, Pdf, TextStyle } from '../../../server/pdf/pdf.ts';
import { type Piece, piecesOf, printedText } from './exports.rules.ts';

// Text with formulas on paper: fractions are printed vertically, everything else in plain characters.

/** Size and line height of a numerator and a denominator, as shares of the text size. */
const PART = 0.82;
const PART_LEADING = 1.02;
/** Height of the fraction bar above the base line, as a share of the text size. */
const AXIS = 0.28;
/** Points between a fraction and its neighbours, and by which the bar is longer than the numerator and the denominator. */
const SIDE = 1.2;
const OVER = 1;

/** A part of a line that is not broken: a word or a fraction with the punctuation attached to it. */
type Unit = { pieces: readonly Piece[]; width: number };
interface Line {
  units: Unit[];
  height: number;
  /** Distance from the line's upper edge to its base line. */
  base: number;
}

type Sized = TextStyle & { size: number; leading: number };

/** Returns the width of a text printed on one line. */
export function formulasWidth(pdf: Pdf, text: string, style: Sized): number {
  return pdf.widthOf(' ', style) * (unitsOf(pdf, text, style).length - 1) + sum(unitsOf(pdf, text, style));
}

/** Returns the height of a text printed in a given width. */
export function formulasHeight(pdf: Pdf, text: string, width: number, style: Sized): number {
  if (!hasFraction(text)) return pdf.lines(printedText(text), width, style).length * style.leading;
  return linesOf(pdf, text, width, style).reduce((all, { height }) => all + height, 0);
}

/** Returns by how much a fraction in the first line lowers its base line, compared with a line of plain characters. */
export function formulasDrop(pdf: Pdf, text: string, width: number, style: Sized): number {
  return hasFraction(text) ? (linesOf(pdf, text, width, style)[0]?.base ?? 0) - plainBase(style) : 0;
}

/** Writes a text into a box. @returns its height. */
export function writeFormulas(pdf: Pdf, text: string, box: Box, style: Sized): number {
  if (!hasFraction(text)) return pdf.write(printedText(text), box, style);
  let y = box.y;
  pdf.picture(printedText(text), (doc) => {
    const space = pdf.widthOf(' ', style);
    for (const line of linesOf(pdf, text, box.width, style)) {
      let x = box.x;
      for (const { pieces, width } of line.units) {
        let at = x;
        for (const piece of pieces) at += writePiece(pdf, doc, piece, at, y + line.base, style);
        x += width + space;
      }
      y += line.height;
    }
  });
  return y - box.y;
}

/** Returns the distance from the upper edge of a line of plain characters to its base line, as `write` places it. */
const plainBase = ({ size, leading }: Sized) => (leading - size * 1.2) / 2 + size * 0.95;
const hasFraction = (text: string) => piecesOf(text).some((piece) => typeof piece !== 'string');
const sum = (units: readonly Unit[]) => units.reduce((all, { width }) => all + width, 0);
const partStyle = (style: Sized): Sized => ({ ...style, size: style.size * PART, leading: style.size * PART });

function pieceWidth(pdf: Pdf, piece: Piece, style: Sized): number {
  if (typeof piece === 'string') return pdf.widthOf(piece, style);
  const part = partStyle(style);
  return Math.max(pdf.widthOf(piece.top, part), pdf.widthOf(piece.bottom, part)) + 2 * (SIDE + OVER);
}

function unitsOf(pdf: Pdf, text: string, style: Sized): Unit[] {
  const units: Piece[][] = [[]];
  for (const piece of piecesOf(text)) {
    if (typeof piece !== 'string') {
      units.at(-1)?.push(piece);
      continue;
    }
    piece.split(/ +/).forEach((word, index) => {
      if (index > 0) units.push([]);
      if (word !== '') units.at(-1)?.push(word);
    });
  }
  return units
    .filter((pieces) => pieces.length > 0)
    .map((pieces) => ({ pieces, width: pieces.reduce((all, piece) => all + pieceWidth(pdf, piece, style), 0) }));
}

function linesOf(pdf: Pdf, text: string, width: number, style: Sized): Line[] {
  const space = pdf.widthOf(' ', style);
  const lines: Unit[][] = [];
  let used = 0;
  for (const unit of unitsOf(pdf, text.replace(/\n/g, ' '), style)) {
    const last = lines.at(-1);
    if (last && used + space + unit.width <= width + 0.01) {
      last.push(unit);
      used += space + unit.width;
    } else {
      lines.push([unit]);
      used = unit.width;
    }
  }
  const { size, leading } = style;
  const above = plainBase(style);
  // The distances from the base line to the upper and the lower edge of a fraction.
  const tall = size * (AXIS + PART * PART_LEADING) + 2;
  const deep = size * (PART * PART_LEADING - AXIS) + 2;
  return lines.map((units) => {
    if (!units.some(({ pieces }) => pieces.some((piece) => typeof piece !== 'string')))
      return { units, height: leading, base: above };
    const base = Math.max(above, tall);
    return { units, base, height: base + Math.max(leading - above, deep) };
  });
}

/** Writes one piece from `x` on the base line `base`. @returns its width. */
function writePiece(pdf: Pdf, doc: PDFKit.PDFDocument, piece: Piece, x: number, base: number, style: Sized): number {
  const width = pieceWidth(pdf, piece, style);
  const write = (text: string, at: number, wide: number, on: number, look: Sized) =>
    pdf.write(text, { x: at, y: on - plainBase(look), width: wide }, look);
  if (typeof piece === 'string') {
    write(piece, x, width + 1, base, { ...style, align: 'left' });
    return width;
  }
  const axis = base - style.size * AXIS;
  const part: Sized = { ...partStyle(style), align: 'center' };
  // Digits are 0.72 of the font size high.
  write(piece.top, x, width, axis - style.size * 0.13, part);
  write(piece.bottom, x, width, axis + style.size * (0.13 + PART * 0.72), part);
  doc
    .moveTo(x + SIDE, axis)
    .lineTo(x + width - SIDE, axis)
    .lineWidth(Math.max(0.5, style.size * 0.06))
    .stroke(style.colour ?? '#000000');
  return width;
}
