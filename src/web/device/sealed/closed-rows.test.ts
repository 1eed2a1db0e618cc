import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFake, type Fake } from '../../../../test/support/fake-idb.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import type { Waiting } from '../waiting.rules.ts';

// Three children on one phone: what a child did is on the disk of the phone until it is sent, whatever happens at a hand-over.

let fake: Fake;
let kept: Map<string, string>;
/** Whether the server can be reached. */
let isOnline = true;

vi.mock('idb', () => ({ openDB: (...given: Parameters<Fake['openDB']>) => fake.openDB(...given) }));
// What is sealed for the server is readable here; parcel.test.ts shows that it is not otherwise.
vi.mock('./seal-for-server.ts', () => ({
  sealForServer: async (_info: unknown, content: ArrayBuffer) => new Uint8Array(content),
}));

const USER = 7;
const [ANA, BIA, CAIO] = [1, 2, 3] as const;
const CHILDREN = [ANA, BIA, CAIO];
const START = Date.parse('2026-11-20T08:00:00Z');

const childrenNow = (): number[] | null => JSON.parse(kept.get('modo-crianca') ?? 'null') as number[] | null;

/** The server, which opens a key for the parent, and in child mode for a child of the session. */
async function answer(path: string, init: RequestInit): Promise<Response> {
  if (!isOnline) throw new TypeError('Failed to fetch');
  if (path !== '/api/parcels/row-key') return Response.json({});
  const { sealed } = JSON.parse(String(init.body)) as { sealed: string };
  const { childId, key } = JSON.parse(atob(sealed)) as { childId: number | null; key: string };
  const children = childrenNow();
  const isOpen = children === null || (childId !== null && children.includes(childId));
  return isOpen ? Response.json({ key }) : Response.json({ code: 'child-mode', message: 'Não.' }, { status: 403 });
}

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
  startOver();
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startOver(): void {
  fake = createFake();
  kept = new Map();
  isOnline = true;
  vi.setSystemTime(START);
  vi.stubGlobal('indexedDB', { databases: fake.databases });
  vi.stubGlobal('crypto', webcrypto);
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  // `Object.keys` of a storage returns the names of what it holds.
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: (_target, name) => ({
        value: kept.get(String(name)),
        enumerable: true,
        configurable: true,
      }),
    }),
  );
}

/** Loads the code of a page, as on a start of the app. */
async function startPage() {
  vi.resetModules();
  const closing = await import('./closed-rows.ts');
  const store = await import('../device-store.ts');
  const readings = await import('../reading-store.ts');
  const page = {
    ...closing,
    ...store,
    ...readings,
    ...(await import('../waiting-store.ts')),
    ...(await import('../prepared-store.ts')),
    ...(await import('../kept-photo.ts')),
    ...(await import('../journal.ts')),
    ...(await import('../old-reviews.ts')),
    ...(await import('../device-tables.ts')),
    ...(await import('../aging/erase-old.ts')),
    ...(await import('../aging/erase-sounds.ts')),
    /** What a page does when it starts. */
    async begin(): Promise<void> {
      if (childrenNow() !== null) await closing.closeRows().catch(() => {});
      await store.recoverJournal().catch(() => {});
      await page.eraseOld();
    },
  };
  (await import('./opener.ts')).setOpener(closing.openRows);
  (await import('../room.ts')).setRoomMaker(page.eraseSounds);
  return page;
}
type Page = Awaited<ReturnType<typeof startPage>>;

const handTo = async (page: Page, children: readonly number[] | null) => {
  if (children === null) kept.delete('modo-crianca');
  else kept.set('modo-crianca', JSON.stringify(children));
  if (children !== null) await page.closeRows().catch(() => {});
};

const reviewOf = (childId: number, id: string): Waiting<'review'> => ({
  id,
  kind: 'review',
  userId: USER,
  childId,
  lane: `practice:${childId}`,
  order: 1,
  tries: 0,
  since: START,
  body: { clientId: id, id: 'card', selectedAnswer: 'A', at: '2026-11-20T08:00:00Z' },
});
const aReading = (childId: number, id: string) => ({ id, userId: USER, childId, work: { marks: [id] } });

/** Everything that a parent finds once the phone is back, there is room and there is a network. */
async function foundByParent(): Promise<string[]> {
  fake.fault = () => undefined;
  isOnline = true;
  kept.delete('modo-crianca');
  const page = await startPage();
  await page.begin();
  const photos = await Promise.all((await page.keptPhotos(USER)).map(({ photo }) => photo.text()));
  const readings = await Promise.all(CHILDREN.map((child) => page.readKeptReadings(USER, child)));
  const journaled = page.journaledTexts().map(({ text }) => (JSON.parse(text) as { id: string }).id);
  const all = [...(await page.readWaiting(USER)), ...readings.flat()].map(({ id }) => id);
  return [...new Set([...all, ...journaled, ...photos])].sort();
}

