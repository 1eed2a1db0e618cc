// Lets the app start without a network. Caches the hashed files as they are used, one page without user data (the shell), and the last copy
// of the few pages that a family reads or pays with. The copies belong to one user: they are deleted when that user signs out, when another
// one signs in, and when the server says that nobody is signed in (delivery/worker/register.ts and below). No API reply is cached. Of the pages
// with questions, only reviews are cached, because their answers have been revealed; the data with which a child continues a test is in
// IndexedDB (web/device/device-store.ts). The worker is built separately into /sw.js; it imports the list of pages to copy, and how to send what waits.

import { COPIES } from 'virtual:copies';
import { BY_DEVICE, MODE, type Mode } from '../../web/call/mode.ts';
import { sendWaiting } from './send-waiting.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

/** The app's page without user data (delivery/serve/pages.ts). Its links name the files that it needs. */
const SHELL = '/app-shell';
/** Addresses that the app does not render, or that need the server. */
const NOT_THE_APP = /^\/(?:app-shell$|api\/|r\/|assets\/|healthz$|readyz$|metrics$)/;
/** Public documents; offline, they link to the app on this device. */
const DOCUMENT = /^\/(?:$|auth$|about$|privacy-policy$|terms-of-use$|funciona$)/;
/** Milliseconds to wait for a page before the cached one is shown. */
const PATIENCE_MS = 4000;
/** Maximum age of the names and settings inside the shell. */
const A_DAY_MS = 86_400_000;
/** Maximum number of cached hashed files; older ones are deleted unless the shell or a copy needs them. */
const MOST = 150;

/** Maximum cached pages of one user; the oldest are deleted. */
const MAX_COPIES = 20;

/** Returns whether the last copy of a page is shown when the network does not reply. */
const isCopied = (pathname: string) => COPIES.some(([pattern]) => pattern.test(pathname));

const FILES = 'files';
const PAGE = 'page';
const OWN = 'own';

worker.addEventListener('install', () => void worker.skipWaiting());

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.registration.navigationPreload?.enable(), worker.clients.claim()]));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(file(request));
  else if (request.mode === 'navigate' && DOCUMENT.test(pathname)) event.respondWith(document(event));
  else if (request.mode === 'navigate' && !NOT_THE_APP.test(pathname)) event.respondWith(page(event, pathname));
  else if (request.mode === 'navigate') event.respondWith(besideTheApp(event));
});

// When idle, a page reports which files it uses, and its content if it was reached by navigation inside the app.
worker.addEventListener('message', (event) => {
  const { files, shown, forget } = event.data as { files?: string[]; shown?: Shown; forget?: true };
  if (files) event.waitUntil(keepUp(files));
  if (shown) event.waitUntil(copyShown(shown));
  if (forget) sessions += 1;
});

/** Increases at each sign-out and change of user. A page requested before such a change is not copied. */
let sessions = 0;

/** Returns a hashed file, from the cache if possible: hashed files never change. */
async function file(request: Request | string): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone();
    // If storage is full, the file is not cached, but the page still gets it.
    await caches
      .open(FILES)
      .then((cache) => cache.put(request, copy))
      .catch(() => {});
  }
  return response;
}

/** Returns a document from the network, or, when offline, a page that links to the app on this device. */
async function document(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch (error) {
    if (await caches.match(SHELL)) return Response.redirect('/dashboard');
    throw error;
  }
}

const CHILD_HOME = '/child';
/** Pages that need no server: the device has their data. */
const FROM_DEVICE = /^\/(tests\/\d|practice\/\d|reading\/\d|calculating\/\d|writing\/\d|child$)/;

/** Returns a file, a shared link or a call that was opened as a page. While children have the phone and the server does not know it, none is. */
async function besideTheApp(event: FetchEvent): Promise<Response> {
  if ((await modeNow()).mark === BY_DEVICE) return Response.redirect(CHILD_HOME);
  return ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request);
}

