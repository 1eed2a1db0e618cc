import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from '../../../server/config.ts';
import type { Database } from '../../../server/db/db.ts';
import { liveSettings } from '../../../server/db/live-settings.ts';
import { conflict, notFound } from '../../../server/http/errors.ts';
import { type Frame, setPaginationHeaders } from '../../../server/http/http.ts';
import { consumeRateLimit } from '../../../server/http/rate-limits.ts';
import { firstName } from '../../../shared/text.ts';
import { shareImage } from './share-image.server.ts';
import { gonePage, type SharePage, sharePage } from './share-page.server.ts';
import { type Share, sharesContract } from './shares.contract.ts';
import { SHARE_DAYS, type Shared } from './shares.rules.ts';
import {
  addShare,
  countShares,
  findShareable,
  findShared,
  findShares,
  forgetOldShares,
  type ShareRow,
  withdrawShare,
} from './shares.store.ts';

/** Maximum number of new links of one family. */
const LINKS = { name: 'share', hits: 30, seconds: 3600 } as const;
const USUAL_ROWS = 100;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Binds the endpoints for the links by which a family shares one result, and the public page of a link. */
export function bindShares(frame: Frame): void {
  const { db, config } = frame;

  /** 256 bits derived from the server's secret and the link's random seed, so that only the server can compute them again. */
  const tokenOf = (seed: Buffer) =>
    createHmac('sha256', config.secretKey).update('result-share').update(seed).digest('base64url');

  const present = (row: ShareRow): Omit<Share, 'createdAt' | 'expiresAt'> & { createdAt: Date; expiresAt: Date } => {
    const token = tokenOf(row.seed);
    const { attemptId, discipline, theme, value, total, percentage, createdAt, expiresAt } = row;
    return {
      attemptId,
      name: firstName(row.fullName),
      discipline,
      theme,
      value,
      total,
      percentage,
      link: hashToken(token).equals(row.tokenHash) ? `${config.publicUrl}/r/${token}` : null,
      createdAt,
      expiresAt,
    };
  };

  frame.bind(sharesContract, {
    'GET /api/shares': async (call) => {
      const { limit = USUAL_ROWS, page = 1 } = call.query;
      const { userId } = call.caller;
      const [rows, total] = await Promise.all([
        findShares(db, { userId, attemptId: null, limit, offset: (page - 1) * limit }),
        countShares(db, userId),
      ]);
      setPaginationHeaders(call, '/api/shares', {}, page, limit, total);
      return rows.map(present);
    },

    'POST /api/attempts/:id/share': async ({ caller: { userId }, params: { id } }) => {
      const found = await findShareable(db, userId, id);
      if (!found) throw notFound();
      if (!found.completed) throw conflict('not-completed', 'Este teste ainda não tem resultado.');
      if (!found.active)
        throw conflict(
          'child-archived',
          'Esta criança está arquivada. Em «Filhos», tire-a do arquivo para partilhar os resultados.',
        );
      const one = { userId, attemptId: id, limit: 1, offset: 0 };
      const [known] = await findShares(db, one);
      if (known) return present(known);
      await consumeRateLimit(db, LINKS, String(userId));
      const seed = randomBytes(32);
      const share = { attemptId: id, seed, tokenHash: hashToken(tokenOf(seed)), days: SHARE_DAYS };
      await db.transaction((transaction) => addShare(transaction, share));
      const [added] = await findShares(db, one);
      if (!added) throw notFound();
      return present(added);
    },

    'DELETE /api/attempts/:id/share': async ({ caller: { userId }, params: { id } }) => {
      if (!(await findShareable(db, userId, id))) throw notFound();
      await withdrawShare(db, id);
      return null;
    },
  });
  serveSharePages(frame);
}

/** Serves the page and the picture of a link. Public: needs no session, and must not be stored by browsers, proxies or search engines. */
function serveSharePages(frame: Frame): void {
  const { server, db, config } = frame;
  // A link may lead to the result of the very child who has the phone.
  const isWithChild = async (request: FastifyRequest) =>
    Boolean((await frame.callerOf(request, undefined).catch(() => undefined))?.onlyChildren);
  server.get('/r/:token', async (request, reply) => {
    if (await isWithChild(request)) return quiet(reply).redirect('/child', 302);
    const { token } = request.params as { token: string };
    const found = await look(db, token);
    if (!found) return reply.callNotFound();
    const place = { brand: frame.brand(), notice: liveSettings(db).notice, publicUrl: config.publicUrl, token };
    return found === 'gone' ? sendPage(reply.code(410), gonePage(place)) : sendPage(reply, sharePage(found, place));
  });
  server.get('/r/:token/image.png', async (request, reply) => {
    if (await isWithChild(request)) return reply.callNotFound();
    const found = await look(db, (request.params as { token: string }).token);
    if (!found) return reply.callNotFound();
    quiet(reply);
    if (found === 'gone') return reply.code(410).type('text/plain; charset=utf-8').send('');
    const picture = await shareImage(found, frame.brand().productName);
    // Web clients of messengers may embed the picture in their own pages.
    return reply.header('Cross-Origin-Resource-Policy', 'cross-origin').type('image/png').send(picture);
  });
}

/**
 * Returns the shared result of a token, or 'gone' if the link has expired or was withdrawn, or undefined when there never was such a link.
 */
async function look(db: Database, token: string): Promise<Shared | 'gone' | undefined> {
  const row = TOKEN.test(token) ? await findShared(db, hashToken(token)) : undefined;
  if (!row) return undefined;
  const { fullName, open, ...shown } = row;
  return open ? { name: firstName(fullName), ...shown } : 'gone';
}

function quiet(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
  });
}

function sendPage(reply: FastifyReply, { html, policy }: SharePage): FastifyReply {
  return quiet(reply).header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(html);
}

/** Returns the periodic jobs for links. */
export function sharesWork(db: Database) {
  return [{ name: 'forget-old-shares', every: 24 * 3600, work: () => forgetOldShares(db) }];
}
