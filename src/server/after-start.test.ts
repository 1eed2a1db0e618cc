import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PROGRAM } from '../../scripts/program.mjs';
import { collectAfterStart, SETTLED_MS } from './after-start.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what the start has left is collected once, and never while a call is under way', () => {
  const collect = vi.fn();
  let inHand = 1;
  collectAfterStart(() => inHand, collect as unknown as NodeJS.GCFunction);
  vi.advanceTimersByTime(3 * SETTLED_MS);
  expect(collect).not.toHaveBeenCalled();
  inHand = 0;
  vi.advanceTimersByTime(3 * SETTLED_MS);
  expect(collect).toHaveBeenCalledTimes(1);
});

test.each(['deploy/Dockerfile', 'deploy/systemd/caderneta@.service'])(
  '%s runs the program as the launcher does',
  (file) => {
    const text = fs.readFileSync(path.join(import.meta.dirname, '..', '..', file), 'utf8');
    expect(text.replace(/", "/g, ' ')).toContain(PROGRAM.join(' '));
  },
);
