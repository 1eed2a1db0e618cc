import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../shared/time.ts';
import { ANSWER_GRACE_SECONDS, ticketVerdict } from '../attempts/attempts.rules.ts';
import { countedTimes, timesHold } from './prepared.rules.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const at = (minutes: number) => new Date(noon + minutes * MINUTE_MS);
/** Prepared at noon, and sent two days later. */
const allowed = { preparedAt: at(0), timeLimit: 900 };
const now = at(2 * 24 * 60);
/** Minutes of the longest sitting that holds. */
const most = (allowed.timeLimit + ANSWER_GRACE_SECONDS) / 60;
const sitting = (start: number, wall: number, elapsed: number, answers: [number, number?][] = []) => ({
  startedAt: at(start),
  finishedAt: at(start + wall),
  elapsedMs: elapsed * MINUTE_MS,
  answers: answers.map(([after, seen]) => ({
    elapsedMs: after * MINUTE_MS,
    at: seen === undefined ? null : at(start + seen),
  })),
});

describe('times of a sitting', () => {
  test.each<[string, ReturnType<typeof sitting>, boolean]>([
    [
      'eleven minutes by both clocks',
      sitting(60, 11, 11, [
        [1, 1],
        [5, 5],
        [10, 10],
      ]),
      true,
    ],
    ['the last second and the grace', sitting(60, most, most), true],
    [
      'a phone that slept for three minutes',
      sitting(60, 11, 8, [
        [1, 1],
        [7, 10],
      ]),
      true,
    ],
    ['a clock up to a minute behind the server', sitting(-1, 10, 10), true],
    ['too long by the wall clock', sitting(60, most + 0.1, 12), false],
    ['too long by the monotonic clock', sitting(60, most - 0.5, most + 0.1), false],
    ['the clock is set back two hours during the test', sitting(60, 10 - 120, 10), false],
    ['the clock is set back five minutes during the test', sitting(60, 5, 10), false],
    ['the clock is set forward two days during the test', sitting(60, 2 * 24 * 60, 10), false],
    ['begun before it was prepared', sitting(-120, 10, 10), false],
    ['finished in the future', sitting(2 * 24 * 60, 10, 10), false],
    ['monotonic times that run backwards', sitting(60, 11, 11, [[5], [4]]), false],
    [
      'wall times that run backwards',
      sitting(60, 11, 11, [
        [3, 3],
        [4, 1],
      ]),
      false,
    ],
    ['an answer after the end', sitting(60, 11, 11, [[12]]), false],
  ])('%s', (_, given, holds) => {
    expect(timesHold(given, allowed, now)).toBe(holds);
  });

  test('are valid within the reservation, not in the future, and not longer than the test', () => {
    const counted = (one: ReturnType<typeof sitting>) => {
      const { startedAt, finishedAt } = countedTimes(one, allowed, now);
      return [(startedAt.getTime() - noon) / MINUTE_MS, (finishedAt.getTime() - noon) / MINUTE_MS];
    };
    expect(counted(sitting(60, 11, 11))).toEqual([60, 71]);
    expect(counted(sitting(60, most, most))).toEqual([60, 75]);
    expect(counted(sitting(-300, 11, 11))).toEqual([0, 11]);
    expect(counted(sitting(90 * 24 * 60, 11, 11))).toEqual([2 * 24 * 60 - 11, 2 * 24 * 60]);
    expect(counted(sitting(60, -120, 10))).toEqual([60, 70]);
  });

  test('may be longer with extended time', () => {
    const timeLimit = 1800;
    const longest = most + (timeLimit - allowed.timeLimit) / 60;
    expect(timesHold(sitting(60, longest - 0.1, longest - 0.1), { ...allowed, timeLimit }, now)).toBe(true);
    expect(timesHold(sitting(60, longest + 0.1, longest), { ...allowed, timeLimit }, now)).toBe(false);
  });
});

test('an attempt that ended accepts no sitting', () => {
  const until = at(7 * 24 * 60);
  const verdict = (state: Parameters<typeof ticketVerdict>[0]['state'], offline = false, isSame = false, time = now) =>
    ticketVerdict({ state, offline, preparedUntil: until }, isSame, time);
  expect(verdict('prepared')).toBe('take');
  expect(verdict('prepared', false, false, until)).toBe('over');
  expect(verdict('abandoned')).toBe('over');
  expect(verdict('completed', true, true)).toBe('repeated');
  expect(verdict('completed', true, false)).toBe('used');
  expect(verdict('abandoned', true, true)).toBe('repeated');
  for (const state of ['open', 'provisional', 'completed'] as const) expect(verdict(state)).toBe('started');
});
