import fs from 'node:fs';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { liveSettings } from '../../server/db/live-settings.ts';
import { type Refused, refusalFor } from '../../server/http/errors.ts';
import type { Caller, Frame } from '../../server/http/http.ts';
import type { EndpointKey } from '../../shared/endpoint.ts';
import { PLAN_IDS, registrationFile } from '../../shared/words.ts';
import { bootOf, loadAppShell } from './app-shell.ts';
import { DOCUMENTS, preparedDocuments, sendDocument } from './documents.ts';
import { createDrawnPages } from './drawn-pages.ts';
import { DIST, type Html, policyOf, sendHtml } from './page-html.ts';
import { serveStaticFiles } from './static-files.ts';

/** Server-side requirements of a page; `areas/pages.ts` lists the pages. */
interface Page {
  path: string;
  role: Caller['role'];
  signInAt: string;
  area: string;
  screen: string;
  tells?: readonly Caller['role'][];
  childMode?: 'only' | 'too';
  script?: string;
  first?: string;
  drawn?: 'with-rules' | 'by-sheet';
  reads: readonly (Read | LaterRead)[];
}
interface Read {
  call: EndpointKey;
  params?: (address: Address) => Record<string, string>;
  query?: (address: Address) => Record<string, string>;
  when?: (address: Address) => boolean;
}
/** A call that depends on the reply of an earlier one. */
interface LaterRead {
  call: EndpointKey;
  after: EndpointKey;
  each: (reply: unknown, address: Address) => readonly Address[];
}
interface Address {
  params: Record<string, string>;
  query: Record<string, string>;
}

export interface PagesOptions {
  pages: readonly Page[];
  /** Public addresses of the app. */
  open: readonly { path: string; screen: string }[];
  home: Record<Caller['role'], string>;
  /** Home page in child mode. */
  childHome: string;
  /** Returns the redirect target for signed-in users who open `/auth` with this query, or undefined if they go to their home page. */
  past?: (role: Caller['role'], query: Record<string, string>) => string | undefined;
  /** Inline script of pages that the server renders. */
  drawnScript: string;
  /** Texts of documents that change while the program runs, by address; each fills the place of its name. */
  facts?: Record<string, () => Promise<Record<string, string>>>;
  /** Serialised `GET /api/user` reply for a caller. */
  userCall: EndpointKey;
}

/** Serves the browser app: static files, prerendered documents, and app pages with their initial data. */
export async function servePages(frame: Frame, options: PagesOptions): Promise<void> {
  if (!fs.existsSync(path.join(DIST, 'app.html')))
    throw new Error('A aplicação do navegador não está preparada: corra `npm run build`.');

  await serveStaticFiles(frame);
  const homeOf: HomeOf = (caller) => (caller.onlyChildren ? options.childHome : options.home[caller.role]);
  serveDocuments(frame, options, homeOf);
  serveApp(frame, options, homeOf);
}

type HomeOf = (caller: Caller) => string;

/** Serves the prerendered documents: the public ones, those of `/auth`, and the one for addresses that do not exist. */
function serveDocuments(frame: Frame, options: PagesOptions, homeOf: HomeOf): void {
  const { server } = frame;
  const documentFor = preparedDocuments(frame, (caller) => (caller ? homeOf(caller) : '/'));
  for (const [address, file] of Object.entries(DOCUMENTS)) {
    server.get(address, async (request, reply) => {
      const caller = await callerIfReachable(frame, request);
      if (caller && address === '/')
        return reply.header('Cache-Control', 'private, no-store').redirect(homeOf(caller), 302);
      return sendDocument(request, reply, documentFor(file, caller, await options.facts?.[address]?.()));
    });
  }

  server.get('/auth', async (request, reply) => {
    const caller = await callerIfReachable(frame, request);
    if (caller) {
      const past = caller.onlyChildren ? undefined : options.past?.(caller.role, firstOfEach(request.query));
      const to = past ?? homeOf(caller);
      return reply.header('Cache-Control', 'private, no-store').redirect(to, 302);
    }
    const { tab, plan } = firstOfEach(request.query);
    const file = tab === 'register' ? registrationFile(PLAN_IDS.find((id) => id === plan)) : 'auth-login.html';
    return sendDocument(request, reply, documentFor(file));
  });

  frame.renderNotFound(async (request, reply) => {
    const caller = await callerIfReachable(frame, request);
    return sendDocument(request, reply.code(404), documentFor('not-found.html', caller));
  });
}

