import { expect, test, vi } from 'vitest';
import { REST, restAfter, restBetweenSteps } from './giving-way.ts';

test('a rest is in proportion to the work before it, and fifty milliseconds at most', () => {
  expect(restAfter(4)).toBe(8);
  expect(restAfter(4, REST.NIGHTLY)).toBe(40);
  expect(restAfter(40)).toBe(50);
  expect(restAfter(40, REST.NIGHTLY)).toBe(50);
});

test('a calculation stops for a rest after each spell of four milliseconds', () => {
  let now = 100;
  const rests: number[] = [];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(Atomics, 'wait').mockImplementation((_array, _index, _value, milliseconds) => {
    rests.push(milliseconds as number);
    now += milliseconds as number;
    return 'timed-out';
  });
  const rest = restBetweenSteps(REST.NIGHTLY);
  for (let step = 0; step < 12; step += 1) {
    now += 1;
    rest();
  }
  expect(rests).toEqual([40, 40, 40]);
});
