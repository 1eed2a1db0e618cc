import { dayAndMonth } from '../../../shared/dates.ts';
import { GOAL } from '../../../shared/goal.ts';
import { wholePercent } from '../../../shared/percent.ts';
import { inSentence, plural, withArticle } from '../../../shared/text.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { Discipline, Gender } from '../../../shared/words.ts';
import type { ChildNow } from '../../people/children/family.contract.ts';

// *The* figure of a child: the share of right answers in its last three tests that count. Docs: docs/decisions/0097.

/** Number of tests of the figure, and minimum number for an average. */
export const NOW_TESTS = 3;
/**
 * Smallest difference, in percentage points, that is called a rise or a fall, and the questions on each side with which it is: with no change,
 * one of the two is said of 6.6 % of children who get 70 % right (exact binomial; 9.2 % at 50 %, 3.5 % at 80 %). Short tests need more.
 */
const REAL_CHANGE = { points: 21, questions: 30 } as const;
/** Days after which the day of the last test is named. */
const LONG_AGO_DAYS = 60;

/** A test that counts for the figure. */
export interface CountedTest {
  attemptId: number;
  date: Date;
  discipline: Discipline;
  theme: string;
  /** Whether it is a test of the child's present class. */
  ofOwnClass: boolean;
  /** The mark, as a whole percentage. */
  score: number;
  right: number;
  asked: number;
  /** Number of questions with an answer. */
  answered: number;
}

/** Shares of questions as whole percentages; null without a test. */
export interface Shares {
  correct: number | null;
  incorrect: number | null;
  unanswered: number | null;
}

/** A child's figure, and the shares that are made of the same tests. */
export interface NowOfChild {
  now: ReturnType<typeof childNow>;
  shares: Shares;
}

/**
 * Returns the tests of the child's class or, until one of them counts, those of other classes.
 *
 * @param tests of all classes, the newest first.
 */
export function ofClass<Test extends { ofOwnClass: boolean }>(tests: readonly Test[]): readonly Test[] {
  const own = tests.filter(({ ofOwnClass }) => ofOwnClass);
  return own.length > 0 ? own : tests;
}

const sumOf = (tests: readonly CountedTest[], name: 'right' | 'asked' | 'answered') =>
  tests.reduce((sum, test) => sum + test[name], 0);

const shareOf = (tests: readonly CountedTest[]) => wholePercent(sumOf(tests, 'right'), sumOf(tests, 'asked'));

/**
 * Returns a child's figure, and whether it has changed.
 *
 * @param tests those that count, the newest first; at least six of the child's class if it has so many.
 * @param hurried when tests were taken that were answered too quickly to count.
 */
export function childNow(
  tests: readonly CountedTest[],
  hurried: readonly Date[],
): Omit<ChildNow, 'tests'> & { tests: (Omit<ChildNow['tests'][number], 'date'> & { date: Date })[] } {
  const counted = ofClass(tests);
  const last = counted.slice(0, NOW_TESTS);
  const earlier = counted.slice(NOW_TESTS, 2 * NOW_TESTS);
  const percentage = shareOf(last);
  const before = earlier.length === NOW_TESTS ? shareOf(earlier) : null;
  const first = last.at(-1);
  return {
    tests: last.map(({ attemptId, date, discipline, theme, score }) => ({ attemptId, date, discipline, theme, score })),
    right: sumOf(last, 'right'),
    asked: sumOf(last, 'asked'),
    percentage,
    before,
    direction:
      percentage === null || before === null
        ? null
        : directionOf(percentage - before, sumOf(last, 'asked'), sumOf(earlier, 'asked')),
    hurried: first ? hurried.filter((date) => date > first.date).length : 0,
    otherClass: first?.ofOwnClass === false,
  };
}

/** The difference of two shares varies with the root of 1 ÷ n + 1 ÷ m for n and m questions. */
function directionOf(difference: number, now: number, before: number): 'up' | 'down' | 'none' {
  const wider = Math.sqrt((REAL_CHANGE.questions / 2) * (1 / now + 1 / before));
  if (Math.abs(difference) < REAL_CHANGE.points * Math.max(1, wider)) return 'none';
  return difference > 0 ? 'up' : 'down';
}

