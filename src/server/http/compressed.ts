import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text that many callers get, compressed once: sending it takes no work. */
export interface Compressed {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  etag: string;
}

/**
 * Compresses a text.
 *
 * @param quality of Brotli: 11 is the smallest, and takes a second for a text of 500 KB.
 */
export function compressed(text: string, quality = 11): Compressed {
  const plain = Buffer.from(text);
  return {
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzip: gzipSync(plain, { level: 9 }),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  };
}

/** Sends a compressed text, or 304 to a caller who has it. The type of the reply and what else it varies by are the caller's to set. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: Compressed): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  reply.headers({
    'Cache-Control': 'no-cache',
    ETag: text.etag,
    Vary: reply.getHeader('Vary') ?? 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === text.etag) return reply.code(304).send();
  return reply.send(text[encoding ?? 'plain']);
}
