import { correction, generate, mode } from 'lean-qr';
import type { Brand } from '../../../server/config.ts';
import { PAGE } from '../../../server/pdf/ink.ts';
import { makePdf, type Pdf, type TextStyle } from '../../../server/pdf/pdf.ts';
import { drawnForPrint, pictureBytesOf } from '../../bank/question-files/printed.server.ts';
import {
  formulasDrop,
  formulasHeight,
  formulasWidth,
  writeFormulas,
} from '../../bank/question-files/printed-formulas.server.ts';
import { type FrozenQuestion, letterAt, withoutLetter } from '../../bank/test-bank/tests.rules.ts';
import { type Layout, layoutOf } from './layout.rules.ts';
import { answerPart, type Modules, type Shape } from './sheet-drawing.rules.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;
const EDGE = 12 * MM;
const BLACK = '#000000';
const GREY = '#777777';
/** Upper edge of the questions on the first page, and on the others. */
const [FIRST_TOP, LATER_TOP] = [112, 42];
const GAP = 20;
const COLUMN = (PAGE.width - 2 * EDGE - GAP) / 2;
/** Font sizes, tried in order until everything fits on one page; if none does, the first one is used on two pages. */
const SIZES = [10.5, 10, 9.5, 9, 8.5] as const;
/** Maximum width of a drawing in points. */
const WIDEST = 150;
const HIGHEST = 84;

export interface SheetToPrint {
  discipline: string;
  theme: string;
  form: string;
  schoolClass: string;
  /** The minutes that the child gets. */
  minutes: number;
  /** The child's first name; null leaves the line empty. */
  firstName: string | null;
  questions: readonly FrozenQuestion[];
  /** Null for a practice sheet, which has no code. */
  code: { text: string; name: string; validUntil: string } | null;
  /** Returns the bytes of a picture that a teacher added to a question. */
  pictureOf: (id: string) => Promise<Uint8Array | undefined>;
  brand: Brand;
  now: Date;
}

interface Drawing {
  png: Buffer;
  width: number;
  height: number;
}

/** A question laid out for a column. */
interface Block {
  question: FrozenQuestion;
  number: number;
  drawing: Drawing | undefined;
  height: number;
  /** Number of alternatives side by side. */
  across: 1 | 2 | 4;
}

/** Returns a test on paper, black on white: questions in two columns, and the answer part at the bottom of the first page. */
export async function sheetPdf(sheet: SheetToPrint): Promise<Buffer> {
  const drawings = await Promise.all(sheet.questions.map((question) => drawingOf(question, sheet.pictureOf)));
  const layout = layoutOf(sheet.questions.map(({ alternatives }) => alternatives.length));
  const title = `${sheet.discipline}, ${sheet.theme}`;
  return makePdf({ title, brand: sheet.brand, now: sheet.now, bare: true }, (pdf) => {
    heading(pdf, sheet);
    const partTop = PAGE.height - EDGE - layout.height * MM;
    const room = partTop - 10;
    const measure = (size: number) =>
      sheet.questions.map((question, index) => blockOf(pdf, question, index + 1, drawings[index], size));
    const fitting = SIZES.find((size) => columnsFor(measure(size), [room - FIRST_TOP, room - FIRST_TOP]) !== undefined);
    const size = fitting ?? SIZES[0];
    printPart(pdf, layout, sheet.code, partTop);
    printQuestions(pdf, measure(size), size, room);
  });
}

function heading(pdf: Pdf, sheet: SheetToPrint): void {
  const right = PAGE.width - EDGE;
  const half = (right - EDGE) / 2;
  pdf.write(sheet.brand.productName, { x: EDGE, y: 32, width: half }, { size: 15, weight: 800, colour: BLACK });
  const box = (y: number) => ({ x: EDGE + half - 60, y, width: half + 60 });
  const style: TextStyle = { align: 'right', colour: BLACK, maxLines: 1 };
  pdf.write(`${sheet.discipline} · ${sheet.theme}`, box(28), { ...style, size: 12.5, weight: 650 });
  const count = `${sheet.questions.length} ${sheet.questions.length === 1 ? 'pergunta' : 'perguntas'}`;
  pdf.write(`${sheet.schoolClass} · prova ${sheet.form} · ${count} · ${sheet.minutes} minutos`, box(45), {
    ...style,
    size: 10,
  });
  const y = 74;
  pdf.write('Nome', { x: EDGE, y, width: 40 }, { size: 11, colour: BLACK });
  if (sheet.firstName)
    pdf.write(
      sheet.firstName,
      { x: EDGE + 38, y, width: 140 },
      { size: 11.5, weight: 650, colour: BLACK, maxLines: 1 },
    );
  const after =
    EDGE + 38 + (sheet.firstName ? Math.min(140, pdf.widthOf(sheet.firstName, { size: 11.5, weight: 650 })) + 6 : 0);
  pdf.write('Data', { x: right - 160, y, width: 40 }, { size: 11, colour: BLACK });
  pdf.picture(null, (doc) => {
    doc.lineWidth(0.8).strokeColor(BLACK);
    doc.moveTo(EDGE, 64).lineTo(right, 64).stroke();
    doc.lineWidth(0.5);
    doc
      .moveTo(after, y + 15)
      .lineTo(right - 172, y + 15)
      .stroke();
    doc
      .moveTo(right - 130, y + 15)
      .lineTo(right, y + 15)
      .stroke();
  });
}

