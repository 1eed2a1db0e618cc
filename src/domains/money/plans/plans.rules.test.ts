import { expect, test } from 'vitest';
import { yearAfter } from './period.rules.ts';
import { canStartTest, entitlementsFor, PLANS, planInForce, recommendedPlan } from './plans.rules.ts';

const COLUMNS = ['tests', 'comparison', 'pdf', 'export', 'suggestions', 'webinars', 'prioritySupport'] as const;

const used = (byChild: number, byOthers = 0, childrenAtOnce = 1) => ({ byChild, byOthers, childrenAtOnce });

test('a family starts at most as many free tests as it has had children at the same time', () => {
  const { allows } = PLANS.free;
  expect(canStartTest(allows, used(0, 1, 2))).toBe(true);
  expect(canStartTest(allows, used(1, 0, 2))).toBe(false);
  expect(canStartTest(allows, used(0, 1, 1))).toBe(false);
  expect(canStartTest(allows, used(0, 2, 2))).toBe(false);
  expect(canStartTest(PLANS.individual.allows, used(9, 9, 1))).toBe(true);
});

test.each([
  ['free', 0, 0, [false, false, false, false, false, false, false]],
  ['individual', 9_000, 1, [true, true, true, true, true, true, true]],
  ['family', 18_000, 3, [true, true, true, true, true, true, true]],
  ['family-plus', 30_000, 6, [true, true, true, true, true, true, true]],
] as const)('%s costs %i Kz, covers %i children, and allows its column', (id, price, children, allowed) => {
  const plan = PLANS[id];
  expect([plan.yearlyPrice, plan.coveredChildren]).toEqual([price, children]);
  for (const rank of [1, 3, 6, 7]) {
    const allows = entitlementsFor(plan, rank);
    const row = COLUMNS.map((name) => (name === 'tests' ? canStartTest(allows, used(1)) : allows[name]));
    // Children that the plan does not cover have the limits of the free plan.
    expect(row, `child ${rank}`).toEqual(
      rank <= children ? allowed : [false, false, false, false, false, false, false],
    );
    expect(canStartTest(allows, used(0))).toBe(true);
  }
});

test('a plan is valid until the end of its grace period, and not a moment longer', () => {
  const end = new Date('2026-05-01T10:00:00Z');
  const at = (now: string) => planInForce({ subscriptionType: 'family', subscriptionEnd: end }, new Date(now)).id;
  expect([at('2026-05-01T09:59:59Z'), at('2026-05-08T10:00:00.000Z'), at('2026-05-08T10:00:00.001Z')]).toEqual([
    'family',
    'family',
    'free',
  ]);
});

test('a year ends on the same day and hour in Luanda, and on 28 February after a leap day', () => {
  expect(yearAfter(new Date('2026-11-21T10:00:00Z')).toISOString()).toBe('2027-11-21T10:00:00.000Z');
  expect(yearAfter(new Date('2028-02-29T12:00:00Z')).toISOString()).toBe('2029-02-28T12:00:00.000Z');
  // It is already the 29th in Luanda, but still the 28th in UTC.
  expect(yearAfter(new Date('2028-02-28T23:30:00Z')).toISOString()).toBe('2029-02-27T23:30:00.000Z');
});

test.each([
  ['free', 'individual'],
  ['individual', 'individual'],
  ['family', 'family'],
  ['family-plus', 'family-plus'],
] as const)('the plan recommended to a family with %s is %s', (current, recommended) => {
  expect(recommendedPlan(current)).toBe(recommended);
});
