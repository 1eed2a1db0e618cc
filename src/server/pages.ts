import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointKey } from '../shared/endpoint.ts';
import { refusalFor } from './errors.ts';
import type { Caller, Frame } from './http.ts';
import { liveSettings } from './live-settings.ts';
import { manifestOf } from './manifest.ts';
import { contentSecurityPolicy } from './security-headers.ts';
import { sitePreview } from './site-preview.ts';

/** What an address of the app needs; `areas/pages.ts` lists them. */
interface Page {
  path: string;
  role: Caller['role'];
  signInAt: string;
  area: string;
  screen: string;
  tells?: readonly Caller['role'][];
  script?: string;
  reads: readonly {
    call: EndpointKey;
    params?: (address: Address) => Record<string, string>;
    query?: (address: Address) => Record<string, string>;
    when?: (address: Address) => boolean;
  }[];
}
interface Address {
  params: Record<string, string>;
  query: Record<string, string>;
}

export interface PagesOptions {
  pages: readonly Page[];
  /** Addresses of the app that are for everyone. */
  open: readonly { path: string; screen: string }[];
  home: Record<Caller['role'], string>;
  /** Where someone who is signed in already goes who asks for `/auth` with this in the address; their home unless said. */
  past?: (role: Caller['role'], query: Record<string, string>) => string | undefined;
  /** Serialised `GET /api/user` answer of a caller. */
  userCall: EndpointKey;
}

/** Folder that `npm run build` fills. */
const DIST = path.join(import.meta.dirname, '..', '..', 'dist');
const ASSETS = path.join(DIST, 'assets');

/** The one screen that goes on without a network; the offline page names its files so that they are kept too. */
const OFFLINE_SCREENS = ['src/areas/test.tsx'];

/** Pages made at build time, by address. They are readable before any script arrives, and without one. */
const DOCUMENTS: Record<string, string> = {
  '/': 'landing.html',
  '/about': 'about.html',
  '/privacy-policy': 'privacy-policy.html',
  '/terms-of-use': 'terms-of-use.html',
};

/** Serves the browser app: files, prerendered documents, and the app's pages with their first data inside. */
export async function servePages(frame: Frame, options: PagesOptions): Promise<void> {
  const { server } = frame;
  if (!fs.existsSync(path.join(DIST, 'app.html')))
    throw new Error('A aplicação do navegador não está preparada: corra `npm run build`.');

  await server.register(fastifyStatic, {
    root: ASSETS,
    prefix: '/assets/',
    preCompressed: true,
    decorateReply: true,
    index: false,
    // Names carry a hash of what is inside: what was fetched once never needs to be asked for again.
    setHeaders: (response, file) => {
      if (file.startsWith(ASSETS)) response.header('Cache-Control', 'public, max-age=31536000, immutable');
    },
  });
  for (const file of fs.readdirSync(path.join(DIST, 'public'))) {
    if (/\.(br|gz)$/.test(file) || file === 'robots.txt') continue;
    server.get(`/${file}`, (_request, reply) => {
      // A browser asks for the picture of a tab at every address; it changes so rarely that it may ask once a day.
      reply.header('Cache-Control', /\.(svg|png)$/.test(file) ? 'public, max-age=86400' : 'no-cache');
      return reply.sendFile(file, path.join(DIST, 'public'), { immutable: false, maxAge: 0, cacheControl: false });
    });
  }

  serveForRobots(frame);

  const shell = loadShell();
  const documents = new Map<string, PreparedDocument>();
  const documentFor = (file: string, caller?: Caller): PreparedDocument => {
    const brand = frame.brand();
    const notice = liveSettings(frame.db).notice;
    const home = caller ? options.home[caller.role] : '/';
    const key = JSON.stringify([file, brand, notice, home]);
    let prepared = documents.get(key);
    if (!prepared) {
      prepared = prepareDocument(
        fs.readFileSync(path.join(DIST, 'pages', file), 'utf8'),
        brand,
        {
          ...brand,
          publicUrl: frame.config.publicUrl,
          year: String(new Date().getFullYear()),
          home,
          reader: caller ? 'known' : 'unknown',
        },
        notice,
      );
      // Names change seldom: what was sent before the last few changes is not asked for again.
      if (documents.size > 100) documents.clear();
      documents.set(key, prepared);
    }
    return prepared;
  };

  const names = () => ({ brand: frame.brand(), notice: liveSettings(frame.db).notice });

  for (const [address, file] of Object.entries(DOCUMENTS)) {
    server.get(address, async (request, reply) => {
      const caller = await callerIfReachable(frame, request);
      if (caller && address === '/')
        return reply.header('Cache-Control', 'private, no-store').redirect(options.home[caller.role], 302);
      return sendDocument(request, reply, documentFor(file, caller));
    });
  }

  server.get('/auth', async (request, reply) => {
    const caller = await callerIfReachable(frame, request);
    if (caller) {
      const to = options.past?.(caller.role, firstOfEach(request.query)) ?? options.home[caller.role];
      return reply.header('Cache-Control', 'private, no-store').redirect(to, 302);
    }
    const register = (request.query as Record<string, unknown>)['tab'] === 'register';
    return sendDocument(request, reply, documentFor(register ? 'auth-register.html' : 'auth-login.html'));
  });

  for (const { path: address, screen } of options.open) {
    server.get(address, async (_request, reply) => {
      reply.header('Cache-Control', 'private, no-store');
      return sendHtml(reply, shell.render({ user: undefined, ...names(), cache: '{}', screens: [screen] }));
    });
  }

  for (const page of options.pages) {
    server.get(page.path, async (request, reply) => {
      reply.header('Cache-Control', 'private, no-store');
      const caller = await frame.callerOf(request);
      if (!caller) return sendHtml(reply, askToSignIn(page.signInAt, Object.keys(request.cookies).length > 0));
      const barred = caller.role !== page.role;
      if (barred && !page.tells?.includes(caller.role))
        return reply.redirect(elsewhere(page.role, caller.role, options.home), 302);
      const address = { params: request.params as Record<string, string>, query: firstOfEach(request.query) };
      const [user, cache] = await Promise.all([
        frame.read(options.userCall, {}, request),
        barred ? '{}' : readAll(frame, page, address, request),
      ]);
      const script = barred ? undefined : page.script;
      return sendHtml(reply, shell.render({ user, ...names(), cache, screens: [page.area, page.screen], script }));
    });
  }

  // What the service worker keeps for when there is no network: the same page with nobody's data in it.
  server.get('/app-shell', async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache');
    return sendHtml(reply, shell.render({ user: undefined, ...names(), cache: '{}', screens: OFFLINE_SCREENS }));
  });

  frame.drawNotFound(async (request, reply) => {
    const caller = await callerIfReachable(frame, request);
    return sendDocument(request, reply.code(404), documentFor('not-found.html', caller));
  });
}

