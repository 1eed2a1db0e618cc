import { expect, test } from 'vitest';
import { type Defect, sharesFound, studyFit } from '../../../../bench/knowing-fit.ts';

// The rule as it runs every night, over answers in tests of ten. `npm run bench -- knowing` measures more of it.
test.each([
  [500, 120, 0.8],
  [2_000, 40, 0.95],
])('at %d answers a question, defects are found and good questions are not accused', (answers, questions, wanted) => {
  const shares = sharesFound(studyFit({ seed: 3, schoolClass: 4, questions, answers, defectEvery: 5 }));
  expect(shares.good).toBeLessThanOrEqual(0.01);
  for (const defect of ['reversed', 'coin', 'guessed', 'wrong-key'] satisfies Defect[])
    expect([defect, shares[defect]]).toSatisfy(([, share]) => share >= wanted);
});