/** Returns who has the phone (web/call/mode-mark.ts). */
async function modeNow(): Promise<Mode> {
  const kept = await (await caches.open(MODE.cache)).match(MODE.entry);
  return kept ? ((await kept.json()) as Mode) : { mark: null, since: 0 };
}

/**
 * Returns the page from the network, or the cached one if the network is off or very slow. If the server replies with an error, the cached
 * page is returned where it has content: a copy, or a page from the device. Elsewhere the error page is more useful than an empty app.
 */
async function page(event: FetchEvent, pathname: string): Promise<Response> {
  const { url } = event.request;
  const copied = isCopied(pathname);
  let copying: Promise<void> | undefined;
  const session = sessions;
  const before = modeNow();
  const network = Promise.resolve(event.preloadResponse)
    .then((response) => (response as Response | undefined) ?? fetch(event.request))
    .then(async (response) => {
      // The phone was handed over while the page was on its way: the page is the parent's.
      if ((await before).mark === null && (await modeNow()).mark !== null) return Response.redirect(CHILD_HOME);
      if (copied && response.status === 200) copying = copy(url, response.clone(), session);
      return response;
    });
  // A reply that arrives after the cached page was shown is still cached, for the next visit.
  event.waitUntil(network.then(() => copying).catch(() => {}));
  const own = copied ? await (await caches.open(OWN)).match(url) : undefined;
  const kept = own ?? (await caches.match(SHELL));
  if (!kept) return network;
  // The server does not know yet that children have the phone, and would send a page of the parent's.
  if ((await before).mark === BY_DEVICE) return kept;
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const response = await Promise.race([network, tooLong]).catch(() => undefined);
  const hasContent = own !== undefined || FROM_DEVICE.test(pathname);
  return response && (response.status < 500 || !hasContent) ? response : kept;
}

/** Caches a page as the last copy of its address, with its time. A page without a user means that nobody is signed in. */
async function copy(url: string, response: Response, session: number): Promise<void> {
  const text = await response.text();
  if (!text.includes('{"user":{')) return void (await caches.delete(OWN));
  // The server rendered the page with its content (delivery/serve/drawn-pages.ts), which a copy cannot use: the page sends its data once it is
  // idle.
  if (text.includes('"drawnAt":')) return;
  await keepCopy(url, text, new Date().toISOString(), response.headers, session);
}

/** The part of a page's data (delivery/browser/boot.ts) that says whose it is. */
interface Whose {
  user?: { id: number; modeSince?: number };
  cache?: { '/api/children'?: { id: number }[] };
}

const whoseIs = (text: string) => JSON.parse(/id="boot">([^<]*)/.exec(text)?.[1] ?? '{}') as Whose;

/** Deletes the copies of another user, and copies about a child that the family no longer has. */
async function dropStrangers(cache: Cache, now: Whose): Promise<void> {
  const family = now.cache?.['/api/children'];
  for (const request of await cache.keys()) {
    const { user, cache: before } = whoseIs((await (await cache.match(request))?.text()) ?? '');
    const isGone = (child: { id: number }) => !family?.some(({ id }) => id === child.id);
    if (user?.id !== now.user?.id || (family && before?.['/api/children']?.some(isGone))) await cache.delete(request);
  }
}

async function keepCopy(url: string, text: string, at: string, headers: Headers, session: number): Promise<void> {
  const whose = whoseIs(text);
  // Nothing is copied while children have the phone, and no page that was requested before the hand-over or a sign-out.
  const isLate = async () => {
    const { mark, since } = await modeNow();
    return session !== sessions || mark !== null || (whose.user?.modeSince ?? since) < since;
  };
  if (await isLate()) return;
  const cache = await caches.open(OWN);
  await dropStrangers(cache, whose);
  const dated = text.replace('<html', `<html data-kept="${at}"`);
  // The entry is moved to the end, so that the least recently used entries are deleted first.
  await cache.delete(url);
  await cache.put(url, new Response(dated, { headers }));
  for (const old of (await cache.keys()).slice(0, -MAX_COPIES)) await cache.delete(old);
  // A sign-out, or a hand-over that sealed the copies, may have happened during these steps.
  if (await isLate()) await caches.delete(OWN);
}

