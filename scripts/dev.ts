// `npm run dev`: the app for development. The browser's code comes from Vite and is replaced while the page is open; the server is
// restarted when one of its files changes; the embedded database keeps running.
//
// All requests arrive here. Paths of Vite (`/@vite/…`, `/src/…`, `/node_modules/…`) are answered by Vite; all others are forwarded to our
// own server. Its pages are changed in two ways only: they load the sources instead of the built files, and their policy allows what hot
// replacement needs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { readConfig } from '../src/server/config.ts';
import { startEmbedded } from '../src/server/db/embedded.ts';

const root = path.dirname(import.meta.dirname);
/** Milliseconds for which a request waits while the server restarts, and between two tries. */
const LONGEST_WAIT_MS = 15_000;
const RETRY_MS = 50;

/** Paths that Vite answers: its own, the sources, and pre-bundled packages. None of them is an address of the app. */
const OF_VITE = /^\/(?:@|src\/|node_modules\/|\.cache\/vite\/)/;

const config = readConfig(process.env);
const embedded = config.databaseUrl ? undefined : await startEmbedded(path.join(config.dataDir, 'postgres'));
const behind = await freePort();
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/main.server.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(behind),
    PUBLIC_URL: config.publicUrl,
    DEMO: config.demo ? '1' : '0',
    // The URL of a socket has no host, but the settings require one; the driver uses the socket in the `host` parameter.
    DATABASE_URL: config.databaseUrl ?? embedded?.url().replace('@/', '@localhost/'),
  },
});

const front = http.createServer((request, response) => {
  if (OF_VITE.test(request.url ?? '')) vite.middlewares(request, response);
  else void passOn(request, response);
});
const vite = await createVite({
  configFile: path.join(root, 'vite.config.ts'),
  appType: 'custom',
  clearScreen: false,
  cacheDir: path.join(root, '.cache', 'vite'),
  server: { middlewareMode: true, hmr: { server: front } },
});
front.listen(config.port, config.host);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
for (const ending of ['exit', 'error'] as const) server.on(ending, () => void stop());

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  front.close();
  front.closeAllConnections();
  if (server.exitCode === null) {
    const ended = new Promise((resolve) => server.on('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  await vite.close();
  await embedded?.stop();
  process.exit(0);
}

/** Forwards a request to our own server, repeats it while that is starting, and changes its pages. */
async function passOn(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const since = Date.now();
  for (;;) {
    try {
      const reply = await ask(request, body);
      // Status 503 with this header comes from the server itself while it is not ready.
      if (reply.statusCode === 503 && reply.headers['retry-after'] && Date.now() - since < LONGEST_WAIT_MS) {
        reply.resume();
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        continue;
      }
      if (!/^text\/html/.test(reply.headers['content-type'] ?? '')) {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
        return;
      }
      const page = await pageOf(await bodyOf(reply), request.url ?? '/', vite);
      const { 'content-length': _length, etag: _etag, ...headers } = reply.headers;
      response.writeHead(reply.statusCode ?? 502, {
        ...headers,
        'cache-control': 'no-store',
        'content-security-policy': policyFor(String(headers['content-security-policy'] ?? ''), page),
      });
      response.end(page);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (Date.now() - since > LONGEST_WAIT_MS || !/ECONNREFUSED|ECONNRESET/.test(code ?? '')) {
        response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end('A aplicação não respondeu.');
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function ask(request: http.IncomingMessage, body: Buffer): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = http.request(
      {
        host: '127.0.0.1',
        port: behind,
        method: request.method,
        path: request.url,
        // Replies must be uncompressed, because pages are changed on the way.
        headers: { ...request.headers, 'accept-encoding': 'identity' },
      },
      resolve,
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

async function bodyOf(stream: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Returns a page of the app that loads the sources instead of the built files; documents without scripts are unchanged. */
async function pageOf(built: Buffer, address: string, { transformIndexHtml }: ViteDevServer): Promise<string> {
  const page = built.toString();
  if (!/<script type="module"/.test(page)) return page;
  return transformIndexHtml(
    address,
    page
      .replace(/<link [^>]*(?:href="\/assets\/[^"]*\.(?:js|css)")[^>]*>/g, '')
      // Removes the fonts of the last build; Vite serves those of the sources.
      .replace(/<style>@font-face[\s\S]*?<\/style>/g, '')
      // Removes the names of built files that the app would load later.
      .replace(/<meta [^>]*content="[^"]*\/assets\/[^>]*>/g, '')
      // Removes content that the last build rendered: the sources may render something else.
      .replace(/<div id="root">[\s\S]*?<\/div>(?=\s*<div id="wait")/, '<div id="root"></div>')
      .replace(
        /<script type="module"[^>]*src="\/assets\/[^"]*"[^>]*><\/script>/,
        '<script type="module" src="/src/main.web.tsx"></script>',
      ),
  );
}

/** Returns the server's own policy, extended by the inline modules and style elements that Vite adds. */
function policyFor(policy: string, page: string): string {
  const hashes = [...page.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)].map(
    ([, code]) =>
      ` 'sha256-${createHash('sha256')
        .update(code as string)
        .digest('base64')}'`,
  );
  return policy
    .replace(/script-src [^;]*/, (sources) => sources + hashes.join(''))
    .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'");
}

async function freePort(): Promise<number> {
  const probe = http.createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
