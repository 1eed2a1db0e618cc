import type { Brand } from '../../../server/config.ts';
import { INK, PAGE } from '../../../server/pdf/ink.ts';
import { makePdf, type Pdf, type TextStyle } from '../../../server/pdf/pdf.ts';
import {
  drawFio,
  drawMark,
  drawNameLabel,
  drawPencilStamp,
  drawScoreStamp,
  drawSheet,
  RULE,
} from '../../../server/pdf/pdf-drawings.ts';
import { longDate, minutes } from '../../../shared/dates.ts';
import { GOAL } from '../../../shared/goal.ts';
import { wholePercent } from '../../../shared/percent.ts';
import { withoutLetter } from '../../../shared/questions/letters.ts';
import { inSentence, ofWhom, shortName, withArticle } from '../../../shared/text.ts';
import type { Gender } from '../../../shared/words.ts';
import { writtenWithUnit } from '../../bank/answering/answering.rules.ts';
import { printedText } from '../../bank/question-files/exports.rules.ts';
import { earlierTexts, optionsOf } from '../../bank/test-bank/presented.rules.ts';
import {
  besideMarks,
  GROUP_NAMES,
  marginSentence,
  placeSentence,
  sourceSentence,
} from '../norms/comparison-sentences.rules.ts';
import { countingSentence } from '../results/counting.rules.ts';
import { nextStepAfter } from '../results/next-step.rules.ts';
import { passSentence, valoresInWords } from '../results/rehearsal.rules.ts';
import type { AttemptResult } from '../results/results.contract.ts';
import {
  awaySentence,
  correctionSentence,
  countOf,
  dotsLabel,
  dotsLegend,
  dotsOf,
  effortSentence,
  meaningOf,
  outcomesOf,
  PENCIL,
  PENCIL_MORE,
  timeText,
} from '../results/sentences.rules.ts';
import { skillInWords } from '../results/skill-words.rules.ts';
import { wrongAnswerSentence } from '../results/wrong-answer.rules.ts';
import { drawStudy } from './rehearsal-pdf.server.ts';

