import type { Brand } from '../../../server/config.ts';
import { INK, PAGE } from '../../../server/pdf/ink.ts';
import { makePdf, type Pdf } from '../../../server/pdf/pdf.ts';
import { drawNameLabel, drawSheet, RULE } from '../../../server/pdf/pdf-drawings.ts';
import { dayAndMonth, longDate } from '../../../shared/dates.ts';
import { plural } from '../../../shared/text.ts';
import type { Gender } from '../../../shared/words.ts';
import { moveSentence } from '../knowledge/map-words.rules.ts';
import type { DiagnosticDetails } from './diagnostic.contract.ts';
import { againSentence, secureSentence, written } from './diagnostic-words.rules.ts';
import { classNumber } from './scale.rules.ts';

export interface DiagnosticPaper {
  brand: Brand;
  now: Date;
  child: { fullName: string; cover: number; gender: Gender | null };
}

const LEFT = 46;
const WIDE = PAGE.width - 2 * LEFT;
const CLASSES = 6;
const TEXT = { size: 11, leading: 16, colour: INK.ink2 } as const;

/** Returns the result of a diagnostic on one page: the sentence, the ruler of classes with its band, the growth, and where to begin. */
export function diagnosticPdf(result: DiagnosticDetails, { brand, now, child }: DiagnosticPaper): Promise<Buffer> {
  const title = `Ponto de partida de ${result.discipline}, ${longDate(result.finishedAt)}`;
  return makePdf({ title, brand, now }, (pdf) => {
    drawLevel(pdf, result, child);
    if (result.growth) drawGrowth(pdf, result.growth);
    if (result.startHere.length > 0) drawStart(pdf, result);
    pdf.gap(10);
    pdf.paragraph(
      `${plural(result.answered, 'pergunta', 'perguntas')} em ${plural(result.minutes, 'minuto', 'minutos')}. Isto não é uma nota: diz por onde começar. ${againSentence(result.againFrom, now.getTime())}`.trimEnd(),
      TEXT,
    );
  });
}

/** The sheet with the sentence and the ruler. */
function drawLevel(pdf: Pdf, result: DiagnosticDetails, child: DiagnosticPaper['child']): void {
  const { growth, sentence, bandSentence, secure } = result;
  const top = 80;
  const x = LEFT + 60;
  const width = WIDE - 80;
  const height = RULE * (14 + (growth ? 1 : 0) + (secure.length > 0 ? 1 : 0));
  drawSheet(pdf, { x: LEFT, y: top, width: WIDE }, height);
  drawNameLabel(
    pdf,
    { x: LEFT + 20, y: top + 14, width: 300 },
    {
      cover: child.cover,
      name: child.fullName,
      title: child.fullName,
      detail: `${result.schoolClass} · ${result.discipline}`,
    },
  );
  let y = top + RULE * 4 - 4;
  y += pdf.write(
    growth ? growth.title : sentence,
    { x, y, width },
    { size: 19, weight: 800, leading: RULE, maxLines: 2 },
  );
  y += pdf.write(
    growth ? `${sentence}. ${bandSentence}` : bandSentence,
    { x, y, width },
    { size: 12.5, leading: RULE, maxLines: 2 },
  );
  y = drawRuler(pdf, result, { x, y: y + 12, width });
  if (secure.length > 0) pdf.write(secureSentence(secure), { x, y: y + 6, width }, { ...TEXT, maxLines: 2 });
  pdf.left = LEFT;
  pdf.right = LEFT + WIDE;
  pdf.y = top + height + 16;
}

/**
 * Draws the classes side by side, with the current and the previous band above and the class at school below. Returns the position of the
 * lower edge.
 */
function drawRuler(
  pdf: Pdf,
  result: DiagnosticDetails,
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const step = width / CLASSES;
  const at = (place: number) => x + Math.min(Math.max(place - 1, 0), CLASSES) * step;
  const bands = [{ ...result, now: true }, ...(result.growth ? [{ ...result.growth.before, now: false }] : [])];
  const ruler = y + bands.length * 22 + 6;
  pdf.picture(`${result.sentence}. ${result.bandSentence} Na escola: ${written(result.schoolClass)}.`, (doc) => {
    for (const [index, { band, place, sure, now }] of bands.entries()) {
      const line = y + 10 + index * 22;
      const [low, high] = [at(band[0]), at(band[1])];
      doc
        .moveTo(low, line)
        .lineTo(high, line)
        .lineWidth(now ? 2.6 : 1.2)
        .stroke(INK.brand);
      for (const end of [low, high])
        doc
          .moveTo(end, line - 7)
          .lineTo(end, line + 7)
          .lineWidth(now ? 1.8 : 1.2)
          .stroke(INK.ink);
      if (!sure) continue;
      doc.circle(at(place), line, now ? 6 : 5).lineWidth(1.2);
      if (now) doc.fillAndStroke(INK.brass, INK.ink);
      else doc.dash(2, { space: 1.6 }).fillAndStroke(INK.surface, INK.ink2).undash();
    }
    const level = result.level === null ? 0 : classNumber(result.level);
    for (let index = 0; index < CLASSES; index += 1) {
      doc.rect(x + index * step, ruler, step, 28).lineWidth(1);
      doc.fillAndStroke(index + 1 === level ? INK.brass : INK.brassSoft, INK.ink);
    }
    const school = x + (classNumber(result.schoolClass) - 0.5) * step;
    if (classNumber(result.schoolClass) <= CLASSES)
      doc.path(`M${school - 5} ${ruler + 39}L${school + 5} ${ruler + 39}L${school} ${ruler + 32}Z`).fill(INK.ink2);
    for (let index = 0; index < CLASSES; index += 1)
      pdf.write(
        `${index + 1}.º`,
        { x: x + index * step, y: ruler + 6, width: step },
        { size: 11, leading: 16, weight: index + 1 === level ? 800 : 650, align: 'center' },
      );
    if (classNumber(result.schoolClass) <= CLASSES)
      pdf.write(
        'na escola',
        { x: school - 40, y: ruler + 40, width: 80 },
        { size: 9.5, leading: 13, align: 'center', colour: INK.ink2 },
      );
  });
  return ruler + 56;
}

function drawGrowth(pdf: Pdf, { range, before, noticed }: NonNullable<DiagnosticDetails['growth']>): void {
  pdf.heading('O que mudou');
  pdf.paragraph(range, TEXT);
  pdf.paragraph(`A ${dayAndMonth(before.finishedAt)}: ${before.sentence}. ${before.bandSentence}`, TEXT);
  if (noticed.length > 0) {
    pdf.gap(6);
    pdf.heading('Onde se nota', 3);
    for (const move of noticed) pdf.paragraph(`${move.name}: ${moveSentence(move)}`, TEXT);
  }
  pdf.gap(8);
}

function drawStart(pdf: Pdf, { growth, startHere }: DiagnosticDetails): void {
  pdf.heading(growth ? 'Comece agora por' : 'Comece por');
  for (const [index, theme] of startHere.entries()) {
    pdf.paragraph(`${index + 1}. ${theme.name}`, { size: 12, leading: 17, weight: 650 });
    const found = theme.answers > 0 ? ` · acertou ${theme.right} de ${theme.answers}` : '';
    pdf.paragraph(`${written(theme.schoolClass)}${found}`, TEXT);
    pdf.gap(4);
  }
}