/** What search engines, the robots of conversations and home screens ask for: where they may look, which pages there are, names and pictures. */
function serveForRobots({ server, config, brand }: Frame): void {
  const robots = fs.readFileSync(path.join(DIST, 'public', 'robots.txt'), 'utf8').trim();
  const addresses = [...Object.keys(DOCUMENTS), '/auth'].map(
    (address) => `<url><loc>${escapeHtml(config.publicUrl + address)}</loc></url>`,
  );
  server.get('/robots.txt', (_request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`${robots}\nSitemap: ${config.publicUrl}/sitemap.xml\n`),
  );
  server.get('/sitemap.xml', (_request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>`,
      ),
  );
  server.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .header('Cache-Control', 'public, max-age=86400')
      .type('application/manifest+json; charset=utf-8')
      .send(manifestOf(brand())),
  );
  server.get('/preview.png', async (_request, reply) =>
    reply
      .headers({ 'Cache-Control': 'public, max-age=86400', 'Cross-Origin-Resource-Policy': 'cross-origin' })
      .type('image/png')
      .send(await sitePreview(brand().productName)),
  );
}

/** The caller, or nobody while the database is away: a document can be shown without knowing who asks. */
async function callerIfReachable(frame: Frame, request: FastifyRequest): Promise<Caller | undefined> {
  try {
    return await frame.callerOf(request);
  } catch (error) {
    if (refusalFor(error)) return undefined;
    throw error;
  }
}

/** Where someone goes who is signed in, but not as what the page is for (specification, guards). */
function elsewhere(wanted: Caller['role'], role: Caller['role'], home: Record<Caller['role'], string>): string {
  return wanted === 'teacher' && role === 'parent' ? '/' : home[role];
}

function firstOfEach(query: unknown): Record<string, string> {
  const entries = Object.entries((query ?? {}) as Record<string, string | string[]>);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? (value[0] ?? '') : value]));
}

/** The first screen's answers as one JSON object, by the address that the browser would have called. */
async function readAll(frame: Frame, page: Page, address: Address, request: FastifyRequest): Promise<string> {
  const wanted = page.reads.filter((read) => read.when?.(address) ?? true);
  const answers = await Promise.all(
    wanted.map(async (read) => {
      const params = read.params?.(address) ?? {};
      const query = read.query?.(address) ?? {};
      const answer = await frame.read(read.call, { params, query }, request);
      if (answer === undefined) return undefined;
      const pathname = read.call
        .slice(read.call.indexOf(' ') + 1)
        .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      const search = new URLSearchParams(query).toString();
      return `${JSON.stringify(search ? `${pathname}?${search}` : pathname)}:${answer}`;
    }),
  );
  return `{${answers.filter((answer) => answer !== undefined).join(',')}}`;
}

interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
}

interface Shell {
  render(parts: {
    user: string | undefined;
    brand: object;
    notice: string | null;
    cache: string;
    screens: readonly string[];
    script?: string | undefined;
  }): Html;
}

interface Html {
  text: string;
  policy: string;
}

const NOTICE = '<!--notice-->';
/** Outside what the app draws, so that a page says it before any script has arrived, and without one. */
const NOTICE_STYLE =
  '<style>.notice-bar{padding:10px 16px;border-bottom:1px solid var(--line);background:var(--brass-soft);color:var(--brass-ink);font:600 15px/22px var(--font);text-align:center;overflow-wrap:anywhere}</style>';
const noticeBar = (notice: string | null): string =>
  notice === null ? '' : `${NOTICE_STYLE}<div class="notice-bar" role="status">${escapeHtml(notice)}</div>`;

const BOOT = '<!--boot-->';
const HEAD = '<!--head-->';

/** The app's page, with places for its first data and for the files of its first screen. */
function loadShell(): Shell {
  const template = fs.readFileSync(path.join(DIST, 'app.html'), 'utf8');
  const manifest = JSON.parse(fs.readFileSync(path.join(DIST, 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >;
  const policies = new Map<string, string>();
  const policyFor = (script: string): string => {
    let policy = policies.get(script);
    if (policy === undefined) {
      policy = policyOf(template + NOTICE_STYLE + script);
      policies.set(script, policy);
    }
    return policy;
  };
  const heads = new Map<string, { code: string; styles: string }>();
  const headFor = (screens: readonly string[]) => {
    const key = screens.join('|');
    let head = heads.get(key);
    if (head === undefined) {
      const files = [...new Set(screens.flatMap((screen) => filesOf(manifest, screen)))].filter(
        (file) => !template.includes(file),
      );
      const links = (rel: string, wanted: string[]) =>
        wanted.map((file) => `<link rel="${rel}" href="/${file}">`).join('');
      head = {
        code: links(
          'modulepreload',
          files.filter((file) => !file.endsWith('.css')),
        ),
        styles: links(
          'stylesheet',
          files.filter((file) => file.endsWith('.css')),
        ),
      };
      heads.set(key, head);
    }
    return head;
  };
  return {
    render({ user, brand, notice, cache, screens, script }) {
      const inline = script ? `<script>${script}</script>` : '';
      // `<` cannot occur inside, so nothing in the data can end the element it is in.
      const boot =
        `{${user === undefined ? '' : `"user":${user},`}"brand":${JSON.stringify(brand)},"cache":${cache}}`.replace(
          /</g,
          '\\u003c',
        );
      const text = template
        .replace(HEAD, () => inline + headFor(screens).code)
        // After those of the app, whose rules they change.
        .replace('</head>', () => `${headFor(screens).styles}</head>`)
        .replace(NOTICE, () => noticeBar(notice))
        .replace(BOOT, () => `<script type="application/json" id="boot">${boot}</script>`);
      return { text, policy: policyFor(inline) };
    },
  };
}

/** A screen's own files and those of what it imports, but not what every page has. */
function filesOf(manifest: Record<string, ManifestEntry>, name: string, seen = new Set<string>()): string[] {
  const entry = manifest[name];
  if (!entry || seen.has(name)) return [];
  seen.add(name);
  return [
    ...new Set([
      entry.file,
      ...(entry.css ?? []),
      ...(entry.imports ?? []).flatMap((imported) => filesOf(manifest, imported, seen)),
    ]),
  ];
}

/** A policy that lets exactly this page's inline scripts and styles run. */
function policyOf(html: string): string {
  const hashes = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(
      (match) =>
        `sha256-${createHash('sha256')
          .update(match[1] as string)
          .digest('base64')}`,
    );
  return contentSecurityPolicy(hashes(/<script>([\s\S]*?)<\/script>/g), hashes(/<style>([\s\S]*?)<\/style>/g));
}

const signInPages = new Map<string, Html>();
/** As the app says it when it finds out by itself (accounts/session.tsx). */
const ENDED = { kind: 'info', title: 'A sessão terminou', text: 'Entre de novo: volta à página onde estava.' };
/**
 * Remembers where the person was going and sends them to sign in; the guard's own address stays as it is. Who still
 * holds the cookie of a session that is over is told so.
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

function sendHtml(reply: FastifyReply, html: Html): FastifyReply {
  return reply.header('Content-Security-Policy', html.policy).type('text/html; charset=utf-8').send(html.text);
}

interface PreparedDocument {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  policy: string;
  etag: string;
}

function prepareDocument(
  template: string,
  brand: object,
  names: Record<string, string>,
  notice: string | null,
): PreparedDocument {
  const boot = JSON.stringify({ user: null, brand, cache: {} }).replace(/</g, '\\u003c');
  const text = template
    .replace(BOOT, () => `<script type="application/json" id="boot">${boot}</script>`)
    .replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in names ? escapeHtml(names[name] as string) : whole))
    .replace(NOTICE, () => noticeBar(notice));
  const plain = Buffer.from(text);
  return {
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gzip: gzipSync(plain, { level: 9 }),
    policy: policyOf(text),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  };
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function sendDocument(request: FastifyRequest, reply: FastifyReply, document: PreparedDocument): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  reply.headers({
    'Content-Security-Policy': document.policy,
    'Cache-Control': 'no-cache',
    ETag: document.etag,
    // Which home its links lead to depends on who is signed in.
    Vary: 'Accept-Encoding, Cookie',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
  reply.type('text/html; charset=utf-8');
  if (reply.statusCode === 200 && request.headers['if-none-match'] === document.etag) return reply.code(304).send();
  return reply.send(encoding ? document[encoding === 'br' ? 'br' : 'gzip'] : document.plain);
}
