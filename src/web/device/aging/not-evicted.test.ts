import { afterEach, expect, test, vi } from 'vitest';
import { createFake } from '../../../../test/support/fake-idb.ts';

let fake = createFake();
vi.mock('idb', () => ({ openDB: (...given: Parameters<typeof fake.openDB>) => fake.openDB(...given) }));
afterEach(() => vi.unstubAllGlobals());

const KEEPS = {
  'a recording': async () => {
    const { keepReading } = await import('../reading-store.ts');
    await keepReading({ id: 'r', userId: 7, childId: 1, work: {} });
  },
  'a prepared test': async () => {
    const { keepPrepared } = await import('../prepared-store.ts');
    const expiresAt = '2026-11-27T08:00:00Z';
    await keepPrepared(7, [{ attemptId: 3, childId: 1, testId: 2, expiresAt, ticket: 't' }], 0);
  },
  'work that waits': async () => {
    const { keepWaiting } = await import('../waiting-store.ts');
    const body = { clientId: 'c', childId: 1 };
    const row = { id: 'c', kind: 'text', userId: 7, childId: 1, lane: 'writing:1', order: 1, tries: 0, since: 1, body };
    await keepWaiting({ ...row, kind: 'text' });
  },
  'what a class reads': async () => {
    const { keepReadingPack } = await import('../reading-store.ts');
    await keepReadingPack(2, {}, {});
  },
};

test.each([
  ['a recording', true],
  ['a prepared test', true],
  ['work that waits', true],
  ['what a class reads', false],
] as const)('the browser is asked not to delete what exists nowhere else: %s', async (what, isAsked) => {
  vi.resetModules();
  fake = createFake();
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', { storage: { persist } });
  await KEEPS[what]();
  expect(persist).toHaveBeenCalledTimes(isAsked ? 1 : 0);
});
