import net from 'node:net';
import { test as base } from './fixtures.ts';

/** The program behind a network connection that can be cut. */
interface Line {
  url: string;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  mend(): void;
}

async function openLine(target: string): Promise<Line & { close(): void }> {
  const { hostname, port } = new URL(target);
  const open = new Set<net.Socket>();
  let isCut = false;
  const server = net.createServer((phone) => {
    if (isCut) return void phone.destroy();
    const program = net.connect(Number(port), hostname);
    for (const end of [phone, program]) {
      open.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        open.delete(end);
        phone.destroy();
        program.destroy();
      });
    }
    phone.pipe(program).pipe(phone);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endAll = () => {
    for (const end of open) end.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    cut: () => {
      isCut = true;
      endAll();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      endAll();
      server.close();
    },
  };
}

/**
 * Extends the test with phones that can be started without network. Playwright's `setOffline` is not enough for that: it applies to a
 * service worker only after the worker has started, and earlier requests, including background sync, are sent.
 */
export const test = base.extend<{ line: Line }>({
  line: async ({ browserName: _ }, use) => {
    const line = await openLine(process.env['BASE_URL'] as string);
    await use(line);
    line.close();
  },
  baseURL: async ({ line }, use) => use(line.url),
});
