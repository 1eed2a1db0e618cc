import { expect, test } from 'vitest';
import { introduceParent, readPerson } from './device-store.ts';

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