/** Serves the pages of the app: open ones, those of signed-in users, and the one that the service worker keeps. */
function serveApp(frame: Frame, options: PagesOptions, homeOf: HomeOf): void {
  const { server } = frame;
  const shell = loadAppShell();
  const drawnPages = createDrawnPages(frame.admission, frame.log);
  const drawnWith = async (
    { path: route, drawn: how }: Page,
    { url }: FastifyRequest,
    { user, brand, cache }: { user: string | undefined; brand: object; cache: string },
  ) => {
    const at = Date.now();
    const drawn = await drawnPages.draw(route, url, bootOf(user, brand, cache, at));
    return drawn && { ...drawn, styles: how === 'with-rules' ? drawn.styles() : undefined, at };
  };
  const names = () => ({ brand: frame.brand(), notice: liveSettings(frame.db).notice });

  /**
   * Returns a page with the data of its calls.
   *
   * @param barred whether the page belongs to another role: it is sent without data, and the app says so.
   */
  const prepare = async (page: Page, request: FastifyRequest, barred: boolean) => {
    const address = { params: request.params as Record<string, string>, query: firstOfEach(request.query) };
    const [user, { cache, isMissing }] = await Promise.all([
      frame.read(options.userCall, {}, request).then(replyOf),
      barred ? { cache: '{}', isMissing: false } : readAll(frame, page, address, request),
    ]);
    const parts = { user, ...names(), cache, screens: [page.area, page.screen] };
    if (barred) return { status: 200, html: shell.render(parts) };
    // The app explains that the resource does not exist.
    if (isMissing) return { status: 404, html: shell.render(parts) };
    const { drawn: draws, first, script } = hasWorker(request) ? { ...page, drawn: false, first: undefined } : page;
    const drawn = draws ? await drawnWith(page, request, parts) : undefined;
    return {
      status: 200,
      html: shell.render({ ...parts, script: drawn ? options.drawnScript : script, first, drawn }),
    };
  };

  for (const { path: address, screen } of options.open) {
    server.get(address, async (_request, reply) => {
      reply.header('Cache-Control', 'private, no-store');
      return sendHtml(reply, shell.render({ user: undefined, ...names(), cache: '{}', screens: [screen] }));
    });
  }

  for (const page of options.pages) {
    server.get(page.path, async (request, reply) => {
      reply.header('Cache-Control', 'private, no-store');
      const caller = await frame.callerOf(request, reply);
      if (!caller) return sendHtml(reply, askToSignIn(page.signInAt, frame.hasSessionCookie(request)));
      if (caller.onlyChildren ? !page.childMode : page.childMode === 'only') return reply.redirect(homeOf(caller), 302);
      const barred = caller.role !== page.role;
      if (barred && !page.tells?.includes(caller.role))
        return reply.redirect(elsewhere(page.role, caller.role, options.home), 302);
      const prepared = await frame.preparePage(caller.userId, () => prepare(page, request, barred));
      return sendHtml(reply.code(prepared.status), prepared.html);
    });
  }

  // The offline page cached by the service worker, without personal data.
  const screens = shell.offline([
    ...options.pages.flatMap((page) => [page.area, page.screen]),
    ...options.open.map(({ screen }) => screen),
  ]);
  server.get('/app-shell', async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache');
    return sendHtml(reply, shell.render({ user: undefined, ...names(), cache: '{}', screens }));
  });
}

/**
 * Returns whether the browser has the app's service worker. It then has the code and the styles too: the browser renders the page just as
 * fast, with fewer bytes sent, and nothing needs to be loaded before the app.
 */
const hasWorker = ({ headers }: FastifyRequest): boolean => headers['service-worker-navigation-preload'] !== undefined;

/** Returns the caller, or undefined while the database is unavailable, because documents can be served anyway. */
async function callerIfReachable(frame: Frame, request: FastifyRequest): Promise<Caller | undefined> {
  try {
    // Documents set no cookie, because caches may keep them.
    return await frame.callerOf(request, undefined);
  } catch (error) {
    if (refusalFor(error)) return undefined;
    throw error;
  }
}