/** Returns the shares of questions answered right, wrong and not at all in the tests of a child's figure; they add up to 100. */
export function sharesNow(tests: readonly CountedTest[]): Shares {
  const last = ofClass(tests).slice(0, NOW_TESTS);
  const correct = shareOf(last);
  const throughAnswered = wholePercent(sumOf(last, 'answered'), sumOf(last, 'asked'));
  if (correct === null || throughAnswered === null) return { correct, incorrect: null, unanswered: null };
  return { correct, incorrect: throughAnswered - correct, unanswered: 100 - throughAnswered };
}

/** What a sentence about a figure uses. */
export type SaidNow = Pick<
  ChildNow,
  'right' | 'asked' | 'percentage' | 'before' | 'direction' | 'hurried' | 'otherClass'
> & {
  tests: readonly { date: string | Date }[];
};

/** The figure of a child of whom nothing is known. */
export const NOTHING_YET: ChildNow = {
  tests: [],
  right: 0,
  asked: 0,
  percentage: null,
  before: null,
  direction: null,
  hurried: 0,
  otherClass: false,
};

/** Returns whether a figure is an average. Before that the sentence says what was right, without a mark. */
export const isAverage = (now: SaidNow): now is SaidNow & { percentage: number } =>
  now.tests.length >= NOW_TESTS && now.percentage !== null;

/** Returns the mark that stands beside a figure's sentence: at the goal or above, below it, or none yet. */
export const markOf = (now: SaidNow): 'ok' | 'low' | 'none' =>
  isAverage(now) ? (now.percentage >= GOAL ? 'ok' : 'low') : 'none';

/**
 * Returns the sentence of a figure, such as "está bem: acerta 93%", without its subject. With fewer than three tests it says what was right;
 * without any, null.
 */
function predicateOf(now: SaidNow): string | null {
  if (!isAverage(now)) {
    if (now.tests.length === 0) return null;
    return `fez ${plural(now.tests.length, 'teste', 'testes')} e acertou ${now.right} de ${now.asked}`;
  }
  const { percentage, before, direction } = now;
  const fromTo = `de ${before}% para ${percentage}%`;
  if (direction === 'up') return `está a subir: ${fromTo}`;
  if (direction === 'down') return percentage >= GOAL ? `desceu: ${fromTo}` : `está a descer: ${fromTo}`;
  return percentage >= GOAL ? `está bem: acerta ${percentage}%` : `precisa de praticar: acerta ${percentage}%`;
}

/** Returns the sentence about a child, such as "A Maria está bem: acerta 93%". */
export function nowSentence(
  { name, gender }: { name: string; gender: Gender | null | undefined },
  now: SaidNow,
): string {
  const predicate = predicateOf(now);
  return predicate === null
    ? `Ainda não sabemos o que ${inSentence(name, gender)} sabe`
    : `${withArticle(name, gender)} ${predicate}`;
}

/** Returns the same beside the child's name: "Está bem: acerta 93%". */
export function nowWords(now: SaidNow): string {
  const predicate = predicateOf(now);
  return predicate === null
    ? 'Ainda não sabemos o que sabe'
    : `${predicate.charAt(0).toLocaleUpperCase('pt')}${predicate.slice(1)}`;
}

/** Returns the line below a sentence that says which tests it is made of; '' without any. */
export function nowSource(now: SaidNow, today: Date): string {
  const newest = now.tests[0];
  if (!newest) return '';
  const { before, direction, hurried, otherClass } = now;
  const compared = direction === 'up' || direction === 'down';
  const which = !isAverage(now)
    ? 'Com três testes já se vê se está a subir.'
    : compared
      ? 'Últimos 3 testes, e os 3 antes.'
      : before === null
        ? 'Últimos 3 testes.'
        : `Últimos 3 testes. Antes, ${before}%.`;
  const isOld = today.getTime() - new Date(newest.date).getTime() > LONG_AGO_DAYS * DAY_MS;
  return [
    which,
    otherClass && (now.tests.length === 1 ? 'É de outra classe.' : 'São de outra classe.'),
    hurried > 0 && (hurried === 1 ? 'Um teste à pressa ficou de fora.' : `${hurried} testes à pressa ficaram de fora.`),
    isOld && `O último teste foi a ${dayAndMonth(newest.date)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
