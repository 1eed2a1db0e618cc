import net from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readRetryAfter } from '../src/web/device/queue.rules.ts';

export interface Reply {
  /** 0 when there was no reply: the connection was refused, cut, or silent for too long. */
  status: number;
  /** Seconds of the `Retry-After` header; null without one. */
  retryAfter: number | null;
  /** Returns the body as JSON, parsed on demand: most replies are only counted. */
  json(): unknown;
  /** Milliseconds from sending the request to its last received byte. */
  took: number;
}

export interface Connection {
  /** Sets the session of the following calls. */
  as(cookie: string): Connection;
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  close(): void;
}

/** The headers that a phone's browser sends with each call, because the server has to parse them. */
const LIKE_A_PHONE = [
  'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Accept: */*',
  'Accept-Language: pt-PT,pt;q=0.9',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Dest: empty',
  'sec-ch-ua: "Chromium";v="131", "Not_A Brand";v="24"',
  'sec-ch-ua-mobile: ?1',
  'sec-ch-ua-platform: "Android"',
].join('\r\n');

/** Milliseconds after which a call without a reply counts as failed. */
const PATIENCE_MS = 30_000;

/**
 * Returns one persistent connection with one call at a time, on a raw socket: Node's HTTP client would use as much CPU as the measured
 * server.
 */
export function openConnection(base: string, encodings = 'gzip, deflate, br'): Connection {
  const { hostname, port, origin } = new URL(base);
  const common = `Host: ${hostname}:${port}\r\nConnection: keep-alive\r\n${LIKE_A_PHONE}\r\nAccept-Encoding: ${encodings}\r\nReferer: ${origin}/tests\r\n`;
  let cookie = '';
  let socket: net.Socket | undefined;
  let received: Buffer = Buffer.alloc(0);
  let waiting: ((reply: Omit<Reply, 'took'>) => void) | undefined;

  const settle = (reply: Omit<Reply, 'took'>) => {
    const resolve = waiting;
    waiting = undefined;
    resolve?.(reply);
  };
  const drop = () => {
    socket?.destroy();
    socket = undefined;
    received = Buffer.alloc(0);
    settle({ status: 0, retryAfter: null, json: () => undefined });
  };
  const connect = (): net.Socket => {
    const opened = net.connect({ host: hostname, port: Number(port), noDelay: true });
    opened.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const reply = parse(received);
      if (!reply) return;
      received = Buffer.alloc(0);
      if (reply.closes) {
        socket = undefined;
        opened.end();
      }
      settle(reply);
    });
    const gone = () => {
      if (socket === opened) drop();
    };
    opened.on('error', gone);
    opened.on('close', gone);
    opened.setTimeout(PATIENCE_MS, gone);
    return opened;
  };
  const connection: Connection = {
    as(given) {
      cookie = given;
      return connection;
    },
    call(method, path, body) {
      const payload = body === undefined ? '' : JSON.stringify(body);
      const head =
        body === undefined
          ? ''
          : `Origin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(payload)}\r\n`;
      const started = performance.now();
      return new Promise((resolve) => {
        waiting = (reply) => resolve({ ...reply, took: performance.now() - started });
        socket ??= connect();
        socket.write(`${method} ${path} HTTP/1.1\r\n${common}Cookie: ${cookie}\r\n${head}\r\n${payload}`);
      });
    },
    close() {
      const open = socket;
      socket = undefined;
      open?.destroy();
    },
  };
  return connection;
}

/** Returns the reply, once it is complete. */
function parse(bytes: Buffer): (Omit<Reply, 'took'> & { closes: boolean }) | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const field = (name: RegExp) => name.exec(head)?.[1]?.toLowerCase();
  const closes = field(/\r\nconnection: (\w+)/i) === 'close';
  const retryAfter = readRetryAfter(field(/\r\nretry-after: ([^\r]+)/i) ?? null, Date.now());
  const encoding = field(/\r\ncontent-encoding: (\w+)/i);
  const unpack = (body: Buffer) => () => {
    const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    return plain.length === 0 ? undefined : JSON.parse(plain.toString());
  };
  const from = end + 4;
  if (status === 204 || status === 304) return { status, retryAfter, closes, json: () => undefined };
  const length = field(/\r\ncontent-length: (\d+)/i);
  if (length !== undefined) {
    const until = from + Number(length);
    return bytes.length < until ? undefined : { status, retryAfter, closes, json: unpack(bytes.subarray(from, until)) };
  }
  const chunks: Buffer[] = [];
  for (let at = from; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (bytes.length < line + 2 + size + 2) return undefined;
    if (size === 0) return { status, retryAfter, closes, json: unpack(Buffer.concat(chunks)) };
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
