import PDFDocument from 'pdfkit';
import type { Brand } from './config.ts';
import { INK, PAGE } from './ink.ts';
import { drawBar, frameEveryPage, SIDE, SIGNS_FACE } from './pdf-parts.ts';
import { BOX, printable, runsOf, signsFile, typefaceFile, WEIGHTS, type Weight } from './typeface.ts';

// Creates PDF files: A4, the product's typeface, light theme, header and footer on every page, selectable and
// searchable text, tagged for screen readers. Lengths are points (1/72 inch) from the upper left corner.

const TOP = 78;
const BOTTOM = 62;

export interface PdfOptions {
  /** Heads every page on the right, and names the document. */
  title: string;
  brand: Brand;
  /** The date in the footer is this moment's, in Luanda. */
  now: Date;
  /** A sentence in the footer, as "Comprovativo — não serve de factura". */
  note?: string;
  /** Neither header nor footer: the page is the caller's to its edges. */
  bare?: boolean;
}

export interface TextStyle {
  /** 10 unless said. */
  size?: number;
  weight?: Weight;
  colour?: string;
  align?: 'left' | 'right' | 'center';
  /** Distance from line to line; 1.4 × the size unless said. */
  leading?: number;
  /** What does not fit in so many lines ends in dots. */
  maxLines?: number;
  /** Digits all of one width, for columns of figures. */
  tabular?: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
}

export interface Column {
  title: string;
  /** Share of the width, beside the other columns' shares. */
  share: number;
  align?: 'left' | 'right';
}

export type Cell = string | { text: string; colour?: string; weight?: Weight };

/** Draws a document. Flowing parts (`heading`, `paragraph`, `table`) begin at `y`, move it on, and break pages themselves. */
export interface Pdf {
  /** Edges between which flowing parts stand. `left` and `right` may be changed, as for columns. */
  left: number;
  right: number;
  /** Where the next flowing part begins. */
  y: number;
  /** The lowest `y` of a page's contents. */
  readonly bottom: number;
  heading(text: string, level?: 1 | 2 | 3): void;
  paragraph(text: string, style?: TextStyle): void;
  /** Rows with a line between them; the titles come again on each page. A row is never cut in two. */
  table(
    columns: readonly Column[],
    rows: readonly (readonly Cell[])[],
    style?: { size?: number; height?: number },
  ): void;
  /** A score on a track with a tick at 70 %: solid from the tick on, hatched below, dashed without data. Decoration: print the number beside it. */
  bar(percent: number | null, box: Box & { height?: number }): void;
  gap(points: number): void;
  /** Goes to a new page unless so much room is left on this one. */
  need(points: number): void;
  newPage(): void;
  /** Text at a place of your own, outside the flow; gives its height. */
  write(text: string, box: Box, style?: TextStyle): number;
  /** The lines that a text takes in a width. */
  lines(text: string, width: number, style?: TextStyle): string[];
  widthOf(text: string, style?: TextStyle): number;
  /** A picture with words for those who cannot see it; `write` inside draws text as part of it. Null: decoration. */
  picture(words: string | null, draw: (doc: PDFKit.PDFDocument) => void): void;
  /** The outline of one line of text, letter by letter: SVG path, its left edge and width, in thousandths of the size. */
  outlines(text: string, weight: Weight): { path: string; x: number; width: number }[];
}

/**
 * Makes a PDF. Any text may be given: what the typeface lacks is printed as an empty box, and what is too long for its place
 * is cut or broken; nothing in a text becomes part of the file's structure.
 *
 * Costs about 20 ms of the processor; callers who can be asked often should be limited.
 */
export function makePdf(options: PdfOptions, draw: (pdf: Pdf) => void): Promise<Buffer> {
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
  try {
    for (const weight of WEIGHTS) doc.registerFont(String(weight), typefaceFile(weight));
    doc.registerFont(SIGNS_FACE, signsFile());
    draw(penFor(doc));
    if (!options.bare) frameEveryPage(doc, options);
    doc.end();
  } catch (error) {
    return Promise.reject(error);
  }
  return finished;
}

