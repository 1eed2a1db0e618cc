import type { Brand } from '../config.ts';
import { PAGE } from './ink.ts';
import { drawBar, frameEveryPage, SIDE, SIGNS_FACE } from './pdf-parts.ts';
import { type Cell, type Column, drawTable, TOP } from './pdf-table.ts';
import { createTags, nameOnly, type Tags } from './pdf-tags.ts';
import { type Box, createTypesetter, type TextStyle, type Typesetter } from './pdf-text.ts';
import { printable, signsFile, typefaceFile, WEIGHTS, type Weight } from './typeface.ts';

// Creates PDF files: A4, with the product's font, the light theme, and a header and footer on every page. Text can be selected and
// searched, and is tagged for screen readers. Lengths are in points (1/72 inch) from the upper left corner.

const BOTTOM = 62;

export type { Cell, Column } from './pdf-table.ts';
export type { Box, TextStyle } from './pdf-text.ts';

export interface PdfOptions {
  /** The document's title, also printed at the right of every page's header. */
  title: string;
  brand: Brand;
  /** The time whose date, in Luanda, is printed in the footer. */
  now: Date;
  /** A sentence in the footer, such as "Comprovativo — não serve de factura". */
  note?: string;
  /** Omits header and footer: the caller may draw on the whole page. */
  bare?: boolean;
}

/** Draws a document. Flowing parts (`heading`, `paragraph`, `table`) begin at `y`, advance it, and break pages themselves. */
export interface Pdf {
  /** Left and right edges of flowing parts. They may be changed, for example for columns. */
  left: number;
  right: number;
  /** Position at which the next flowing part begins. */
  y: number;
  /** The maximum `y` of a page's content. */
  readonly bottom: number;
  heading(text: string, level?: 1 | 2 | 3): void;
  paragraph(text: string, style?: TextStyle): void;
  /** Draws rows with lines between them; the headings are repeated on each page. A row is never split. */
  table(
    columns: readonly Column[],
    rows: readonly (readonly Cell[])[],
    style?: { size?: number; height?: number },
  ): void;
  /**
   * Draws a score as a bar with a tick at 70 %: solid from the tick on, hatched below, dashed without data. It is decoration: print the
   * number beside it.
   */
  bar(percent: number | null, box: Box & { height?: number }): void;
  gap(points: number): void;
  /** Begins a new page unless this much room is left on the current one. */
  need(points: number): void;
  newPage(): void;
  /** Prints text at a given place, outside the flow; returns its height. */
  write(text: string, box: Box, style?: TextStyle): number;
  /** Returns the lines into which a text breaks at a width. */
  lines(text: string, width: number, style?: TextStyle): string[];
  widthOf(text: string, style?: TextStyle): number;
  /** Draws a picture with a text alternative; `write` inside it draws text as part of the picture. Null marks decoration. */
  picture(words: string | null, draw: (doc: PDFKit.PDFDocument) => void): void;
  /** Returns the outlines of one line of text, letter by letter: SVG path, left edge and width, in thousandths of the font size. */
  outlines(text: string, weight: Weight): { path: string; x: number; width: number }[];
}

/**
 * Makes a PDF. Any text may be given: characters that the font lacks are printed as empty boxes, and text that is too long for its place is
 * cut or broken. No text can become part of the file's structure.
 *
 * Takes about 20 ms of CPU; endpoints that can be called often should be limited.
 */
export async function makePdf(options: PdfOptions, draw: (pdf: Pdf) => void): Promise<Buffer> {
  // pdfkit is loaded with the first PDF: it takes some 30 MB, and many processes never make one.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'pt-AO',
    info: {
      Title: nameOnly(options.title),
      Author: nameOnly(options.brand.companyName),
      Creator: nameOnly(options.brand.productName),
      Producer: nameOnly(options.brand.productName),
      CreationDate: options.now,
    },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  for (const weight of WEIGHTS) doc.registerFont(String(weight), typefaceFile(weight));
  doc.registerFont(SIGNS_FACE, signsFile());
  draw(penFor(doc));
  if (!options.bare) frameEveryPage(doc, options);
  doc.end();
  return finished;
}

