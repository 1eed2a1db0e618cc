import { expect, test, vi } from 'vitest';
import { introduceParent, readPerson, recoverJournal } from './device-store.ts';
import { readWaiting } from './waiting-store.ts';

// There is no IndexedDB here, so the device's store is in memory.

test('the device knows the last parent by the newest first name', async () => {
  await introduceParent(7, 'Ana');
  await introduceParent(7);
  expect(await readPerson()).toEqual({ id: 7, role: 'parent', firstName: 'Ana' });
  await introduceParent(7, 'Anita');
  expect((await readPerson())?.firstName).toBe('Anita');
  await introduceParent(8);
  expect(await readPerson()).toEqual({ id: 8, role: 'parent', firstName: '' });
});

test('an entry of the journal that cannot be read does not keep the others from being sent', async () => {
  const row = { id: 'r', kind: 'review', userId: 7, childId: 1, lane: 'practice:1', order: 1, tries: 0, since: 1 };
  const kept: Record<string, string> = { 'espera:a': 'null', 'espera:r': JSON.stringify(row), 'escolha:1:2': '{}' };
  const storage = { getItem: (name: string) => kept[name] ?? null, setItem: () => {}, removeItem: () => {} };
  // `Object.keys` of a storage returns the names of what it holds.
  const names = {
    ownKeys: () => Object.keys(kept),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  };
  vi.stubGlobal('localStorage', new Proxy(storage, names));
  await recoverJournal();
  vi.unstubAllGlobals();
  expect((await readWaiting(7)).map(({ id }) => id)).toEqual(['r']);
});
