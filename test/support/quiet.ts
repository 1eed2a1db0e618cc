import { afterEach, beforeEach, expect, vi } from 'vitest';

// Something on the error console is a fault that nobody looked at: the test that caused it fails.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  const { calls } = vi.mocked(console.error).mock;
  vi.restoreAllMocks();
  expect(calls, 'console.error was called').toEqual([]);
});
