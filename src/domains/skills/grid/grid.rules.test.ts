import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AFTER_LAST,
  BEFORE_MARK,
  emptyGrid,
  type Grid,
  gridOf,
  itemLabel,
  type Marked,
  marked,
  problemOf,
  score,
  setLast,
  stopsEarly,
  tap,
  undo,
} from './grid.rules.ts';

const aMarked = (change: Partial<Marked> = {}): Marked => ({
  seconds: 60,
  finished: false,
  lastItem: 9,
  wrong: [],
  selfCorrected: [],
  ...change,
});
const first = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('the score of a grid', () => {
  test.each([
    [
      'a published record: 88 tried, 3 wrong, 43 s',
      88,
      { seconds: 43, finished: true, lastItem: null, wrong: first(3) },
      88,
      85,
      118.6,
    ],
    [
      '116 words in 80 s, 21 wrong, all read',
      116,
      { seconds: 80, finished: true, lastItem: 115, wrong: first(21) },
      116,
      95,
      71.25,
    ],
    ['nothing read', 70, { lastItem: null }, 0, 0, 0],
    ['stopped at a minute', 70, { lastItem: 47, wrong: [3] }, 48, 47, 47],
    ['read on after the minute: divided by 60', 70, { seconds: 95, lastItem: 47, wrong: [] }, 48, 48, 48],
    ['broken off at 38 s: divided by 38', 70, { seconds: 38, lastItem: 18 }, 19, 19, 30],
    ['tenths of a second count', 70, { seconds: 30.5, finished: true, lastItem: null }, 70, 70, 137.7],
    ['self-corrected is right', 70, { lastItem: 9, selfCorrected: [1, 2] }, 10, 10, 10],
    ['all wrong', 70, { lastItem: 9, wrong: first(10) }, 10, 0, 0],
  ])('%s', (_what, items, change, attempted, right, perMinute) => {
    const sent = aMarked(change);
    expect(problemOf(items, sent)).toBeNull();
    const result = score(items, sent);
    expect(result).toMatchObject({ attempted, right, accuracy: attempted === 0 ? null : right / attempted });
    expect(Math.round(result.perMinute * 100) / 100).toBeCloseTo(perMinute, 1);
  });

  test.each<[string, Partial<Marked>, string]>([
    ['no duration', { seconds: Number.NaN }, 'seconds'],
    ['too short', { seconds: 0.9 }, 'seconds'],
    ['too long', { seconds: 600.1 }, 'seconds'],
    ['hundredths of a second', { seconds: 30.25 }, 'seconds'],
    ['finished before the last item', { finished: true, lastItem: 68 }, 'last-item'],
    ['a last item that the text does not have', { lastItem: 70 }, 'last-item'],
    ['a negative last item', { lastItem: -1 }, 'last-item'],
    ['a fraction as the last item', { lastItem: 1.5 }, 'last-item'],
    ['a mark beyond the text', { finished: true, lastItem: null, wrong: [70] }, 'no-such-item'],
    ['a negative mark', { wrong: [-1] }, 'no-such-item'],
    ['wrong twice', { wrong: [2, 2] }, 'twice'],
    ['wrong and self-corrected', { wrong: [2], selfCorrected: [2] }, 'twice'],
    ['a mark after the last item', { selfCorrected: [10] }, 'after-last-item'],
    ['a mark when nothing was read', { lastItem: null, wrong: [0] }, 'after-last-item'],
  ])('refuses %s', (_what, change, code) => {
    expect(problemOf(70, aMarked(change))).toMatchObject({ code, message: expect.stringMatching(/^[A-ZÀ-Ú].*\.$/) });
  });

  test('advises to stop when all of the first items are wrong, in any order', () => {
    expect(stopsEarly([4, 2, 0, 1, 3], 5)).toBe(true);
    expect(stopsEarly([4, 2, 0, 1, 5, 6], 5)).toBe(false);
    expect(stopsEarly([], 5)).toBe(false);
  });
});

