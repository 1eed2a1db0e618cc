import { INK } from '../../../server/pdf/ink.ts';
import type { Pdf } from '../../../server/pdf/pdf.ts';
import { NOT_THE_EXAM, studyText } from '../results/rehearsal.rules.ts';
import type { AttemptResult } from '../results/results.contract.ts';

type Rehearsal = NonNullable<NonNullable<AttemptResult['result']>['rehearsal']>;

const ROW = { size: 10.5, leading: 17, maxLines: 1 } as const;

/** Draws what to study in which order and every theme with its figures, and says that this was not the exam. */
export function drawStudy(pdf: Pdf, { study, themes }: Rehearsal, left: number, width: number): void {
  if (study.length > 0) {
    pdf.need(80);
    pdf.heading('O que estudar, por esta ordem');
    pdf.paragraph('Primeiro o que vale mais perguntas e serve de base ao resto.', { size: 10, colour: INK.ink2 });
    for (const [index, theme] of study.entries()) {
      pdf.need(36);
      pdf.gap(4);
      pdf.paragraph(`${index + 1}. ${theme.name}`, { size: 11, weight: 650, maxLines: 1 });
      pdf.paragraph(studyText(theme), { size: 10, colour: INK.ink2, maxLines: 2 });
    }
  }
  pdf.need(80);
  pdf.gap(14);
  pdf.heading('Por tema');
  for (const { name, right, total } of themes) {
    pdf.need(20);
    const y = pdf.y;
    pdf.write(name, { x: left, y, width: width - 90 }, ROW);
    pdf.write(`${right} de ${total}`, { x: left + width - 80, y, width: 80 }, { ...ROW, weight: 650, align: 'right' });
    pdf.y = y + 19;
  }
  pdf.gap(12);
  pdf.paragraph(NOT_THE_EXAM, { size: 10, colour: INK.ink2 });
}