/** Distributes the questions over columns. @returns undefined when they need more columns. A question is never split. */
function columnsFor(blocks: readonly Block[], heights: readonly number[]): Block[][] | undefined {
  const columns: Block[][] = heights.map(() => []);
  let [at, used] = [0, 0];
  for (const block of blocks) {
    while (used > 0 && used + block.height > (heights[at] ?? 0)) [at, used] = [at + 1, 0];
    if (block.height > (heights[at] ?? 0)) return undefined;
    columns[at]?.push(block);
    used += block.height;
  }
  return at < heights.length ? columns : undefined;
}

function printQuestions(pdf: Pdf, blocks: readonly Block[], size: number, room: number): void {
  const heights = [room - FIRST_TOP, room - FIRST_TOP];
  const later = PAGE.height - EDGE - LATER_TOP;
  let columns = columnsFor(blocks, heights);
  while (!columns && heights.length < 20) {
    heights.push(later, later);
    columns = columnsFor(blocks, heights);
  }
  // A question that is taller than a page gets its own column and is cut off at the end.
  const placed = columns ?? [[...blocks]];
  placed.forEach((column, index) => {
    if (column.length === 0) return;
    if (index > 1 && index % 2 === 0) pdf.newPage();
    const top = index < 2 ? FIRST_TOP : LATER_TOP;
    let y = top;
    const x = EDGE + (index % 2) * (COLUMN + GAP);
    for (const block of column) {
      printBlock(pdf, block, size, x, y);
      y += block.height;
    }
    if (index % 2 === 1) columnLine(pdf, top, Math.max(y, top + heightOf(placed[index - 1] ?? [])));
  });
}

const heightOf = (blocks: readonly Block[]) => blocks.reduce((sum, { height }) => sum + height, 0);

/** Draws a pale line between two columns. */
function columnLine(pdf: Pdf, top: number, bottom: number): void {
  const x = EDGE + COLUMN + GAP / 2 - 4;
  pdf.picture(
    null,
    (doc) =>
      void doc
        .lineWidth(0.5)
        .moveTo(x, top)
        .lineTo(x, bottom - 12)
        .stroke('#bbbbbb'),
  );
}

/** Space for the number of a question. */
const NUMBER = 20;
const leadingOf = (size: number) => size * 1.32;
const letterWidth = 16;

const texts = ({ passage, statement }: FrozenQuestion) => [...(passage ? [passage] : []), statement];
const optionsOf = ({ alternatives }: FrozenQuestion) => alternatives.map((text, index) => withoutLetter(text, index));

function blockOf(
  pdf: Pdf,
  question: FrozenQuestion,
  number: number,
  drawing: Drawing | undefined,
  size: number,
): Block {
  const width = COLUMN - NUMBER;
  const leading = leadingOf(size);
  const style = { size, leading };
  const options = optionsOf(question);
  const widest = Math.max(...options.map((text) => formulasWidth(pdf, text, style))) + letterWidth + 8;
  const across = widest <= width / 4 ? 4 : widest <= width / 2 ? 2 : 1;
  const high = (text: string, room: number) => formulasHeight(pdf, text, room, style);
  let height = texts(question).reduce((sum, text) => sum + high(text, width), 0);
  for (let first = 0; first < options.length; first += across)
    height += Math.max(...options.slice(first, first + across).map((text) => high(text, width / across - letterWidth)));
  height += (drawing ? drawing.height + 8 : 0) + 4 + size * 0.9;
  return { question, number, drawing, height, across };
}