test('a full phone at a hand-over: nothing is moved, nothing is lost, and the next page closes it', async () => {
  const page = await startPage();
  await page.introduceParent(USER, 'Rosa');
  for (const child of CHILDREN) await page.keepWaiting(reviewOf(child, `review-${child}`));
  await page.keepReading({ ...aReading(BIA, 'reading'), sound: await page.sealSound(new Blob(['voice'])) });
  await page.keepPhoto(USER, new Blob(['photo']));
  const before = fake.rows<{ id: string }>('caderneta', 'waiting');
  fake.fault = () => 'full';
  await handTo(page, [ANA]);
  expect(fake.rows('caderneta', 'waiting')).toEqual(before);
  expect(fake.rows<{ sound?: unknown }>('caderneta', 'readings')[0]?.sound).toBeDefined();
  expect(fake.rows('caderneta-paper', 'photos')).toHaveLength(1);
  expect(fake.rows('caderneta', 'closed')).toEqual([]);
  // Hidden, although it could not be closed.
  expect((await page.readWaiting(USER)).map(({ id }) => id)).toEqual(['review-1']);

  fake.fault = () => undefined;
  const next = await startPage();
  await next.begin();
  expect(fake.rows<{ id: string }>('caderneta', 'waiting').map(({ id }) => id)).toEqual(['review-1']);
  expect(fake.rows('caderneta-paper', 'photos')).toEqual([]);
  expect(fake.rows('caderneta', 'closed')).toHaveLength(4);

  // The same on the way back.
  fake.fault = () => 'full';
  await handTo(next, null);
  const again = await startPage();
  await again.begin();
  expect(fake.rows('caderneta', 'closed')).toHaveLength(4);
  // The family reads it, and at sign-out that the recording would be lost.
  expect([(await again.readNews(USER)).isClosed, (await again.readNews(8)).isClosed]).toEqual([true, false]);
  expect(await again.countReadings(USER)).toBe(1);
  expect(await foundByParent()).toEqual(['photo', 'reading', 'review-1', 'review-2', 'review-3']);
});

test('three photographs of sheets wait beside each other; each is deleted alone, and when its day is over', async () => {
  const page = await startPage();
  const textsOf = async () => Promise.all((await page.keptPhotos(USER)).map(({ photo }) => photo.text()));
  await page.keepPhoto(USER, new Blob(['one']));
  vi.setSystemTime(START + HOUR_MS);
  await page.keepPhoto(USER, new Blob(['two']));
  // The clock is set back: they still do not replace each other.
  vi.setSystemTime(START);
  const third = await page.keepPhoto(USER, new Blob(['three']));
  expect(await textsOf()).toEqual(['one', 'two', 'three']);
  await page.dropPhoto(third as number);
  expect(await textsOf()).toEqual(['one', 'two']);
  vi.setSystemTime(START + DAY_MS - 2 * HOUR_MS);
  await page.dropPhotos('old');
  expect(await textsOf()).toEqual(['one', 'two']);
  // An hour was counted before the clock was set back.
  vi.setSystemTime(START + DAY_MS - HOUR_MS / 2);
  await page.dropPhotos('old');
  expect([await textsOf(), Math.floor(Number(kept.get('photo-kept-at')))]).toEqual([['two'], START + HOUR_MS]);
  await page.dropPhotos('all');
  expect([await textsOf(), kept.get('photo-kept-at')]).toEqual([[], undefined]);
  fake.fault = () => 'full';
  expect(await page.keepPhoto(USER, new Blob(['four']))).toBeUndefined();
});

test('a reading that comes back has its sound', async () => {
  const page = await startPage();
  await page.introduceParent(USER, 'Rosa');
  await page.keepReading({ ...aReading(BIA, 'reading'), sound: await page.sealSound(new Blob(['voice'])) });
  await handTo(page, [ANA]);
  expect(fake.rows('caderneta', 'readings')).toEqual([]);
  await foundByParent();
  const [reading] = await (await startPage()).readKeptReadings(USER, BIA);
  const sound = reading?.sound && (await page.openSound(reading.sound));
  expect(await sound?.text()).toBe('voice');
});

test.each([
  ['aborted', true],
  ['full', false],
] as const)('a write that ends %s: recordings are erased only to make room', async (fault, hasSound) => {
  const page = await startPage();
  await page.keepReading({ ...aReading(BIA, 'reading'), sound: await page.sealSound(new Blob(['voice'])) });
  let left = 1;
  fake.fault = (at) => (at === 'end' && left-- > 0 ? fault : undefined);
  await page.keepWaiting(reviewOf(ANA, 'review'));
  expect(fake.rows<{ sound?: unknown }>('caderneta', 'readings').map(({ sound }) => sound !== undefined)).toEqual([
    hasSound,
  ]);
  expect(page.isDurable()).toBe(!hasSound);
});

test('room for something new is not made by what is closed, marks and all', async () => {
  const page = await startPage();
  await page.introduceParent(USER, 'Rosa');
  await page.keepReading({ ...aReading(BIA, 'reading'), sound: await page.sealSound(new Blob(['voice'])) });
  await handTo(page, [ANA]);
  fake.fault = () => 'full';
  await page.keepWaiting(reviewOf(ANA, 'review'));
  expect(page.isDurable()).toBe(false);
  expect(await foundByParent()).toEqual(['reading']);
});

