import fs from 'node:fs';
import path from 'node:path';
import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { liveSettings } from '../../server/db/live-settings.ts';
import { type Compressed, compressed, sendCompressed } from '../../server/http/compressed.ts';
import type { Caller, Frame } from '../../server/http/http.ts';
import { BOOT, bootScript, DIST, NOTICE, noticeBar, policyOf } from './page-html.ts';

/** Prerendered pages by address, readable without JavaScript. */
export const DOCUMENTS: Record<string, string> = {
  '/': 'landing.html',
  '/about': 'about.html',
  '/privacy-policy': 'privacy-policy.html',
  '/terms-of-use': 'terms-of-use.html',
  '/funciona': 'works.html',
};

/**
 * Returns the build's documents with the names of this installation, and with facts that change while it runs. They are compressed once for each
 * set of them.
 */
export function preparedDocuments(
  frame: Frame,
  homeOf: (caller: Caller | undefined) => string,
): (file: string, caller?: Caller, facts?: Record<string, string>) => PreparedDocument {
  const documents = new Map<string, PreparedDocument>();
  return (file, caller, facts = {}) => {
    const brand = frame.brand();
    const notice = liveSettings(frame.db).notice;
    const home = homeOf(caller);
    const key = JSON.stringify([file, brand, notice, home, facts]);
    let prepared = documents.get(key);
    if (!prepared) {
      prepared = prepareDocument(
        fs.readFileSync(path.join(DIST, 'pages', file), 'utf8'),
        brand,
        {
          ...brand,
          ...facts,
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

export interface PreparedDocument extends Compressed {
  policy: string;
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
  return { ...compressed(text), policy: policyOf(text) };
}

export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: PreparedDocument): FastifyReply {
  reply.type('text/html; charset=utf-8').headers({
    'Content-Security-Policy': document.policy,
    // The target of its home links depends on the caller.
    Vary: 'Accept-Encoding, Cookie',
  });
  return sendCompressed(request, reply, document);
}
