import { expect, test } from 'vitest';
import { isByHand, unreadScan } from './paper.rules.ts';

const SHEET = {
  attemptId: 7,
  child: { id: 1, firstName: 'Maria', cover: 2 },
  test: { id: 3, discipline: 'Matemática', theme: 'Fracções', form: 'B', schoolClass: '4º Ano' },
  expiresAt: '2026-12-01T00:00:00.000Z',
};

test('a sheet typed by hand has all rows, none of them read, and no pictures', () => {
  const rows = [4, 3].map((alternatives, index) => ({ questionId: 10 + index, number: 1 + index, alternatives }));
  const typed = unreadScan({ ...SHEET, pdf: '/api/paper/7/sheet', rows });
  expect(typed).toEqual({
    ...SHEET,
    readings: rows.map((row) => ({ ...row, letter: null, sure: false, doubt: null, crop: '' })),
  });
  expect(isByHand(typed)).toBe(true);
  const [first, ...others] = typed.readings;
  expect(isByHand({ readings: [{ ...first!, crop: 'data:image/webp;base64,AA' }, ...others] })).toBe(false);
});
