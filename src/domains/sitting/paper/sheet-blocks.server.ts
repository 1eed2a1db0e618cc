import { PAGE } from '../../../server/pdf/ink.ts';
import type { Pdf, TextStyle } from '../../../server/pdf/pdf.ts';
import { letterAt, withoutLetter } from '../../../shared/questions/letters.ts';
import { unbroken } from '../../../shared/unbroken.ts';
import {
  formulasDrop,
  formulasHeight,
  formulasWidth,
  writeFormulas,
} from '../../bank/question-files/printed-formulas.server.ts';
import {
  type Drawing,
  type InTexts,
  picturesHeight,
  printPictures,
} from '../../bank/question-files/printed-pictures.server.ts';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';
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
/** Maximum size of a question's drawing in points, and of a picture within a text; colours become shades of grey. */
export const DRAWING = { widest: 150, highest: 84, isGrey: true };
export const IN_TEXT = { widest: 84, highest: 62, isGrey: true };
/** Space for the number of a question, and for the letter of an alternative. */
const NUMBER = 20;
const LETTER = 16;

/** A question laid out for a column. */
interface Block {
  arranged: SheetQuestion;
  drawing: Drawing | undefined;
  inTexts: InTexts;
  height: number;
  /** Number of alternatives side by side. */
  across: 1 | 2 | 4;
}

/** Prints the questions. `first`: upper and lower edge of the space for them on the first page. */
export function printQuestions(
  pdf: Pdf,
  questions: readonly SheetQuestion[],
  { drawings, inTexts }: { drawings: readonly (Drawing | undefined)[]; inTexts: InTexts },
  first: { top: number; bottom: number },
): void {
  const room = { first: first.bottom - first.top, later: PAGE.height - EDGE - LATER_TOP };
  const plans = SIZES.map((size) => {
    const blocks = questions.map((arranged, index) => blockOf(pdf, arranged, drawings[index], inTexts, size));
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

function blockOf(
  pdf: Pdf,
  arranged: SheetQuestion,
  drawing: Drawing | undefined,
  inTexts: InTexts,
  size: number,
): Block {
  const width = COLUMN - NUMBER;
  const style = { size, leading: leadingOf(size) };
  const options = optionsOf(arranged.question);
  const isPictured = options.some((text) => picturesHeight(text, inTexts, width) > 0);
  const widest =
    Math.max(...options.map((text) => formulasWidth(pdf, text, style)), isPictured ? width / 3 : 0) + LETTER + 8;
  const across = widest <= width / 4 ? 4 : widest <= width / 2 ? 2 : 1;
  const high = (text: string, room: number) =>
    formulasHeight(pdf, text, room, style) + picturesHeight(text, inTexts, room);
  let height = 0;
  for (const { text, weight } of textsOf(arranged))
    height += formulasHeight(pdf, text, width, { ...style, weight }) + picturesHeight(text, inTexts, width);
  for (let first = 0; first < options.length; first += across)
    height += Math.max(...options.slice(first, first + across).map((text) => high(text, width / across - LETTER)));
  height += (drawing ? drawing.height + 8 : 0) + 4 + size * 0.9;
  return { arranged, drawing, inTexts, height, across };
}

function printBlock(pdf: Pdf, block: Block, size: number, x: number, top: number): void {
  const { arranged, drawing, inTexts } = block;
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
    y += printPictures(pdf, text, inTexts, { x: left, y, width });
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
  { arranged, across, inTexts }: Block,
  style: TextStyle & { size: number; leading: number },
  box: { x: number; y: number; width: number },
): void {
  const options = optionsOf(arranged.question);
  let { y } = box;
  for (let first = 0; first < options.length; first += across) {
    const row = options.slice(first, first + across);
    const room = box.width / across - LETTER;
    const high = row.map((text) => formulasHeight(pdf, text, room, style) + picturesHeight(text, inTexts, room));
    const tallest = Math.max(...high);
    row.forEach((text, index) => {
      const place = box.x + index * (box.width / across);
      // A letter is vertically centred at its fraction, or beside the first line of its text.
      const lower = (tallest - (high[index] as number)) / 2;
      const letter = (high[index] as number) < 2 * style.leading ? ((high[index] as number) - style.leading) / 2 : 0;
      pdf.write(letterAt(first + index), { x: place, y: y + lower + letter, width: LETTER }, { ...style, weight: 800 });
      const cell = { x: place + LETTER, y: y + lower, width: room };
      const below = writeFormulas(pdf, text, cell, style);
      printPictures(pdf, text, inTexts, { ...cell, y: cell.y + below });
    });
    y += tallest;
  }
}
