import net from 'node:net';
import { inOrder } from '../test/support/delay.ts';

/** Speed of a line; undefined does not slow it down. */
export interface Slowness {
  /** Bytes a second of all connections together, in each direction. */
  bytesPerSecond: number;
  /** Round-trip time in milliseconds. */
  roundTrip: number;
}

/** 400 kbit/s and 400 ms: the line on which the peers were measured. */
export const SLOW_3G: Slowness = { bytesPerSecond: 50_000, roundTrip: 400 };

/**
 * A proxy between a phone and the program: counts all bytes in both directions, headers included, and can slow them down.
 * It is outside the browser because the browser's own throttling does not apply to its service worker. Opening a connection
 * takes no time here, as with the browser's throttling.
 */
export interface Line {
  url: string;
  sent(): number;
  received(): number;
  requests(): number;
  slow(how: Slowness | undefined): void;
  close(): Promise<void>;
}

export async function openLine(to: string): Promise<Line> {
  const { hostname, port, protocol } = new URL(to);
  const moved = { up: 0, down: 0, requests: 0 };
  /** When the line will be free again, in each direction. */
  const free = { up: 0, down: 0 };
  let how: Slowness | undefined;
  const open = new Set<net.Socket>();

  const carry = (from: net.Socket, into: net.Socket, way: 'up' | 'down') => {
    const after = inOrder();
    from.on('data', (chunk: Buffer) => {
      moved[way] += chunk.length;
      // A browser sends one request at a time on a connection, and every request is the start of a write.
      if (way === 'up' && /^(GET|HEAD|POST|PUT|PATCH|DELETE) /.test(chunk.toString('latin1', 0, 8)))
        moved.requests += 1;
      if (!how) return after(0, () => void (into.writable && into.write(chunk)));
      const now = performance.now();
      free[way] = Math.max(free[way], now) + (chunk.length * 1000) / how.bytesPerSecond;
      after(free[way] - now + how.roundTrip / 2, () => void (into.writable && into.write(chunk)));
    });
    from.on('end', () => after(0, () => into.end()));
    from.on('error', () => into.destroy());
    from.on('close', () => open.delete(from));
    open.add(from);
  };
  const server = net.createServer({ noDelay: true }, (phone) => {
    const program = net.connect({ host: hostname, port: Number(port), noDelay: true });
    carry(phone, program, 'up');
    carry(program, phone, 'down');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as net.AddressInfo;
  return {
    url: `${protocol}//127.0.0.1:${own}`,
    sent: () => moved.up,
    received: () => moved.down,
    requests: () => moved.requests,
    slow: (wanted) => {
      how = wanted;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
