import { afterEach, expect, test, vi } from 'vitest';
import { createFake } from '../../../../test/support/fake-idb.ts';
import { bringPackHere } from './practice-device.web.ts';

const fake = createFake();
vi.mock('idb', () => ({ openDB: (...given: Parameters<typeof fake.openDB>) => fake.openDB(...given) }));
afterEach(() => vi.unstubAllGlobals());

test('the week’s practice is brought only if the phone has stored it, also where an earlier one is there', async () => {
  let hour = 8;
  vi.stubGlobal('fetch', async () => Response.json({ now: `2026-11-20T0${hour++}:00:00Z`, cards: [] }));
  await bringPackHere(1);
  expect(fake.rows<{ now: string }>('caderneta-treino', 'packs').map(({ now }) => now)).toEqual([
    '2026-11-20T08:00:00Z',
  ]);
  fake.fault = () => 'full';
  await expect(bringPackHere(1)).rejects.toMatchObject({ code: 'not-kept' });
});
