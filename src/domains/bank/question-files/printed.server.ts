import type { Sharp } from 'sharp';
import type { Brand } from '../../../server/config.ts';
import { makePdf, type Pdf, type TextStyle } from '../../../server/pdf/pdf.ts';
import { loadSharp } from '../../../server/pdf/sharp.ts';
import { type FrozenQuestion, letterAt, withoutLetter } from '../test-bank/tests.rules.ts';
import { piecesOf, printedText } from './exports.rules.ts';
import { formulasHeight, writeFormulas } from './printed-formulas.server.ts';

/** Maximum number of questions in a printed test. A real test has far fewer, and drawing more would delay other requests. */
export const MAX_PRINTED = 200;
/** Maximum width of a drawing in points. */
const WIDEST = 240;
const HIGHEST = 150;

interface Drawing {
  png: Buffer;
  width: number;
  height: number;
}

export interface Printed {
  title: string;
  /** Discipline, theme, class and so on, one line each; empty to leave them out. */
  facts: readonly string[];
  questions: readonly FrozenQuestion[];
  /** Reads the bytes of a picture that a teacher uploaded. */
  pictureOf: (id: string) => Promise<Uint8Array | undefined>;
  brand: Brand;
  now: Date;
}

/** Writes a printed test as PDF: the questions as a child gets them on paper, then the answer key for the teacher on a separate page. */
export async function printTest({ title, facts, questions, pictureOf, brand, now }: Printed): Promise<Buffer> {
  const drawings = new Map<number, Drawing>();
  for (const question of questions) {
    const drawing = await drawingOf(question, pictureOf);
    if (drawing) drawings.set(question.id, drawing);
  }
  return makePdf({ title, brand, now }, (pdf) => {
    pdf.heading(title, 1);
    for (const fact of facts) pdf.paragraph(fact);
    pdf.gap(6);
    pdf.paragraph('Nome: ______________________________________________   Data: ____ / ____ / ________');
    pdf.gap(10);
    for (const [index, question] of questions.entries())
      printQuestion(pdf, index + 1, question, drawings.get(question.id));
    pdf.newPage();
    pdf.heading('Folha de respostas (para o professor)', 1);
    pdf.gap(6);
    pdf.table(
      [
        { title: 'N.º', share: 1 },
        { title: 'Certa', share: 1 },
        { title: 'Peso', share: 1 },
        { title: 'Explicação', share: 9 },
      ],
      questions.map((question, index) => [
        String(index + 1),
        { text: question.correctAnswer, weight: 650 },
        String(question.weight),
        printedText(question.explanation ?? ''),
      ]),
    );
  });
}

function printQuestion(pdf: Pdf, number: number, question: FrozenQuestion, drawing: Drawing | undefined): void {
  const width = pdf.right - pdf.left;
  const texts = [...(question.passage ? [question.passage] : []), `${number}. ${question.statement}`];
  const options = question.alternatives.map((text, index) => `${letterAt(index)})  ${withoutLetter(text, index)}`);
  const lookOf = (index: number) =>
    index === texts.length - 1 ? ({ size: 11, leading: 15.4, weight: 650 } as const) : { size: 10, leading: 14 };
  const small = { size: 10.5, leading: 14.7 };
  const tall = [
    ...texts.map((text, index) => formulasHeight(pdf, text, width, lookOf(index))),
    ...options.map((text) => formulasHeight(pdf, text, width - 14, small)),
  ].reduce((sum, one) => sum + one, 0);
  // A question that fits on one page is not split.
  pdf.need(Math.min(tall + (drawing ? drawing.height + 16 : 0) + 20, 600));
  for (const [index, text] of texts.entries()) paragraph(pdf, text, lookOf(index));
  if (drawing) {
    pdf.gap(4);
    pdf.picture(
      question.image?.alt ?? question.figureAlt ?? 'Desenho',
      (doc) => void doc.image(drawing.png, pdf.left + 14, pdf.y, { width: drawing.width, height: drawing.height }),
    );
    pdf.gap(drawing.height + 6);
  }
  const { left } = pdf;
  pdf.left = left + 14;
  for (const option of options) paragraph(pdf, option, small);
  pdf.left = left;
  pdf.gap(12);
}

/** Writes a paragraph. A paragraph with fractions is not split over two pages. */
function paragraph(pdf: Pdf, text: string, style: TextStyle & { size: number; leading: number }): void {
  if (piecesOf(text).every((piece) => typeof piece === 'string')) {
    pdf.paragraph(printedText(text), style);
    return;
  }
  const width = pdf.right - pdf.left;
  pdf.need(formulasHeight(pdf, text, width, style));
  pdf.gap(writeFormulas(pdf, text, { x: pdf.left, y: pdf.y, width }, style));
}

/** Renders a drawing or picture as pixels on white paper. */
export async function drawnForPrint(source: Uint8Array): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(source, { density: 220 })
    .flatten({ background: '#ffffff' })
    .resize({ width: 900, height: 560, fit: 'inside' });
}

/** Returns the bytes of a question's picture or drawing, or undefined if it has neither. */
export function pictureBytesOf(
  question: FrozenQuestion,
  pictureOf: Printed['pictureOf'],
): Promise<Uint8Array | undefined> | Uint8Array | undefined {
  if (question.image) return pictureOf(question.image.id);
  return question.figureSvg ? Buffer.from(question.figureSvg) : undefined;
}

/** Renders a question's drawing or picture, with its size on paper, at a resolution that is sharp when printed. */
async function drawingOf(question: FrozenQuestion, pictureOf: Printed['pictureOf']): Promise<Drawing | undefined> {
  const source = await pictureBytesOf(question, pictureOf);
  if (!source) return undefined;
  const drawn = await drawnForPrint(source);
  const { data, info } = await drawn.png({ palette: true }).toBuffer({ resolveWithObject: true });
  const scale = Math.min(WIDEST / info.width, HIGHEST / info.height);
  return { png: data, width: info.width * scale, height: info.height * scale };
}
