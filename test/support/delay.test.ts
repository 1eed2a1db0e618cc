import { expect, test } from 'vitest';
import { inOrder } from './delay.ts';

test('callbacks run in the order in which they were added, also one with a shorter delay', async () => {
  const after = inOrder();
  const done: number[] = [];
  const total = 400;
  await new Promise<void>((resolve) => {
    for (let turn = 0; turn < total; turn += 1)
      after(turn % 7 === 0 ? 0 : 3.9 - (turn % 40) / 10, () => {
        done.push(turn);
        if (done.length === total) resolve();
      });
  });
  expect(done).toEqual(Array.from({ length: total }, (_, turn) => turn));
});

test('callbacks without delay run at once if none is waiting', () => {
  const done: string[] = [];
  const after = inOrder();
  after(0, () => done.push('first'));
  expect(done).toEqual(['first']);
});
