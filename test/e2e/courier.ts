import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from './fixtures.ts';

/** The program behind a line on which replies are late or lost. */
interface Courier {
  url: string;
  /** Holds the next reply to this path back. `waits` resolves once the server has given it. */
  hold(path: string): { waits: Promise<void>; release(): void };
  /**
   * Loses the replies to this call: the server does what was asked, and the connection breaks. Browsers ask once more by themselves.
   *
   * @returns a function that ends it.
   */
  lose(method: string, path: string): () => void;
  /**
   * Cuts the line: nothing reaches the program. The browser's own offline mode lets out a call that a page makes while it is left.
   *
   * @returns a function that mends it.
   */
  cut(): () => void;
}

function inFrontOf(target: string): { server: http.Server } & Omit<Courier, 'url'> {
  const held = new Map<string, { arrived: () => void; released: Promise<void> }>();
  const lost = new Set<string>();
  let isCut = false;
  const server = http.createServer((request, reply) => {
    if (isCut) return void request.socket.destroy();
    const path = (request.url ?? '/').replace(/\?.*/, '');
    const { method, headers } = request;
    const asked = http.request(new URL(request.url ?? '/', target), { method, headers }, async (answer) => {
      answer.on('error', () => reply.destroy());
      if (lost.has(`${method} ${path}`)) return void reply.destroy();
      const wait = held.get(path);
      held.delete(path);
      wait?.arrived();
      await wait?.released;
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    asked.on('error', () => reply.destroy());
    request.pipe(asked);
  });
  return {
    server,
    hold(path) {
      let arrived = () => {};
      let release = () => {};
      const waits = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      held.set(path, { arrived, released });
      return { waits, release };
    },
    lose(method, path) {
      lost.add(`${method} ${path}`);
      return () => void lost.delete(`${method} ${path}`);
    },
    cut() {
      isCut = true;
      return () => {
        isCut = false;
      };
    },
  };
}

/** Extends the test with a line on which replies can be held back or lost. */
export const test = base.extend<{ courier: Courier }>({
  courier: async ({ browserName: _ }, use) => {
    const { server, ...actions } = inFrontOf(process.env['BASE_URL'] as string);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...actions });
    server.closeAllConnections();
    server.close();
  },
  baseURL: async ({ courier }, use) => use(courier.url),
});
