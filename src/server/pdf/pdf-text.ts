import { INK } from './ink.ts';
import { SIGNS_FACE } from './pdf-parts.ts';
import { BOX, printable, runsOf, type Weight } from './typeface.ts';

export interface TextStyle {
  /** Default: 10. */
  size?: number;
  weight?: Weight;
  colour?: string;
  align?: 'left' | 'right' | 'center';
  /** Distance between baselines; default: 1.4 × the size. */
  leading?: number;
  /** Maximum number of lines; longer text ends with an ellipsis. */
  maxLines?: number;
  /** Whether all digits have the same width, for columns of figures. */
  tabular?: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
}

/** Properties of an embedded font that pdfkit's types lack. */
interface Embedded {
  /** Code points by glyph of the subset; the first glyph is the box for missing characters. */
  unicode: number[][];
  font: {
    layout(text: string): {
      glyphs: { path: { toSVG(): string } }[];
      positions: { xAdvance: number }[];
    };
  };
}

/** Returns the longest beginning of a text that fits together with `tail`. */
function beginningOf(text: string, fits: (text: string) => boolean, tail = ''): string {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, middle) + tail)) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low);
}

/** Breaks a text at its line breaks, between words, and inside words that are too long; text left over becomes an ellipsis. */
function linesOf(text: string, fits: (text: string) => boolean, maxLines: number): string[] {
  const made: string[] = [];
  for (const paragraph of text.split('\n')) {
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
        const piece = beginningOf(current, fits) || current.slice(0, 1);
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
  kept[maxLines - 1] = `${(fits(`${last}…`) ? last : beginningOf(last, fits, '…')).trimEnd()}…`;
  return kept;
}

/** Shares of the size that are tried until a text fits. */
const SMALLER = [1, 0.92, 0.84, 0.76];

/** Measures, breaks and prints text. */
export function createTypesetter(doc: PDFKit.PDFDocument) {
  const choose = ({ size = 10, weight = 400 }: TextStyle) => {
    doc.font(String(weight)).fontSize(size);
    // Maps the box to its own character, so that copied text contains a box.
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

  /** Prints one line whose upper edge is `y`; `text` must be printable and fit. */
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
    // With a small `maxLines`, only the beginning of a long text is measured.
    const clean = printable(Number.isFinite(maxLines) ? text.slice(0, maxLines * 400) : text);
    return linesOf(clean, (some) => widthNow(some, style) <= width + 0.01, maxLines);
  };

  /**
   * Returns the style in which a text fits into its lines: the same one, or one up to a quarter smaller, so that no word is cut where a little
   * less size is enough. The leading stays, because what stands below has its place.
   */
  const fitted = (text: string, width: number, style: TextStyle): TextStyle => {
    const { size = 10, maxLines } = style;
    if (maxLines === undefined) return style;
    const leading = style.leading ?? size * 1.4;
    const smaller = SMALLER.map((share) => ({ ...style, leading, size: size * share }));
    return smaller.find((one) => !broken(text, width, one).at(-1)?.endsWith('…')) ?? { ...style, leading };
  };

  /** See `Pdf`. */
  const outlines = (text: string, weight: Weight) => {
    choose({ weight });
    const { glyphs, positions } = (doc as unknown as { _font: Embedded })._font.font.layout(printable(text));
    let x = 0;
    return glyphs.map((glyph, index) => {
      // Widths come from the font's metrics, which pdfkit has already scaled to thousandths.
      const width = positions[index]?.xAdvance ?? 0;
      x += width;
      return { path: glyph.path.toSVG(), x: x - width, width };
    });
  };

  return { choose, widthNow, line, broken, fitted, outlines };
}

export type Typesetter = ReturnType<typeof createTypesetter>;
