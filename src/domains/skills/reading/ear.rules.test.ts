import { describe, expect, test } from 'vitest';
import type { Marked } from '../grid/grid.rules.ts';
import { agreementOf, checkEar, isTrained, kappaOf, latestOf } from './ear.rules.ts';

const aMarked = (change: Partial<Marked> = {}): Marked => ({
  seconds: 60,
  finished: false,
  lastItem: 49,
  wrong: [],
  selfCorrected: [],
  ...change,
});

/** Returns two lists of judgements with the given numbers of pairs. */
const pairs = (table: readonly (readonly [string, string, number])[]) => ({
  one: table.flatMap(([one, , times]) => Array<string>(times).fill(one)),
  other: table.flatMap(([, other, times]) => Array<string>(times).fill(other)),
});

describe('kappa', () => {
  test.each<[string, readonly (readonly [string, string, number])[], number | null]>([
    // po = 35/50, pe = (25 · 30 + 25 · 20) / 50² = 0.5
    [
      '20, 5, 10, 15',
      [
        ['y', 'y', 20],
        ['y', 'n', 5],
        ['n', 'y', 10],
        ['n', 'n', 15],
      ],
      0.4,
    ],
    // po = 0.60, pe = 0.54
    [
      '45, 15, 25, 15',
      [
        ['y', 'y', 45],
        ['y', 'n', 15],
        ['n', 'y', 25],
        ['n', 'n', 15],
      ],
      0.06 / 0.46,
    ],
    // po = 0.60, pe = 0.46
    [
      '25, 35, 5, 35',
      [
        ['y', 'y', 25],
        ['y', 'n', 35],
        ['n', 'y', 5],
        ['n', 'n', 35],
      ],
      0.14 / 0.54,
    ],
    [
      'all alike',
      [
        ['y', 'y', 3],
        ['n', 'n', 4],
      ],
      1,
    ],
    [
      'always opposite',
      [
        ['y', 'n', 5],
        ['n', 'y', 5],
      ],
      -1,
    ],
    ['one category only', [['y', 'y', 9]], null],
    ['nothing', [], null],
    // Three categories: po = 24/30; pe = (10 · 11 + 12 · 12 + 8 · 7) / 900
    [
      'three categories',
      [
        ['a', 'a', 9],
        ['a', 'b', 1],
        ['b', 'b', 9],
        ['b', 'a', 2],
        ['b', 'c', 1],
        ['c', 'c', 6],
        ['c', 'b', 2],
      ],
      (24 / 30 - 310 / 900) / (1 - 310 / 900),
    ],
  ])('%s', (_what, table, wanted) => {
    const { one, other } = pairs(table);
    const kappa = kappaOf(one, other);
    const again = kappaOf(other, one);
    if (wanted === null) expect([kappa, again]).toEqual([null, null]);
    else expect([kappa, again]).toEqual([expect.closeTo(wanted, 9), expect.closeTo(wanted, 9)]);
  });
});

describe('two listeners', () => {
  test('differ too much from 10 % of the words, or from 5 words a minute', () => {
    const five = agreementOf(110, aMarked(), aMarked({ wrong: [0, 1, 2, 3, 4] }));
    expect(five).toMatchObject({ share: 0.9, differing: [0, 1, 2, 3, 4], speed: 5, tooFar: false });
    expect(agreementOf(110, aMarked(), aMarked({ wrong: [0, 1, 2, 3, 4, 5] }))).toMatchObject({
      share: 0.88,
      tooFar: true,
    });
    const fast = { seconds: 30, finished: true, lastItem: null };
    expect(agreementOf(50, aMarked(fast), aMarked({ ...fast, wrong: [0, 1, 2] }))).toMatchObject({
      speed: 6,
      tooFar: true,
    });
  });

  test('self-corrected is the same as right, and a word that one says was not reached differs', () => {
    expect(agreementOf(110, aMarked({ selfCorrected: [3] }), aMarked()).share).toBe(1);
    expect(agreementOf(110, aMarked(), aMarked({ lastItem: 47 })).differing).toEqual([48, 49]);
  });

  test('agree when both heard nothing', () => {
    expect(agreementOf(70, aMarked({ lastItem: null }), aMarked({ lastItem: null }))).toMatchObject({
      share: 1,
      kappa: null,
      tooFar: false,
    });
  });
});

describe('the training of the ear', () => {
  const known = [
    { index: 4, outcome: 'wrong', spoken: 'lago' },
    { index: 9, outcome: 'selfCorrected', spoken: 'bale' },
    { index: 20, outcome: 'wrong', spoken: null },
  ] as const;
  test.each([
    ['all heard', [4, 20], 1, [], []],
    ['one missed', [4], 29 / 30, [20], []],
    ['self-correction taken for an error', [4, 9, 20], 29 / 30, [], [9]],
    ['nothing marked', [], 28 / 30, [4, 20], []],
  ])('%s', (_what, wrong, agreement, missed, extra) => {
    expect(checkEar(30, known, wrong)).toEqual({ agreement, missed, extra });
  });

  test('is passed with two recordings from 90 %', () => {
    const of = (...shares: number[]) => shares.map((agreement) => ({ agreement }));
    expect(isTrained(of(0.9, 27 / 30, 0.2))).toBe(true);
    expect(isTrained(of(1, 0.89, 0.899))).toBe(false);
    expect(isTrained([])).toBe(false);
  });

  test('counts the last marking of each recording', () => {
    const markings = [
      { recordingId: 'one', agreement: 1 },
      { recordingId: 'two', agreement: 0.95 },
      { recordingId: 'one', agreement: 0.5 },
    ];
    expect(latestOf(markings)).toEqual([
      { recordingId: 'one', agreement: 0.5 },
      { recordingId: 'two', agreement: 0.95 },
    ]);
    expect(latestOf([])).toEqual([]);
  });
});
