import { expect, test, vi } from 'vitest';
import { createLane } from './lane.ts';

/** A lane of two places and three that may wait, and what became of each call by its name. */
function aLane() {
  const lane = createLane({ atOnce: 2, mostWaiting: 3, longestWaitMs: 1_000 });
  const log: string[] = [];
  const enter = (name: string) =>
    lane.enter({ work: () => void log.push(`${name} works`), refuse: () => void log.push(`${name} refused`) });
  return { lane, log, enter };
}

test('a few work at a time, the others in the order in which they came', () => {
  const { lane, log, enter } = aLane();
  const [first, second] = ['a', 'b', 'c', 'd'].map(enter);
  expect(log).toEqual(['a works', 'b works']);
  expect(lane.load()).toEqual({ working: 2, waiting: 2 });
  second?.();
  expect(log).toEqual(['a works', 'b works', 'c works']);
  first?.();
  expect(log).toEqual(['a works', 'b works', 'c works', 'd works']);
  expect(lane.load()).toEqual({ working: 2, waiting: 0 });
});

test('an end that is told twice frees one place', () => {
  const { lane, log, enter } = aLane();
  const [first] = ['a', 'b', 'c', 'd'].map(enter);
  first?.();
  first?.();
  expect(log).toEqual(['a works', 'b works', 'c works']);
  expect(lane.load()).toEqual({ working: 2, waiting: 1 });
});

test('beyond those that may wait, a call is refused at once and takes no place', () => {
  const { lane, log, enter } = aLane();
  const leave = ['a', 'b', 'c', 'd', 'e', 'f'].map(enter);
  expect(log.filter((line) => line.endsWith('refused'))).toEqual(['f refused']);
  leave[5]?.();
  expect(lane.load()).toEqual({ working: 2, waiting: 3 });
});

test('whoever waited too long is refused once, and is not worked afterwards', () => {
  vi.useFakeTimers();
  try {
    const { lane, log, enter } = aLane();
    const leave = ['a', 'b', 'c'].map(enter);
    vi.advanceTimersByTime(999);
    enter('d');
    vi.advanceTimersByTime(1);
    expect(log).toEqual(['a works', 'b works', 'c refused']);
    for (const end of leave) end();
    expect(log).toEqual(['a works', 'b works', 'c refused', 'd works']);
    expect(lane.load()).toEqual({ working: 1, waiting: 0 });
    vi.advanceTimersByTime(10_000);
    expect(log).toHaveLength(4);
  } finally {
    vi.useRealTimers();
  }
});

test('whoever goes away while waiting is neither worked nor refused', () => {
  vi.useFakeTimers();
  try {
    const { lane, log, enter } = aLane();
    const leave = ['a', 'b', 'c', 'd'].map(enter);
    leave[2]?.();
    leave[0]?.();
    expect(log).toEqual(['a works', 'b works', 'd works']);
    vi.advanceTimersByTime(10_000);
    expect(log).toHaveLength(3);
    expect(lane.load()).toEqual({ working: 2, waiting: 0 });
  } finally {
    vi.useRealTimers();
  }
});
