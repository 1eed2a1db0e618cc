import { expect, test, vi } from 'vitest';
import { PACE, restAfter, restsBetweenSteps, stopBetweenSteps } from './giving-way.ts';

test('a pause is proportional to the work before it, and fifty milliseconds at most', () => {
  expect(restAfter(4)).toBe(8);
  expect(restAfter(4, PACE.NIGHTLY)).toBe(40);
  expect(restAfter(40)).toBe(50);
  expect(restAfter(40, PACE.NIGHTLY)).toBe(50);
});

/** Returns a fake processor with a count of the milliseconds for which this thread has used it. */
function aProcessor() {
  const used = { ms: 100 };
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: used.ms * 1_000, system: 0 }));
  return used;
}

test('a calculation pauses after each four milliseconds of work', () => {
  const used = aProcessor();
  const rest = restsBetweenSteps(PACE.AWAITED);
  const rests = Array.from({ length: 9 }, () => {
    used.ms += 1;
    return rest();
  });
  expect(rests).toEqual([0, 0, 0, 8, 0, 0, 0, 8, 0]);
});

test('time in which other threads have the processor does not count as work', () => {
  aProcessor();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const rest = restsBetweenSteps(PACE.NIGHTLY);
  now.mockReturnValue(60_000);
  expect(rest()).toBe(0);
});

test('a synchronous calculation blocks its thread for its pauses', () => {
  const used = aProcessor();
  const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
  const stop = stopBetweenSteps(PACE.NIGHTLY);
  for (let step = 0; step < 12; step += 1) {
    used.ms += 1;
    stop();
  }
  expect(wait.mock.calls.map((call) => call[3])).toEqual([40, 40, 40]);
});
