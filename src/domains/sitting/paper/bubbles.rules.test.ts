import { describe, expect, test } from 'vitest';
import { type Bubble, bubbleOf, decideRow, decideSheet, INK, type Print } from './bubbles.rules.ts';
import type { Measured } from './ink.rules.ts';

const PRINT: Print = { ink: [0], narrow: [0.06], circle: 0.5 };
/** An empty bubble of a good photograph, but for what is given. */
const measured = (more: Partial<Measured> = {}): Measured => ({
  ...{
    ink: 0,
    narrow: 0.06,
    peak: 0.1,
    paper: 0.5,
    quarters: 0,
    struck: false,
    arms: 0,
    spread: 0,
    stubs: 0,
    crossing: 0,
    circle: 0.5,
  },
  ...more,
});
const bubble = (more: Partial<Measured> = {}) => bubbleOf(measured(more), PRINT, 0);
const inked = (ink: number, more: Partial<Measured> = {}) =>
  bubble({ ink, narrow: 0.06 + ink * 0.94, peak: Math.min(1, ink * 1.4), paper: 0, ...more });

describe('bubbleOf', () => {
  test.each<[string, Bubble, Bubble['state']]>([
    ['nothing inside', bubble(), 'empty'],
    ['less ink than a trace', inked(INK.empty - 0.01), 'empty'],
    ['a trace', inked(INK.empty + 0.01), 'faint'],
    ['almost enough', inked(INK.filled - 0.01), 'faint'],
    ['filled', inked(INK.filled + 0.01), 'filled'],
    ['filled, with some strokes beyond', inked(0.6, { quarters: 2, spread: 0.2 }), 'filled'],
    ['filled, with strokes beyond on three sides', inked(0.6, { quarters: 3, spread: 0.3 }), 'crossed'],
    ['filled, with a line through it', inked(0.6, { quarters: 2, struck: true, spread: 0.1 }), 'crossed'],
    ['filled, with the ends of a small cross', inked(0.6, { stubs: 4 }), 'crossed'],
    ['filled, with two lines that cross hardly seen outside it', inked(0.6, { crossing: 0.13 }), 'crossed'],
    ['filled, with ragged edges', inked(0.6, { crossing: 0.1 }), 'filled'],
    [
      'filled so palely that a cross over it may be seen on one side only',
      inked(0.3, { quarters: 1, crossing: 0.03 }),
      'crossed',
    ],
    ['filled, with several small signs of a cross', inked(0.6, { quarters: 1, stubs: 1, crossing: 0.05 }), 'crossed'],
    ['filled, with two small signs', inked(0.6, { stubs: 1, crossing: 0.05 }), 'filled'],
    ['filled palely, with two ends of lines', inked(0.3, { stubs: 2 }), 'crossed'],
    ['filled palely, with a single ragged edge', inked(0.3, { stubs: 1 }), 'filled'],
    ['filled with some white left, and lines on all sides', inked(0.3, { quarters: 4, paper: 0.22 }), 'crossed'],
    ['filled far beyond the circle on all sides', inked(0.9, { quarters: 4, struck: true, spread: 0.9 }), 'filled'],
    [
      'filled, with a cross by a thick pen',
      inked(0.95, { quarters: 4, struck: true, stubs: 4, arms: 4, spread: 0.6, crossing: 1.1 }),
      'crossed',
    ],
    ['a cross on an empty bubble', inked(0.3, { quarters: 4, struck: true, stubs: 4, paper: 0.5 }), 'filled'],
    ['a thin tick', inked(0.1, { peak: 0.5, paper: 0.6 }), 'stroke'],
    ['a pale blot', inked(0.1, { peak: 0.3, paper: 0.1 }), 'faint'],
    ['the edge of a shadow: ink by one measure only', bubble({ ink: 0.4 }), 'faint'],
    ['a blot as wide as a shadow: ink by the other only', bubble({ narrow: 0.4 }), 'faint'],
    ['a circle that is not visible', bubble({ circle: 0.1 }), 'hidden'],
    ['a letter that is not visible', bubble({ narrow: 0.005 }), 'hidden'],
  ])('%s', (_, { state }, wanted) => {
    expect(state).toBe(wanted);
  });

  test('beside a bar that is hardly visible no bubble is empty for certain', () => {
    expect(bubbleOf(measured(), PRINT, 0, true).state).toBe('hidden');
  });

  test('an empty ring or line through an empty bubble is not a crossed-out mark', () => {
    expect(bubble({ quarters: 4, struck: true }).state).toBe('empty');
  });
});

