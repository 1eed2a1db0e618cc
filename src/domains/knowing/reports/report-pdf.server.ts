import type { Brand } from '../../../server/config.ts';
import { coverInk, INK, PAGE } from '../../../server/pdf/ink.ts';
import { makePdf, type Pdf } from '../../../server/pdf/pdf.ts';
import { drawNameLabel } from '../../../server/pdf/pdf-drawings.ts';
import { drawSona } from '../../../server/pdf/pdf-sona.ts';
import { minutesFor, USUAL_DURATION } from '../../../shared/durations.ts';
import { GOAL } from '../../../shared/goal.ts';
import { rowsOf } from '../../../shared/sona.ts';
import { ofWhom, plural, shortName } from '../../../shared/text.ts';
import type { ChildErrorRow } from '../child-errors/child-errors.contract.ts';
import { besideMarks, sourceSentence } from '../norms/comparison-sentences.rules.ts';
import { nowSentence, nowSource, type SaidNow } from '../progress/child-now.rules.ts';
import { skillInWords } from '../results/skill-words.rules.ts';
import type { ChildReport } from './report.contract.ts';
import { FEWEST_FOR_TREND, meansIn, monthMarks } from './report.rules.ts';
import { drawReportErrors } from './report-errors-pdf.server.ts';
import {
  disciplinesSentence,
  paperSentence,
  pencilSentence,
  rehearsalsSentence,
  repeatedSentence,
  skillsSentence,
  themesSentence,
  trimestersSentence,
} from './report-sentences.rules.ts';
import type { ReportSkill } from './report-skills.server.ts';
import { drawReportSkills } from './report-skills-pdf.server.ts';

type Report = Omit<ChildReport, 'trend' | 'now' | 'since'> & {
  trend: (Omit<ChildReport['trend'][number], 'date'> & { date: string | Date })[];
  now: SaidNow;
};

export interface ReportPaper {
  brand: Brand;
  now: Date;
  /** The child's minutes for a test of 15; null for the usual time. */
  extendedTime: number | null;
  /** How the child reads, calculates and writes; printed on a page of its own. */
  skills: readonly ReportSkill[];
  /** The errors that it makes over and over, and those it has overcome; on the same page. */
  errors: readonly ChildErrorRow[];
}

const LEFT = 46;
const WIDE = PAGE.width - 2 * LEFT;
const GAP = 24;
const MAIN = 296;
const SIDE = WIDE - MAIN - GAP;
const ASIDE = LEFT + MAIN + GAP;

/** Space between the columns of the lower parts. */
const COLUMN_GAP = 14;

const SENTENCE = { size: 9.5, leading: 13, colour: INK.ink2, maxLines: 2 } as const;

/**
 * Returns a child's report: a page on the tests, on which each part begins with its sentence, as on the screen, and a page on reading,
 * calculating, writing and repeated errors if something of it is known. Of rows that do not fit, only the number is given.
 */
export function reportPdf(report: Report, { brand, now, extendedTime, skills, errors }: ReportPaper): Promise<Buffer> {
  return makePdf({ title: 'Relatório', brand, now }, (pdf) => {
    const name = shortName(report.child.fullName) || 'A criança';
    drawCover(pdf, report);
    if (report.trend.length === 0) {
      flow(pdf, LEFT, 156, WIDE);
      pdf.heading(`Relatório ${ofWhom(name, report.child.gender)}`, 1);
      const minutes = minutesFor(USUAL_DURATION, extendedTime);
      pdf.paragraph(`Ainda sem testes. Faça o primeiro: são 10 perguntas, cerca de ${minutes} minutos.`, { size: 12 });
      pdf.gap(18);
      drawReportSkills(pdf, skills);
      drawReportErrors(pdf, errors);
      return;
    }
    const left = drawTrend(pdf, report, { name, gender: report.child.gender }, now);
    const right = drawNext(pdf, report);
    const middle = Math.max(left, right) + 16;
    const main = drawDisciplines(pdf, report, middle) + 14;
    const aside = drawTrimesters(pdf, report, middle) + 14;
    drawThemes(pdf, report, drawMaps(pdf, report, drawSkills(pdf, report, Math.max(main, aside)) + 10));
    if (skills.length === 0 && errors.length === 0) return;
    pdf.newPage();
    flow(pdf, LEFT, pdf.y, WIDE);
    drawReportSkills(pdf, skills);
    drawReportErrors(pdf, errors);
  });
}

