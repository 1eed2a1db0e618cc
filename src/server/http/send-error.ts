import { createHash } from 'node:crypto';
import type http from 'node:http';
import type { Socket } from 'node:net';
import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../shared/endpoint.ts';
import { withoutRow } from '../db/database-errors.ts';
import { DARK_INK, INK } from '../pdf/ink.ts';
import type { Log } from '../watch/log.ts';
import { notFound, Refused, refusalFor, unavailable } from './errors.ts';
import { contentSecurityPolicy } from './security-headers.ts';

/** Refusals that are logged by their kind, without who called: signs of guessing, of walls tried and of floods. */
const LOGGED: ReadonlySet<number> = new Set([401, 403, 429]);

/** Replies to a failed call: refusals with their own message, anything else as 500, logged without personal data. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const refusal = refusalFor(error) ?? frameworkRefusal(error);
  if (!refusal) {
    log.error({ requestId: request.id, route: request.routeOptions?.url, err: withoutRow(error) }, 'request failed');
  }
  if (refusal && LOGGED.has(refusal.status))
    log.info(
      { event: 'refused', status: refusal.status, code: refusal.code, route: request.routeOptions?.url },
      'a call was refused',
    );
  const { status, body, retryAfter } = refusal
    ? { status: refusal.status, body: refusal.toBody(), retryAfter: refusal.retryAfter }
    : { status: 500, body: FAULT, retryAfter: undefined };
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
  const isPage = wantsPage(request.raw);
  if (isPage) reply.header('Content-Security-Policy', REFUSAL_POLICY);
  // Serialised here, because route output schemas do not cover errors.
  return reply
    .code(status)
    .header('Cache-Control', 'private, no-store')
    .type(isPage ? HTML : 'application/json; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(isPage ? refusalPage(body, retryAfter) : JSON.stringify(body));
}

export const HTML = 'text/html; charset=utf-8';

/**
 * Returns whether a person sees the reply: a browser opens an address, of a page or of a file. Programs, and the app's own calls, ask for
 * JSON.
 */
export function wantsPage({ method, url = '', headers }: http.IncomingMessage): boolean {
  if (method !== 'GET' || !/text\/html/.test(headers.accept ?? '')) return false;
  return !url.startsWith('/api/') || headers['sec-fetch-dest'] === 'document';
}

/** Seconds after which a page that was refused for lack of room loads itself again. */
const TRIES_AGAIN_SECONDS = 5;

/** Styles of a page that stands alone, inlined: `main` is its card. The app's style sheet cannot be relied on here, because it may be what failed to load. */
export const PLAIN_PAGE_STYLE =
  `body{font:17px/26px Figtree,Roboto,system-ui,sans-serif;margin:0;padding:32px 16px;color:${INK.ink};background:${INK.bg}}` +
  `main{max-width:560px;margin:0 auto;padding:24px 20px;border:1px solid ${INK.line};border-top:6px solid ${INK.cover};border-radius:10px;background:${INK.surface}}` +
  `h1{font-size:24px;line-height:30px;margin:0 0 16px}` +
  `@media(prefers-color-scheme:dark){body{color:${DARK_INK.ink};background:${DARK_INK.bg}}main{background:${DARK_INK.surface};border-color:${DARK_INK.cover} ${DARK_INK.line} ${DARK_INK.line}}}`;

/** The policy of a page with these styles and no script. */
export const plainPagePolicy = (style: string): string =>
  contentSecurityPolicy([], [`sha256-${createHash('sha256').update(style).digest('base64')}`]);

const REFUSAL_STYLE =
  PLAIN_PAGE_STYLE +
  `a{display:inline-block;padding:9px 0;color:${INK.brand};font-weight:600}` +
  `@media(prefers-color-scheme:dark){a{color:${DARK_INK.brand}}}`;

export const REFUSAL_POLICY = plainPagePolicy(REFUSAL_STYLE);

/**
 * Returns a refusal as a page without scripts, sent with `REFUSAL_POLICY`. With `retryAfter`, the page loads itself again and links to
 * itself; otherwise it links to the first page.
 */
export function refusalPage({ message }: Refusal, retryAfter: number | undefined): string {
  const seconds = Math.max(TRIES_AGAIN_SECONDS, retryAfter ?? 0);
  const again = retryAfter === undefined ? '' : `<meta http-equiv="refresh" content="${seconds}">`;
  const hint = retryAfter === undefined ? '' : '<p>Esta página tenta outra vez sozinha.</p>';
  const [way, where] = retryAfter === undefined ? ['Ir para o início', '/'] : ['Tentar agora', ''];
  return `<!doctype html><html lang="pt-AO"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">${again}<title>A página não abriu</title><style>${REFUSAL_STYLE}</style><main><h1>A página não abriu</h1><p>${escapeHtml(message)}</p>${hint}<a href="${where}">${way}</a></main></html>`;
}

const FAULT: Refusal = { message: 'Algo correu mal do nosso lado. Tente de novo dentro de momentos.', code: 'fault' };

/** Replies to malformed HTTP in the usual error format and closes the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const { line, refusal } = UNREADABLE[error.code ?? ''] ?? MALFORMED;
    const body = JSON.stringify(refusal.toBody());
    socket.write(
      `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}

const MALFORMED = {
  line: '400 Bad Request',
  refusal: new Refused(400, 'invalid-input', 'O pedido não se consegue ler.'),
};
const UNREADABLE: Record<string, typeof MALFORMED> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    refusal: new Refused(431, 'too-large', 'O pedido é demasiado grande.'),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    refusal: new Refused(408, 'too-late', 'O pedido demorou demasiado a chegar.'),
  },
};

/** Replies that the call timed out; a reply already being sent continues. */
export function giveUp(reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent) return;
  // The rest of the request body is discarded.
  if (!reply.request.raw.complete) reply.header('Connection', 'close');
  reply.send(unavailable());
}

/** Maps Fastify's own errors to refusals. */
function frameworkRefusal(error: unknown): Refused | undefined {
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refused(413, 'too-large', 'O pedido é demasiado grande.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refused(415, 'wrong-type', 'O corpo do pedido tem de ser JSON.');
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refused(statusCode === 404 ? 404 : 400, 'invalid-input', 'O pedido não se consegue ler.');
  }
  return undefined;
}
