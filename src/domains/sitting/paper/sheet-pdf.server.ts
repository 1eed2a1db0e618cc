import { correction, generate, mode } from 'lean-qr';
import type { Brand } from '../../../server/config.ts';
import { PAGE } from '../../../server/pdf/ink.ts';
import { makePdf, type Pdf, type TextStyle } from '../../../server/pdf/pdf.ts';
import { drawingOf, drawnInTexts, type PictureOf } from '../../bank/question-files/printed-pictures.server.ts';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';
import { type Layout, layoutOf } from './layout.rules.ts';
import { DRAWING, EDGE, IN_TEXT, printQuestions } from './sheet-blocks.server.ts';
import { answerPart, type Modules, type Shape } from './sheet-drawing.rules.ts';
import { sheetQuestions } from './sheet-questions.rules.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;
const BLACK = '#000000';
const GREY = '#777777';
/** Upper edge of the questions on the first page. */
const FIRST_TOP = 112;

export interface SheetToPrint {
  discipline: string;
  theme: string;
  form: string;
  schoolClass: string;
  /** The minutes of a rehearsal, as in the exam; null for other tests, which have no time on paper. */
  minutes: number | null;
  /** The child's first name; null leaves the line empty. */
  firstName: string | null;
  questions: readonly FrozenQuestion[];
  /** Null for a practice sheet, which has no code. */
  code: { text: string; name: string; validUntil: string } | null;
  pictureOf: PictureOf;
  brand: Brand;
  now: Date;
}

/** Returns a test on paper, black on white: questions in two columns, and the answer part at the bottom of the first page. */
export async function sheetPdf(sheet: SheetToPrint): Promise<Buffer> {
  const arranged = sheetQuestions(sheet.questions);
  const drawings = await Promise.all(
    arranged.map(({ question, hasDrawing }) =>
      hasDrawing ? drawingOf(question, sheet.pictureOf, DRAWING) : undefined,
    ),
  );
  const inTexts = await drawnInTexts(sheet.questions, sheet.pictureOf, IN_TEXT);
  const layout = layoutOf(sheet.questions.map(({ alternatives }) => alternatives.length));
  const title = `${sheet.discipline}, ${sheet.theme}`;
  return makePdf({ title, brand: sheet.brand, now: sheet.now, bare: true }, (pdf) => {
    heading(pdf, sheet);
    const partTop = PAGE.height - EDGE - layout.height * MM;
    printPart(pdf, layout, sheet.code, partTop);
    printQuestions(pdf, arranged, { drawings, inTexts }, { top: FIRST_TOP, bottom: partTop - 10 });
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
  const time = sheet.minutes === null ? '' : ` · ${sheet.minutes} minutos`;
  pdf.write(`${sheet.schoolClass} · teste ${sheet.form} · ${count}${time}`, box(45), { ...style, size: 10 });
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