/** A name for the file's own description, where some readers look for commands: letters, digits and plain signs only. */
const nameOnly = (text: string) =>
  printable(text)
    .replace(/[/\\()<>[\]{}%#\n]+/g, ' ')
    .slice(0, 200);

/** What pdfkit knows of an embedded typeface and does not say in its types. */
interface Embedded {
  /** Code points by glyph of the subset; the first is the box for what is missing. */
  unicode: number[][];
  font: {
    layout(text: string): {
      glyphs: { path: { toSVG(): string } }[];
      positions: { xAdvance: number }[];
    };
  };
}

function penFor(doc: PDFKit.PDFDocument): Pdf {
  const root = doc.struct('Document');
  doc.addStructure(root);
  let inside = false;

  /** Draws as one tagged part; within another part it only draws. */
  const part = (type: string, within: PDFKit.PDFStructureElement, draw: () => void, words?: string) => {
    if (inside) return draw();
    inside = true;
    const element = doc.struct(type, words ? { alt: nameOnly(words) } : {});
    within.add(element);
    element.add(draw);
    element.end();
    inside = false;
  };
  const decoration = (draw: () => void) => {
    if (inside) return draw();
    inside = true;
    doc.markContent('Artifact', { type: 'Layout' });
    draw();
    doc.endMarkedContent();
    inside = false;
  };

  const choose = ({ size = 10, weight = 400 }: TextStyle) => {
    doc.font(String(weight)).fontSize(size);
    // So that the box reads as what it is when the text is copied.
    (doc as unknown as { _font: Embedded })._font.unicode[0] = [BOX.codePointAt(0) as number];
  };
  const features = ({ tabular }: TextStyle): PDFKit.Mixins.OpenTypeFeatures[] | undefined =>
    tabular ? ['kern', 'tnum'] : undefined;
  const widthNow = (text: string, style: TextStyle) => {
    const wanted = features(style);
    let width = 0;
    for (const run of runsOf(text)) {
      if (run.signs) doc.font(SIGNS_FACE);
      width += doc.widthOfString(run.text, wanted && !run.signs ? { features: wanted } : {});
      if (run.signs) choose(style);
    }
    return width;
  };

  /** One line whose upper edge is `y`; `text` is printable and fits. */
  const line = (text: string, { x, y, width }: Box, style: TextStyle) => {
    const { size = 10, align = 'left', colour = INK.ink } = style;
    const leading = style.leading ?? size * 1.4;
    const room = align === 'left' ? 0 : width - widthNow(text, style);
    let at = x + (align === 'right' ? room : align === 'center' ? room / 2 : 0);
    const wanted = features(style);
    for (const run of runsOf(text)) {
      const long = widthNow(run.text, style);
      if (run.signs) doc.font(SIGNS_FACE);
      doc.fillColor(colour).text(run.text, at, y + (leading - size * 1.2) / 2 + size * 0.95, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(wanted && !run.signs ? { features: wanted } : {}),
      });
      if (run.signs) choose(style);
      at += long;
    }
  };

  const broken = (text: string, width: number, style: TextStyle): string[] => {
    choose(style);
    const { maxLines = Number.POSITIVE_INFINITY } = style;
    const made: string[] = [];
    // Nothing as long as a book is measured for a place of a line or two.
    const clean = printable(Number.isFinite(maxLines) ? text.slice(0, maxLines * 400) : text);
    const fits = (some: string) => widthNow(some, style) <= width + 0.01;
    const cut = (some: string, tail: string): string => {
      let [low, high] = [0, some.length];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (fits(some.slice(0, middle) + tail)) low = middle;
        else high = middle - 1;
      }
      return some.slice(0, low);
    };
    for (const paragraph of clean.split('\n')) {
      let current = '';
      for (const word of paragraph.split(/ +/)) {
        const longer = current === '' ? word : `${current} ${word}`;
        if (fits(longer)) {
          current = longer;
          continue;
        }
        if (current !== '') made.push(current);
        current = word;
        while (!fits(current) && made.length <= maxLines) {
          const piece = cut(current, '') || current.slice(0, 1);
          made.push(piece);
          current = current.slice(piece.length);
        }
        if (made.length > maxLines) break;
      }
      made.push(current);
      if (made.length > maxLines) break;
    }
    if (made.length <= maxLines) return made;
    const kept = made.slice(0, maxLines);
    const last = kept[maxLines - 1] as string;
    kept[maxLines - 1] = `${(fits(`${last}…`) ? last : cut(last, '…')).trimEnd()}…`;
    return kept;
  };

  const pen: Pdf = {
    left: SIDE,
    right: PAGE.width - SIDE,
    y: TOP,
    bottom: PAGE.height - BOTTOM,

    heading(text, level = 2) {
      const style = { 1: { size: 22, leading: 26 }, 2: { size: 13, leading: 18 }, 3: { size: 11, leading: 15 } }[level];
      const look: TextStyle = { ...style, weight: level === 1 ? 800 : 650 };
      const lines = broken(text, pen.right - pen.left, look);
      // Not alone at the end of a page.
      pen.need(lines.length * style.leading + 30);
      part(`H${level}`, root, () => {
        for (const each of lines) {
          line(each, { x: pen.left, y: pen.y, width: pen.right - pen.left }, look);
          pen.y += style.leading;
        }
      });
      pen.y += 4;
    },

    paragraph(text, style = {}) {
      const leading = style.leading ?? (style.size ?? 10) * 1.4;
      const width = pen.right - pen.left;
      const waiting = broken(text, width, style);
      while (waiting.length > 0) {
        pen.need(leading);
        const here = waiting.splice(0, Math.max(1, Math.floor((pen.bottom - pen.y) / leading)));
        part('P', root, () => {
          choose(style);
          for (const each of here) {
            line(each, { x: pen.left, y: pen.y, width }, { ...style, leading });
            pen.y += leading;
          }
        });
      }
    },

    table(columns, rows, { size = 9.5, height = 20 } = {}) {
      const whole = pen.right - pen.left;
      const shares = columns.reduce((sum, { share }) => sum + share, 0);
      const widths = columns.map(({ share }) => (whole * share) / shares);
      const lefts = widths.map((_, index) => pen.left + widths.slice(0, index).reduce((sum, one) => sum + one, 0));
      const leading = size * 1.3;
      let table: PDFKit.PDFStructureElement | undefined;
      const row = (type: 'TH' | 'TD', cells: readonly Cell[]) => {
        const styled = cells.map((cell, index) => {
          const { text, ...own } = typeof cell === 'string' ? { text: cell } : cell;
          const align = columns[index]?.align ?? 'left';
          const style: TextStyle = { size, leading, align, tabular: align === 'right', ...own };
          if (type === 'TH') Object.assign(style, { size: size - 0.5, colour: INK.ink2, weight: 650 });
          return { style, lines: broken(text, (widths[index] ?? 0) - 8, style) };
        });
        const tall = Math.max(...styled.map(({ lines }) => lines.length)) * leading + (height - leading);
        const fresh = pen.y + tall > pen.bottom && tall <= pen.bottom - TOP;
        if (fresh) {
          pen.newPage();
          table?.end();
          table = undefined;
        }
        if (!table) {
          table = doc.struct('Table');
          root.add(table);
          if (fresh && type === 'TD')
            row(
              'TH',
              columns.map(({ title }) => title),
            );
        }
        const record = doc.struct('TR');
        table.add(record);
        const y = pen.y;
        styled.forEach(({ style, lines }, index) => {
          part(type, record, () => {
            choose(style);
            lines.forEach((each, at) => {
              const box = {
                x: (lefts[index] ?? 0) + (style.align === 'right' ? 8 : 0),
                width: (widths[index] ?? 0) - 8,
              };
              line(each, { ...box, y: y + (height - leading) / 2 + at * leading }, style);
            });
          });
        });
        record.end();
        pen.y = y + tall;
        decoration(() => {
          doc.moveTo(pen.left, pen.y).lineTo(pen.right, pen.y);
          doc.lineWidth(type === 'TH' ? 1 : 0.6).stroke(type === 'TH' ? INK.lineStrong : INK.line);
        });
      };
      pen.need(height * 2);
      row(
        'TH',
        columns.map(({ title }) => title),
      );
      for (const cells of rows) row('TD', cells);
      table?.end();
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

    write(text, box, style = {}) {
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
      return widthNow(printable(text), style);
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
    outlines(text, weight) {
      choose({ weight });
      const { glyphs, positions } = (doc as unknown as { _font: Embedded })._font.font.layout(printable(text));
      let x = 0;
      return glyphs.map((glyph, index) => {
        // Widths come from the metrics, which pdfkit has scaled to a thousand already.
        const width = positions[index]?.xAdvance ?? 0;
        x += width;
        return { path: glyph.path.toSVG(), x: x - width, width };
      });
    },
  };
  return pen;
}
