import { expect, test } from 'vitest';
import { readBank } from '../../../../bench/knowing-bank.ts';
import { biasWith } from '../../../../bench/knowing-diagnostic.ts';

const bank = readBank(1, 'Matemática');

// 240 children: the mean error of a child is 0.5, that of their mean 0.03.
test.each([0, 0.5, 1])(
  'a child who says «Ainda não aprendi» in a share of %d of what it does not know is measured without bias',
  (share) => {
    expect(Math.abs(biasWith(bank, { saysNotLearned: share }, 240, 81))).toBeLessThanOrEqual(0.1);
  },
);

test('the simulated bank asks in writing what the real one does, where nobody guesses', () => {
  const written = (schoolClass: number) => {
    const own = bank.filter((item) => item.schoolClass === schoolClass);
    return own.filter(({ guessing }) => guessing === 0).length / own.length;
  };
  expect(written(1)).toBe(0);
  for (const schoolClass of [2, 3, 4, 5, 6]) expect(written(schoolClass)).toBeGreaterThanOrEqual(0.5);
});
