import { afterEach, expect, test, vi } from 'vitest';
import { keepPrepared, readPrepared } from '../../../web/device/prepared-store.ts';
import { openTest, type Phase } from './test-opening.tsx';

// There is no IndexedDB here, so the device's store is in memory.

afterEach(() => vi.unstubAllGlobals());

const FAMILY = 7;

test.each([
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch')), 1],
  ['the server does not know it any more', async () => Response.json([]), 0],
] as const)(
  'a prepared test that is over by the clock of the phone stays on it until the server says so: %s',
  async (_, reply, left) => {
    vi.stubGlobal('location', { pathname: '/tests/2' });
    vi.stubGlobal('history', { state: null });
    vi.stubGlobal('fetch', reply);
    const sealed = { attemptId: 5, childId: 1, testId: 2, expiresAt: '2026-01-01T00:00:00Z', ticket: 't' };
    await keepPrepared(FAMILY, [sealed], 0);
    const shown: Phase[] = [];
    let isLive = true;
    await openTest(
      { childId: 1, testId: 2 },
      FAMILY,
      { clientId: 'c' },
      () => isLive,
      (phase) => {
        shown.push(phase);
        isLive = false;
      },
    );
    expect(shown.filter(({ kind }) => kind === 'sitting')).toEqual([]);
    expect(await readPrepared(FAMILY)).toHaveLength(left);
  },
);
