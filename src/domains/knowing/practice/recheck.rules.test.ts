import { expect, test } from 'vitest';
import { chances } from '../../../shared/chances.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { type Evidence, masteryState } from '../knowledge/mastery.rules.ts';
import { recheckOf } from './practice.rules.ts';
import type { Review } from './schedule.rules.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number, minutes = 0) => new Date(NOW.getTime() - days * DAY_MS + minutes * 60_000);

const review = (days: number, right: boolean, minutes = 0): Review => ({
  card: 'card',
  right,
  at: daysAgo(days, minutes),
  clientId: `${days} ${minutes}`,
});

test.each([
  ['none', [], undefined],
  ['on the day of the mistake only', [review(9, true, 30)], undefined],
  ['right on a later day', [review(9, true, 30), review(7, true)], true],
  ['wrong on a later day, then right', [review(7, true, 5), review(7, false), review(3, true)], false],
  ['in any order', [review(3, false), review(8, true)], true],
] as const)('the re-check of a mistake: %s', (_, reviews, right) => {
  expect(recheckOf({ finishedAt: daysAgo(9) }, reviews)?.right).toBe(right);
});

/**
 * Returns the states of children who know a share of a theme: two tests of `questions` each, two weeks apart; each mistake is practised
 * some days later, again and again until it is right.
 */
function statesOf(share: number, questions: number, practised: number, seed: number): string[] {
  const random = chances(seed);
  return Array.from({ length: 2_000 }, () => {
    const evidence = [21, 7].flatMap((days) =>
      Array.from({ length: questions }, (_, place): Evidence[] => {
        const first = { right: random() < share, at: daysAgo(days) };
        if (first.right || random() >= practised) return [first];
        const reviews: Review[] = [];
        for (let day = days - 1 - (place % 3); day >= 0; day -= 1) {
          reviews.push(review(day, random() < share));
          if (reviews.at(-1)?.right) break;
        }
        const recheck = recheckOf({ finishedAt: first.at }, reviews);
        return recheck ? [first, recheck] : [first];
      }).flat(),
    );
    return masteryState(evidence, NOW).state;
  });
}

test.each([
  [8, 1],
  [8, 0.5],
  [10, 1],
  [10, 0.5],
])(
  'after two tests of %d questions and practice of a share of %d of the mistakes, states are not better than the child',
  (questions, practised) => {
    const shareOf = (share: number, state: string) => {
      const states = statesOf(share, questions, practised, 11);
      return states.filter((one) => one === state).length / states.length;
    };
    expect(shareOf(0.75, 'knows')).toBeLessThanOrEqual(0.2);
    expect(shareOf(0.4, 'not-yet')).toBeGreaterThanOrEqual(0.8);
  },
);
