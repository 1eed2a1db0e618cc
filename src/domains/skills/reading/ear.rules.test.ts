import { describe, expect, test } from 'vitest';
import type { Marked } from '../grid/grid.rules.ts';
import { formsOfFiles } from './content-files.server.ts';
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
    { index: 25, outcome: 'wrong', spoken: 'vela' },
  ] as const;
  test.each([
    ['all heard', [4, 20, 25], 1, [], [], true],
    ['one of three missed', [4, 20], 29 / 30, [25], [], true],
    ['two of three missed', [4], 28 / 30, [20, 25], [], false],
    ['self-correction taken for an error', [4, 9, 20, 25], 29 / 30, [], [9], true],
    ['nothing marked', [], 27 / 30, [4, 20, 25], [], false],
    ['90 % of the words', [4, 20, 25, 1, 2, 3], 27 / 30, [], [1, 2, 3], true],
    ['less than 90 % of the words', [4, 20, 1, 2, 3], 26 / 30, [25], [1, 2, 3], false],
  ])('%s', (_what, wrong, agreement, missed, extra, passes) => {
    expect(checkEar(30, known, wrong)).toEqual({ agreement, missed, extra, planted: 3, passes });
  });

  test('who marks nothing passes no recording of the content', () => {
    const recordings = formsOfFiles().filter(({ kind }) => kind === 'ear');
    expect(recordings.length).toBeGreaterThan(1);
    expect(recordings.filter(({ items, body }) => checkEar(items, body.read, []).passes)).toEqual([]);
  });

  test('is passed with two recordings', () => {
    const of = (...all: boolean[]) => all.map((passes) => ({ passes }));
    expect(isTrained(of(true, true, false))).toBe(true);
    expect(isTrained(of(true, false, false))).toBe(false);
    expect(isTrained([])).toBe(false);
  });

  test('counts the last marking of each recording', () => {
    const markings = [
      { recordingId: 'one', agreement: 1, passes: true },
      { recordingId: 'two', agreement: 0.95, passes: true },
      { recordingId: 'one', agreement: 0.5, passes: false },
    ];
    expect(latestOf(markings)).toEqual([
      { recordingId: 'one', agreement: 0.5, passes: false },
      { recordingId: 'two', agreement: 0.95, passes: true },
    ]);
    expect(latestOf([])).toEqual([]);
  });
});
