import type { Box, Pdf, TextStyle } from '../../../server/pdf/pdf.ts';
import { piecesOf, printedText } from './exports.rules.ts';
import type { Piece, Styled } from './printed-formulas.rules.ts';

// Text on paper: fractions are printed vertically, bold and underlined words as such, everything else in plain characters.

/** Size and line height of a numerator and a denominator, as shares of the text size. */
const PART = 0.82;
const PART_LEADING = 1.02;
/** Height of the fraction bar above the base line, as a share of the text size. */
const AXIS = 0.28;
/** Points between a fraction and its neighbours, and by which the bar is longer than the numerator and the denominator. */
const SIDE = 1.2;
const OVER = 1;

/** A part of a line that is not broken: a word or a fraction with the punctuation attached to it. */
type Unit = { pieces: readonly Piece[]; width: number; beginsLine: boolean };
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
  if (!isSet(text)) return pdf.lines(plainOf(text), width, style).length * style.leading;
  return linesOf(pdf, text, width, style).reduce((all, { height }) => all + height, 0);
}

/** Returns by how much a fraction in the first line lowers its base line, compared with a line of plain characters. */
export function formulasDrop(pdf: Pdf, text: string, width: number, style: Sized): number {
  return isSet(text) ? (linesOf(pdf, text, width, style)[0]?.base ?? 0) - plainBase(style) : 0;
}

/** Writes a text into a box. @returns its height. */
export function writeFormulas(pdf: Pdf, text: string, box: Box, style: Sized): number {
  if (!isSet(text)) return pdf.write(plainOf(text), box, style);
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
/** Returns the characters of a text that `isSet` does not name; pictures are printed below it. */
const plainOf = (text: string) => piecesOf(text).join('').trim();
/** Returns whether a text needs more than plain characters. */
const isSet = (text: string) => piecesOf(text).some((piece) => typeof piece !== 'string');
const sum = (units: readonly Unit[]) => units.reduce((all, { width }) => all + width, 0);
const styleOf = ({ bold }: Styled, style: Sized): Sized => (bold ? { ...style, weight: 800 } : style);
const partStyle = (style: Sized): Sized => ({ ...style, size: style.size * PART, leading: style.size * PART });

function pieceWidth(pdf: Pdf, piece: Piece, style: Sized): number {
  if (typeof piece === 'string') return pdf.widthOf(piece, style);
  if ('words' in piece) return pdf.widthOf(piece.words, styleOf(piece, style));
  const part = partStyle(style);
  return Math.max(pdf.widthOf(piece.top, part), pdf.widthOf(piece.bottom, part)) + 2 * (SIDE + OVER);
}

function unitsOf(pdf: Pdf, text: string, style: Sized): Unit[] {
  const units: { pieces: Piece[]; beginsLine: boolean }[] = [{ pieces: [], beginsLine: false }];
  for (const piece of piecesOf(text)) {
    if (typeof piece !== 'string' && 'top' in piece) {
      units.at(-1)?.pieces.push(piece);
      continue;
    }
    const words = typeof piece === 'string' ? piece : piece.words;
    for (const [at, word] of words.split(/( +|\n)/).entries()) {
      if (at % 2 === 1) units.push({ pieces: [], beginsLine: word === '\n' });
      else if (word !== '') units.at(-1)?.pieces.push(typeof piece === 'string' ? word : { ...piece, words: word });
    }
  }
  return units
    .filter(({ pieces, beginsLine }) => pieces.length > 0 || beginsLine)
    .map((unit) => ({ ...unit, width: unit.pieces.reduce((all, piece) => all + pieceWidth(pdf, piece, style), 0) }));
}

function linesOf(pdf: Pdf, text: string, width: number, style: Sized): Line[] {
  const space = pdf.widthOf(' ', style);
  const lines: Unit[][] = [];
  let used = 0;
  for (const unit of unitsOf(pdf, text, style)) {
    const last = lines.at(-1);
    if (last && !unit.beginsLine && used + space + unit.width <= width + 0.01) {
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
    if (!units.some(({ pieces }) => pieces.some((piece) => typeof piece !== 'string' && 'top' in piece)))
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
  if ('words' in piece) {
    write(piece.words, x, width + 1, base, { ...styleOf(piece, style), align: 'left' });
    const line = (points: readonly (readonly [across: number, above: number])[]) => {
      for (const [at, [across, above]] of points.entries())
        doc[at === 0 ? 'moveTo' : 'lineTo'](x + across, base - style.size * above);
      doc.lineWidth(Math.max(0.5, style.size * 0.06)).stroke(style.colour ?? '#000000');
    };
    if (piece.underlined)
      line([
        [0, -0.14],
        [width, -0.14],
      ]);
    if (piece.over === 'hat')
      line([
        [width * 0.2, 0.78],
        [width / 2, 0.88],
        [width * 0.8, 0.78],
      ]);
    else if (piece.over)
      line([
        [0, 0.82],
        [width, 0.82],
      ]);
    if (piece.over === 'arrow')
      line([
        [width - style.size * 0.16, 0.9],
        [width, 0.82],
        [width - style.size * 0.16, 0.74],
      ]);
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
