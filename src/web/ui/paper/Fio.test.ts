import { describe, expect, it } from 'vitest';
import { drawnArcs, gridFor, mirrorCurve, WAVE_STEP, wave } from '../../../shared/fio.ts';
import { LOGO_LINE } from '../../../shared/logo.ts';

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

describe('the mirror curve', () => {
  it('is one closed line if the sides have no common divisor, and otherwise as many lines as the greatest one', () => {
    for (let columns = 1; columns <= 12; columns++) {
      for (let rows = 1; rows <= 6; rows++) {
        const { lines } = mirrorCurve(columns, rows);
        expect(lines, `${columns} × ${rows}`).toHaveLength(divisor(columns, rows));
        for (const line of lines) expect(line).toMatch(/^M[^MZ]+Z$/);
      }
    }
  });

  it('has one dot per question, and stays inside its frame', () => {
    const { lines, dots, width, height } = mirrorCurve(5, 2);
    expect(dots).toHaveLength(10);
    expect(dots[0]).toEqual([10, 10]);
    expect(dots[9]).toEqual([90, 30]);
    expect([width, height]).toEqual([100, 40]);
    const numbers = lines[0]?.match(/[\d.]+/g)?.map(Number) ?? [];
    expect(Math.max(...numbers.filter((_, i) => i % 2 === 0))).toBe(100);
    expect(Math.max(...numbers.filter((_, i) => i % 2 === 1))).toBe(40);
  });

  it('has the line of the logo for 2 × 3', () => {
    expect(mirrorCurve(2, 3).lines).toEqual([LOGO_LINE]);
  });
});

describe('the grid of a result', () => {
  it.each([
    [1, [1, 1]],
    [7, [7, 1]],
    [9, [9, 1]],
    [10, [5, 2]],
    [12, [4, 3]],
    [15, [5, 3]],
    [20, [5, 4]],
    [30, [6, 5]],
  ])('for %i questions', (questions, grid) => {
    expect(gridFor(questions)).toEqual(grid);
  });

  it('always has every question on one line', () => {
    for (let questions = 1; questions <= 60; questions++) {
      const [columns, rows] = gridFor(questions);
      expect(columns * rows).toBe(questions);
      expect(mirrorCurve(columns, rows).lines).toHaveLength(1);
    }
  });
});

describe('the wave of the progress line', () => {
  it('has one arc per question, alternately over and under', () => {
    expect(wave(3)).toBe('M0 16c10-14.6 18-14.6 28 0c10 14.6 18 14.6 28 0c10-14.6 18-14.6 28 0');
    expect(wave(10).match(/c/g)).toHaveLength(10);
    expect(WAVE_STEP).toBe(28);
  });

  it('is drawn up to the current question', () => {
    expect(drawnArcs([false, false, false, false], 0)).toBe(0);
    expect(drawnArcs([true, true, true, false], 3)).toBe(3);
    expect(drawnArcs([true, true, true, true], 3)).toBe(3);
  });

  it('keeps the arcs drawn when the child goes back', () => {
    expect(drawnArcs([true, true, true, false], 0)).toBe(3);
  });

  it('is drawn to its end when no question is current', () => {
    expect(drawnArcs([true, true, false, true], undefined)).toBe(4);
  });
});
