import {
  BAR,
  BUBBLE_LINE,
  BUBBLE_RADIUS,
  CODE_MODULES,
  CODE_QUIET,
  type Layout,
  LETTERS,
  MARK_SIDE,
} from './layout.rules.ts';

/** An element of the printed answer part; lengths are in millimetres from its upper left corner. Black unless `grey`. */
export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number }
  | { kind: 'circle'; x: number; y: number; radius: number; line: number | null }
  | {
      kind: 'text';
      /** The left edge, middle or right edge of the text, by `align`; `y` is its baseline. */
      x: number;
      y: number;
      text: string;
      size: number;
      weight: 400 | 650;
      align: 'left' | 'center' | 'right';
      grey: boolean;
    };

/** A code as rows of dark (true) and light modules. */
export type Modules = readonly (readonly boolean[])[];

/**
 * Returns all elements of the printed answer part of a sheet.
 *
 * @param code null for a practice sheet, which has no code and does not mention photographs.
 */
export function answerPart(
  layout: Layout,
  code: { modules: Modules; name: string; validUntil: string } | null,
): Shape[] {
  const shapes: Shape[] = layout.marks.map(({ x, y }) =>
    rect(x - MARK_SIDE / 2, y - MARK_SIDE / 2, MARK_SIDE, MARK_SIDE),
  );
  shapes.push(
    text(14, 5.2, 'Respostas', 4.8, { weight: 650 }),
    text(14, 11.2, 'Pinta uma bolinha em cada linha, bem cheia.', 3.2),
    { kind: 'circle', x: 85, y: 10, radius: BUBBLE_RADIUS, line: null },
    text(91, 11.2, 'Enganaste-te? Faz uma cruz por cima e pinta outra.', 3.2),
  );
  for (const { number, bar, bubbles } of layout.rows) {
    shapes.push(
      rect(bar.x - BAR.width / 2, bar.y - BAR.height / 2, BAR.width, BAR.height),
      text(bar.x + 11, bar.y + 1.65, String(number), 4.6, { weight: 650, align: 'right' }),
    );
    bubbles.forEach(({ x, y }, index) => {
      shapes.push(
        { kind: 'circle', x, y, radius: BUBBLE_RADIUS, line: BUBBLE_LINE },
        text(x, y + 0.95, LETTERS[index] ?? '', 2.7, { align: 'center', grey: true }),
      );
    });
  }
  if (code) {
    const { x, y, side } = layout.code;
    const module = side / (CODE_MODULES + 2 * CODE_QUIET);
    code.modules.forEach((line, row) => {
      // Adjacent dark modules are drawn as one rectangle, so that no white hairlines appear between them in print.
      for (let from = 0; from < line.length; from += 1) {
        if (!line[from]) continue;
        let to = from;
        while (line[to + 1]) to += 1;
        shapes.push(
          rect(x + (CODE_QUIET + from) * module, y + (CODE_QUIET + row) * module, (to - from + 1) * module, module),
        );
        from = to;
      }
    });
    shapes.push(
      text(x + side / 2, y + side + 6, code.name, 4.4, { weight: 650, align: 'center' }),
      text(x + side / 2, y + side + 11, code.validUntil, 2.6, { align: 'center' }),
      text(
        layout.width / 2,
        layout.height - 2,
        'Fotografe esta parte, com os quatro quadrados pretos dentro da fotografia.',
        3.2,
        { align: 'center' },
      ),
    );
  }
  return shapes;
}

const rect = (x: number, y: number, width: number, height: number): Shape => ({ kind: 'rect', x, y, width, height });

const text = (
  x: number,
  y: number,
  words: string,
  size: number,
  style: { weight?: 400 | 650; align?: 'left' | 'center' | 'right'; grey?: boolean } = {},
): Shape => ({
  kind: 'text',
  x,
  y,
  text: words,
  size,
  weight: style.weight ?? 400,
  align: style.align ?? 'left',
  grey: style.grey ?? false,
});
