import { INK } from '../../../server/pdf/ink.ts';
import type { Pdf } from '../../../server/pdf/pdf.ts';
import { dayAndMonth } from '../../../shared/dates.ts';
import type { ReportSkill } from './report-skills.server.ts';

const SMALL = { size: 10, leading: 14, colour: INK.ink2 } as const;

/** Draws, from `y` on, how a child reads, calculates and writes: a sentence each, with its date and what to do next. */
export function drawReportSkills(pdf: Pdf, skills: readonly ReportSkill[]): void {
  if (skills.length === 0) return;
  pdf.heading('Lê, conta, escreve', 1);
  pdf.paragraph('O que a criança fez em voz alta e em papel, marcado em casa. Não entra na média dos testes.', SMALL);
  for (const { verb, said } of skills) {
    pdf.need(90);
    pdf.gap(14);
    pdf.heading(verb, 2);
    if (!said) {
      pdf.paragraph('Ainda não sabemos.', SMALL);
      continue;
    }
    pdf.paragraph(said.sentence, { size: 14, weight: 650, leading: 19 });
    pdf.paragraph(`${dayAndMonth(said.date)}${said.provisional ? ' · a lápis: não conta para o mapa' : ''}`, SMALL);
    pdf.paragraph(`O que fazer agora: ${said.next.title}. ${said.next.time}.`, { size: 11, leading: 16 });
  }
}
