import { describe, expect, test } from 'vitest';
import { type Bubble, bubbleOf, decideRow, INK } from './bubbles.rules.ts';

const empty = bubbleOf(0.01, 0);
const filled = bubbleOf(0.6, 0);
const faint = bubbleOf(0.1, 0);
const smudge = bubbleOf(0.06, 0);
const nearlyFilled = bubbleOf(INK.filled - 0.001, 0);
const crossed = bubbleOf(0.6, 4);
const ringed = bubbleOf(0.01, 4);

describe('bubbleOf', () => {
  test.each([
    [0, 0, 'empty'],
    [INK.empty - 0.001, 4, 'empty'],
    [INK.empty, 0, 'faint'],
    [INK.filled - 0.001, 4, 'faint'],
    [INK.filled, 0, 'filled'],
    [1, 2, 'filled'],
    [1, 3, 'crossed'],
    [INK.filled, 4, 'crossed'],
  ] as const)('inked %f with strokes in %i quarters is %s', (ink, quarters, state) => {
    expect(bubbleOf(ink, quarters).state).toBe(state);
  });

  test('a filled bubble with a line through it is crossed out, an empty one is empty', () => {
    expect(bubbleOf(0.6, 2, true).state).toBe('crossed');
    expect(bubbleOf(0, 2, true).state).toBe('empty');
  });

  test('is certain away from the thresholds, and not near them', () => {
    expect(bubbleOf(0, 0).confidence).toBe(1);
    expect(bubbleOf(INK.empty, 0).confidence).toBe(0);
    expect(bubbleOf(INK.filled, 0).confidence).toBe(0);
    expect(bubbleOf(0.8, 0).confidence).toBe(1);
  });
});

describe('decideRow', () => {
  test.each([
    ['one filled', [empty, filled, empty, empty], 'B', null],
    ['none filled', [empty, empty, empty, empty], null, 'blank'],
    ['one filled, a smudge beside it', [smudge, empty, filled, empty], 'C', null],
    ['one filled, a faint one beside it', [empty, nearlyFilled, filled, empty], 'C', 'double'],
    ['two filled', [filled, empty, filled, empty], null, 'double'],
    ['all filled', [filled, filled, filled, filled], null, 'double'],
    ['one faint', [empty, empty, empty, faint], 'D', 'faint'],
    ['two faint', [faint, empty, empty, faint], null, 'faint'],
    ['one crossed out', [crossed, empty, empty, empty], null, 'crossed'],
    ['one crossed out and another filled', [crossed, empty, filled, empty], 'C', 'crossed'],
    ['one crossed out and two others filled', [crossed, filled, filled, empty], null, 'double'],
    ['a ring around one letter', [empty, ringed, empty, empty], 'B', 'faint'],
    ['rings around two letters', [empty, ringed, ringed, empty], null, 'faint'],
    ['a ring around one letter and another filled', [ringed, empty, filled, empty], 'C', null],
    ['no bubbles', [], null, 'blank'],
  ] as [string, Bubble[], string | null, string | null][])('%s', (_, bubbles, letter, doubt) => {
    expect(decideRow(4, bubbles)).toMatchObject({ number: 4, letter, doubt, sure: doubt === null });
  });
});
