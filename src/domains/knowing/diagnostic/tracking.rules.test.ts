import { describe, expect, test } from 'vitest';
import { type Sitting, schoolYearsBetween, trackAbility } from './tracking.rules.ts';

const at = (day: string) => new Date(`${day}T12:00:00Z`);
/** Answers to questions of one difficulty: '1' right, '0' wrong. */
const sitting = (day: string, answers: string, difficulty = 0): Sitting => ({
  at: at(day),
  answers: [...answers].map((answer) => ({ right: answer === '1', difficulty, guessing: 0.2 })),
});
const NOW = at('2026-06-30');

describe('the ability of a child over time', () => {
  test('without answers is the mean of its class', () => {
    const found = trackAbility([], 0.4, NOW);
    expect(found.ability).toBeCloseTo(0.4, 6);
    expect(found.standardError).toBeCloseTo(1.2, 3);
    expect(found.answers).toBe(0);
  });

  test('does not depend on the order in which sittings arrive, and leaves out later ones', () => {
    const three = [sitting('2026-03-01', '1101'), sitting('2026-04-01', '0110'), sitting('2026-05-01', '11')];
    const found = trackAbility(three, 0, NOW);
    expect(trackAbility([...three].reverse(), 0, NOW)).toEqual(found);
    expect(trackAbility([...three, sitting('2026-07-01', '0000')], 0, NOW)).toEqual(found);
    expect(found.answers).toBe(10);
  });

  test('one sitting now is the posterior of its answers', () => {
    // By Simpson's rule: Normal(0, 1.2²) × P³ (1 − P) at difficulty 0 with c = 0.2.
    const [sums, steps] = [[0, 0, 0], 4_000];
    for (let index = 0; index <= steps; index += 1) {
      const point = -8 + (16 * index) / steps;
      const p = 0.2 + 0.8 / (1 + Math.exp(-point));
      const weight =
        (index % steps === 0 ? 1 : index % 2 ? 4 : 2) * Math.exp(-(point ** 2) / (2 * 1.44)) * p ** 3 * (1 - p);
      for (const power of [0, 1, 2]) sums[power] = (sums[power] as number) + weight * point ** power;
    }
    const [total, first, second] = sums as [number, number, number];
    const found = trackAbility([sitting('2026-06-30', '1110')], 0, NOW);
    expect(found.ability).toBeCloseTo(first / total, 5);
    expect(found.standardError).toBeCloseTo(Math.sqrt(second / total - (first / total) ** 2), 5);
  });

  test('grows with the school year, and is less certain after a pause, above all in the long holidays', () => {
    const once = [sitting('2026-02-01', '1101101011')];
    const [soon, later] = [trackAbility(once, 0, at('2026-02-02')), trackAbility(once, 0, at('2026-06-02'))];
    expect(later.ability - soon.ability).toBeCloseTo((0.8 * 120) / 365.25 / (11 / 12), 3);
    expect(later.standardError ** 2 - soon.standardError ** 2).toBeCloseTo((0.1 * 120) / 365.25, 3);
    const before = trackAbility(once, 0, at('2026-08-01'));
    const after = trackAbility(once, 0, at('2026-09-01'));
    expect(after.ability).toBeCloseTo(before.ability, 2);
    expect(after.standardError ** 2 - before.standardError ** 2).toBeCloseTo((0.3 * 31) / 365.25, 2);
  });

  test('a test that is far better than the others moves it less than its answers would', () => {
    const usual = ['2026-03-01', '2026-03-11', '2026-03-21', '2026-04-01', '2026-04-11'].map((day) =>
      sitting(day, '0100100100', 0.5),
    );
    const own = trackAbility(usual, 0, NOW).ability;
    const helped = trackAbility([...usual, sitting('2026-04-21', '1111111111', 0.5)], 0, NOW).ability;
    // The same answers one by one cannot be help: each alone says nothing about it.
    const single = Array.from({ length: 10 }, () => sitting('2026-04-21', '1', 0.5));
    const believed = trackAbility([...usual, ...single], 0, NOW).ability;
    expect(helped - own).toBeLessThan(0.25 * (believed - own));
  });

  test('everything right, or wrong, stays finite', () => {
    for (const answers of ['1'.repeat(100), '0'.repeat(100)]) {
      const { ability, standardError } = trackAbility([sitting('2026-06-01', answers)], 0, NOW);
      expect([Number.isFinite(ability), standardError > 0]).toEqual([true, true]);
    }
  });
});

test.each([
  ['2025-10-01', '2026-06-01', 0],
  ['2026-06-01', '2026-09-01', 1],
  ['2024-09-01', '2026-08-31', 1],
])('from %s to %s %d school years began', (from, to, years) => {
  expect(schoolYearsBetween(at(from), at(to))).toBe(years);
});