/** Returns the redirect target for a signed-in user with the wrong role (specification, guards). */
function elsewhere(wanted: Caller['role'], role: Caller['role'], home: Record<Caller['role'], string>): string {
  return wanted === 'teacher' && role === 'parent' ? '/' : home[role];
}

function firstOfEach(query: unknown): Record<string, string> {
  const entries = Object.entries((query ?? {}) as Record<string, string | string[]>);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? (value[0] ?? '') : value]));
}

const replyOf = (reply: string | Refused) => (typeof reply === 'string' ? reply : undefined);

/**
 * Returns whether there is nothing to show. Resources that do not exist, that belong to somebody else, or that child mode forbids are
 * indistinguishable.
 */
const isNothing = (reply: string | Refused) =>
  typeof reply !== 'string' && (reply.status === 404 || reply.code === 'child-mode');

/**
 * Reads the first screen's replies as one JSON object, keyed by the address of each call. `isMissing`: the resource in the page's address
 * does not exist for the caller.
 */
async function readAll(
  frame: Frame,
  page: Page,
  address: Address,
  request: FastifyRequest,
): Promise<{ cache: string; isMissing: boolean }> {
  const replies = new Map<EndpointKey, string | Refused>();
  /** The reads of the page by their call, in the order of the page's list. */
  const reading = new Map<EndpointKey, Promise<(string | undefined)[]>>();
  let isMissing = false;
  const readOne = async (call: EndpointKey, parts: Address): Promise<string | undefined> => {
    const reply = await frame.read(call, parts, request);
    replies.set(call, reply);
    const answer = replyOf(reply);
    if (answer === undefined) return undefined;
    const pathname = call
      .slice(call.indexOf(' ') + 1)
      .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts.params[name] ?? ''));
    const search = new URLSearchParams(parts.query).toString();
    return `${JSON.stringify(search ? `${pathname}?${search}` : pathname)}:${answer}`;
  };
  const readLater = async ({ call, after, each }: LaterRead): Promise<(string | undefined)[]> => {
    // What it depends on may itself depend on an earlier read.
    await reading.get(after);
    const reply = replies.get(after);
    if (typeof reply !== 'string') return [];
    return Promise.all(each(JSON.parse(reply), address).map((parts) => readOne(call, parts)));
  };
  const readListed = async (read: Read | LaterRead): Promise<(string | undefined)[]> => {
    if ('after' in read) return readLater(read);
    if (read.when?.(address) === false) return [];
    const answer = await readOne(read.call, {
      params: read.params?.(address) ?? {},
      query: read.query?.(address) ?? {},
    });
    if (answer === undefined && read.params) isMissing ||= isNothing(replies.get(read.call) as Refused);
    return [answer];
  };
  const answers = await Promise.all(
    page.reads.map((read) => {
      const replied = readListed(read);
      reading.set(read.call, replied);
      return replied;
    }),
  );
  const cache = answers.flat().filter((answer) => answer !== undefined);
  return { cache: `{${cache.join(',')}}`, isMissing };
}

const signInPages = new Map<string, Html>();
/** The message is the same as in the app's own redirect (accounts/session.tsx). */
const ENDED = { kind: 'info', title: 'A sessão terminou', text: 'Entre de novo: volta à página onde estava.' };
/**
 * Returns a page that stores the requested address and redirects to sign-in, without adding the current address to the history. An expired
 * session is mentioned on the sign-in page.
 */
function askToSignIn(address: string, ended: boolean): Html {
  const key = `${address} ${ended}`;
  let page = signInPages.get(key);
  if (!page) {
    const say = ended ? `;sessionStorage.toast||=${JSON.stringify(JSON.stringify(ENDED))}` : '';
    const text =
      `<!doctype html><html lang="pt-AO"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Entrar</title>` +
      `<script>try{sessionStorage.setItem('next',location.pathname+location.search)${say}}catch(e){}location.replace('${address}')</script>` +
      `<noscript><meta http-equiv="refresh" content="0;url=${address}"></noscript></head><body><a href="${address}">Entrar</a></body></html>`;
    page = { text, policy: policyOf(text) };
    signInPages.set(key, page);
  }
  return page;
}
