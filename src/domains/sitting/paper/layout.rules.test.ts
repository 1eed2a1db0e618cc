import { describe, expect, test } from 'vitest';
import { codeCorners, cropOf, layoutOf, MAX_QUESTIONS } from './layout.rules.ts';

const four = (questions: number) => Array.from({ length: questions }, () => 4);

describe('layoutOf', () => {
  test('gives ten questions with four alternatives the positions of the printed sheet', () => {
    const layout = layoutOf(four(10));
    expect([layout.width, layout.height]).toEqual([186, 86]);
    expect(layout.marks).toEqual([
      { x: 4, y: 4 },
      { x: 182, y: 4 },
      { x: 182, y: 82 },
      { x: 4, y: 82 },
    ]);
    expect(layout.rows[0]).toEqual({
      number: 1,
      bar: { x: 14, y: 23 },
      bubbles: [33, 44, 55, 66].map((x) => ({ x, y: 23 })),
    });
    expect(layout.rows[9]?.bubbles[3]).toEqual({ x: 132, y: 69 });
  });

  test.each([1, 3, 10, 11, 20, MAX_QUESTIONS])('keeps all of %i questions within the margins', (questions) => {
    const { rows, height, code } = layoutOf(four(questions));
    expect(rows).toHaveLength(questions);
    for (const { bubbles } of rows)
      for (const { x, y } of bubbles) {
        expect(y).toBeGreaterThan(15);
        expect(y).toBeLessThan(height - 12);
        expect(x).toBeLessThan(code.x - 5);
      }
  });

  test.each([5, 6])('places bubbles closer with %i alternatives, without overlap', (alternatives) => {
    const { rows } = layoutOf(four(10).map(() => alternatives));
    const [first, second] = [rows[0], rows[5]];
    expect((first?.bubbles[1]?.x ?? 0) - (first?.bubbles[0]?.x ?? 0)).toBe(8);
    expect(first?.bubbles).toHaveLength(alternatives);
    expect((second?.bar.x ?? 0) - (first?.bubbles[alternatives - 1]?.x ?? 0)).toBeGreaterThan(4.5);
  });

  test('a row extends from its number to behind its last bubble', () => {
    const [row] = layoutOf([3]).rows;
    expect(row && cropOf(row)).toEqual({ x: 17, y: 18, width: 43, height: 10 });
  });

  test('leaves a quiet zone of four modules around the code', () => {
    const [corner, , opposite] = codeCorners(layoutOf(four(10)));
    expect(corner.x).toBeCloseTo(149.43, 2);
    expect(opposite.y).toBeCloseTo(53.57, 2);
  });
});