/** A page in an open app: its address, the age of its content, and its data (delivery/browser/boot.ts). */
interface Shown {
  url: string;
  at: string;
  boot: { user: object };
}

/** Caches a page that was reached by navigation inside the app like one that was loaded: the shell with this page's data. */
async function copyShown({ url, at, boot }: Shown): Promise<void> {
  const session = sessions;
  const { origin, pathname } = new URL(url);
  const shell = await caches.match(SHELL);
  if (origin !== worker.location.origin || !isCopied(pathname) || !shell) return;
  const data = JSON.stringify(boot).replace(/</g, '\\u003c');
  const text = await shell.text();
  await keepCopy(
    url,
    text.replace(/(id="boot">)[^<]*/, (_, tag: string) => tag + data),
    at,
    shell.headers,
    session,
  );
}

/** Caches the files of a page that was loaded before this worker controlled it, and the shell of the same build. */
async function keepUp(files: string[]): Promise<void> {
  await Promise.all(files.map((url) => file(url).catch(() => {})));
  const kept = await caches.match(SHELL);
  const age = Date.now() - Date.parse(kept?.headers.get('Date') ?? '');
  const text = await kept?.text();
  const script = files.find((url) => url.endsWith('.js'));
  if (text && age < A_DAY_MS && (!script || text.includes(new URL(script).pathname))) return;

  const response = await fetch(SHELL, { credentials: 'omit', cache: 'no-cache' });
  if (!response.ok || response.redirected) return;
  const needed = filesIn(await response.clone().text());
  // The shell is replaced only once all its files are cached: with only some of the files of a build the app would not start.
  const arrived = await Promise.all(needed.map(file));
  if (arrived.some(({ ok }) => !ok)) return;
  await (await caches.open(PAGE)).put(SHELL, response);

  const cache = await caches.open(FILES);
  // A copy of a page of an earlier build opens with the files of that build.
  const own = await caches.open(OWN);
  for (const request of await own.keys()) needed.push(...filesIn((await (await own.match(request))?.text()) ?? ''));
  const old = (await cache.keys()).slice(0, -MOST).filter(({ url }) => !needed.includes(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** Returns the addresses of the hashed files that a page names. */
const filesIn = (text: string): string[] => text.match(/\/assets\/[\w./-]+/g) ?? [];

/** Background sync, requested by web/device/answer-queue.ts; pages of earlier versions call it `sittings`. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

worker.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === 'waiting' || tag === 'sittings') (event as SyncEvent).waitUntil(sync());
});

async function sync(): Promise<void> {
  const open = await worker.clients.matchAll({ type: 'window' });
  // A visible app sends its work itself. A hidden one may be frozen.
  if (!open.some(({ visibilityState }) => visibilityState === 'visible')) await sendWaiting();
}

/** A push message (domains/telling/notifications/push.server.ts). */
interface Told {
  title: string;
  body: string;
  path: string | null;
  tag: string;
}

worker.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, path, tag } = event.data.json() as Told;
  event.waitUntil(
    worker.registration.showNotification(title, { body, tag, icon: '/icon-192.png', lang: 'pt-AO', data: path }),
  );
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data ?? '/')));
});

/** Opens an address of this site: in an open window if it does not show a running test, otherwise in a new window. */
async function show(path: string): Promise<void> {
  const url = new URL(path, worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  const open = await worker.clients.matchAll({ type: 'window' });
  const free = open.find((client) => !/^\/tests\/\d+$/.test(new URL(client.url).pathname));
  const moved = await free?.navigate(url.href).catch(() => null);
  if (moved) await moved.focus();
  else await worker.clients.openWindow(url.href);
}
