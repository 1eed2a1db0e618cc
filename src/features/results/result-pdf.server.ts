import type { Brand } from '../../server/config.ts';
import { INK, PAGE } from '../../server/ink.ts';
import { makePdf, type Pdf } from '../../server/pdf.ts';
import { drawFio, drawMark, drawNameLabel, drawScoreStamp, drawSheet, RULE } from '../../server/pdf-drawings.ts';
import { longDate, minutes } from '../../shared/dates.ts';
import { shortName, withArticle } from '../../shared/text.ts';
import type { Gender } from '../../shared/words.ts';
import {
  distanceToMark,
  firstMark,
  GROUP_NAMES,
  marginSentence,
  placeSentence,
  sourceSentence,
} from './comparison-sentences.rules.ts';
import type { AttemptResult } from './results.contract.ts';
import { percentageOf } from './results.rules.ts';
import { correctionSentence, meaningOf, nextStep } from './sentences.rules.ts';

type Graded = Omit<AttemptResult, 'attempt' | 'result'> & {
  attempt: Pick<AttemptResult['attempt'], 'timeSpent' | 'timeLimit' | 'late'> & { attemptDate: string | Date };
  result: NonNullable<AttemptResult['result']>;
};

export interface ResultPaper {
  brand: Brand;
  now: Date;
  gender: Gender | null;
}

const LEFT = 46;
const WIDE = PAGE.width - 2 * LEFT;
const GAP = 22;
const HALF = (WIDE - GAP) / 2;

/** The result of one test on one page: the sentence, the stamp and the fio; what to do next, the comparison, the competences. */
export function resultPdf(found: Graded, { brand, now, gender }: ResultPaper): Promise<Buffer> {
  const title = `Resultado de ${found.test.discipline}, ${longDate(found.attempt.attemptDate)}`;
  return makePdf({ title, brand, now }, (pdf) => {
    const below = drawVerdict(pdf, found, brand, gender);
    const left = drawSkills(pdf, found.result, below);
    const right = drawComparison(pdf, found, below);
    drawNext(pdf, found.result, Math.max(left, right));
  });
}

function drawVerdict(pdf: Pdf, { attempt, child, test, answers, result }: Graded, brand: Brand, gender: Gender | null) {
  const name = shortName(child.fullName) || 'A criança';
  const right = new Set(answers.filter(({ isCorrect }) => isCorrect).map(({ questionId }) => questionId));
  const top = 80;
  const height = RULE * 17;
  const x = LEFT + 54;
  const width = WIDE - 70;
  drawSheet(pdf, { x: LEFT, y: top, width: WIDE }, height);
  drawNameLabel(
    pdf,
    { x: LEFT + 20, y: top + 14, width: 330 },
    {
      cover: child.cover,
      name,
      title: child.fullName,
      detail: `${child.schoolClass} · ${test.discipline}: ${test.theme}`,
    },
  );
  const sentence = `${withArticle(name, gender)} acertou ${result.value}\u00a0de\u00a0${result.total}`;
  const style = { size: 26, weight: 800, leading: RULE * 1.5, maxLines: 2 } as const;
  const lines = pdf.lines(sentence, width - 130, style).length;
  // Baselines stand on the rules.
  let y = top + RULE * 4 - 5;
  pdf.y = y;
  pdf.left = x;
  pdf.right = x + width - 130;
  pdf.paragraph(sentence, style);
  drawScoreStamp(pdf, { x: LEFT + WIDE - 142, y: top + 20, width: 120 }, result.percentage, brand.productName);
  y = top + RULE * (4 + 1.5 * lines) + (lines === 1 ? RULE * 0.5 : 0);
  pdf.write(
    `${result.value} de ${result.total} (${result.percentage}%). ${meaningOf(result.percentage)}`,
    { x, y, width },
    { size: 12, leading: RULE, colour: INK.ink2, maxLines: 1 },
  );
  y += RULE + 14;
  const fio = test.questions.map((question) => right.has(question.id));
  const room = top + height - RULE * 4 - y;
  drawFio(
    pdf,
    { x: x - 4, y, width: width - 20 },
    room - 8,
    fio,
    `${result.value} de ${result.total} respostas certas`,
  );
  y = top + height - RULE * 4;
  pdf.write('Ponto cheio: certa. Vazio: errada.', { x, y, width }, { size: 9.5, leading: RULE, colour: INK.ink2 });
  y += RULE;
  const numbers = [
    [String(result.value), 'Certas'],
    [String(result.total - result.value), 'Erradas'],
    [attempt.timeSpent === null ? '–' : minutes(attempt.timeSpent), 'Tempo'],
  ] as const;
  numbers.forEach(([value, label], index) => {
    const at = { x: x + index * 86, width: 84 };
    pdf.write(value, { ...at, y }, { size: 16, weight: 800, leading: RULE });
    pdf.write(label, { ...at, y: y + RULE }, { size: 9.5, leading: RULE, colour: INK.ink2 });
  });
  const remarks = [
    result.corrected && correctionSentence(longDate(result.corrected.at), result.corrected.before, result.percentage),
    result.weighted && 'As questões não valem todas o mesmo: a percentagem conta o peso de cada uma.',
    attempt.timeLimit !== 900 && `Com tempo alargado: ${minutes(attempt.timeLimit)}. Não entra nas médias.`,
    attempt.late && 'Enviado mais tarde. Não entra nas médias.',
  ].filter(Boolean);
  if (remarks.length > 0) {
    const box = { x: x + 262, y, width: width - 262 };
    pdf.write(remarks.join(' '), box, { size: 8.5, leading: RULE / 1.75, colour: INK.ink2, maxLines: 5 });
  }
  return top + height + 26;
}

