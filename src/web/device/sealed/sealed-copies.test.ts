import { beforeEach, expect, test, vi } from 'vitest';
import { dropSealed, knowsPin, learnPin, OFFLINE_TRIES, openCopies, sealCopies } from './sealed-copies.ts';

const PIN = '8374';
const MARKS = '<html data-kept="2026-11-20">Kiala Domingos: 90 %</html>';
const ADDRESS = 'https://caderneta.example/results/5';

/** The browser's caches, in memory. */
let stores: Map<string, Map<string, Response>>;
const addressOf = (key: string | Request) => (typeof key === 'string' ? key : key.url);

/** The tests use fewer rounds than the phone, and note how many it would use. */
const rounds: number[] = [];
const deriveKey = crypto.subtle.deriveKey.bind(crypto.subtle);
vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation((algorithm, ...more) => {
  if (typeof algorithm === 'string' || !('iterations' in algorithm)) return deriveKey(algorithm, ...more);
  rounds.push(algorithm.iterations);
  return deriveKey({ ...algorithm, iterations: 1000 }, ...more);
});

beforeEach(() => {
  stores = new Map();
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const entries = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, entries);
      return {
        match: async (key: string | Request) => entries.get(addressOf(key))?.clone(),
        put: async (key: string | Request, response: Response) => void entries.set(addressOf(key), response),
        keys: async () => [...entries.keys()].map((url) => ({ url })),
      };
    },
    delete: async (name: string) => stores.delete(name),
  });
});

const putCopy = async () => (await caches.open('own')).put(ADDRESS, new Response(MARKS, { headers: { 'X-A': 'b' } }));
const copies = async () => (await (await caches.open('own')).match(ADDRESS))?.text();

async function allText(): Promise<string> {
  const texts: string[] = [];
  for (const entries of stores.values())
    for (const [url, response] of entries) {
      const bytes = Buffer.from(await response.clone().arrayBuffer());
      texts.push(url, bytes.toString('utf8'), bytes.toString('latin1'), JSON.stringify([...response.headers]));
    }
  return texts.join('\n');
}

test('copies are sealed without the PIN, and opened by it only', async () => {
  await learnPin(PIN);
  expect(await knowsPin()).toBe(true);
  await putCopy();
  await sealCopies();
  expect(await copies()).toBeUndefined();
  expect(await allText()).not.toMatch(/Kiala|90 %|results|8374/);
  expect(await openCopies('1111')).toEqual({ kind: 'wrong', left: OFFLINE_TRIES - 1 });
  expect(await copies()).toBeUndefined();
  expect(await openCopies(PIN)).toEqual({ kind: 'opened' });
  expect(await copies()).toBe(MARKS);
  expect(Math.min(...rounds)).toBeGreaterThanOrEqual(600_000);
  expect((await (await caches.open('own')).match(ADDRESS))?.headers.get('X-A')).toBe('b');
});

test('wrong PINs in several tabs at the same time are each counted', async () => {
  let turn: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<unknown>) => {
    turn = turn.then(work);
    return turn;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  await learnPin(PIN);
  const openings = await Promise.all(['1111', '2222', '3333'].map((pin) => openCopies(pin)));
  expect(openings).toEqual([1, 2, 3].map((tries) => ({ kind: 'wrong', left: OFFLINE_TRIES - tries })));
});

test('after five wrong PINs in a row only the server can confirm one; a right one resets the count', async () => {
  await learnPin(PIN);
  await putCopy();
  await sealCopies();
  expect(await openCopies('1111')).toMatchObject({ kind: 'wrong' });
  expect(await openCopies(PIN)).toEqual({ kind: 'opened' });
  for (let tries = 1; tries < OFFLINE_TRIES; tries += 1)
    expect(await openCopies('1111')).toEqual({ kind: 'wrong', left: OFFLINE_TRIES - tries });
  expect(await openCopies('1111')).toEqual({ kind: 'needs-network' });
  expect(await openCopies(PIN)).toEqual({ kind: 'needs-network' });
  expect(await openCopies(PIN, true)).toEqual({ kind: 'opened' });
  expect(await openCopies(PIN)).toEqual({ kind: 'opened' });
});

test('a device that knows no PIN deletes the copies, and another PIN or person cannot open the old ones', async () => {
  await putCopy();
  await sealCopies();
  expect(await copies()).toBeUndefined();
  expect(await openCopies(PIN)).toEqual({ kind: 'needs-network' });
  await learnPin(PIN);
  await putCopy();
  await sealCopies();
  await learnPin('2951');
  expect([...(stores.get('selado') ?? new Map()).keys()]).toEqual(['/fecho']);
  expect(await openCopies('2951')).toEqual({ kind: 'opened' });
  expect(await copies()).toBeUndefined();
  await dropSealed();
  expect(await knowsPin()).toBe(false);
});