/** What draws parts in the flow of the document. */
interface Flowing {
  pen: Pdf;
  tags: Tags;
  text: Typesetter;
}

/** Draws a heading in the flow; see `Pdf`. */
function drawHeading({ pen, tags, text: { line, broken } }: Flowing, text: string, level: 1 | 2 | 3): void {
  const style = { 1: { size: 22, leading: 26 }, 2: { size: 13, leading: 18 }, 3: { size: 11, leading: 15 } }[level];
  const look: TextStyle = { ...style, weight: level === 1 ? 800 : 650 };
  const lines = broken(text, pen.right - pen.left, look);
  // A heading must not be alone at the end of a page.
  pen.need(lines.length * style.leading + 30);
  tags.part(`H${level}`, tags.root, () => {
    for (const each of lines) {
      line(each, { x: pen.left, y: pen.y, width: pen.right - pen.left }, look);
      pen.y += style.leading;
    }
  });
  pen.y += 4;
}

/** Draws a paragraph in the flow; see `Pdf`. */
function drawParagraph({ pen, tags, text: typesetter }: Flowing, text: string, wanted: TextStyle): void {
  const { choose, line, broken, fitted } = typesetter;
  const width = pen.right - pen.left;
  const style = fitted(text, width, wanted);
  const leading = style.leading ?? (style.size ?? 10) * 1.4;
  const waiting = broken(text, width, style);
  while (waiting.length > 0) {
    pen.need(leading);
    const here = waiting.splice(0, Math.max(1, Math.floor((pen.bottom - pen.y) / leading)));
    tags.part('P', tags.root, () => {
      choose(style);
      for (const each of here) {
        line(each, { x: pen.left, y: pen.y, width }, { ...style, leading });
        pen.y += leading;
      }
    });
  }
}

/** Returns what draws on a document. */
function penFor(doc: PDFKit.PDFDocument): Pdf {
  const tags = createTags(doc);
  const typesetter = createTypesetter(doc);
  const { root, part, decoration } = tags;
  const { choose, line, broken, fitted } = typesetter;
  const pen: Pdf = {
    left: SIDE,
    right: PAGE.width - SIDE,
    y: TOP,
    bottom: PAGE.height - BOTTOM,

    heading: (text, level = 2) => drawHeading({ pen, tags, text: typesetter }, text, level),
    paragraph: (text, style = {}) => drawParagraph({ pen, tags, text: typesetter }, text, style),
    table(columns, rows, options = {}) {
      drawTable({ doc, pen, tags, text: typesetter }, columns, rows, options);
    },

    bar(percent, { x, y, width, height = 8 }) {
      decoration(() => drawBar(doc, percent, { x, y, width, height }));
    },

    gap(points) {
      pen.y += points;
    },
    need(points) {
      if (pen.y + points > pen.bottom && pen.y > TOP) pen.newPage();
    },
    newPage() {
      doc.addPage();
      pen.y = TOP;
    },

    write(text, box, wanted = {}) {
      const style = fitted(text, box.width, wanted);
      const leading = style.leading ?? (style.size ?? 10) * 1.4;
      const lines = broken(text, box.width, style);
      part('P', root, () => {
        choose(style);
        lines.forEach((each, index) => {
          line(each, { ...box, y: box.y + index * leading }, { ...style, leading });
        });
      });
      return lines.length * leading;
    },
    lines: (text, width, style = {}) => broken(text, width, style),
    widthOf(text, style = {}) {
      choose(style);
      return typesetter.widthNow(printable(text), style);
    },
    picture(words, draw) {
      const kept = () => {
        doc.save();
        draw(doc);
        doc.restore();
      };
      if (words === null) decoration(kept);
      else part('Figure', root, kept, words);
    },
    outlines: typesetter.outlines,
  };
  return pen;
}
