import { afterEach, expect, test, vi } from 'vitest';

vi.mock('virtual:copies', () => ({ COPIES: [[/^\/dashboard$/]] }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const SITE = 'https://caderneta.example';
const absolute = (request: Request | string) => new URL(typeof request === 'string' ? request : request.url, SITE).href;

/** The caches of a browser, as far as the worker uses them. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const cacheOf = (name: string) => {
    const kept = all.get(name) ?? new Map<string, Response>();
    all.set(name, kept);
    return {
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
      match: async (request: Request | string) => kept.get(absolute(request))?.clone(),
      put: async (request: Request | string, response: Response) => void kept.set(absolute(request), response),
      delete: async (request: Request | string) => kept.delete(absolute(request)),
    };
  };
  return {
    open: async (name: string) => cacheOf(name),
    delete: async (name: string) => all.delete(name),
    match: async (request: Request | string) => {
      for (const kept of all.values()) if (kept.has(absolute(request))) return kept.get(absolute(request))?.clone();
      return undefined;
    },
    names: (name: string) => [...(all.get(name)?.keys() ?? [])].map((url) => url.slice(`${SITE}/assets/`.length)),
  };
}

/** Stands in for what a service worker finds around it; returns its caches, and the listeners that it adds by the name of their event. */
function aWorker() {
  const caches = fakeCaches();
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('self', {
    location: { origin: SITE },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  });
  return { caches, listeners };
}

test('a new build keeps its own files and those of copies of earlier builds, and drops the others', async () => {
  const { caches, listeners } = aWorker();
  vi.stubGlobal('fetch', async () => new Response('<script src="/assets/app-new.js"></script>'));
  await import('./sw.ts');

  const files = await caches.open('files');
  for (const name of ['app-old.js', 'copied.js', 'unused.js', ...Array.from({ length: 150 }, (_, at) => `${at}.js`)])
    await files.put(`/assets/${name}`, new Response(''));
  await (await caches.open('own')).put(
    '/children/1',
    new Response('<script src="/assets/app-old.js"></script><link href="/assets/copied.js">'),
  );
  let work: Promise<unknown> = Promise.resolve();
  listeners.get('message')?.({
    data: { files: [`${SITE}/assets/app-new.js`] },
    waitUntil: (promise: Promise<unknown>) => {
      work = promise;
    },
  });
  await work;
  const kept = caches.names('files');
  expect(kept).toEqual(expect.arrayContaining(['app-old.js', 'copied.js', 'app-new.js']));
  expect(kept).not.toContain('unused.js');
});

test.each([
  ['nobody signs out', false],
  ['somebody signs out while it is on its way', true],
])('a page is copied for days without network: %s', async (_, signsOut) => {
  const { caches, listeners } = aWorker();
  let arrive: (response: Response) => void = () => {};
  const reply = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  const asked = new Promise<void>((resolve) =>
    vi.stubGlobal('fetch', () => {
      resolve();
      return reply;
    }),
  );
  await import('./sw.ts');

  const work: unknown[] = [];
  const waitUntil = (promise: unknown) => work.push(promise);
  const request = { method: 'GET', mode: 'navigate', url: `${SITE}/dashboard` };
  listeners.get('fetch')?.({ request, waitUntil, respondWith: waitUntil, preloadResponse: undefined });
  await asked;
  if (signsOut) listeners.get('message')?.({ data: { forget: true }, waitUntil });
  arrive(new Response('<html><script id="boot">{"user":{"id":7}}</script>'));
  await Promise.all(work);
  expect(await (await caches.open('own')).keys()).toHaveLength(signsOut ? 0 : 1);
});