function drawCover(pdf: Pdf, { child }: Report): void {
  pdf.picture(null, (doc) => {
    doc.save().roundedRect(LEFT, 74, WIDE, 62, 8).clip();
    doc.rect(LEFT, 74, WIDE, 62).fill(coverInk(child.cover));
    doc.rect(LEFT, 74, 12, 62).fillOpacity(0.28).fill('#000000').fillOpacity(1);
    doc
      .moveTo(LEFT + 17, 79)
      .lineTo(LEFT + 17, 132)
      .dash(4, { space: 3 })
      .lineWidth(1.2);
    doc.strokeOpacity(0.4).stroke(INK.onCover).strokeOpacity(1).undash().restore();
  });
  drawNameLabel(
    pdf,
    { x: LEFT + 28, y: 82, width: 330 },
    {
      cover: child.cover,
      name: child.fullName,
      title: child.fullName,
      detail: `${child.schoolClass} · ${child.school ?? 'Escola não especificada'}`,
    },
  );
}

/** The last tests as dots on a scale from 0 to 100, joined from three on, with the goal at 70. @returns the y position below it. */
function drawTrend(pdf: Pdf, { trend, now }: Report, who: Parameters<typeof nowSentence>[0], today: Date): number {
  flow(pdf, LEFT, 150, MAIN);
  const sentence = nowSentence(who, now);
  pdf.paragraph(sentence, { size: 16, weight: 800, leading: 21, maxLines: 2 });
  const facts = [nowSource(now, today), paperSentence(trend)];
  pdf.paragraph(facts.filter(Boolean).join(' '), SENTENCE);
  const [x, y, width, height] = [LEFT + 34, pdf.y + 14, MAIN - 40, 92];
  const at = (score: number) => y + height - (height * score) / 100;
  const across = (index: number) =>
    trend.length === 1 ? x + width / 2 : x + width * (0.04 + (0.92 * index) / (trend.length - 1));
  const points = trend.map(({ score }, index) => ({ x: across(index), y: at(score), good: score >= GOAL }));
  pdf.picture(sentence, (doc) => {
    doc
      .moveTo(x, at(0))
      .lineTo(x + width, at(0))
      .lineWidth(1)
      .stroke(INK.lineStrong);
    doc
      .moveTo(x, at(GOAL))
      .lineTo(x + width, at(GOAL))
      .dash(4, { space: 3 })
      .lineWidth(1)
      .stroke(INK.ink)
      .undash();
    for (const { from, to, percentage } of meansIn(trend.length, now))
      doc.moveTo(across(from), at(percentage)).lineTo(across(to), at(percentage)).lineWidth(4).stroke(INK.brass);
    drawPoints(doc, points);
  });
  const marks = monthMarks(trend.map(({ date }) => new Date(date).toISOString()));
  trend.forEach(({ score }, index) => {
    const good = score >= GOAL;
    const box = { x: across(index) - 16, width: 32 };
    const figure = { size: 9, weight: 650, leading: 12, align: 'center', colour: good ? INK.ok : INK.low } as const;
    pdf.write(String(score), { ...box, y: good || score < 15 ? at(score) - 17 : at(score) + 5 }, figure);
    const month = marks[index];
    if (month)
      pdf.write(month, { ...box, y: at(0) + 4 }, { size: 8.5, leading: 11, align: 'center', colour: INK.ink2 });
  });
  drawScale(pdf, at);
  return at(0) + 16;
}

