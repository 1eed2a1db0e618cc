import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLane } from './lane.ts';

/** Returns a lane of two places in which three calls may wait, and a record of what happened to each call, by its name. */
function aLane() {
  const lane = createLane({ atOnce: 2, maxWaiting: 3, longestWaitMs: 1_000 });
  const log: string[] = [];
  const enter = (name: string) =>
    lane.enter({ work: () => void log.push(`${name} works`), refuse: () => void log.push(`${name} refused`) });
  return { lane, log, enter };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Ends a call `took` milliseconds after it began, and waits until its place has rested twice as long. */
function end(leave: (() => void) | undefined, took = 0) {
  vi.advanceTimersByTime(took);
  leave?.();
  vi.advanceTimersByTime(2 * took);
}

test('a few calls run at a time, the others in order of arrival', () => {
  const { lane, log, enter } = aLane();
  const [first, second] = ['a', 'b', 'c', 'd'].map(enter);
  expect(log).toEqual(['a works', 'b works']);
  expect(lane.load()).toEqual({ working: 2, waiting: 2 });
  end(second);
  expect(log).toEqual(['a works', 'b works', 'c works']);
  end(first);
  expect(log).toEqual(['a works', 'b works', 'c works', 'd works']);
  expect(lane.load()).toEqual({ working: 2, waiting: 0 });
});

test('a place stays unused for twice as long as its call took, and fifty milliseconds at most', () => {
  const { lane, log, enter } = aLane();
  const [first, second] = ['a', 'b', 'c', 'd'].map(enter);
  vi.advanceTimersByTime(10);
  first?.();
  vi.advanceTimersByTime(19);
  expect(log).toEqual(['a works', 'b works']);
  expect(lane.load()).toEqual({ working: 2, waiting: 2 });
  vi.advanceTimersByTime(1);
  expect(log).toEqual(['a works', 'b works', 'c works']);
  vi.advanceTimersByTime(400);
  second?.();
  vi.advanceTimersByTime(50);
  expect(log).toEqual(['a works', 'b works', 'c works', 'd works']);
});

test('ending a call twice frees one place', () => {
  const { lane, log, enter } = aLane();
  const [first] = ['a', 'b', 'c', 'd'].map(enter);
  end(first);
  end(first);
  expect(log).toEqual(['a works', 'b works', 'c works']);
  expect(lane.load()).toEqual({ working: 2, waiting: 1 });
});

test('when the queue is full, a call is refused at once and takes no place', () => {
  const { lane, log, enter } = aLane();
  const leave = ['a', 'b', 'c', 'd', 'e', 'f'].map(enter);
  expect(log.filter((line) => line.endsWith('refused'))).toEqual(['f refused']);
  end(leave[5]);
  expect(lane.load()).toEqual({ working: 2, waiting: 3 });
});

test('a call that waited too long is refused once, and not run afterwards', () => {
  const { lane, log, enter } = aLane();
  const leave = ['a', 'b', 'c'].map(enter);
  vi.advanceTimersByTime(999);
  enter('d');
  vi.advanceTimersByTime(1);
  expect(log).toEqual(['a works', 'b works', 'c refused']);
  for (const one of leave) one();
  vi.advanceTimersByTime(50);
  expect(log).toEqual(['a works', 'b works', 'c refused', 'd works']);
  expect(lane.load()).toEqual({ working: 1, waiting: 0 });
  vi.advanceTimersByTime(10_000);
  expect(log).toHaveLength(4);
});

test('a call that is abandoned while waiting is neither run nor refused', () => {
  const { lane, log, enter } = aLane();
  const leave = ['a', 'b', 'c', 'd'].map(enter);
  end(leave[2]);
  end(leave[0]);
  expect(log).toEqual(['a works', 'b works', 'd works']);
  vi.advanceTimersByTime(10_000);
  expect(log).toHaveLength(3);
  expect(lane.load()).toEqual({ working: 2, waiting: 0 });
});
