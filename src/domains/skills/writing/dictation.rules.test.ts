import { describe, expect, test } from 'vitest';
import { binomial } from '../../../../test/support/binomial.ts';
import {
  bandOfRight,
  type Dictated,
  dictationGrowth,
  problemOfMarks,
  problemOfTyped,
  summaryOfMarks,
  summaryOfTyped,
} from './dictation.rules.ts';

describe('a dictation marked by a grown-up', () => {
  test('counts words by their letters, capitals and marks beside them', () => {
    expect(
      summaryOfMarks(45, [
        { index: 7, kind: 's-z-c' },
        { index: 2, kind: 's-z-c' },
        { index: 3, kind: null },
        { index: 4, kind: 'capital' },
        { index: 9, kind: 'punctuation' },
      ]),
    ).toMatchObject({
      right: 42,
      mistakes: [{ index: 2 }, { index: 3, kinds: [] }, { index: 7 }],
      kinds: [{ kind: 's-z-c', count: 2 }],
      capitals: 1,
      punctuation: 1,
    });
    expect(summaryOfMarks(10, [])).toMatchObject({ right: 10, kinds: [] });
  });

  test.each([
    [[{ index: 10, kind: null }], 'no-such-word'],
    [[{ index: -1, kind: null }], 'no-such-word'],
    [[{ index: 0.5, kind: null }], 'no-such-word'],
    [
      [
        { index: 3, kind: null },
        { index: 3, kind: 'accent' as const },
      ],
      'twice',
    ],
  ])('%j is refused: %s', (marks, code) => expect(problemOfMarks(10, marks)).toMatchObject({ code }));
});

describe('a typed dictation', () => {
  test('is summed up by kinds, the most frequent first', () => {
    const key = { words: ['A', 'casa', 'da', 'raposa', 'está', 'óptima.'], also: [] };
    expect(summaryOfTyped(key, 'A caza da rapoza esta ótima.')).toMatchObject({
      words: 6,
      right: 3,
      kinds: [
        { kind: 's-z-c', count: 2 },
        { kind: 'accent', count: 1 },
      ],
      spelled1990: [5],
    });
    expect(summaryOfTyped(key, '')).toMatchObject({ right: 0, words: 6, kinds: [] });
  });

  test('that is much longer is refused', () => {
    expect(problemOfTyped(45, 'a '.repeat(100))).toBeNull();
    expect(problemOfTyped(45, 'a '.repeat(400))).toMatchObject({ code: 'too-long' });
    expect(problemOfTyped(45, 'aa.bh.'.repeat(333))).toMatchObject({ code: 'too-long' });
  });
});

test.each([
  [40, 44, 33, 43],
  [0, 10, 0, 4],
  [10, 10, 6, 10],
])('%i of %i words right: between %i and %i', (right, words, from, to) =>
  expect(bandOfRight(right, words)).toEqual({ from, to }),
);

test('another dictation is inside the band for at least 88 of 100 children, by exact calculation', () => {
  for (const words of [20, 32, 44, 60, 75]) {
    const bands = Array.from({ length: words + 1 }, (_, right) => bandOfRight(right, words));
    for (const share of [0.5, 0.6, 0.7, 0.8, 0.9, 0.95]) {
      const chance = binomial(words, share);
      const covered = bands.reduce(
        (sum, { from, to }, right) =>
          sum + (chance[right] as number) * chance.slice(from, to + 1).reduce((inside, one) => inside + one, 0),
        0,
      );
      expect([words, share, covered >= 0.88]).toEqual([words, share, true]);
    }
  }
});

describe('growth', () => {
  const one = (day: string, right: number, change: Partial<Dictated> = {}): Dictated => ({
    dictationId: 'd',
    schoolClass: 4,
    day,
    right,
    words: 45,
    ...change,
  });
  test.each<[string, Dictated[], string | null]>([
    ['one dictation', [one('2026-10-01', 20)], null],
    ['too near', [one('2026-10-01', 20), one('2026-11-20', 40)], null],
    ['another class', [one('2026-10-01', 20, { schoolClass: 3 }), one('2027-03-01', 40)], null],
    ['many more right', [one('2026-10-01', 25), one('2026-12-10', 40)], 'grew'],
    ['a few more right', [one('2026-10-01', 36), one('2026-12-10', 39)], 'unknown'],
    ['many fewer right', [one('2026-10-01', 42), one('2026-12-10', 25)], 'fell'],
  ])('%s', (_what, dictated, kind) => expect(dictationGrowth(dictated)?.kind ?? null).toBe(kind));
});