function printBlock(
  pdf: Pdf,
  { question, number, drawing, across }: Block,
  size: number,
  x: number,
  top: number,
): void {
  const leading = leadingOf(size);
  const style = { size, leading, colour: BLACK };
  const [left, width] = [x + NUMBER, COLUMN - NUMBER];
  let y = top;
  const drop = formulasDrop(pdf, texts(question)[0] ?? '', width, style);
  pdf.write(String(number), { x, y: y + drop, width: NUMBER }, { ...style, weight: 800 });
  for (const text of texts(question)) y += writeFormulas(pdf, text, { x: left, y, width }, style);
  if (drawing) {
    const at = y + 4;
    pdf.picture(
      question.image?.alt ?? question.figureAlt ?? 'Desenho',
      (doc) => void doc.image(drawing.png, left, at, { width: drawing.width, height: drawing.height }),
    );
    y += drawing.height + 8;
  }
  y += 2;
  const options = optionsOf(question);
  for (let first = 0; first < options.length; first += across) {
    const row = options.slice(first, first + across);
    const room = width / across - letterWidth;
    const high = row.map((text) => formulasHeight(pdf, text, room, style));
    const tallest = Math.max(...high);
    row.forEach((text, index) => {
      const place = left + index * (width / across);
      // A letter is vertically centred at its fraction, or beside the first line of its text.
      const lower = (tallest - (high[index] as number)) / 2;
      const letter = (high[index] as number) < 2 * leading ? ((high[index] as number) - leading) / 2 : 0;
      pdf.write(
        letterAt(first + index),
        { x: place, y: y + lower + letter, width: letterWidth },
        { ...style, weight: 800 },
      );
      writeFormulas(pdf, text, { x: place + letterWidth, y: y + lower, width: room }, style);
    });
    y += tallest;
  }
}

function printPart(pdf: Pdf, layout: Layout, code: SheetToPrint['code'], top: number): void {
  const left = (PAGE.width - layout.width * MM) / 2;
  const shapes = answerPart(layout, code && { ...code, modules: modulesOf(code.text) });
  const words = 'Folha de respostas: uma linha de bolinhas para cada pergunta, quatro quadrados nos cantos e o código';
  pdf.picture(words, (doc) => {
    for (const shape of shapes) draw(doc, shape, left, top);
    for (const shape of shapes) if (shape.kind === 'text') write(pdf, shape, left, top);
  });
}

/** Returns the modules of a code: always version 3, so that its size on paper is always the same. */
export function modulesOf(text: string): Modules {
  const code = generate(text, {
    minVersion: 3,
    maxVersion: 3,
    minCorrectionLevel: correction.M,
    modes: [mode.alphaNumeric],
  });
  return Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (_, x) => Boolean(code.get(x, y))),
  );
}

function draw(doc: PDFKit.PDFDocument, shape: Shape, left: number, top: number): void {
  if (shape.kind === 'rect')
    doc.rect(left + shape.x * MM, top + shape.y * MM, shape.width * MM, shape.height * MM).fill(BLACK);
  if (shape.kind === 'circle') {
    doc.circle(left + shape.x * MM, top + shape.y * MM, shape.radius * MM);
    if (shape.line === null) doc.fill(BLACK);
    else doc.lineWidth(shape.line * MM).stroke(BLACK);
  }
}

function write(
  pdf: Pdf,
  { x, y, text, size, weight, align, grey }: Shape & { kind: 'text' },
  left: number,
  top: number,
) {
  const points = size * MM;
  const style: TextStyle = { size: points, leading: points * 1.2, weight, align, colour: grey ? GREY : BLACK };
  const width = pdf.widthOf(text, style) + 2;
  const shift = { left: 0, center: width / 2, right: width }[align];
  // `write` places the upper edge of the line; its baseline is 0.95 of the font size below.
  pdf.write(text, { x: left + x * MM - shift, y: top + y * MM - points * 0.95, width }, style);
}

async function drawingOf(question: FrozenQuestion, pictureOf: SheetToPrint['pictureOf']): Promise<Drawing | undefined> {
  const source = await pictureBytesOf(question, pictureOf);
  if (!source) return undefined;
  const drawn = await drawnForPrint(source);
  const { data, info } = await drawn.greyscale().png({ palette: true }).toBuffer({ resolveWithObject: true });
  const scale = Math.min(WIDEST / info.width, HIGHEST / info.height);
  return { png: data, width: info.width * scale, height: info.height * scale };
}
