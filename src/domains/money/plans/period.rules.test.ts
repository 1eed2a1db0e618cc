import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, FamilyModel, RESUMED, worth } from '../../../../test/support/money-model.ts';
import { afterFree, afterRestore, afterYear, type PaidPlan, type Standing, settled } from './period.rules.ts';

const START = Date.parse('2026-11-29T10:30:00Z');
const FREE: Standing = {
  planId: 'free',
  since: null,
  until: null,
  renewal: true,
  next: [],
  parked: [],
  resumedAt: null,
};

const act = fc.oneof(
  fc.record({ do: fc.constant('free' as const) }),
  fc.record({ do: fc.constant('restore' as const) }),
  fc.record({ do: fc.constant('year' as const), plan: fc.constantFrom<PaidPlan[]>('individual', 'family') }),
  fc.record({ do: fc.constant('wait' as const), days: fc.double({ min: 0.1, max: 20, noNaN: true }) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.double({ min: 300, max: 400, noNaN: true }) }),
);

test('whatever a family buys, parks and resumes, its plans are those of the model, and only a resumed plan loses days', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const model = new FamilyModel();
      let standing = FREE;
      let now = START;
      const value = () => {
        const { planId, until, next, parked } = settled(standing, new Date(now));
        return worth(planId, until?.getTime() ?? 0, [...next, ...parked], now);
      };
      for (const one of acts) {
        if (one.do === 'wait') now += Math.round(one.days * DAY);
        const at = new Date(now);
        standing = settled(standing, at);
        model.settle(now);
        const before = value();
        const wasResumed = standing.resumedAt !== null && now < standing.resumedAt.getTime() + RESUMED;
        if (one.do === 'free') {
          standing = afterFree(standing, at);
          model.free(now);
          if (wasResumed) expect(value()).toBeLessThanOrEqual(before);
          else expect(Math.abs(value() - before)).toBeLessThan(1);
        } else if (one.do === 'restore') {
          standing = afterRestore(standing, at);
          model.restore(now);
          expect(Math.abs(value() - before)).toBeLessThan(1);
        } else if (one.do === 'year') {
          standing = afterYear(standing, one.plan, at);
          model.year(one.plan, 0, now);
        }
        const times = (credits: Standing['next']) =>
          Object.fromEntries(credits.map(({ planId, milliseconds }) => [planId, milliseconds]));
        const { planId, until, next, parked } = standing;
        expect([planId, until?.getTime() ?? null, times(next), times(parked)]).toEqual([
          model.plan,
          model.plan === 'free' ? null : model.end,
          model.next,
          model.parked,
        ]);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a year resumed for each of its tests ends after as many tests as it has weeks', () => {
  let standing = afterFree(afterYear(FREE, 'individual', new Date(START)), new Date(START));
  let now = START;
  let tests = 0;
  while (standing.parked.length > 0) {
    standing = afterFree(afterRestore(standing, new Date(now)), new Date(now + 60_000));
    tests += 1;
    now += 90 * DAY;
    if (tests > 100) break;
  }
  expect(tests).toBe(53);
});
