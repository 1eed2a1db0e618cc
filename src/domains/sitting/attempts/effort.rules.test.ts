import { describe, expect, test } from 'vitest';
import { answersAroundPause, attemptEffort, quickThreshold, type TimedAnswer, timesWithin } from './effort.rules.ts';

test.each([
  ['estimated from the words', { medianMs: null, answers: 0, words: 40 }, 2_300],
  ['never below 1.5 s', { medianMs: null, answers: 0, words: 5 }, 1_500],
  ['never above 5 s', { medianMs: null, answers: 0, words: 200 }, 5_000],
  ['the median counts only from thirty answers on', { medianMs: 40_000, answers: 29, words: 5 }, 1_500],
  ['a tenth of the median', { medianMs: 40_000, answers: 30, words: 5 }, 4_000],
] as const)('threshold: %s', (_, times, expected) => {
  expect(quickThreshold(times)).toBeCloseTo(expected, 9);
});

/** 's' slow and wrong, 'S' slow and right, 'q' quick and wrong, 'Q' quick and right, '-' not answered, '?' of unknown time. */
const answersOf = (text: string): (TimedAnswer | null)[] =>
  [...text].map((sign) => {
    if (sign === '-') return null;
    if (sign === '?') return { visibleMs: null, right: false };
    return { visibleMs: sign.toLowerCase() === 'q' ? 1_999 : 2_000, right: sign < 'a' };
  });

test.each([
  ['nothing is known of the span', [5_000, null], null, [5_000, null]],
  ['they fit', [5_000, 3_000], 9_000, [5_000, 3_000]],
  ['they are longer than the span', [6_000, 3_000], 900, [600, 300]],
  ['none is known', [null, null], 900, [450, 450]],
  ['some are unknown', [5_000, null, null], 9_000, [5_000, 2_000, 2_000]],
  ['the known ones leave nothing', [5_000, null], 1_000, [1_000, 0]],
  ['there are none', [], 0, []],
  ['nothing took time', [0, null], 0, [0, 0]],
])('times within the span of the server: %s', (_, times, spanMs, expected) => {
  expect(timesWithin(times, spanMs)).toEqual(expected);
});

describe('effort', () => {
  test.each([
    ['SSSSSsssss', 1, 'full'],
    ['SSSSSssssq', 0.9, 'full'],
    ['SSSSSsssqq', 0.8, 'some'],
    ['SSSSSssqqq', 0.7, 'low'],
    ['qqqqqqqqqq', 0, 'low'],
    // Quick answers are not guesses if at least three quarters of them are right.
    ['sssssSQQQq', 0.6, 'full'],
    ['ssssssQQqq', 0.6, 'low'],
    ['QQQQQQQQQQ', 0, 'full'],
    // The share is of the answered questions; answers without a time do not lower it.
    ['Ssss-----q', 0.8, 'some'],
    ['???????qqq', 0.7, 'low'],
    ['??????????', 1, 'full'],
    ['----------', null, 'full'],
    ['', null, 'full'],
  ] as const)('%s', (text, effort, level) => {
    expect(
      attemptEffort(
        answersOf(text),
        [...text].map(() => 2_000),
      ),
    ).toMatchObject({ effort, level });
  });

  test.each([
    [999, 'low'],
    [1_000, 'full'],
    [null, 'full'],
  ])('ten right answers within %s ms by the server’s clock: %s', (spanMs, level) => {
    expect(attemptEffort(answersOf('QQQQQQQQQQ'), Array(10).fill(2_000), spanMs).level).toBe(level);
  });

  test('counts the quick answers and returns their highest threshold', () => {
    expect(attemptEffort(answersOf('SqQs'), [5_000, 2_500, 3_000, 1_500])).toMatchObject({
      answered: 4,
      quick: 3,
      quickRight: 2,
      slowestQuickMs: 5_000,
    });
    expect(attemptEffort(answersOf('Ss'), [1_500, 1_500]).slowestQuickMs).toBeNull();
  });

  test('a time that is not a number is unknown and never quick; an attempt without answers has no effort', () => {
    const odd = [{ visibleMs: Number.NaN, right: false }, { right: false }, undefined] as unknown as TimedAnswer[];
    expect(attemptEffort(odd, [1_500, 1_500, 1_500])).toMatchObject({
      effort: 1,
      answered: 2,
      quick: 0,
      level: 'full',
    });
    for (const none of [[], [null, null]])
      expect(attemptEffort(none, [1_500, 1_500])).toMatchObject({ effort: null, answered: 0, level: 'full' });
  });
});

test('answers of an attempt with a pause are counted before and after it; the one that led to it came before', () => {
  const answers = [
    { questionId: 1, firstTapMs: 400 },
    { questionId: 2, firstTapMs: 900 },
    { questionId: 3, firstTapMs: 901 },
    { questionId: 4, firstTapMs: 9_000 },
    { questionId: 5, firstTapMs: null },
    { questionId: 6 },
  ];
  expect(answersAroundPause(answers, [1, 3], 900)).toEqual([
    'quick_before',
    'slow_before',
    'quick_after',
    'slow_after',
  ]);
});
