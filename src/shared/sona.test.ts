import { expect, test } from 'vitest';
import { rowNumbers, rowsOf, sona, sonaLines, thread } from './sona.ts';

test('rows are odd, centred and contain every dot', () => {
  expect(rowsOf(31)).toEqual([3, 5, 5, 5, 5, 5, 3]);
  expect(rowsOf(2)).toEqual([1, 1]);
  for (let count = 1; count <= 120; count += 1) {
    const rows = rowsOf(count);
    expect(rows.reduce((sum, length) => sum + length, 0)).toBe(count);
    expect(rows.every((length) => length % 2 === 1 && length > 0)).toBe(true);
  }
  expect(rowNumbers(31)).toEqual([1, 4, 9, 14, 19, 24, 29]);
});

test('one closed line passes each dot four times, symmetric left and right', () => {
  for (let count = 1; count <= 60; count += 1) {
    const { loops, columns, dots } = sona(count);
    expect(loops, `${count} dots`).toHaveLength(1);
    const [line = []] = loops;
    expect(line).toHaveLength(4 * count);
    for (const [dot] of dots.entries()) expect(line.filter((step) => step.dot === dot)).toHaveLength(4);
    const places = (mirrored: boolean) =>
      line
        .filter(({ turn }) => turn !== 'crosses')
        .map(({ to: [x, y] }) => `${mirrored ? 2 * columns - x : x} ${y}`)
        .sort();
    expect(places(true)).toEqual(places(false));
  }
});

test('above the size of the table all dots are drawn, with as many lines as needed', () => {
  const { loops } = sona(63);
  expect(loops.flat()).toHaveLength(4 * 63);
});

test('the path of known themes is one closed line when all are known, and segments when some are', () => {
  const drawing = sona(11);
  const all = thread(drawing, 54);
  expect(all.match(/M/g)).toHaveLength(1);
  expect(all.endsWith('Z')).toBe(true);
  expect(thread(drawing, 54, () => false)).toBe('');
  // A single dot at the edge: the line enters and leaves it through two ports.
  const one = thread(drawing, 54, (dot) => dot === 0);
  expect(one.match(/M/g)?.length).toBe(1);
  expect(one).not.toMatch(/Z|NaN|undefined/);
});

test('each state has its own kind of line; a small drawing has the guide and known themes only', () => {
  const drawing = sona(4);
  const states = ['knows', 'almost', 'review', 'not-yet'] as const;
  expect(sonaLines(drawing, states, 54).map(({ kind }) => kind)).toEqual(['guide', 'thin', 'worn', 'full']);
  expect(sonaLines(drawing, states, 15).map(({ kind }) => kind)).toEqual(['guide', 'full']);
});
