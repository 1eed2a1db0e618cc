import { describe, expect, test } from 'vitest';
import {
  newest,
  nextSequence,
  outcomeOf,
  PATIENCE_MS,
  type PendingAnswer,
  pauseAfter,
  readRetryAfter,
  saveStateOf,
  settles,
} from './queue.rules.ts';

const answer = (attemptId: number, questionId: number, sequence: number, selectedAnswer = 'A'): PendingAnswer => ({
  userId: 7,
  attemptId,
  questionId,
  selectedAnswer,
  responseTime: 3,
  sequence,
  answeredAt: '2026-04-15T09:00:00.000Z',
});

describe('the effect of a reply on an answer kept on the device', () => {
  test.each([
    ['saved and confirmed', 201, true, 'done'],
    ['saved and confirmed', 200, true, 'done'],
    ['a login page of a hotel network with status 200', 200, false, 'wait'],
    ['a redirect to another page', 302, false, 'wait'],
    ['no network', 0, false, 'wait'],
    ['too many requests', 429, true, 'wait'],
    ['starting or overloaded', 503, true, 'wait'],
    ['an error of the server', 500, true, 'skip'],
    ['a gateway whose server is down', 502, false, 'skip'],
    ['a reply that took too long', 408, false, 'skip'],
    ['the session is over', 401, true, 'sign-in'],
    ['a user with another role is signed in', 403, true, 'sign-in'],
    ['a filtering proxy refuses it', 403, false, 'sign-in'],
    ['the attempt is completed', 409, true, 'closed'],
    ['an option that does not exist', 400, true, 'refused'],
    ['an attempt that does not exist', 404, true, 'refused'],
    ['a day of a child that is full', 422, true, 'refused'],
    ['a page of a proxy with status 404', 404, false, 'wait'],
    ['a page of a proxy with status 400', 400, false, 'wait'],
  ] as const)('%s (%i)', (_, status, ours, outcome) => {
    expect(outcomeOf(status, ours)).toBe(outcome);
  });

  test('an attempt of a child without the phone, in child mode, does not stop the others', () => {
    expect(outcomeOf(403, true, 'child-mode')).toBe('skip');
    expect(outcomeOf(403, true, 'forbidden')).toBe('sign-in');
  });

  test('an answer is deleted from the device only after a confirmation or a refusal by our own server', () => {
    for (let status = 0; status < 600; status++) {
      expect(['done', 'closed', 'refused']).not.toContain(outcomeOf(status, false));
    }
  });
});

describe('the pause before the next try', () => {
  test.each([
    [0, null, 2000],
    [1, null, 2000],
    [2, null, 5000],
    [3, null, 15_000],
    [4, null, 60_000],
    [5, null, 60_000],
    [400, null, 60_000],
    [1, 30, 30_000],
    [4, 30, 60_000],
    [1, 0, 2000],
    [1, 86_400, 900_000],
  ] as const)('after %i failures and Retry-After %o: %i ms', (failures, retryAfter, pause) => {
    expect(pauseAfter(failures, retryAfter)).toBe(pause);
  });

  const now = Date.parse('2026-04-15T09:00:00Z');
  test.each([
    [null, null],
    ['', null],
    ['7', 7],
    [' 120 ', 120],
    ['soon', null],
    ['Wed, 15 Apr 2026 09:00:30 GMT', 30],
    ['Wed, 15 Apr 2026 08:59:00 GMT', 0],
  ] as const)('Retry-After %o is %o seconds', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });
});

describe('the sequence of choices', () => {
  const start = 1_000_000;
  test.each([
    ['counts tenths of a second since the start', 0, 12_345, 123],
    ['never repeats, however fast the taps are', 123, 12_345, 124],
    ['never decreases, even if the clock is set back', 900, -60_000, 901],
    ['starts above zero', 0, 0, 1],
    ['stays within 31 bits', 2_147_483_647, 10, 2_147_483_647],
    ['increases even if the start cannot be read', 5, Number.NaN, 6],
  ] as const)('%s', (_, last, elapsed, sequence) => {
    expect(nextSequence(last, start, start + elapsed)).toBe(sequence);
  });

  test('the later tap wins across two devices that share only the server’s clock', () => {
    const onPhone = nextSequence(40, start, start + 20_000);
    const onTablet = nextSequence(0, start, start + 20_400);
    expect(onTablet).toBeGreaterThan(onPhone);
  });

  test('of two choices for a question the newer is kept', () => {
    expect(newest(answer(1, 1, 5, 'A'), answer(1, 1, 6, 'B')).selectedAnswer).toBe('B');
    expect(newest(answer(1, 1, 6, 'B'), answer(1, 1, 5, 'A')).selectedAnswer).toBe('B');
    expect(newest(undefined, answer(1, 1, 5, 'A')).selectedAnswer).toBe('A');
  });

  test.each([
    ['the copy that was sent', 5, 5, true],
    ['no newer choice made meanwhile', 5, 6, false],
    ['no copy, if it was deleted meanwhile', 5, undefined, false],
  ] as const)('the arrival of an answer settles %s', (_, sent, kept, expected) => {
    expect(settles({ sequence: sent }, kept === undefined ? undefined : { sequence: kept })).toBe(expected);
  });
});

describe('what the screen shows', () => {
  const calm = { waiting: false, signedOut: false, online: true, failing: false, since: 0 };
  test.each([
    ['nothing to send', {}, 'saved'],
    ['an answer just chosen', { waiting: true }, 'saving'],
    ['an answer being sent for longer than a child waits', { waiting: true, since: PATIENCE_MS }, 'on-device'],
    ['the last try failed', { waiting: true, failing: true }, 'on-device'],
    ['no network, nothing to send: choices are on the device', { online: false }, 'on-device'],
    ['no network, something to send', { online: false, waiting: true }, 'on-device'],
    ['signed out with something to send', { waiting: true, signedOut: true }, 'signed-out'],
    ['signed out and offline: the user must sign in', { waiting: true, signedOut: true, online: false }, 'signed-out'],
    ['signed out with nothing to send', { signedOut: true }, 'saved'],
  ] as const)('%s', (_, state, expected) => {
    expect(saveStateOf({ ...calm, ...state })).toBe(expected);
  });
});