test('reviews of an earlier version stay where they are until there is room', async () => {
  const database = await fake.openDB('caderneta-treino', 1, {
    upgrade: (db) => void db.createObjectStore('reviews' as never, { keyPath: 'clientId' }),
  });
  await database.put('reviews', { childId: ANA, ...reviewOf(ANA, 'old').body });
  fake.fault = () => 'full';
  await expect((await startPage()).takeOverReviews()).rejects.toThrow();
  expect(fake.rows('caderneta-treino', 'reviews')).toHaveLength(1);
  fake.fault = () => undefined;
  await (await startPage()).takeOverReviews();
  expect(fake.rows('caderneta-treino', 'reviews')).toEqual([]);
  expect(await foundByParent()).toEqual(['old']);
});

test('a choice in the journal is not put back twice when its row does not fit', async () => {
  const page = await startPage();
  await page.introduceParent(USER, 'Rosa');
  page.journalRow(reviewOf(BIA, 'journaled'));
  await page.keepWaiting(reviewOf(BIA, 'row'));
  await handTo(page, [ANA]);
  expect(page.journaledTexts()).toEqual([]);
  kept.delete('modo-crianca');
  fake.fault = () => 'full';
  await page.recoverJournal();
  expect(page.journaledTexts()).toEqual([]);
  expect(await foundByParent()).toEqual(['journaled', 'row']);
});

test('a row about no child that was only noted is stored once the parent has the phone', async () => {
  const page = await startPage();
  await page.introduceParent(USER, 'Rosa');
  const training: Waiting = { ...reviewOf(ANA, 'training'), kind: 'training', childId: undefined, lane: 'training' };
  page.journalRow(training);
  kept.set('modo-crianca', JSON.stringify([ANA]));
  await page.recoverJournal();
  expect(fake.rows('caderneta', 'waiting')).toEqual([]);
  kept.delete('modo-crianca');
  const next = await startPage();
  await next.begin();
  expect(fake.rows<{ id: string }>('caderneta', 'waiting').map(({ id }) => id)).toEqual(['training']);
  expect(next.journaledTexts()).toEqual([]);
});

type Step =
  | { do: 'work'; what: 'row' | 'note' | 'reading' | 'photo'; child: number }
  | { do: 'hand'; to: number[] | null }
  | { do: 'fault'; after: number; kind: 'full' | 'aborted' | undefined }
  | { do: 'reload' }
  | { do: 'clock'; days: number }
  | { do: 'network'; on: boolean };

const child = fc.constantFrom(...CHILDREN);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('work'), what: fc.constantFrom('row', 'note', 'reading', 'photo'), child }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('hand'),
      to: fc.option(fc.uniqueArray(child, { minLength: 1, maxLength: 2 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault'),
      after: fc.nat(12),
      kind: fc.constantFrom('full', 'aborted', undefined),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reload') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock'), days: fc.integer({ min: -4000, max: 4000 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('network'), on: fc.boolean() }) },
) as fc.Arbitrary<Step>;

/** More would be counted as a day, after which recordings and photographs are erased. */
const MOST_CLOCKS = 3;

/** Does the steps. @returns what was stored, as far as the page said that it is on the device. */
async function live(steps: readonly Step[]): Promise<string[]> {
  startOver();
  let page = await startPage();
  await page.introduceParent(USER, 'Rosa');
  const stored = new Set<string>();
  let clocks = 0;
  for (const [place, one] of steps.entries()) {
    if (one.do === 'hand') await handTo(page, one.to);
    else if (one.do === 'network') isOnline = one.on;
    else if (one.do === 'clock' && clocks++ < MOST_CLOCKS)
      vi.setSystemTime(Date.now() + one.days * DAY_MS + HOUR_MS / 60);
    else if (one.do === 'fault') {
      let left = one.after;
      fake.fault = () => (left-- > 0 ? undefined : one.kind);
    } else if (one.do === 'reload') {
      page = await startPage();
      await page.begin();
    } else if (one.do === 'work') {
      const id = `${one.what}-${place}`;
      const isOpen = childrenNow()?.includes(one.child) ?? true;
      if (one.what === 'note' && isOpen) page.journalRow(reviewOf(one.child, id));
      else if (one.what === 'row' && isOpen) await page.keepWaiting(reviewOf(one.child, id));
      else if (one.what === 'reading' && isOpen) await page.keepReading(aReading(one.child, id));
      // Photographs are for the parent only.
      else if (one.what === 'photo' && childrenNow() === null) {
        if ((await page.keepPhoto(USER, new Blob([id]))) !== undefined) stored.add(id);
        continue;
      } else continue;
      if (one.what === 'note' || page.isDurable()) stored.add(id);
    }
  }
  return [...stored].sort();
}

test('whatever happens on the phone, no work disappears from it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const stored = await live(steps);
      expect(await foundByParent()).toEqual(expect.arrayContaining(stored));
    }),
    { numRuns: 40 },
  );
});