const empty = bubble();
const filled = inked(0.6);
const faint = inked(0.1, { paper: 0.1 });
const smudge = inked(0.06);
const nearlyFilled = inked(INK.filled - 0.001);
const crossed = inked(0.6, { quarters: 4, spread: 0.3 });
const touched = inked(0.6, { quarters: 2, spread: 0.2 });
const ringed = bubble({ quarters: 4 });
const tick = inked(0.12, { peak: 0.5, paper: 0.6 });
const hidden = bubble({ circle: 0 });

describe('decideRow', () => {
  test.each([
    ['one filled', [empty, filled, empty, empty], 'B', null],
    ['none filled', [empty, empty, empty, empty], null, 'blank'],
    ['one filled, a smudge beside it', [smudge, empty, filled, empty], 'C', null],
    ['one filled, a faint one beside it', [empty, nearlyFilled, filled, empty], 'C', 'double'],
    ['two filled', [filled, empty, filled, empty], null, 'double'],
    ['two filled, one with strokes beyond it', [filled, empty, touched, empty], 'A', 'crossed'],
    ['all filled', [filled, filled, filled, filled], null, 'double'],
    ['one faint', [empty, empty, empty, faint], 'D', 'faint'],
    ['two faint', [faint, empty, empty, faint], null, 'faint'],
    ['a tick', [empty, tick, empty, empty], 'B', null],
    ['a tick beside a filled one', [empty, tick, filled, empty], null, 'double'],
    ['a tick on uneven paper', [inked(0.04, { peak: 0.45 }), tick, empty, empty], 'B', 'faint'],
    ['one crossed out', [crossed, empty, empty, empty], null, 'crossed'],
    ['one crossed out and another filled', [crossed, empty, filled, empty], 'C', 'crossed'],
    ['one crossed out and another ticked', [crossed, empty, tick, empty], 'C', 'crossed'],
    ['one crossed out and two others filled', [crossed, filled, filled, empty], null, 'double'],
    ['a ring around one letter', [empty, ringed, empty, empty], 'B', 'faint'],
    ['rings around two letters', [empty, ringed, ringed, empty], null, 'faint'],
    ['a ring around one letter and another filled', [ringed, empty, filled, empty], 'C', null],
    ['one filled, another not visible', [filled, hidden, empty, empty], 'A', 'hidden'],
    ['none filled, one not visible', [empty, hidden, empty, empty], null, 'hidden'],
    ['no bubbles', [], null, 'blank'],
  ] as [string, Bubble[], string | null, string | null][])('%s', (_, bubbles, letter, doubt) => {
    expect(decideRow(4, bubbles)).toMatchObject({ number: 4, letter, doubt, sure: doubt === null });
  });
});

describe('decideSheet', () => {
  /** Rows with B filled; the printed letters have ink, as on every sheet. */
  const rowOf = (number: number, others: Partial<Measured> = {}) => ({
    number,
    bubbles: [others, { ink: 0.7, narrow: 0.7, peak: 0.9, paper: 0 }, {}, {}].map((more) =>
      measured({ ink: 0.05, narrow: 0.06, ...more }),
    ),
    shifts: [],
    contrast: 150,
  });
  const rows = [1, 2, 3, 4, 5].map((number) => rowOf(number));

  test('the ink of the printed letters is no mark', () => {
    const read = decideSheet({ rows, depths: rows.map(() => 0.8) });
    expect(read.map(({ letter, sure }) => [letter, sure])).toEqual(rows.map(() => ['B', true]));
  });

  test('a row whose bar is hardly visible is asked about, with the letter as a proposal', () => {
    const read = decideSheet({ rows, depths: [0.8, 0.8, 0.2, 0.8, 0.8] });
    expect(read.map(({ doubt }) => doubt)).toEqual([null, null, 'hidden', null, null]);
    expect(read[2]?.letter).toBe('B');
  });

  test('a row with a letter or circle that is paler than usual on the sheet is asked about', () => {
    const pale = [rowOf(6, { circle: 0.1 }), rowOf(7, { narrow: 0.01 })];
    const read = decideSheet({ rows: [...rows, ...pale], depths: [...rows, ...pale].map(() => 0.8) });
    expect(read.slice(5).map(({ doubt, letter }) => [doubt, letter])).toEqual([
      ['hidden', 'B'],
      ['hidden', 'B'],
    ]);
  });
});
