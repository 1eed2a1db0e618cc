import { PAGE } from '../../../server/pdf/ink.ts';
import type { Pdf, TextStyle } from '../../../server/pdf/pdf.ts';
import { unbroken } from '../../../shared/unbroken.ts';
import { drawnForPrint, pictureBytesOf } from '../../bank/question-files/printed.server.ts';
import {
  formulasDrop,
  formulasHeight,
  formulasWidth,
  writeFormulas,
} from '../../bank/question-files/printed-formulas.server.ts';
import { type FrozenQuestion, letterAt, withoutLetter } from '../../bank/test-bank/tests.rules.ts';
import { columnsOf, type SheetQuestion } from './sheet-questions.rules.ts';

// The questions of a sheet in two columns, over as few pages as they need.

/** Margin of the page: 12 mm. */
export const EDGE = (12 * 72) / 25.4;
const BLACK = '#000000';
const LATER_TOP = 42;
const GAP = 20;
const COLUMN = (PAGE.width - 2 * EDGE - GAP) / 2;
/** Font sizes from the largest: of those that need the fewest pages, the largest is used. */
const SIZES = [10.5, 10, 9.5, 9, 8.5] as const;
/** Maximum width and height of a drawing in points. */
const WIDEST = 150;
const HIGHEST = 84;
/** Space for the number of a question, and for the letter of an alternative. */
const NUMBER = 20;
const LETTER = 16;

export interface Drawing {
  png: Buffer;
  width: number;
  height: number;
}

/** A question laid out for a column. */
interface Block {
  arranged: SheetQuestion;
  drawing: Drawing | undefined;
  height: number;
  /** Number of alternatives side by side. */
  across: 1 | 2 | 4;
}

/** Prints the questions. `first`: upper and lower edge of the space for them on the first page. */
export function printQuestions(
  pdf: Pdf,
  questions: readonly SheetQuestion[],
  drawings: readonly (Drawing | undefined)[],
  first: { top: number; bottom: number },
): void {
  const room = { first: first.bottom - first.top, later: PAGE.height - EDGE - LATER_TOP };
  const plans = SIZES.map((size) => {
    const blocks = questions.map((arranged, index) => blockOf(pdf, arranged, drawings[index], size));
    return { size, columns: columnsOf(blocks, room) };
  });
  const fewest = Math.min(...plans.map(({ columns }) => columns.length));
  const { size, columns } = plans.find((plan) => plan.columns.length === fewest) as (typeof plans)[number];
  columns.forEach((column, index) => {
    if (index > 1 && index % 2 === 0) pdf.newPage();
    const top = index < 2 ? first.top : LATER_TOP;
    const x = EDGE + (index % 2) * (COLUMN + GAP);
    let y = top;
    for (const block of column) {
      printBlock(pdf, block, size, x, y);
      y += block.height;
    }
    const left = heightOf(columns[index - 1] ?? []);
    if (index % 2 === 1 && column.length > 0) columnLine(pdf, top, Math.max(y, top + left));
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

const leadingOf = (size: number) => size * 1.32;

/** The paragraphs above the alternatives. The number of the question stands beside its statement. */
function textsOf({ passage, reference, question }: SheetQuestion) {
  return [
    ...(passage?.heading ? [{ text: passage.heading, weight: 650 as const, isStatement: false }] : []),
    ...(passage ? [{ text: passage.text, weight: 400 as const, isStatement: false }] : []),
    ...(reference ? [{ text: reference, weight: 650 as const, isStatement: false }] : []),
    { text: unbroken(question.statement), weight: 400 as const, isStatement: true },
  ];
}

const optionsOf = ({ alternatives }: FrozenQuestion) =>
  alternatives.map((text, index) => unbroken(withoutLetter(text, index)));

function blockOf(pdf: Pdf, arranged: SheetQuestion, drawing: Drawing | undefined, size: number): Block {
  const width = COLUMN - NUMBER;
  const style = { size, leading: leadingOf(size) };
  const options = optionsOf(arranged.question);
  const widest = Math.max(...options.map((text) => formulasWidth(pdf, text, style))) + LETTER + 8;
  const across = widest <= width / 4 ? 4 : widest <= width / 2 ? 2 : 1;
  const high = (text: string, room: number) => formulasHeight(pdf, text, room, style);
  let height = 0;
  for (const { text, weight } of textsOf(arranged)) height += formulasHeight(pdf, text, width, { ...style, weight });
  for (let first = 0; first < options.length; first += across)
    height += Math.max(...options.slice(first, first + across).map((text) => high(text, width / across - LETTER)));
  height += (drawing ? drawing.height + 8 : 0) + 4 + size * 0.9;
  return { arranged, drawing, height, across };
}

function printBlock(pdf: Pdf, block: Block, size: number, x: number, top: number): void {
  const { arranged, drawing } = block;
  const { question, number } = arranged;
  const style = { size, leading: leadingOf(size), colour: BLACK };
  const [left, width] = [x + NUMBER, COLUMN - NUMBER];
  let y = top;
  for (const { text, weight, isStatement } of textsOf(arranged)) {
    if (isStatement) {
      const drop = formulasDrop(pdf, text, width, style);
      pdf.write(String(number), { x, y: y + drop, width: NUMBER }, { ...style, weight: 800 });
    }
    y += writeFormulas(pdf, text, { x: left, y, width }, { ...style, weight });
  }
  if (drawing) {
    const at = y + 4;
    pdf.picture(
      question.image?.alt ?? question.figureAlt ?? 'Desenho',
      (doc) => void doc.image(drawing.png, left, at, { width: drawing.width, height: drawing.height }),
    );
    y += drawing.height + 8;
  }
  printOptions(pdf, block, style, { x: left, y: y + 2, width });
}

function printOptions(
  pdf: Pdf,
  { arranged, across }: Block,
  style: TextStyle & { size: number; leading: number },
  box: { x: number; y: number; width: number },
): void {
  const options = optionsOf(arranged.question);
  let { y } = box;
  for (let first = 0; first < options.length; first += across) {
    const row = options.slice(first, first + across);
    const room = box.width / across - LETTER;
    const high = row.map((text) => formulasHeight(pdf, text, room, style));
    const tallest = Math.max(...high);
    row.forEach((text, index) => {
      const place = box.x + index * (box.width / across);
      // A letter is vertically centred at its fraction, or beside the first line of its text.
      const lower = (tallest - (high[index] as number)) / 2;
      const letter = (high[index] as number) < 2 * style.leading ? ((high[index] as number) - style.leading) / 2 : 0;
      pdf.write(letterAt(first + index), { x: place, y: y + lower + letter, width: LETTER }, { ...style, weight: 800 });
      writeFormulas(pdf, text, { x: place + LETTER, y: y + lower, width: room }, style);
    });
    y += tallest;
  }
}

/** Returns the drawing of a question in shades of grey; undefined if it has none. */
export async function drawingOf(
  question: FrozenQuestion,
  pictureOf: (id: string) => Promise<Uint8Array | undefined>,
): Promise<Drawing | undefined> {
  const source = await pictureBytesOf(question, pictureOf);
  if (!source) return undefined;
  const drawn = await drawnForPrint(source);
  const { data, info } = await drawn.greyscale().png({ palette: true }).toBuffer({ resolveWithObject: true });
  const scale = Math.min(WIDEST / info.width, HIGHEST / info.height);
  return { png: data, width: info.width * scale, height: info.height * scale };
}
