import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type { Frame } from '../../server/http/http.ts';
import { DOCUMENTS } from './documents.ts';
import { serveEarlierFiles } from './earlier-files.ts';
import { manifestOf } from './manifest.ts';
import { DIST } from './page-html.ts';
import { sitePreview } from './site-preview.ts';

const ASSETS = path.join(DIST, 'assets');

/** Serves the build's assets and public files, and the files for crawlers and installation. */
export async function serveStaticFiles(frame: Frame): Promise<void> {
  const { server } = frame;
  // Gives every reply `sendFile`.
  await server.register(fastifyStatic, {
    root: ASSETS,
    serve: false,
    preCompressed: true,
    lastModified: false,
    acceptRanges: false,
  });
  await server.register(async (scope) => {
    serveEarlierFiles(scope, frame.db);
    // The media type of RFC 9239, without a charset because modules are always UTF-8: a page loads a dozen files, each with this header.
    scope.addHook('onSend', async (_request, reply) => {
      if (/javascript/.test(String(reply.getHeader('Content-Type')))) reply.header('Content-Type', 'text/javascript');
    });
    await scope.register(fastifyStatic, {
      root: ASSETS,
      prefix: '/assets/',
      preCompressed: true,
      decorateReply: false,
      index: false,
      // A file with a hash in its name is never revalidated or requested in parts, so these headers would be wasted.
      etag: false,
      lastModified: false,
      acceptRanges: false,
      // File names contain a content hash, so they are cached indefinitely.
      setHeaders: (response) => response.header('Cache-Control', 'public, max-age=31536000, immutable'),
    });
  });
  for (const file of fs.readdirSync(path.join(DIST, 'public'))) {
    if (/\.(br|gz)$/.test(file) || file === 'robots.txt') continue;
    server.get(`/${file}`, (_request, reply) => {
      // Browsers request the favicon on every page; it is cached for a day.
      reply.header('Cache-Control', /\.(svg|png)$/.test(file) ? 'public, max-age=86400' : 'no-cache');
      // The service worker has an ETag, because browsers check it after every page.
      return reply.sendFile(file, path.join(DIST, 'public'), { etag: true, cacheControl: false });
    });
  }
  serveForRobots(frame);
}

/** Days for which `security.txt` says that it is valid (RFC 9116 recommends less than a year). */
const SECURITY_CONTACT_DAYS = 180;

/** Files for crawlers, installation and security researchers: robots.txt, sitemap, manifest, icons, security.txt. */
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
  server.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(Date.now() + SECURITY_CONTACT_DAYS * 24 * 3_600_000).toISOString();
    return reply
      .header('Cache-Control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(
        `Contact: mailto:${brand().supportEmail}\nExpires: ${expires}\nPreferred-Languages: pt, en\nCanonical: ${config.publicUrl}/.well-known/security.txt\n`,
      );
  });
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
