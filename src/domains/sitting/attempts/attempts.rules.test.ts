import { describe, expect, test } from 'vitest';
import { ANSWER_CASES } from './answer-cases.rules.ts';
import {
  ANSWER_GRACE_SECONDS,
  canAnswer,
  clampResponseTime,
  deviceInWords,
  isInterrupted,
  isOverdue,
  kilobytesFor,
  score,
  timeLimitFor,
} from './attempts.rules.ts';

describe('score', () => {
  const questions = (...weights: number[]) =>
    weights.map((weight, index) => ({ id: index + 1, correctAnswer: 'A', weight }));
  const answers = (...letters: (string | null)[]) =>
    new Map(letters.flatMap((letter, index) => (letter ? [[index + 1, letter] as const] : [])));

  test.each([
    [
      'all answers right',
      questions(1, 1),
      answers('A', 'A'),
      { points: 2, possible: 2, percentage: 100, correct: 2, incorrect: 0 },
    ],
    [
      'all answers wrong',
      questions(1, 1),
      answers('B', 'C'),
      { points: 0, possible: 2, percentage: 0, correct: 0, incorrect: 2 },
    ],
    [
      'an unanswered question is incorrect',
      questions(1, 1, 1, 1),
      answers('A', null, 'A', 'A'),
      { points: 3, possible: 4, percentage: 75, correct: 3, incorrect: 1 },
    ],
    [
      'weights count',
      questions(3, 1),
      answers('A', 'B'),
      { points: 3, possible: 4, percentage: 75, correct: 1, incorrect: 1 },
    ],
    [
      'a third is rounded to 33',
      questions(1, 1, 1),
      answers('A'),
      { points: 1, possible: 3, percentage: 33, correct: 1, incorrect: 2 },
    ],
    [
      'two thirds are rounded to 67',
      questions(1, 1, 1),
      answers('A', 'A'),
      { points: 2, possible: 3, percentage: 67, correct: 2, incorrect: 1 },
    ],
    [
      'halves are rounded up: 1 of 8 is 12.5, so 13',
      questions(1, 1, 1, 1, 1, 1, 1, 1),
      answers('A'),
      { points: 1, possible: 8, percentage: 13, correct: 1, incorrect: 7 },
    ],
    [
      'nothing answered',
      questions(1, 2),
      answers(),
      { points: 0, possible: 3, percentage: 0, correct: 0, incorrect: 2 },
    ],
    ['no questions', [], answers(), { points: 0, possible: 0, percentage: 0, correct: 0, incorrect: 0 }],
  ])('%s', (_, asked, given, expected) => {
    expect(score(asked, given)).toEqual(expected);
  });

  test('answers to questions of another test are ignored', () => {
    expect(score(questions(1), new Map([[99, 'A']])).correct).toBe(0);
  });
});

describe('time', () => {
  test.each(ANSWER_CASES)('$title', ({ state, past, chosen, verdict }) => {
    const deadlineAt = new Date('2026-11-21T10:00:00Z');
    const at = (seconds: number) => new Date(deadlineAt.getTime() + seconds * 1000);
    expect(canAnswer({ state, deadlineAt }, chosen === null ? null : at(chosen), at(past))).toBe(verdict);
  });

  test('an attempt is overdue when the grace after its deadline is over, and only while open', () => {
    const deadlineAt = new Date(0);
    const last = ANSWER_GRACE_SECONDS * 1000;
    expect(isOverdue({ state: 'open', deadlineAt }, new Date(last))).toBe(false);
    expect(isOverdue({ state: 'open', deadlineAt }, new Date(last + 1))).toBe(true);
    expect(isOverdue({ state: 'provisional', deadlineAt }, new Date(2 * last))).toBe(false);
  });

  test.each([
    // answered, seconds after the deadline, interrupted
    [0, 0, true],
    [2, 0, true],
    [4, 0, true],
    [5, 0, false],
    [10, 0, false],
    [4, -5, true],
    [4, -6, false],
    [0, -300, false],
  ])('%i of 10 answered, ended %i s after the deadline: interrupted is %s', (answered, after, expected) => {
    const deadlineAt = new Date('2026-11-21T10:00:00Z');
    const endedAt = new Date(deadlineAt.getTime() + after * 1000);
    expect(isInterrupted({ questions: 10, answered, deadlineAt }, endedAt)).toBe(expected);
  });

  test.each([
    [15, null, 15],
    [15, 30, 30],
    [15, 60, 60],
    [5, null, 5],
    [5, 30, 20],
    [5, 60, 50],
    [90, null, 90],
    [90, 30, 105],
    [90, 60, 135],
    [120, null, 120],
    [120, 60, 165],
  ] as const)('a test of %i minutes, extended time %o: %i minutes', (duration, extendedTime, minutes) => {
    expect(timeLimitFor(duration, extendedTime)).toBe(minutes * 60);
  });

  test.each([
    [undefined, null],
    [null, null],
    [Number.NaN, null],
    [-3, 0],
    [4.6, 5],
    [1e9, 3600],
  ])('a response time of %s is stored as %s', (given, kept) => {
    expect(clampResponseTime(given)).toBe(kept);
  });
});

test('the size of a test of ten questions is given in whole kilobytes', () => {
  expect(kilobytesFor(1400, 10)).toBe(24);
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Android 10, Chrome/131',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    'iPhone OS 17, Version/17',
  ],
  ['curl/8.5.0', null],
  ['', null],
])('a device is described by system and browser: %s', (agent, words) => {
  expect(deviceInWords(agent)).toBe(words);
});