/** Right answers by skill category; gives where it ends. */
function drawSkills(pdf: Pdf, { skills }: Graded['result'], top: number): number {
  flow(pdf, LEFT, top);
  if (skills.length === 0) return top;
  pdf.heading('Por competência');
  for (const { skillCategory, correct, total } of skills) {
    const share = percentageOf(correct, total);
    const y = pdf.y;
    const good = share !== null && share >= 70;
    pdf.write(skillCategory, { x: LEFT, y, width: HALF - 80 }, { size: 10.5, weight: 650, leading: 17, maxLines: 1 });
    drawMark(pdf, LEFT + HALF - 62, y + 4, 10, good);
    pdf.write(`${correct} de ${total}`, { x: LEFT + HALF - 50, y, width: 50 }, level(good, 'right'));
    pdf.bar(share, { x: LEFT, y: y + 20, width: HALF });
    pdf.y = y + 38;
  }
  return pdf.y;
}

const level = (good: boolean, align: 'left' | 'right') =>
  ({ size: 10.5, weight: 650, leading: 17, align, colour: good ? INK.ok : INK.low }) as const;

/** Beside averages of others or reference values, each named for what it is. Gives where it ends. */
function drawComparison(pdf: Pdf, { child, result }: Graded, top: number): number {
  const x = LEFT + HALF + GAP;
  const { marks } = result.comparison;
  const first = firstMark(marks);
  const place = placeSentence(marks);
  flow(pdf, x, top);
  pdf.heading('Comparação');
  if (first) pdf.paragraph(distanceToMark(first, result.percentage), { size: 10.5, colour: INK.ink2, maxLines: 2 });
  pdf.gap(6);
  const name = shortName(child.fullName) || 'A criança';
  pdf.write(name, { x, y: pdf.y, width: HALF - 50 }, { size: 10, weight: 650, leading: 16, maxLines: 1 });
  const own = { x: x + HALF - 50, y: pdf.y, width: 50 };
  pdf.write(`${result.percentage}%`, own, level(result.percentage >= 70, 'right'));
  pdf.bar(result.percentage, { x, y: pdf.y + 19, width: HALF });
  pdf.y += 34;
  for (const { group, value, real, children } of marks) {
    const y = pdf.y;
    const label = `${GROUP_NAMES[group]} (${real ? children : 'valor de referência'})`;
    pdf.write(label, { x, y, width: HALF - 50 }, { size: 10, leading: 16, maxLines: 1 });
    pdf.write(`${value}%`, { x: x + HALF - 50, y, width: 50 }, { size: 10, leading: 16, align: 'right' });
    pdf.picture(null, (doc) => {
      doc.roundedRect(x, y + 18, HALF, 6, 3).fill(INK.sunken);
      doc.roundedRect(x, y + 18, (HALF * value) / 100, 6, 3).fill(INK.lineStrong);
    });
    pdf.y = y + 32;
  }
  if (place) pdf.paragraph(place, { size: 9.5, maxLines: 2 });
  if (marks.some(({ real }) => real)) {
    pdf.paragraph(sourceSentence(marks), { size: 8.5, colour: INK.ink2, maxLines: 3 });
  }
  return pdf.y;
}

function drawNext(pdf: Pdf, result: Graded['result'], top: number): void {
  const test = result.next.test;
  const lines = [
    nextStep(result.total - result.value),
    test && `A praticar a seguir: ${test.discipline} · ${test.theme}.`,
  ].filter(Boolean) as string[];
  const y = Math.min(top + 12, pdf.bottom - 68 - lines.length * 16);
  const height = 40 + lines.length * 16;
  pdf.picture(null, (doc) => doc.roundedRect(LEFT, y, WIDE, height, 8).fill(INK.brandSoft));
  flow(pdf, LEFT + 16, y + 8, WIDE - 32);
  pdf.heading('O que fazer agora', 2);
  for (const line of lines) pdf.paragraph(line, { size: 11, leading: 16, colour: INK.ink2, maxLines: 1 });
  flow(pdf, LEFT, y + height + 8, WIDE);
  const sure = { size: 8.5, leading: 11, colour: INK.ink2, maxLines: 2 } as const;
  pdf.paragraph(marginSentence(result.total, result.margin), sure);
}

function flow(pdf: Pdf, x: number, y: number, width = HALF): void {
  pdf.left = x;
  pdf.right = x + width;
  pdf.y = y;
}
