import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { heldUntil, judgeChoice, MAX_PLACES, nextSwap, notesUse } from './covered.rules.ts';
import { PLANS } from './plans.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);

describe('choosing covered children', () => {
  test.each([
    ['an unused place can be given to another child', { places: 1, wanted: [2], held: [], swappedAt: null }, 'free'],
    ['any number of times', { places: 1, wanted: [2], held: [], swappedAt: daysAgo(1) }, 'free'],
    [
      'a choice that keeps the child using a place is not a swap',
      { places: 3, wanted: [1, 2, 3], held: [1], swappedAt: daysAgo(1) },
      'free',
    ],
    ['a used place can be swapped once', { places: 1, wanted: [2], held: [1], swappedAt: null }, 'swap'],
    ['a second swap is refused the next day', { places: 1, wanted: [1], held: [2], swappedAt: daysAgo(1) }, 'too-soon'],
    [
      'a second swap is refused just before 30 days',
      { places: 1, wanted: [1], held: [2], swappedAt: daysAgo(29.9) },
      'too-soon',
    ],
    ['a second swap is allowed after 30 days', { places: 1, wanted: [1], held: [2], swappedAt: daysAgo(30) }, 'swap'],
    [
      'more children than the plan has places are refused',
      { places: 1, wanted: [1, 2], held: [], swappedAt: null },
      'too-many',
    ],
    ['before a plan is bought the choice is free', { places: 0, wanted: [1, 2, 3], held: [], swappedAt: null }, 'free'],
    [
      'parking a plan does not reset the 30 days',
      { places: 0, wanted: [2], held: [1], swappedAt: daysAgo(2) },
      'too-soon',
    ],
    [
      'more children than any plan has places are refused',
      { places: 0, wanted: [1, 2, 3, 4, 5, 6, 7], held: [], swappedAt: null },
      'too-many',
    ],
    ['a smaller plan makes it a swap', { places: 1, wanted: [3], held: [1, 2, 3], swappedAt: null }, 'swap'],
  ] as const)('%s', (_, choice, verdict) => expect(judgeChoice(choice, now)).toBe(verdict));

  test('the number that may be chosen beforehand is that of the largest plan', () => expect(MAX_PLACES).toBe(6));

  test('a place is held for 30 days after the last test', () => {
    expect(heldUntil(null, now)).toBeNull();
    expect(heldUntil(daysAgo(30), now)).toBeNull();
    expect(heldUntil(daysAgo(29), now)).toEqual(daysAgo(-1));
  });

  test('the day of the next swap is 30 days after the last', () => {
    expect(nextSwap(null)).toBeNull();
    expect(nextSwap(daysAgo(10))).toEqual(daysAgo(-20));
  });

  test('use is recorded once a day, and only of a paid plan', () => {
    expect(notesUse(PLANS.free.allows, null, now)).toBe(false);
    expect(notesUse(PLANS.family.allows, null, now)).toBe(true);
    expect(notesUse(PLANS.family.allows, daysAgo(0.9), now)).toBe(false);
    expect(notesUse(PLANS.family.allows, daysAgo(1.1), now)).toBe(true);
  });
});
