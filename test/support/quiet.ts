import { afterEach, beforeEach, expect, vi } from 'vitest';

// Fails the test that writes to the error console.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  const { calls } = vi.mocked(console.error).mock;
  vi.restoreAllMocks();
  expect(calls, 'console.error was called').toEqual([]);
});
