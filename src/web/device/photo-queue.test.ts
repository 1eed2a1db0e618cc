import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_PHOTO_TRIES } from '../../shared/skills/photo.ts';
import { createAnswerQueue } from './answer-queue.ts';
import type { Waiting } from './waiting.rules.ts';
import { readRefused, readWaiting } from './waiting-store.ts';

// Photographs of texts beside everything else that waits. There is no IndexedDB here: the device's store is in memory.

interface Call {
  path: string;
  isForm: boolean;
}
let user = 900;
let calls: Call[] = [];
/** What the server does with the next photographs; it takes them when empty. */
let photos: (() => Promise<Response>)[] = [];
/** Whether texts arrive. */
let hasTexts = true;

const json = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-04-15T09:00:00Z') });
  user += 1;
  calls = [];
  photos = [];
  hasTexts = true;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    calls.push({ path, isForm: init.body instanceof FormData });
    if (path.endsWith('/opinion')) return photos.shift()?.() ?? json({ textId: 7, state: 'sent' }, 202);
    if (path === '/api/texts') return hasTexts ? json({ id: 7, level: 3 }, 201) : lost();
    return json({ ...(JSON.parse(String(init.body)) as object), saved: true });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const row = { userId: user, order: 1, tries: 0, since: 1, words: 'texto (Maria)' };
const aPhoto = (): Waiting<'opinion'> => ({
  ...row,
  userId: user,
  id: 'opinion:t1',
  kind: 'opinion',
  childId: undefined,
  lane: 'opinion:t1',
  body: { text: 't1', photo: btoa('jpeg') },
});
const aText = (): Waiting<'text'> => ({
  ...row,
  userId: user,
  id: 't1',
  kind: 'text',
  childId: 3,
  lane: 'writing:3',
  body: { clientId: 't1', childId: 3 },
});
const anAnswer = () => ({
  userId: user,
  childId: 1,
  testId: 1,
  attemptId: user,
  questionId: 1,
  selectedAnswer: 'A',
  responseTime: 3,
  startedAt: Date.now(),
  answeredAt: Date.now(),
});
const paths = () => calls.map(({ path }) => path);
const waiting = async () => (await readWaiting(user)).map(({ kind }) => kind);

test('a photograph is sent as a form once its text has arrived, and again after its reply was lost', async () => {
  const queue = createAnswerQueue();
  hasTexts = false;
  photos = [lost];
  await queue.keepRows(aText(), aPhoto());
  await queue.start(user);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(paths()).toEqual(['/api/texts']);
  hasTexts = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(paths().slice(1)).toEqual(['/api/texts', '/api/texts/t1/opinion', '/api/texts/t1/opinion']);
  expect(calls.map(({ isForm }) => isForm).slice(-2)).toEqual([true, true]);
  expect(await waiting()).toEqual([]);
});

test('a photograph that is refused waits no longer, and the screen is told to read why', async () => {
  const told = vi.fn();
  vi.stubGlobal('dispatchEvent', told);
  const queue = createAnswerQueue();
  photos = [() => json({ code: 'dark', message: 'A fotografia está escura demais.' }, 422)];
  await queue.keepRows(aPhoto());
  await queue.start(user);
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting()).toEqual([]);
  expect((await readRefused(user)).map(({ why }) => why)).toEqual(['A fotografia está escura demais.']);
  expect(told.mock.calls.map(([event]) => (event as Event).type)).toEqual(['waiting-changed']);
});

test('an answer does not wait for a photograph that is on its way', async () => {
  const queue = createAnswerQueue();
  let arrive = () => {};
  photos = [
    () =>
      new Promise((resolve) => {
        arrive = () => resolve(new Response(JSON.stringify({ textId: 7, state: 'sent' }), { status: 202 }));
      }),
  ];
  await queue.keepRows(aPhoto());
  await queue.start(user);
  await vi.advanceTimersByTimeAsync(100);
  expect(paths()).toEqual(['/api/texts/t1/opinion']);
  await queue.keep(anAnswer());
  await vi.advanceTimersByTimeAsync(100);
  expect(paths()).toEqual(['/api/texts/t1/opinion', '/api/answers']);
  expect(await waiting()).toEqual(['opinion']);
  arrive();
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting()).toEqual([]);
});

test('a photograph that fails ten times waits until the parent sends it again, and tries without network do not count', async () => {
  const told = vi.fn();
  vi.stubGlobal('dispatchEvent', told);
  const queue = createAnswerQueue();
  const late = () => new Promise<Response>((_, reject) => setTimeout(() => reject(new TypeError('late')), 30_000));
  photos = [...Array.from({ length: 20 }, () => lost), ...Array.from({ length: 30 }, () => late)];
  await queue.keepRows(aPhoto());
  await queue.start(user);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(calls).toHaveLength(30);
  expect((await readWaiting(user)).map(({ tries }) => tries)).toEqual([MAX_PHOTO_TRIES]);
  expect(told).toHaveBeenCalledTimes(1);
  photos = [];
  await queue.keepRows({ ...aPhoto(), tries: 0 });
  await queue.start(user);
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting()).toEqual([]);
});

test('a photograph that was lost is sent again after a pause, not with every answer', async () => {
  const queue = createAnswerQueue();
  let lose = () => {};
  photos = [
    lost,
    () =>
      new Promise((_, reject) => {
        lose = () => reject(new TypeError('Failed to fetch'));
      }),
  ];
  await queue.keepRows(aPhoto());
  await queue.start(user);
  await vi.advanceTimersByTimeAsync(100);
  await queue.keep(anAnswer());
  await vi.advanceTimersByTimeAsync(100);
  expect(paths()).toEqual(['/api/texts/t1/opinion', '/api/answers']);
  // An answer while the second try is on its way does not bring the third one forward.
  await vi.advanceTimersByTimeAsync(4_000);
  expect(paths().slice(2)).toEqual(['/api/texts/t1/opinion']);
  await queue.keep(anAnswer());
  lose();
  await vi.advanceTimersByTimeAsync(100);
  expect(paths().slice(3)).toEqual(['/api/answers']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(paths().slice(4)).toEqual(['/api/texts/t1/opinion']);
  expect(await waiting()).toEqual([]);
});
