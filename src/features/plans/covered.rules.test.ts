import { describe, expect, test } from 'vitest';
import { heldUntil, judgeChoice, MOST_PLACES, nextSwap, notesUse } from './covered.rules.ts';
import { PLANS } from './plans.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

describe('whom a plan covers', () => {
  test.each([
    ['a place that nobody used moves freely', { places: 1, wanted: [2], held: [], swappedAt: null }, 'free'],
    ['again and again', { places: 1, wanted: [2], held: [], swappedAt: daysAgo(1) }, 'free'],
    ['keeping who uses it is free', { places: 3, wanted: [1, 2, 3], held: [1], swappedAt: daysAgo(1) }, 'free'],
    ['one swap of a used place', { places: 1, wanted: [2], held: [1], swappedAt: null }, 'swap'],
    ['no second one the next day', { places: 1, wanted: [1], held: [2], swappedAt: daysAgo(1) }, 'too-soon'],
    ['nor on the 30th', { places: 1, wanted: [1], held: [2], swappedAt: daysAgo(29.9) }, 'too-soon'],
    ['but after 30 days', { places: 1, wanted: [1], held: [2], swappedAt: daysAgo(30) }, 'swap'],
    ['more than the plan has', { places: 1, wanted: [1, 2], held: [], swappedAt: null }, 'too-many'],
    ['before a plan is bought', { places: 0, wanted: [1, 2, 3], held: [], swappedAt: null }, 'free'],
    ['parked days do not reset it', { places: 0, wanted: [2], held: [1], swappedAt: daysAgo(2) }, 'too-soon'],
    ['more than any plan has', { places: 0, wanted: [1, 2, 3, 4, 5, 6, 7], held: [], swappedAt: null }, 'too-many'],
    ['fewer places than before', { places: 1, wanted: [3], held: [1, 2, 3], swappedAt: null }, 'swap'],
  ] as const)('%s', (_, choice, verdict) => expect(judgeChoice(choice, now)).toBe(verdict));

  test('the number that may be chosen beforehand is that of the largest plan', () => expect(MOST_PLACES).toBe(6));

  test('a place is held for 30 days after the last test', () => {
    expect(heldUntil(null, now)).toBeNull();
    expect(heldUntil(daysAgo(30), now)).toBeNull();
    expect(heldUntil(daysAgo(29), now)).toEqual(daysAgo(-1));
  });

  test('the next swap', () => {
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
