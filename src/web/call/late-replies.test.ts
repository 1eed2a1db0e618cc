import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('../../delivery/browser/boot.ts', () => ({ boot: { user: undefined, cache: {} }, brand: {}, rendered: {} }));

const MARK = 'modo-crianca';
const UNTOLD = 'modo-crianca-por-dizer';
let kept: Record<string, string> = {};
let answer: (reply: Response) => void = () => {};
/** Answers the call of this address. */
let answers: Record<string, (reply: Response) => void> = {};
const asked: string[] = [];

beforeEach(() => {
  vi.resetModules();
  kept = {};
  asked.length = 0;
  answers = {};
  const storage = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => Object.assign(kept, { [name]: text }),
    removeItem: (name: string) => delete kept[name],
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('location', { pathname: '/dashboard', replace: () => {} });
  vi.stubGlobal('caches', { open: async () => ({ put: async () => {} }), delete: async () => true });
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return new Promise<Response>((resolve) => {
      answer = resolve;
      answers[address] = resolve;
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a reply that was asked for before the phone was handed over is neither shown nor kept', async () => {
  const { send } = await import('./call.ts');
  const reading = send('GET /api/recent-tests');
  await vi.waitFor(() => expect(asked).toEqual(['/api/recent-tests']));
  kept[MARK] = '[2]';
  answer(Response.json([{ score: 90 }]));
  await expect(reading).rejects.toMatchObject({ status: 0 });
});

test('the same holds for what a test reads without the cache', async () => {
  const { request } = await import('../device/queue-request.ts');
  const reading = request('POST', '/api/attempts', { childId: 2 });
  await vi.waitFor(() => expect(asked).toEqual(['/api/attempts']));
  kept[MARK] = '[2]';
  answer(Response.json({ id: 5, questions: [] }));
  expect(await reading).toMatchObject({ status: 0 });
  expect((await reading).body).toBeUndefined();
});

test('a phone that was handed over without network makes no call before the session is narrowed', async () => {
  kept = { [MARK]: '[2,3]', [UNTOLD]: '1' };
  const { send } = await import('./call.ts');
  const reading = send('GET /api/tests');
  await vi.waitFor(() => expect(asked).toEqual(['/api/child-mode']));
  // What the queue sends waits for the same call.
  const { request } = await import('../device/queue-request.ts');
  void request('POST', '/api/answers', {});
  await Promise.resolve();
  expect(asked).toEqual(['/api/child-mode']);
  answer(new Response(null, { status: 204 }));
  await vi.waitFor(() => expect([...asked].sort()).toEqual(['/api/answers', '/api/child-mode', '/api/tests']));
  expect(kept).toMatchObject({ [MARK]: '[2,3]' });
  expect(kept[UNTOLD]).toBeUndefined();
  answers['/api/tests']?.(Response.json([]));
  expect(await reading).toEqual([]);
});

test('without network such a phone makes no call at all', async () => {
  kept = { [MARK]: '[2]', [UNTOLD]: '1' };
  const { send } = await import('./call.ts');
  const reading = send('GET /api/tests');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  answer(Response.json({ code: 'unavailable', message: '' }, { status: 503 }));
  await expect(reading).rejects.toMatchObject({ status: 0 });
  expect(asked).toEqual(['/api/child-mode']);
  expect(kept[UNTOLD]).toBe('1');
});
