import { INK } from '../../../server/pdf/ink.ts';
import type { Pdf } from '../../../server/pdf/pdf.ts';
import type { ChildErrorRow } from '../child-errors/child-errors.contract.ts';
import { errorsTitle } from '../child-errors/error-words.rules.ts';

const SMALL = { size: 10, leading: 14, colour: INK.ink2 } as const;

/** Draws, from `y` on, the errors that a child makes over and over, with what helps, and those that it has overcome. */
export function drawReportErrors(pdf: Pdf, errors: readonly ChildErrorRow[]): void {
  if (errors.length === 0) return;
  const named = errors.filter(({ state }) => state === 'named');
  pdf.need(120);
  pdf.gap(18);
  pdf.heading(errorsTitle(errors), 1);
  for (const { sentence, example, helps } of named) {
    pdf.need(90);
    pdf.gap(10);
    pdf.paragraph(sentence, { size: 12, weight: 650, leading: 17 });
    pdf.paragraph(`Por exemplo: ${example}`, SMALL);
    pdf.paragraph(`O que ajuda: ${helps}`, { size: 11, leading: 16 });
  }
  for (const { sentence } of errors.filter(({ state }) => state === 'overcome')) {
    pdf.need(40);
    pdf.gap(10);
    pdf.paragraph(sentence, { size: 12, leading: 17 });
  }
}
