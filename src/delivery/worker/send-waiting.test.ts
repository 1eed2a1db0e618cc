import { afterEach, expect, test, vi } from 'vitest';
import type { Waiting } from '../../web/device/waiting.rules.ts';
import { sendWaiting } from './send-waiting.ts';

afterEach(() => vi.unstubAllGlobals());

/** Puts rows on a device whose last user is the parent 1, as far as the service worker uses its database. @returns what is left of them. */
function onDevice(rows: readonly Waiting[]): Map<string, Waiting> {
  const left = new Map(rows.map((row) => [row.id, row]));
  const replied = <T>(result: T) => {
    const request = { result, onsuccess: () => {} };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  const stores: Record<string, object> = {
    person: { get: () => replied({ id: 1 }) },
    waiting: {
      getAll: () => replied([...left.values()]),
      get: (id: string) => replied(left.get(id)),
      put: (row: Waiting) => replied(left.set(row.id, row)),
      delete: (id: string) => replied(left.delete(id)),
    },
  };
  const database = {
    objectStoreNames: { contains: () => true },
    transaction: () => ({ objectStore: (name: string) => stores[name] }),
    close: () => {},
  };
  vi.stubGlobal('indexedDB', { open: () => replied(database) });
  return left;
}

const review = (id: string, order: number): Waiting<'review'> => ({
  id,
  kind: 'review',
  userId: 1,
  childId: 7,
  lane: 'practice:7',
  order,
  tries: 0,
  since: order,
  body: { clientId: id, id: 'card', selectedAnswer: 'A', at: '2026-04-15T09:00:00Z' },
});

test('answers to cards that the server takes leave the phone; those that it refuses stay, for the app to tell the family', async () => {
  const left = onDevice([review('taken', 1), review('known', 2), review('refused', 3)]);
  const message = 'Esta pergunta já não está no treino desta criança.';
  const refused = [
    { clientId: 'known', code: 'repeated', message: 'Esta resposta já tinha chegado.' },
    { clientId: 'refused', code: 'unknown-card', message },
  ];
  vi.stubGlobal('fetch', async () => Response.json({ kept: 1, refused }));
  await sendWaiting();
  expect([...left.keys()]).toEqual(['refused']);
});

test('without network everything stays', async () => {
  const left = onDevice([review('one', 1)]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(sendWaiting()).rejects.toThrow('Failed to fetch');
  expect([...left.keys()]).toEqual(['one']);
});
