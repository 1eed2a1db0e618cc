import type { Brand } from '../../../server/config.ts';
import { makePdf, type Pdf, type TextStyle } from '../../../server/pdf/pdf.ts';
import { letterAt, withoutLetter } from '../../../shared/questions/letters.ts';
import { writtenWithUnit } from '../answering/answering.rules.ts';
import { shownAnswer } from '../answering/written-number.rules.ts';
import type { FrozenQuestion } from '../test-bank/tests.rules.ts';
import { numbered, piecesOf, printedText } from './exports.rules.ts';
import { formulasHeight, writeFormulas } from './printed-formulas.server.ts';
import {
  type Drawing,
  drawingOf,
  drawnInTexts,
  type InTexts,
  type PictureOf,
  picturesHeight,
  printPictures,
} from './printed-pictures.server.ts';

/** Maximum number of questions in a printed test. A real test has far fewer, and drawing more would delay other requests. */
export const MAX_PRINTED = 200;
/** Maximum size of a question's drawing in points, and of a picture within a text. */
const DRAWING = { widest: 240, highest: 150 };
const IN_TEXT = { widest: 160, highest: 90 };

export interface Printed {
  title: string;
  /** Discipline, theme, class and so on, one line each; empty to leave them out. */
  facts: readonly string[];
  questions: readonly FrozenQuestion[];
  pictureOf: PictureOf;
  brand: Brand;
  now: Date;
}

/** Writes a printed test as PDF: the questions as a child gets them on paper, then the answer key for the teacher on a separate page. */
export async function printTest({ title, facts, questions, pictureOf, brand, now }: Printed): Promise<Buffer> {
  const drawings = new Map<number, Drawing>();
  for (const question of questions) {
    const drawing = await drawingOf(question, pictureOf, DRAWING);
    if (drawing) drawings.set(question.id, drawing);
  }
  const inTexts = await drawnInTexts(questions, pictureOf, IN_TEXT);
  return makePdf({ title, brand, now }, (pdf) => {
    pdf.heading(title, 1);
    for (const fact of facts) pdf.paragraph(fact);
    pdf.gap(6);
    pdf.paragraph('Nome: ______________________________________________   Data: ____ / ____ / ________');
    pdf.gap(10);
    for (const [index, question] of questions.entries())
      printQuestion(pdf, index + 1, question, drawings.get(question.id), inTexts);
    pdf.newPage();
    pdf.heading('Folha de respostas (para o professor)', 1);
    pdf.gap(6);
    pdf.table(
      [
        { title: 'N.º', share: 1 },
        { title: 'Certa', share: 2 },
        { title: 'Peso', share: 1 },
        { title: 'Explicação', share: 8 },
      ],
      questions.map((question, index) => [
        String(index + 1),
        { text: keyOf(question), weight: 650 },
        String(question.weight),
        printedText(question.explanation ?? ''),
      ]),
    );
  });
}

/** Returns the right answer: its letter, or where there are no alternatives the values that count as right. */
function keyOf({ alternatives, correctAnswer, answering }: FrozenQuestion): string {
  if (alternatives.length > 0 || !answering) return correctAnswer;
  const values = answering.accepted.map((text) => writtenWithUnit(answering, text)).join(' ou ');
  return answering.tolerance ? `${values} ± ${shownAnswer(answering.way, answering.tolerance)}` : values;
}

function printQuestion(
  pdf: Pdf,
  number: number,
  question: FrozenQuestion,
  drawing: Drawing | undefined,
  inTexts: InTexts,
): void {
  const width = pdf.right - pdf.left;
  const texts = [...(question.passage ? [question.passage] : []), numbered(number, question.statement)];
  const options =
    question.alternatives.length === 0
      ? [`Resposta: ______________________________  ${question.answering?.unit ?? ''}`.trim()]
      : question.alternatives.map((text, index) => `${letterAt(index)})  ${withoutLetter(text, index)}`);
  const lookOf = (index: number) =>
    index === texts.length - 1 ? ({ size: 11, leading: 15.4, weight: 650 } as const) : { size: 10, leading: 14 };
  const small = { size: 10.5, leading: 14.7 };
  const tall = [
    ...texts.map((text, index) => formulasHeight(pdf, text, width, lookOf(index))),
    ...options.map((text) => formulasHeight(pdf, text, width - 14, small)),
    ...[...texts, ...options].map((text) => picturesHeight(text, inTexts, width - 14)),
  ].reduce((sum, one) => sum + one, 0);
  // A question that fits on one page is not split.
  pdf.need(Math.min(tall + (drawing ? drawing.height + 16 : 0) + 20, 600));
  for (const [index, text] of texts.entries()) paragraph(pdf, text, lookOf(index), inTexts);
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
  for (const option of options) paragraph(pdf, option, small, inTexts);
  pdf.left = left;
  pdf.gap(12);
}

/** Height in points of the tallest paragraph that is kept on one page. */
const TALLEST = 600;

/**
 * Writes a paragraph and the pictures within it below. A paragraph with fractions or set-off words is not split over two pages, unless it is
 * too tall.
 */
function paragraph(
  pdf: Pdf,
  text: string,
  style: TextStyle & { size: number; leading: number },
  inTexts: InTexts,
): void {
  const width = pdf.right - pdf.left;
  const height = formulasHeight(pdf, text, width, style);
  const pieces = piecesOf(text);
  if (height > TALLEST || pieces.every((piece) => typeof piece === 'string'))
    pdf.paragraph(height > TALLEST ? printedText(text) : pieces.join(''), style);
  else {
    pdf.need(height);
    pdf.gap(writeFormulas(pdf, text, { x: pdf.left, y: pdf.y, width }, style));
  }
  pdf.need(picturesHeight(text, inTexts, width));
  pdf.gap(printPictures(pdf, text, inTexts, { x: pdf.left, y: pdf.y, width }));
}