/** Draws tests as dots, joined from three on. */
function drawPoints(doc: PDFKit.PDFDocument, points: readonly { x: number; y: number; good: boolean }[]): void {
  if (points.length >= FEWEST_FOR_TREND) {
    points.forEach(({ x, y }, index) => {
      if (index === 0) doc.moveTo(x, y);
      else doc.lineTo(x, y);
    });
    doc.lineJoin('round').lineWidth(1.8).stroke(INK.brand);
  }
  for (const { x, y, good } of points) {
    if (good) doc.circle(x, y, 4).lineWidth(1).fillAndStroke(INK.brass, INK.ink);
    else {
      doc.circle(x, y, 3.7).lineWidth(1.4).dash(2.3, { space: 1.6 });
      doc.fillAndStroke('#ffffff', INK.low).undash();
    }
  }
}

/** Writes the scale from 0 to 100 beside the chart. @param at returns the y position of a score. */
function drawScale(pdf: Pdf, at: (score: number) => number): void {
  const scale = { x: LEFT, width: 29 };
  const words = { size: 8.5, leading: 10, align: 'right', colour: INK.ink2 } as const;
  pdf.write('100', { ...scale, y: at(100) - 5 }, words);
  pdf.write('Meta', { ...scale, y: at(GOAL) - 10 }, { ...words, weight: 650 });
  pdf.write('70%', { ...scale, y: at(GOAL) }, { ...words, weight: 650 });
  pdf.write('0', { ...scale, y: at(0) - 5 }, words);
}

/** The next test. @returns the y position below it. */
function drawNext(pdf: Pdf, { next }: Report): number {
  flow(pdf, ASIDE, 150, SIDE);
  pdf.heading('O que fazer agora');
  if (next.test) {
    const y = pdf.y + 4;
    pdf.picture(null, (doc) => doc.roundedRect(ASIDE, y, SIDE, 46, 7).fill(INK.brandSoft));
    const text = { x: ASIDE + 10, width: SIDE - 20 };
    pdf.write('Próximo teste', { ...text, y: y + 6 }, { size: 8.5, leading: 11, colour: INK.ink2 });
    const test = `${next.test.discipline} · ${next.test.theme}`;
    pdf.write(test, { ...text, y: y + 17 }, { size: 10, weight: 650, leading: 12, maxLines: 2 });
    pdf.y = y + 46;
  } else pdf.paragraph('Treinar 5 minutos por dia o que errou.', SENTENCE);
  return pdf.y;
}

/** Disciplines, each beside its closest average or reference value. @returns the y position below it. */
function drawDisciplines(pdf: Pdf, { disciplines }: Report, top: number): number {
  flow(pdf, LEFT, top, MAIN);
  pdf.heading('Por disciplina');
  pdf.paragraph(disciplinesSentence(disciplines), SENTENCE);
  pdf.gap(4);
  for (const { discipline, tests, mean, marks } of disciplines) {
    const y = pdf.y;
    const good = mean >= GOAL;
    pdf.write(discipline, { x: LEFT, y, width: 82 }, { size: 10, weight: 650, leading: 14, maxLines: 1 });
    const beside = `${plural(tests, 'teste', 'testes')} · ${besideMarks(mean, marks)}`;
    const small = { size: 7.5, leading: 14, align: 'right', colour: INK.ink2, maxLines: 1 } as const;
    pdf.write(beside, { x: LEFT + 82, y, width: MAIN - 120 }, small);
    const figure = { size: 10, weight: 650, leading: 14, align: 'right', colour: good ? INK.ok : INK.low } as const;
    pdf.write(`${mean}%`, { x: LEFT + MAIN - 36, y, width: 36 }, figure);
    pdf.bar(mean, { x: LEFT, y: y + 17, width: MAIN, height: 7 });
    pdf.y = y + 30;
  }
  const sources = [...new Set(disciplines.map(({ marks }) => sourceSentence(marks)))];
  // The screen shows a sentence for each discipline; the PDF prints it only when it is the same for all.
  const source = sources.length === 1 ? ` ${sources[0]}` : ' Médias de outras famílias, ou valores fixos.';
  pdf.paragraph(`Traço: meta de 70%.${source}`, { ...SENTENCE, size: 8, leading: 11 });
  return pdf.y;
}

