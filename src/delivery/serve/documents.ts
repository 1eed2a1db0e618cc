import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { liveSettings } from '../../server/db/live-settings.ts';
import type { Caller, Frame } from '../../server/http/http.ts';
import { BOOT, bootScript, DIST, NOTICE, noticeBar, policyOf } from './page-html.ts';

/** Prerendered pages by address, readable without JavaScript. */
export const DOCUMENTS: Record<string, string> = {
  '/': 'landing.html',
  '/about': 'about.html',
  '/privacy-policy': 'privacy-policy.html',
  '/terms-of-use': 'terms-of-use.html',
};

/** Returns the build's documents with the names of this installation. They are compressed once for each set of names. */
export function preparedDocuments(
  frame: Frame,
  homeOf: (caller: Caller | undefined) => string,
): (file: string, caller?: Caller) => PreparedDocument {
  const documents = new Map<string, PreparedDocument>();
  return (file, caller) => {
    const brand = frame.brand();
    const notice = liveSettings(frame.db).notice;
    const home = homeOf(caller);
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
      // A bounded cache per set of names, which rarely change.
      if (documents.size > 100) documents.clear();
      documents.set(key, prepared);
    }
    return prepared;
  };
}

export interface PreparedDocument {
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
  const boot = JSON.stringify({ user: null, brand, cache: {} });
  const text = template
    .replace(BOOT, () => bootScript(boot))
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

export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: PreparedDocument): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  reply.headers({
    'Content-Security-Policy': document.policy,
    'Cache-Control': 'no-cache',
    ETag: document.etag,
    // The target of its home links depends on the caller.
    Vary: 'Accept-Encoding, Cookie',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
  reply.type('text/html; charset=utf-8');
  if (reply.statusCode === 200 && request.headers['if-none-match'] === document.etag) return reply.code(304).send();
  return reply.send(encoding ? document[encoding === 'br' ? 'br' : 'gzip'] : document.plain);
}
