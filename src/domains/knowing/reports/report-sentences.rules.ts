import { dayAndMonth, minutes } from '../../../shared/dates.ts';
import { GOAL } from '../../../shared/goal.ts';
import { plural } from '../../../shared/text.ts';
import { rehearsalsInWords } from '../results/rehearsal.rules.ts';
import { FEWEST_QUESTIONS } from '../results/results.rules.ts';
import { skillVerb } from '../results/skill-words.rules.ts';
import { schoolYearInWords } from './report.rules.ts';

// The sentences at the head of each part of a child's report, above its drawing.

/** Names the discipline with the most room for improvement. Disciplines are sorted weakest first. */
export function disciplinesSentence(disciplines: readonly { discipline: string; mean: number }[]): string {
  const [weakest] = disciplines;
  if (!weakest) return 'Ainda sem testes.';
  if (weakest.mean >= GOAL) {
    return disciplines.length === 1
      ? `${weakest.discipline} está em 70% ou mais.`
      : 'Todas as disciplinas testadas estão em 70% ou mais.';
  }
  return `Em ${weakest.discipline} há mais a praticar.`;
}

/**
 * Standard errors by which the best and the worst of up to six skill categories differ by chance in fewer than one of ten children. Without it
 * half to nine tenths of those who are equally good in all would read that they are not (docs/knowing.md).
 */
const BEYOND_CHANCE = 2.6;

/** Returns the strongest and the weakest skill category among those with enough questions, if they differ by more than chance. */
export function skillsSentence(skills: readonly { skillCategory: string; correct: number; total: number }[]): string {
  const ranked = skills
    .filter(({ total }) => total >= FEWEST_QUESTIONS)
    .sort((one, other) => shareOf(other) - shareOf(one));
  const [best, worst] = [ranked[0], ranked[ranked.length - 1]];
  if (!best || !worst || !isBeyondChance(best, worst)) {
    const sum = (name: 'correct' | 'total') => skills.reduce((whole, skill) => whole + skill[name], 0);
    return `${sum('correct')} de ${sum('total')} perguntas certas ao todo.`;
  }
  return `Acerta mais a ${skillVerb(best.skillCategory)} e menos a ${skillVerb(worst.skillCategory)}.`;
}

type Share = { correct: number; total: number };
const shareOf = ({ correct, total }: Share) => correct / total;

/** Two shares of right answers, with the standard error that they have if both are the same. */
function isBeyondChance(more: Share, less: Share): boolean {
  const together = (more.correct + less.correct) / (more.total + less.total);
  const error = Math.sqrt(together * (1 - together) * (1 / more.total + 1 / less.total));
  return shareOf(more) - shareOf(less) > BEYOND_CHANCE * error;
}

/** Returns the number of themes with a mark, and of those without one yet. */
export function themesSentence(groups: readonly { themes: readonly { mean: number | null }[] }[]): string {
  const all = groups.flatMap(({ themes }) => themes);
  const waiting = all.filter(({ mean }) => mean === null).length;
  const tested = `Resultado médio em ${plural(all.length - waiting, 'tema testado', 'temas testados')}.`;
  return waiting === 0 ? tested : `${tested} ${plural(waiting, 'tema espera', 'temas esperam')} por um teste.`;
}

/** Returns the number of results answered too quickly to count, or '' when there is none. Shown to the parent only. */
export function pencilSentence(pencil: number): string {
  if (pencil === 0) return '';
  return pencil === 1
    ? '1 resultado ficou a lápis: foi respondido depressa demais e não conta para a média.'
    : `${pencil} resultados ficaram a lápis: foram respondidos depressa demais e não contam para a média.`;
}

/** Returns the line of the rehearsals of the exam, which enter no mean of the report; '' without any. */
export function rehearsalsSentence(rehearsals: { tests: number; mean: number | null }): string {
  const words = rehearsalsInWords(rehearsals);
  return words && `Fez ${words}. Os simulados não entram nas médias dos temas.`;
}

/** Returns the number of the last tests that were taken on paper, or '' if there are none. */
export function paperSentence(trend: readonly { onPaper: boolean }[]): string {
  const onPaper = trend.filter((test) => test.onPaper).length;
  if (onPaper === 0) return '';
  if (trend.length === 1) return 'Este teste foi feito em papel.';
  return onPaper === 1 ? '1 destes testes foi feito em papel.' : `${onPaper} destes testes foram feitos em papel.`;
}

const NUMERALS = ['I', 'II', 'III'];

/** Returns how the school year has developed from the first trimester with tests to the last. */
export function trimestersSentence(schoolYear: number, all: readonly { mean: number | null }[]): string {
  const year = `Ano lectivo ${schoolYearInWords(schoolYear)}`;
  const known = all.flatMap(({ mean }, index) => (mean === null ? [] : [{ mean, name: NUMERALS[index] }]));
  const [first, last] = [known[0], known[known.length - 1]];
  if (!first || !last) return `${year}: ainda sem testes.`;
  return first === last
    ? `${year}: média de ${first.mean}% no ${first.name}\u00a0trimestre.`
    : `${year}: de ${first.mean}% no ${first.name}\u00a0trimestre para ${last.mean}% no ${last.name}.`;
}

type Counted = readonly { tests: number }[];
const testsIn = (rows: Counted) => rows.reduce((sum, { tests }) => sum + tests, 0);

/**
 * Says why the trimesters have more tests, and other means, than the disciplines, which count the first time of each test; '' when no test was
 * repeated.
 */
export function repeatedSentence(report: {
  disciplines: Counted;
  trimesters: { all: Counted };
  earlier: readonly { all: Counted }[];
}): string {
  const years = [report.trimesters, ...report.earlier];
  return years.reduce((sum, { all }) => sum + testsIn(all), 0) > testsIn(report.disciplines)
    ? 'Aqui contam também os testes repetidos; por disciplina e por tema, só a primeira vez.'
    : '';
}

/** Returns text such as "7,8 certas por teste · 1 h 05 min ao todo · o último a 12 de Novembro", or '' without tests. */
export function figuresSentence(
  figures: { averageCorrectAnswers: number; totalTimeSpent: number; lastEvaluationDate: string | Date } | undefined,
): string {
  if (!figures) return '';
  const right = String(figures.averageCorrectAnswers).replace('.', ',');
  const whole = Math.round(figures.totalTimeSpent / 60);
  const time =
    whole < 60
      ? minutes(figures.totalTimeSpent)
      : `${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, '0')} min`;
  // Tests on paper have no time.
  const timed = figures.totalTimeSpent > 0 ? ` · ${time} ao todo` : '';
  return `${right} certas por teste${timed} · o último a ${dayAndMonth(figures.lastEvaluationDate)}`;
}