/** Returns the columns of the trimesters, each with its months by the school calendar. */
const columnsOf = (months: Report['months']) => [
  { title: 'Disciplina', share: 1.7 },
  ...['I', 'II', 'III'].map((numeral, index) => ({
    title: `${numeral}\n${months[index]}`,
    share: 1,
    align: 'right' as const,
  })),
];

function drawTrimesters(pdf: Pdf, report: Report, top: number): number {
  const { trimesters, months } = report;
  flow(pdf, ASIDE, top, SIDE);
  pdf.heading('Por trimestre');
  pdf.paragraph(trimestersSentence(trimesters.schoolYear, trimesters.all), SENTENCE);
  if (trimesters.disciplines.length === 0) return pdf.y;
  const cells = (row: Report['trimesters']['all'], weight: 400 | 650) =>
    row.map(({ mean }) => ({
      text: mean === null ? '–' : `${mean}%`,
      colour: mean === null ? INK.ink2 : mean >= GOAL ? INK.ok : INK.low,
      weight,
    }));
  pdf.table(
    columnsOf(months),
    [
      ...trimesters.disciplines.map((row) => [row.discipline, ...cells(row.trimesters, 400)]),
      [{ text: 'Todas', weight: 650 as const }, ...cells(trimesters.all, 650)],
      ['Testes', ...trimesters.all.map(({ tests }) => String(tests))],
    ],
    { size: 8.5, height: 16 },
  );
  const repeated = repeatedSentence(report);
  if (repeated) pdf.paragraph(repeated, { ...SENTENCE, size: 8, leading: 11 });
  return pdf.y;
}

/** Skill categories side by side, over the whole width. @returns the y position below them. */
function drawSkills(pdf: Pdf, { skills }: Report, top: number): number {
  if (skills.length === 0) return top;
  flow(pdf, LEFT, top, WIDE);
  pdf.heading('Como responde');
  pdf.paragraph(skillsSentence(skills), { ...SENTENCE, maxLines: 1 });
  pdf.gap(3);
  const width = (WIDE - 2 * COLUMN_GAP) / 3;
  const y = pdf.y;
  skills.forEach(({ skillCategory, correct, total, share }, index) => {
    const x = LEFT + (index % 3) * (width + COLUMN_GAP);
    const at = y + Math.floor(index / 3) * 25;
    const good = share >= GOAL;
    pdf.write(skillInWords(skillCategory), { x, y: at, width: width - 60 }, { size: 9, leading: 13, maxLines: 1 });
    const figure = { size: 9, weight: 650, leading: 13, align: 'right', colour: good ? INK.ok : INK.low } as const;
    pdf.write(`${correct} de ${total}`, { x: x + width - 60, y: at, width: 60 }, figure);
    pdf.bar(share, { x, y: at + 15, width, height: 5 });
  });
  return y + Math.ceil(skills.length / 3) * 25;
}

/** Side of a dot's cell on paper in points, and the maximum number of rows of a drawing. */
const CELL = 9;
const MAX_ROWS = 9;