type Graded = Omit<AttemptResult, 'attempt' | 'result'> & {
  attempt: Pick<
    AttemptResult['attempt'],
    'timeSpent' | 'timeLimit' | 'duration' | 'late' | 'onPaper' | 'offline' | 'timeConfirmed'
  > & {
    attemptDate: string | Date;
  };
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

/**
 * Returns the result of one test. The first page has the sentence, the stamp and the fio, the next action, the comparison and the skill
 * categories. If questions were missed, they follow, each with the child's choice, the right alternative and the explanation.
 */
export function resultPdf(found: Graded, { brand, now, gender }: ResultPaper): Promise<Buffer> {
  const title = `Resultado de ${found.test.discipline}, ${longDate(found.attempt.attemptDate)}`;
  return makePdf({ title, brand, now }, (pdf) => {
    const missed = missedOf(found, gender);
    const below = drawVerdict(pdf, found, brand, gender, missed.length);
    const { rehearsal } = found.result;
    if (rehearsal) {
      flow(pdf, LEFT, below, WIDE);
      drawStudy(pdf, rehearsal, LEFT, WIDE);
      return drawMissed(pdf, missed);
    }
    drawNext(pdf, found, found.result.effort?.level === 'low' ? drawPencil(pdf, below) : drawJudged(pdf, found, below));
    drawMissed(pdf, missed);
  });
}

/** Sentences about limitations of a result. @param child the child's name, for use in a sentence. */
function remarksOf(attempt: Graded['attempt'], result: Graded['result'], child: string): string[] {
  const extendedTime = attempt.timeLimit > attempt.duration * 60;
  return [
    result.effort?.level === 'some' && effortSentence(child, result.effort),
    result.away && awaySentence(result.away),
    result.corrected && correctionSentence(longDate(result.corrected.at), result.corrected.before, result.percentage),
    result.weighted && 'As perguntas não valem todas o mesmo: o resultado conta o peso de cada uma.',
    extendedTime && `Com tempo alargado: ${minutes(attempt.timeLimit)}.`,
    result.effort?.level !== 'low' && countingSentence({ ...attempt, extendedTime }),
  ].filter((remark) => typeof remark === 'string');
}

/** Returns the sentence about a result, and what it means. @param who "A Maria" @param child "a Maria" */
function verdictOf({ rehearsal, value, total, percentage, effort }: Graded['result'], who: string, child: string) {
  const pencil = effort?.level === 'low' ? `${PENCIL} ${effortSentence(child, effort)}` : null;
  if (rehearsal)
    return {
      sentence: `${who} teve ${valoresInWords(percentage)}`,
      meaning: pencil ?? `Acertou ${value} de ${total} (${percentage}%). ${passSentence(percentage)}`,
    };
  return { sentence: `${who} acertou ${value}\u00a0de\u00a0${total}`, meaning: pencil ?? meaningOf(percentage) };
}

/** Draws numbers with their labels in a row. */
function drawNumbers(
  pdf: Pdf,
  { x, y }: { x: number; y: number },
  numbers: readonly (readonly [value: string, label: string])[],
): void {
  numbers.forEach(([value, label], index) => {
    const at = { x: x + index * 86, width: 84 };
    pdf.write(value, { ...at, y }, { size: 16, weight: 800, leading: RULE });
    pdf.write(label, { ...at, y: y + RULE }, { size: 9.5, leading: RULE, colour: INK.ink2 });
  });
}

/** Width of the numbers and what is below the sentence at their side, in points. */
const NUMBERS = 262;

function drawVerdict(
  pdf: Pdf,
  { attempt, time, child, test, answers, result }: Graded,
  brand: Brand,
  gender: Gender | null,
  missed: number,
) {
  const name = shortName(child.fullName) || 'A criança';
  const outcomes = outcomesOf(test.questions, answers);
  const [unanswered, quick] = [countOf(outcomes, 'unanswered'), countOf(outcomes, 'quick')];
  const top = 80;
  const remarks = remarksOf(attempt, result, inSentence(name, gender));
  // With the drawing beside the numbers a single question to review has room on the same page.
  const isLow = missed === 1 && remarks.length === 0;
  const height = RULE * (isLow ? 12 : 17);
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
      detail: [child.schoolClass, `${test.discipline}: ${test.theme}`, timeText(time)].filter(Boolean).join(' · '),
    },
  );
  const { sentence, meaning } = verdictOf(result, withArticle(name, gender), inSentence(name, gender));
  const style = { size: 26, weight: 800, leading: RULE * 1.5, maxLines: 2 } as const;
  const lines = pdf.lines(sentence, width - 130, style).length;
  // Text baselines lie on the ruled lines.
  let y = top + RULE * 4 - 5;
  pdf.y = y;
  pdf.left = x;
  pdf.right = x + width - 130;
  pdf.paragraph(sentence, style);
  const stamp = { x: LEFT + WIDE - 142, y: top + 20, width: 120 };
  if (result.effort?.level === 'low') drawPencilStamp(pdf, stamp, result.percentage);
  else drawScoreStamp(pdf, stamp, result.percentage, brand.productName);
  y = top + RULE * (4 + 1.5 * lines) + (lines === 1 ? RULE * 0.5 : 0);
  // The reason of a mark in pencil takes a second line.
  const meant = { size: quick > 0 ? 10.5 : 12, leading: RULE, colour: INK.ink2, maxLines: quick > 0 ? 2 : 1 } as const;
  pdf.write(meaning, { x, y, width: quick > 0 ? width - 130 : width }, meant);
  y += RULE * (quick > 0 ? 2 : 1) + 14;
  const room = top + height - y - (isLow ? RULE : RULE * 4);
  const fio = isLow ? { x: x + NUMBERS, y, width: width - NUMBERS } : { x: x - 4, y, width: width - 20 };
  drawFio(pdf, fio, room - 8, dotsOf(outcomes), dotsLabel(outcomes, result.value));
  y = top + height - RULE * 4;
  pdf.write(
    dotsLegend(outcomes),
    { x, y, width: isLow ? NUMBERS : width },
    { size: 9.5, leading: RULE, colour: INK.ink2 },
  );
  y += RULE;
  const taken = attempt.timeSpent === null || attempt.timeConfirmed === false ? '–' : minutes(attempt.timeSpent);
  drawNumbers(pdf, { x, y }, [
    ...(quick > 0
      ? ([[String(quick), 'Depressa demais']] as const)
      : ([
          [String(result.value), 'Certas'],
          [String(result.total - result.value - unanswered), 'Erradas'],
        ] as const)),
    ...(unanswered > 0 ? ([[String(unanswered), 'Sem resposta']] as const) : []),
    [taken, 'Tempo'],
  ]);
  if (remarks.length > 0) {
    const box = { x: x + NUMBERS, y, width: width - NUMBERS };
    pdf.write(remarks.join(' '), box, { size: 8.5, leading: RULE / 1.75, colour: INK.ink2, maxLines: 5 });
  }
  return top + height + 26;
}

