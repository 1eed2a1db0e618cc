import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from './fixtures.ts';

/** The program behind a proxy, which can install a new build of it, or refuse its pages. */
interface Builds {
  url: string;
  /** Installs a new build: every file gets another name, and the old names are not found. */
  update(): void;
  /** Answers every page, but no call, with 503, as under overload. */
  refusePages(): void;
}

/** Address of the files of the new build. */
const NEW = 'assets/new/';
const REWRITTEN = /^(text\/html|text\/css|text\/javascript|application\/javascript)/;

/** Starts a proxy in front of the running app. After `update` it renames the build's files in every reply, as a new version would. */
function inFrontOf(target: string): { server: http.Server } & Omit<Builds, 'url'> {
  let isUpdated = false;
  let refuses = false;
  // The typefaces keep their names: the page declares them inline, and its policy has their hash.
  const renamed = (text: string) => (isUpdated ? text.replaceAll(/assets\/(?![\w.-]+woff2)/g, NEW) : text);
  const server = http.createServer((request, reply) => {
    const path = request.url ?? '/';
    const isOfOldBuild = path.startsWith('/assets/') && !path.startsWith(`/${NEW}`) && !path.endsWith('.woff2');
    if (isUpdated && isOfOldBuild) return void reply.writeHead(404).end();
    if (refuses && request.headers['sec-fetch-mode'] === 'navigate') return void reply.writeHead(503).end('Ocupado');
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const asked = http.request(
      new URL(path.replace(`/${NEW}`, '/assets/'), target),
      { method: request.method, headers },
      (answer) => {
        const { 'content-length': _length, link, ...kept } = answer.headers;
        const status = answer.statusCode ?? 502;
        if (!REWRITTEN.test(kept['content-type'] ?? '')) {
          reply.writeHead(status, answer.headers);
          return void answer.pipe(reply);
        }
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          reply.writeHead(status, { ...kept, ...(link && { link: renamed(String(link)) }) });
          reply.end(renamed(Buffer.concat(chunks).toString('utf8')));
        });
      },
    );
    asked.on('error', () => reply.destroy());
    request.pipe(asked);
  });
  return {
    server,
    update: () => {
      isUpdated = true;
    },
    refusePages: () => {
      refuses = true;
    },
  };
}

/** Extends the test with a program that can be updated while it runs. */
export const test = base.extend<{ builds: Builds }>({
  builds: async ({ browserName: _ }, use) => {
    const { server, ...actions } = inFrontOf(process.env['BASE_URL'] as string);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...actions });
    server.closeAllConnections();
    server.close();
  },
  baseURL: async ({ builds }, use) => use(builds.url),
});
