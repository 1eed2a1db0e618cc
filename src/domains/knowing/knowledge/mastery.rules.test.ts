import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { betaTail, type Evidence, masteryState } from './mastery.rules.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
/** Answers of one day: '1' right, '0' wrong. */
const on = (days: number, answers: string): Evidence[] =>
  [...answers].map((answer) => ({ right: answer === '1', at: daysAgo(days) }));

describe('the upper tail of a beta distribution', () => {
  test.each([
    // Whole parameters: a binomial sum, P(Bin(a + b − 1, x) < a).
    [1, 1, 0.8, 0.2],
    [9, 3, 0.8, 0.382_598_451_2],
    [11, 1, 0.8, 0.914_100_653_5],
    [16, 1, 0.8, 0.971_852_502_3],
    [2, 3, 0.5, 0.3125],
    // Arcsine distribution: 1 − (2 / π) asin √x.
    [0.5, 0.5, 0.25, 2 / 3],
    // a = 1: (1 − x)^b; b = 1: 1 − x^a.
    [1, 2.5, 0.3, 0.7 ** 2.5],
    [3.7, 1, 0.6, 1 - 0.6 ** 3.7],
    [500, 500, 0.5, 0.5],
  ])('Beta(%d, %d) beyond %d is %d', (a, b, x, expected) => {
    expect(Math.abs(betaTail(a, b, x) - expected)).toBeLessThan(1e-9);
  });

  test('is 1 beyond 0, and 0 beyond 1', () => {
    expect([betaTail(2, 3, 0), betaTail(2, 3, 1)]).toEqual([1, 0]);
  });
});

describe('answers of one test are judged together', () => {
  const orders = (right: number, wrong: number) => [
    '1'.repeat(right) + '0'.repeat(wrong),
    '0'.repeat(wrong) + '1'.repeat(right),
  ];
  test.each([
    // Known after the first answers of the second test, if they had been asked first.
    ['ten right, then five of ten', on(5, '1111111111'), 5, 5, 'almost'],
    ['known, then two of ten', [...on(30, '11111'), ...on(28, '11111')], 2, 8, 'review'],
    ['all wrong, then four of eight', on(5, '0000'), 4, 4, 'not-yet'],
    ['long ago all wrong, then one of two', on(400, '0000'), 1, 1, 'almost'],
    ['one test, eight of ten', [], 8, 2, 'almost'],
  ] as [string, Evidence[], number, number, string][])('%s', (_, before, right, wrong, state) => {
    for (const order of orders(right, wrong))
      expect([order, masteryState([...before, ...on(1, order)], NOW).state]).toEqual([order, state]);
  });
});

describe('the state of a theme', () => {
  test.each([
    ['nothing', [], 'no-data'],
    ['three answers', on(1, '111'), 'no-data'],
    ['four answers, all right', on(1, '1111'), 'almost'],
    ['ten right on one day: not yet re-checked', on(0, '1111111111'), 'almost'],
    ['seven right on two days', [...on(3, '1111'), ...on(0, '111')], 'almost'],
    ['eight right on two days', [...on(3, '1111'), ...on(0, '1111')], 'knows'],
    ['the later day has only a wrong answer', [...on(3, '11111111111111'), ...on(0, '0')], 'almost'],
    ['four wrong', on(1, '0000'), 'not-yet'],
    ['two of four', on(1, '1100'), 'almost'],
    ['one of four', on(1, '1000'), 'not-yet'],
    ['known, then forgotten with time', [...on(403, '11111'), ...on(400, '11111')], 'review'],
    ['known, then some wrong', [...on(30, '11111'), ...on(28, '11111'), ...on(0, '0000')], 'review'],
    ['known long ago, now all wrong', [...on(403, '11111'), ...on(400, '11111'), ...on(0, '00000')], 'not-yet'],
    ['four wrong half a year ago', on(182, '0000'), 'not-yet'],
    ['ten wrong long ago', on(500, '0000000000'), 'not-yet'],
    ['two of ten long ago', on(220, '1100000000'), 'not-yet'],
    ['many wrong long ago, now another wrong', [...on(300, '1'.repeat(55) + '0'.repeat(45)), ...on(0, '0')], 'not-yet'],
    ['four wrong half a year ago, now right', [...on(182, '0000'), ...on(0, '1111')], 'almost'],
    [
      'known long ago, then all wrong, long ago',
      [...on(803, '11111'), ...on(800, '11111'), ...on(400, '00000')],
      'not-yet',
    ],
    ['known again after a re-check', [...on(203, '11111'), ...on(200, '11111'), ...on(0, '1111111')], 'knows'],
  ] as [string, Evidence[], string][])('%s', (_, evidence, state) => {
    expect(masteryState(evidence, NOW).state).toBe(state);
    expect(masteryState([...evidence].reverse(), NOW).state).toBe(state);
  });

  test('time alone makes no state better', () => {
    const order = ['no-data', 'not-yet', 'almost', 'review', 'knows'];
    // Sittings of 4, 10 and 20 answers with every number of right ones, then a second sitting 30 days later or none.
    const sittings = [4, 10, 20].flatMap((count) =>
      Array.from({ length: count + 1 }, (_, right) => '1'.repeat(right) + '0'.repeat(count - right)),
    );
    const states = ['', '1', '0', '1111', '0000'].flatMap((later) =>
      sittings.map((first) =>
        [0, 20, 60, 180, 400, 900].map((days) => {
          const evidence = [...on(30 + days, first), ...on(days, later)];
          return masteryState(evidence, NOW).state;
        }),
      ),
    );
    const better = states.filter((each) =>
      each.some((state, index) => index > 0 && order.indexOf(state) > order.indexOf(each[index - 1] ?? '')),
    );
    expect(better).toEqual([]);
  });

  test('evidence has half its weight after 75 days; the counts shown are unweighted', () => {
    const found = masteryState([...on(75, '110'), ...on(0, '1')], NOW);
    expect(found).toMatchObject({ answers: 4, right: 3 });
    expect(found.a).toBeCloseTo(3, 12);
    expect(found.b).toBeCloseTo(1.5, 12);
    expect(found.aboveKnown).toBeCloseTo(betaTail(3, 1.5, 0.8), 12);
    expect(found.aboveNotYet).toBeCloseTo(betaTail(3, 1.5, 0.6), 12);
  });

  test('evidence dated in the future counts as of now', () => {
    expect(masteryState(on(-10, '1100'), NOW)).toMatchObject({ a: 3, b: 3 });
  });

  test('days are those of Luanda, an hour ahead of UTC', () => {
    const at = (time: string) => on(0, '1111').map((answer) => ({ ...answer, at: new Date(time) }));
    const now = new Date('2026-05-04T00:00:00Z');
    const same = masteryState([...at('2026-05-03T00:30:00Z'), ...at('2026-05-03T22:30:00Z')], now);
    const next = masteryState([...at('2026-05-03T00:30:00Z'), ...at('2026-05-03T23:30:00Z')], now);
    expect([same.state, next.state]).toEqual(['almost', 'knows']);
  });
});
