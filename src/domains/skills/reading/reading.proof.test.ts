import { describe, expect, test } from 'vitest';
import { normal, sequence, share } from '../../../../bench/knowing-bank.ts';
import { addDays } from '../../../shared/days.ts';
import { score } from '../grid/grid.rules.ts';
import { GROWTH_DAYS, growthOf, type Measurable, measuresOf } from './references.rules.ts';

const START = '2025-10-01';

/** Share of children in whom growth is found between two measures, at a true growth and a standard error of one text. */
function shareGrown(grown: number, sd: number, { whole = false, children = 40_000, seed = 11 } = {}): number {
  const next = sequence(seed);
  const three = (from: string, speed: number): Measurable[] =>
    [0, 7, 14].map((days, index) => {
      const perMinute = Math.max(0, normal(next, speed, sd));
      return {
        formId: `${from}-${index}`,
        day: addDays(from, days),
        perMinute: whole ? Math.round(perMinute) : perMinute,
      };
    });
  let found = 0;
  for (let child = 0; child < children; child++) {
    const readings = [...three(START, 60), ...three(addDays(START, GROWTH_DAYS), 60 + grown)];
    if (growthOf(measuresOf(readings))?.kind === 'grew') found++;
  }
  return found / children;
}

describe('growth said of a child that did not grow', () => {
  // The published standard error of one text is 5 to 15, median 10 words a minute (Christ & Silberglitt 2007). Speeds of a whole minute are
  // whole numbers, of which more reach a limit.
  test.each([
    [6, 0.02],
    [8, 0.06],
    [10, 0.1],
  ])('at a standard error of %d words a minute, in a share of at most %d', (sd, most) => {
    for (const whole of [false, true]) expect(shareGrown(0, sd, { whole })).toBeLessThanOrEqual(most);
  });

  test('and of one that grew by 20 words in most cases', () => {
    expect(shareGrown(20, 10)).toBeGreaterThan(0.75);
  });

  test('by single texts it would be twice as many', () => {
    const next = sequence(5);
    const pairs = Array.from({ length: 40_000 }, () => normal(next, 0, 10) - normal(next, 0, 10));
    expect(share(pairs.map((difference) => difference >= 12))).toBeGreaterThan(0.19);
  });
});

describe('a parent who misses half of the errors', () => {
  // Words tried in a minute and share wrong: who reads faster errs less.
  const readers = [
    [15, 0.25],
    [30, 0.17],
    [50, 0.1],
    [75, 0.06],
    [110, 0.04],
    [150, 0.025],
  ] as const;
  const marked = (lastItem: number, errors: number) => ({
    seconds: 60,
    finished: false,
    lastItem,
    wrong: Array.from({ length: errors }, (_, index) => index),
    selfCorrected: [],
  });

  test.each(readers)(
    'shifts the speed of who tries %d words, a share of %d wrong, by at most 3',
    (tried, errorShare) => {
      const next = sequence(tried);
      let shift = 0;
      const readings = 4_000;
      for (let reading = 0; reading < readings; reading++) {
        const errors = Array.from({ length: tried }, next).filter((chance) => chance < errorShare);
        const noticed = errors.filter(() => next() < 0.5).length;
        shift +=
          score(180, marked(tried - 1, noticed)).perMinute - score(180, marked(tried - 1, errors.length)).perMinute;
      }
      expect(shift / readings).toBeLessThanOrEqual(3);
    },
  );

  test('but makes 85 % of right words look like more than 90 %, so accuracy is not said before the ear is trained', () => {
    expect(score(100, marked(99, 15)).accuracy).toBe(0.85);
    expect(score(100, marked(99, 7)).accuracy).toBeGreaterThan(0.9);
  });
});