/** The map: its sentence, and a drawing for each discipline, whose line runs through the known themes. @returns the y position below it. */
function drawMaps(pdf: Pdf, { knowledge: { sentence, disciplines }, pencil, rehearsals }: Report, top: number): number {
  const shown = disciplines.filter(({ states }) => rowsOf(states.length).length <= MAX_ROWS).slice(0, 6);
  const rows = Math.max(0, ...shown.map(({ states }) => rowsOf(states.length).length));
  const height = 44 + rows * CELL + 26 + (rehearsals.tests > 0 ? SENTENCE.leading : 0);
  if (shown.length === 0 || pdf.bottom - top < height) return top;
  flow(pdf, LEFT, top, WIDE);
  pdf.heading('O que já sabe');
  pdf.paragraph([sentence, pencilSentence(pencil), rehearsalsSentence(rehearsals)].filter(Boolean).join(' '), {
    ...SENTENCE,
    maxLines: 3,
  });
  pdf.gap(4);
  const y = pdf.y;
  const width = WIDE / 6;
  shown.forEach(({ discipline, known, total, states }, index) => {
    const drawn = rowsOf(states.length);
    const box = { x: LEFT + index * width, width };
    const [left, above] = [box.x + (width - Math.max(...drawn) * CELL) / 2, y + (rows - drawn.length) * CELL];
    drawSona(pdf, { x: left, y: above, cell: CELL }, states, null);
    const text = { size: 8, leading: 10, align: 'center', maxLines: 1 } as const;
    pdf.write(discipline, { ...box, y: y + rows * CELL + 5 }, { ...text, weight: 650 });
    const state = states.every((one) => one === 'no-data') ? 'sem dados' : `sabe ${known} de ${total}`;
    pdf.write(state, { ...box, y: y + rows * CELL + 15 }, { ...text, colour: INK.ink2 });
  });
  return y + rows * CELL + 36;
}

/** Tested themes in three columns, as many as fit, the weakest of each discipline first. */
function drawThemes(pdf: Pdf, { themes }: Report, top: number): void {
  const tested = themes.flatMap(({ discipline, themes: some }) =>
    some.flatMap(({ theme, mean }) => (mean === null ? [] : [{ discipline, theme, mean }])),
  );
  const waiting = themes.reduce((sum, group) => sum + group.themes.length, 0) - tested.length;
  if (tested.length === 0 || pdf.bottom - top < 70) return;
  flow(pdf, LEFT, top, WIDE);
  pdf.heading('Por tema');
  pdf.paragraph(themesSentence(themes), { ...SENTENCE, maxLines: 1 });
  pdf.gap(3);
  const row = 24;
  const across = 3;
  const rows = Math.max(1, Math.floor((pdf.bottom - pdf.y - 13) / row));
  const shown = tested.slice(0, rows * across);
  const width = (WIDE - 2 * COLUMN_GAP) / across;
  const y = pdf.y;
  shown.forEach(({ discipline, theme, mean }, index) => {
    const box = { x: LEFT + (index % across) * (width + COLUMN_GAP), y: y + Math.floor(index / across) * row };
    const text = { x: box.x, width };
    pdf.write(theme, { ...text, y: box.y }, { size: 9, weight: 650, leading: 11, maxLines: 1 });
    const state = `${discipline} · ${mean}%`;
    pdf.write(state, { ...text, y: box.y + 11 }, { size: 8, leading: 10, colour: INK.ink2, maxLines: 1 });
  });
  const more = [
    tested.length > shown.length && `Mais ${plural(tested.length - shown.length, 'tema testado', 'temas testados')}.`,
    waiting > 0 && `${plural(waiting, 'tema ainda sem testes', 'temas ainda sem testes')}.`,
  ].filter(Boolean);
  if (more.length > 0) {
    const end = y + Math.ceil(shown.length / across) * row;
    pdf.write(
      more.join(' '),
      { x: LEFT, y: end, width: WIDE },
      { size: 8, leading: 11, colour: INK.ink2, maxLines: 1 },
    );
  }
}

function flow(pdf: Pdf, x: number, y: number, width: number): void {
  pdf.left = x;
  pdf.right = x + width;
  pdf.y = y;
}
