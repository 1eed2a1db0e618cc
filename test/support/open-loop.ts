import net from 'node:net';

/** The result of a request: its status, or 0 if its connection was lost. */
export interface Outcome {
  status: number;
  retryAfter: boolean;
  took: number;
}

/** Sends prepared requests at a fixed rate, whether or not earlier ones were answered. It needs little CPU, which is left to the app. */
export interface OpenLoop {
  /** Sends a request. @returns false if every connection is waiting for a reply and the request was not sent. */
  send(request: Buffer, done: (outcome: Outcome) => void): boolean;
  idle(): Promise<void>;
  close(): void;
}

interface Line {
  socket: net.Socket;
  since: number;
  done: ((outcome: Outcome) => void) | undefined;
  head: string;
  left: number;
  status: number;
  retryAfter: boolean;
}

export async function openLoop(url: string, connections: number): Promise<OpenLoop> {
  const { hostname, port } = new URL(url);
  const free: Line[] = [];
  let busy = 0;
  const finish = (line: Line, status: number) => {
    const { done } = line;
    if (!done) return;
    line.done = undefined;
    busy -= 1;
    done({ status, retryAfter: line.retryAfter, took: performance.now() - line.since });
    if (status !== 0) free.push(line);
  };
  const receive = (line: Line, chunk: Buffer) => {
    if (line.left >= 0) {
      line.left -= chunk.length;
    } else {
      line.head += chunk.toString('latin1');
      const end = line.head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = line.head.slice(0, end);
      line.status = Number(head.slice(9, 12));
      line.retryAfter = /\r\nretry-after: \d/i.test(head);
      line.left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) - (line.head.length - end - 4);
    }
    if (line.left === 0) finish(line, line.status);
  };
  const connect = () =>
    new Promise<Line>((resolve, reject) => {
      const socket = net.connect(Number(port), hostname);
      const line: Line = { socket, since: 0, done: undefined, head: '', left: -1, status: 0, retryAfter: false };
      socket.setNoDelay(true);
      socket.once('connect', () => resolve(line));
      socket.on('error', reject);
      socket.on('data', (chunk) => receive(line, chunk));
      socket.on('close', () => finish(line, 0));
    });
  const lines: Line[] = [];
  for (let opened = 0; opened < connections; opened += 50)
    lines.push(...(await Promise.all(Array.from({ length: 50 }, connect))));
  free.push(...lines);
  return {
    send(request, done) {
      const line = free.pop();
      if (!line) return false;
      Object.assign(line, { since: performance.now(), done, head: '', left: -1 });
      busy += 1;
      line.socket.write(request);
      return true;
    },
    async idle() {
      while (busy > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    close: () => {
      for (const { socket } of lines) socket.destroy();
    },
  };
}