/** Says why a result in pencil has no comparison. @returns the y position below it. */
function drawPencil(pdf: Pdf, top: number): number {
  flow(pdf, LEFT, top, WIDE);
  pdf.paragraph(PENCIL_MORE, { size: 10.5, colour: INK.ink2, maxLines: 3 });
  return pdf.y;
}

/** Draws what a result says about the child. @returns the y position below it. */
const drawJudged = (pdf: Pdf, found: Graded, top: number): number =>
  Math.max(drawSkills(pdf, found.result, top), drawComparison(pdf, found, top));

/** Draws right answers by skill category. @returns the y position below it. */
function drawSkills(pdf: Pdf, { skills }: Graded['result'], top: number): number {
  flow(pdf, LEFT, top);
  if (skills.length === 0) return top;
  pdf.heading('Como responde');
  for (const { skillCategory, correct, total } of skills) {
    const share = wholePercent(correct, total);
    const y = pdf.y;
    const good = share !== null && share >= GOAL;
    pdf.write(
      skillInWords(skillCategory),
      { x: LEFT, y, width: HALF - 80 },
      { size: 10.5, weight: 650, leading: 17, maxLines: 1 },
    );
    drawMark(pdf, LEFT + HALF - 62, y + 4, 10, good);
    pdf.write(`${correct} de ${total}`, { x: LEFT + HALF - 50, y, width: 50 }, level(good, 'right'));
    pdf.bar(share, { x: LEFT, y: y + 20, width: HALF });
    pdf.y = y + 38;
  }
  return pdf.y;
}

const level = (good: boolean, align: 'left' | 'right') =>
  ({ size: 10.5, weight: 650, leading: 17, align, colour: good ? INK.ok : INK.low }) as const;

