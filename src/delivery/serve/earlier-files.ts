// Files of other versions. While an upgrade restarts one process after the other, and for a week after it, a page of one version may ask a
// process of another for its files. Every version therefore stores its files in the database.
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { builtFile, forgetUnusedFiles, saveBuiltFiles } from '../../server/db/built-files.ts';
import type { Database } from '../../server/db/db.ts';
import { DIST } from './page-html.ts';

const ASSETS = path.join(DIST, 'assets');

/** Types of the files that a build makes; other names do not exist. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ogg': 'audio/ogg',
};

/** Names of the files of this version, without their compressed copies. */
const ownFiles = (): string[] =>
  fs.existsSync(ASSETS) ? fs.readdirSync(ASSETS).filter((name) => path.extname(name) in TYPES) : [];

/** The content as stored: the build's own compression, or a quick one for files that the build does not compress. */
function compressed(name: string): Buffer {
  const file = path.join(ASSETS, name);
  if (fs.existsSync(`${file}.br`)) return fs.readFileSync(`${file}.br`);
  return brotliCompressSync(fs.readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

/** Stores the files of this version and deletes those of versions that have not run for a week. Runs at the start and every day. */
export async function keepBuiltFiles(db: Database): Promise<void> {
  const names = ownFiles();
  await saveBuiltFiles(db, names, names.map(compressed));
  await forgetUnusedFiles(db);
}

/**
 * Serves files of earlier versions, which are kept in the database, to pages that still request them.
 *
 * @param scope the part of the server that serves `/assets/` and nothing else.
 */
export function serveEarlierFiles(scope: FastifyInstance, db: Database): void {
  const own = new Set(ownFiles());
  scope.addHook('onRequest', async (request, reply) => {
    const name = /^\/assets\/([\w.-]{1,100})$/.exec(request.url)?.[1];
    const type = name && TYPES[path.extname(name)];
    if (!name || !type || own.has(name)) return;
    const kept = await builtFile(db, name);
    if (!kept) return;
    reply.header('Cache-Control', 'public, max-age=31536000, immutable').header('Vary', 'accept-encoding').type(type);
    // Every browser with brotli says so; the others get the plain file.
    if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? '')))
      return reply.send(brotliDecompressSync(kept.content));
    return reply.header('Content-Encoding', 'br').send(kept.content);
  });
}
