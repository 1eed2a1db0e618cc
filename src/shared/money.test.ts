import { expect, test } from 'vitest';
import { formatKz } from './money.ts';

test.each([
  [0, '0\u00a0Kz'],
  [750, '750\u00a0Kz'],
  [9_000, '9.000\u00a0Kz'],
  [30_000, '30.000\u00a0Kz'],
  [1_234_567, '1.234.567\u00a0Kz'],
  [-1_500, '-1.500\u00a0Kz'],
])('%i Kz is shown as %s', (kz, shown) => {
  expect(formatKz(kz)).toBe(shown);
});