/** Draws the comparison with averages or reference values, each labelled as such. @returns the y position below it. */
function drawComparison(pdf: Pdf, { child, result }: Graded, top: number): number {
  const x = LEFT + HALF + GAP;
  const { marks } = result.comparison;
  const place = placeSentence(marks);
  flow(pdf, x, top);
  pdf.heading('Comparação');
  pdf.paragraph(besideMarks(result.percentage, marks), { size: 10.5, colour: INK.ink2, maxLines: 2 });
  pdf.gap(6);
  const name = shortName(child.fullName) || 'A criança';
  pdf.write(name, { x, y: pdf.y, width: HALF - 50 }, { size: 10, weight: 650, leading: 16, maxLines: 1 });
  const own = { x: x + HALF - 50, y: pdf.y, width: 50 };
  pdf.write(`${result.percentage}%`, own, level(result.percentage >= GOAL, 'right'));
  pdf.bar(result.percentage, { x, y: pdf.y + 19, width: HALF });
  pdf.y += 34;
  for (const { group, value, real, children } of marks) {
    const y = pdf.y;
    const label = `${GROUP_NAMES[group]} (${real ? children : 'valor de comparação'})`;
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

function drawNext(pdf: Pdf, { attempt, test: taken, answers, result }: Graded, top: number): void {
  const test = result.next.test;
  const sentences = [
    nextStepAfter(outcomesOf(taken.questions, answers), {
      percentage: result.percentage,
      suggested: test !== null,
      minutes: test?.minutes ?? attempt.timeLimit / 60,
      lowEffort: result.effort?.level === 'low',
    }).sentence,
    test && `A praticar a seguir: ${test.discipline} · ${test.theme}.`,
  ].filter(Boolean) as string[];
  const text = sentences.flatMap((sentence) => pdf.lines(sentence, WIDE - 32, NEXT)).length * NEXT.leading;
  const y = Math.min(top + 12, pdf.bottom - 68 - text);
  const height = 40 + text;
  pdf.picture(null, (doc) => doc.roundedRect(LEFT, y, WIDE, height, 8).fill(INK.brandSoft));
  flow(pdf, LEFT + 16, y + 8, WIDE - 32);
  pdf.heading('O que fazer agora', 2);
  for (const sentence of sentences) pdf.paragraph(sentence, NEXT);
  flow(pdf, LEFT, y + height + 8, WIDE);
  if (result.effort?.level === 'low') return;
  const sure = { size: 8.5, leading: 11, colour: INK.ink2, maxLines: 2 } as const;
  pdf.paragraph(marginSentence(result.total, result.margin), sure);
}

const NEXT = { size: 11, leading: 16, colour: INK.ink2 } as const;

/** A paragraph of a question to review. */
type Part = readonly [text: string, style?: TextStyle];

/** Returns the questions that were answered wrong or not at all, each as paragraphs. */
function missedOf({ child, test, answers }: Graded, gender: Gender | null): Part[][] {
  const outcomes = outcomesOf(test.questions, answers);
  const name = shortName(child.fullName);
  const whose = name ? `Resposta ${ofWhom(name, gender)}` : 'Resposta dada';
  const given = new Map(answers.map((answer) => [answer.questionId, answer]));
  const textPlaces = earlierTexts(
    test.questions.map(({ passage }, index) => ({
      place: index + 1,
      passage: outcomes[index] === 'right' ? null : passage,
    })),
  );
  return test.questions.flatMap((question, index): Part[][] => {
    if (outcomes[index] === 'right') return [];
    const options = optionsOf(question.alternatives);
    const textOf = (wanted: string | undefined) => {
      const at = options.findIndex(({ letter, whole }) => wanted === letter || wanted === whole);
      return at === -1 ? undefined : printedText(withoutLetter(options[at]?.whole ?? '', at));
    };
    const { selectedAnswer, written, error } = given.get(question.id) ?? {};
    const inWriting = (text: string | undefined) =>
      text && question.answering && writtenWithUnit(question.answering, text);
    const chosen = inWriting(written) ?? textOf(selectedAnswer);
    const right = textOf(question.correctAnswer) ?? inWriting(question.answering?.accepted[0]);
    const drawn = question.figure?.alt ?? question.image?.alt;
    const place = textPlaces[index];
    const text = place === undefined ? question.passage : `Sobre o texto da pergunta ${place}.`;
    const quick = outcomes[index] === 'quick' ? ', depressa demais' : '';
    const beside = { size: 9.5, colour: INK.ink2 };
    const parts: (Part | false | null | undefined | '')[] = [
      text && [printedText(text), beside],
      [`${index + 1}. ${printedText(question.statement)}`, { size: 11, weight: 650 }],
      drawn && [`Desenho: ${drawn}`, beside],
      [chosen === undefined ? 'Ficou sem resposta.' : `${whose}${quick}: ${chosen}`],
      right !== undefined && [`Certa: ${right}`, { weight: 650, colour: INK.ok }],
      question.explanation && [printedText(question.explanation)],
      error && [wrongAnswerSentence(error)],
    ];
    return [parts.filter((part): part is Part => Boolean(part))];
  });
}

/** Vertical space before and after each question of the list of mistakes, in PDF points. */
const AROUND = 8;

/** Draws the questions to review. They begin on the page of the result if the first of them fits there. */
function drawMissed(pdf: Pdf, missed: Part[][]): void {
  const [first] = missed;
  if (!first) return;
  flow(pdf, LEFT, pdf.y + AROUND, WIDE);
  pdf.need(HEADING + heightOf(pdf, first));
  pdf.heading('Para rever juntos');
  for (const parts of missed) {
    pdf.need(Math.min(heightOf(pdf, parts), 110));
    pdf.gap(AROUND);
    for (const [text, style] of parts) pdf.paragraph(text, style);
    pdf.gap(AROUND);
  }
}

/** Height of a heading of the second level, in points. */
const HEADING = 22;

/** Returns the height of a question to review, without the space below it. */
const heightOf = (pdf: Pdf, parts: readonly Part[]): number =>
  parts.reduce(
    (sum, [text, style = {}]) => sum + pdf.lines(text, WIDE, style).length * (style.size ?? 10) * 1.4,
    AROUND,
  );

function flow(pdf: Pdf, x: number, y: number, width = HALF): void {
  pdf.left = x;
  pdf.right = x + width;
  pdf.y = y;
}