describe('tapping', () => {
  test('an item becomes wrong, self-corrected and clear again', () => {
    let grid = emptyGrid(70);
    const seen = [];
    for (let tapped = 0; tapped < 4; tapped++) {
      grid = tap(grid, 13).grid;
      seen.push(grid.marks.get(13));
    }
    expect(seen).toEqual(['wrong', 'selfCorrected', undefined, 'wrong']);
  });

  test('refuses a mark after the last item, and a last item before a mark', () => {
    const ended = setLast(emptyGrid(70), 20).grid;
    expect(tap(ended, 21)).toEqual({ grid: ended, refused: AFTER_LAST });
    const noted = tap(ended, 20).grid;
    expect(setLast(noted, 19)).toEqual({ grid: noted, refused: BEFORE_MARK });
    expect(setLast(noted, 20).grid.lastItem).toBeNull();
  });

  test.each([-1, 70, 1.5])('refuses item %s, which is not there', (index) => {
    expect(tap(emptyGrid(70), index).refused).toBeDefined();
    expect(setLast(emptyGrid(70), index).refused).toBeDefined();
  });

  test('undoes the last ten taps, no more', () => {
    const tapped = first(12).reduce<Grid>((grid, index) => tap(grid, index).grid, emptyGrid(70));
    const back = first(12).reduce<Grid>((grid) => undo(grid), tapped);
    expect(marked(back, 'wrong')).toEqual([0, 1]);
    expect(undo(back)).toBe(back);
  });

  test('says an item with its mark and place', () => {
    expect(itemLabel('coelho', 13, 70, { mark: 'wrong' })).toBe('coelho, errada, palavra 14 de 70');
    expect(itemLabel('casa', 0, 70, { mark: 'selfCorrected', isLast: true })).toBe(
      'casa, corrigiu-se, palavra 1 de 70, última palavra lida',
    );
    expect(itemLabel('a', 4, 40, { noun: 'letra' })).toBe('a, letra 5 de 40');
  });
});

describe('whatever is tapped', () => {
  const taps = fc.array(
    fc.record({
      what: fc.constantFrom('mark', 'last', 'undo'),
      index: fc.integer({ min: -2, max: 45 }),
    }),
    { maxLength: 120 },
  );

  test('0 ≤ right ≤ attempted ≤ items, and the marks can be sent', () => {
    fc.assert(
      fc.property(
        taps,
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        fc.integer({ min: 10, max: 6000 }),
        (all, items, finished, tenths) => {
          const grid = all.reduce<Grid>((before, { what, index }) => {
            if (what === 'undo') return undo(before);
            return what === 'mark' ? tap(before, index).grid : setLast(before, index).grid;
          }, emptyGrid(items));
          const ended = grid.lastItem === null ? setLast(grid, Math.max(0, ...grid.marks.keys())).grid : grid;
          const isFinished = finished && ended.lastItem === items - 1;
          const sent = {
            seconds: tenths / 10,
            finished: isFinished,
            lastItem: ended.lastItem,
            wrong: marked(ended, 'wrong'),
            selfCorrected: marked(ended, 'selfCorrected'),
          };
          expect(problemOf(items, sent)).toBeNull();
          const { right, attempted, perMinute, accuracy } = score(items, sent);
          expect(right).toBeGreaterThanOrEqual(0);
          expect(attempted).toBeGreaterThanOrEqual(right);
          expect(items).toBeGreaterThanOrEqual(attempted);
          expect(perMinute).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(perMinute)).toBe(true);
          expect(accuracy === null || (accuracy >= 0 && accuracy <= 1)).toBe(true);
          expect(gridOf(items, sent).marks).toEqual(ended.marks);
        },
      ),
    );
  });

  test('marks from anywhere are refused or give a possible score', () => {
    const anyNumber = fc.oneof(fc.integer({ min: -3, max: 45 }), fc.double());
    fc.assert(
      fc.property(
        fc.record({
          seconds: fc.oneof(fc.double(), fc.integer({ min: -1, max: 700 })),
          finished: fc.boolean(),
          lastItem: fc.option(anyNumber),
          wrong: fc.array(anyNumber, { maxLength: 8 }),
          selfCorrected: fc.array(anyNumber, { maxLength: 8 }),
        }),
        (sent) => {
          if (problemOf(40, sent)) return;
          const { right, attempted } = score(40, sent);
          expect(right >= 0 && right <= attempted && attempted <= 40).toBe(true);
        },
      ),
    );
  });
});
