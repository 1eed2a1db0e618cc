import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/support/app.ts';
import { GOAL } from './goal.ts';
import { meanPercent, meanPercentSql, percentOfShare, wholePercent } from './percent.ts';

const { db } = await testDatabase();

describe('a whole percentage', () => {
  test.each([
    [0, 0, null],
    [0, 10, 0],
    [1, 8, 13],
    [1, 3, 33],
    [2, 3, 67],
    [139, 200, 69],
    [140, 200, 70],
    [141, 200, 71],
    [199, 200, 99],
    [200, 200, 100],
    [697, 1_000, 69],
    [999, 1_000, 99],
    [1, 1_000, 0],
    [29, 200, 15],
    [57, 200, 29],
  ])('%i of %i is %s', (part, whole, expected) => {
    expect(wholePercent(part, whole)).toBe(expected);
    if (expected !== null) expect(percentOfShare(part / whole)).toBe(expected);
  });

  const ratio = fc
    .integer({ min: 1, max: 40_000 })
    .chain((whole) => fc.tuple(fc.integer({ min: 0, max: whole }), fc.constant(whole)));

  test('is the nearest one, except that neither the goal nor 100 is reached by rounding', () => {
    fc.assert(
      fc.property(ratio, ([part, whole]) => {
        const percent = wholePercent(part, whole) as number;
        const exact = (100 * part) / whole;
        expect(percent === 100).toBe(part === whole);
        expect(percent >= GOAL).toBe(100 * part >= GOAL * whole);
        const nearest = Math.floor((200 * part + whole) / (2 * whole));
        if (nearest !== GOAL && nearest !== 100) expect(percent).toBe(nearest);
        else expect(Math.abs(percent - exact)).toBeLessThan(1);
      }),
      { numRuns: 5_000 },
    );
  });

  test('never falls when a part grows, nor differs between its forms', () => {
    fc.assert(
      fc.property(ratio, ([part, whole]) => {
        const percent = wholePercent(part, whole) as number;
        if (part < whole) expect(wholePercent(part + 1, whole)).toBeGreaterThanOrEqual(percent);
        expect(wholePercent(3 * part, 3 * whole)).toBe(percent);
        expect(percentOfShare(part / whole)).toBe(percent);
      }),
      { numRuns: 5_000 },
    );
  });
});

test('a share is rounded as its ratio is, halves included', () => {
  for (let whole = 1; whole <= 400; whole += 1)
    for (let part = 0; part <= whole; part += 1)
      if (percentOfShare(part / whole) !== wholePercent(part, whole)) expect(`${part} of ${whole}`).toBe('the same');
});

test('a share that was divided in steps is rounded as its ratio is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(0, 0.5, GOAL / 100, 1),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, possible, near, chance) => {
        const whole = attempts * possible;
        for (const part of [Math.round(near * whole), Math.round(chance * whole)])
          expect(percentOfShare(((part / attempts / possible) * 100) / 100)).toBe(wholePercent(part, whole));
      },
    ),
    { numRuns: 20_000 },
  );
});

test('no screen rounds a percentage by itself', () => {
  const src = path.join(import.meta.dirname, '..');
  const rounding = fs
    .readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .filter((name) =>
      /\$\{(Math\.\w+|decimal|[\w.]+\.toFixed)\([^{}`]*\)\}%/.test(fs.readFileSync(path.join(src, name), 'utf8')),
    );
  expect(rounding).toEqual([]);
});

test('a mean of percentages is the same in SQL', async () => {
  const pairs = Array.from({ length: 40 }, (_, count) =>
    Array.from({ length: 100 * count + 1 }, (_, sum) => ({ sum, count })),
  ).flat();
  const rows = await db.rows<{ mean: number | null }>(
    `select ${meanPercentSql('given.sum', 'given.count')} as mean
     from unnest($1::bigint[], $2::bigint[]) with ordinality as given(sum, count, place) order by place`,
    [pairs.map(({ sum }) => sum), pairs.map(({ count }) => count)],
  );
  expect(rows.map(({ mean }) => mean)).toEqual(pairs.map(({ sum, count }) => meanPercent(sum, count)));
});
