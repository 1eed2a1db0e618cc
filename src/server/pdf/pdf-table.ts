import { INK } from './ink.ts';
import type { Tags } from './pdf-tags.ts';
import type { TextStyle, Typesetter } from './pdf-text.ts';
import type { Weight } from './typeface.ts';

/** The upper edge of a page's content. */
export const TOP = 78;

export interface Column {
  title: string;
  /** Width relative to the other columns' shares. */
  share: number;
  align?: 'left' | 'right';
}

export type Cell = string | { text: string; colour?: string; weight?: Weight };

/** The position and the edges of the document's flow; see `Pdf`. */
interface Flow {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  y: number;
  need(points: number): void;
  newPage(): void;
}

interface Drawing {
  doc: PDFKit.PDFDocument;
  pen: Flow;
  tags: Tags;
  text: Typesetter;
}

/** Draws a table in the flow; see `Pdf`. */
export function drawTable(
  { doc, pen, tags, text }: Drawing,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { size = 9.5, height = 20 }: { size?: number; height?: number },
): void {
  const whole = pen.right - pen.left;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => (whole * share) / shares);
  const lefts = widths.map((_, index) => pen.left + widths.slice(0, index).reduce((sum, one) => sum + one, 0));
  const leading = size * 1.3;
  let table: PDFKit.PDFStructureElement | undefined;
  const row = (type: 'TH' | 'TD', cells: readonly Cell[]) => {
    const styled = cells.map((cell, index) => {
      const { text: words, ...own } = typeof cell === 'string' ? { text: cell } : cell;
      const align = columns[index]?.align ?? 'left';
      const style: TextStyle = { size, leading, align, tabular: align === 'right', ...own };
      if (type === 'TH') Object.assign(style, { size: size - 0.5, colour: INK.ink2, weight: 650 });
      return { style, lines: text.broken(words, (widths[index] ?? 0) - 8, style) };
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
      tags.root.add(table);
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
      tags.part(type, record, () => {
        text.choose(style);
        lines.forEach((each, at) => {
          const box = {
            x: (lefts[index] ?? 0) + (style.align === 'right' ? 8 : 0),
            width: (widths[index] ?? 0) - 8,
          };
          text.line(each, { ...box, y: y + (height - leading) / 2 + at * leading }, style);
        });
      });
    });
    record.end();
    pen.y = y + tall;
    tags.decoration(() => {
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
}
