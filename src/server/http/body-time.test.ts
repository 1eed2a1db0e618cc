import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../watch/log.ts';
import { createAdmission } from './admission.ts';
import { extendBodyTime } from './body-time.ts';
import { createWebServer, waitForUpload } from './web-server.ts';

/** Longer than any pause of a busy machine, so that a body that is sent at once arrives in time. */
const LIMIT_MS = 3_000;
/** Bytes of a slow body, and the time between two of them: in all longer than the limit. */
const SLOW = [12, 400] as const;
/** Number of bytes and interval of a body that is sent at once. */
const FAST = [2, 1] as const;

/** Starts a server and returns its port. */
async function listening(server: http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Sends the head of a request and then its body, byte by byte at an interval.
 *
 * @returns everything that the server sent until it replied or closed the connection.
 */
async function sendSlowly(port: number, path: string, bytes: number, everyMs: number): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let received = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('error', () => {}).on('close', () => resolve());
    socket.on('data', (piece) => {
      received += piece;
      if (/whole|HTTP\/1.1 (408|503) /.test(received)) resolve();
    });
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += 1) {
    socket.write('1');
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  await answered;
  socket.destroy();
  return received;
}

/** A server that refuses `/refused` before its body has arrived, allows `/upload` more time, and reads every body. */
const admission = createAdmission({}, async () => undefined);
const port = await listening(
  admission
    .serve(
      (request, response) => {
        if (request.url === '/refused') return response.writeHead(401).end();
        if (request.url === '/upload') extendBodyTime(request, 60_000);
        return request.resume().on('end', () => response.end('whole'));
      },
      { keepAlive: 60_000, request: LIMIT_MS, upload: 120_000 },
    )
    .on('clientError', (_error, socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')),
);

test('a body that does not arrive in time is cut off, also after an early refusal', async () => {
  const [call, refused] = await Promise.all([
    sendSlowly(port, '/call', ...SLOW),
    sendSlowly(port, '/refused', ...SLOW),
  ]);
  expect(call).toMatch(/^HTTP\/1.1 408 /);
  expect(refused).toMatch(/^HTTP\/1.1 401 .*HTTP\/1.1 408 /s);
});

test('an upload may take longer', async () => {
  expect(await sendSlowly(port, '/upload', ...SLOW)).toContain('whole');
  expect(await sendSlowly(port, '/call', ...FAST)).toContain('whole');
});

test('the timeout of an upload begins when its body has arrived; of any other call, with the request', async () => {
  const { server, admission: gate } = await createWebServer(
    readConfig({ LOG_LEVEL: 'silent' }),
    createLog('silent'),
    async () => undefined,
  );
  const config = { longest: LIMIT_MS };
  server.post('/upload', {
    config,
    preParsing: async (request, reply, payload) => {
      waitForUpload(request, reply);
      return payload;
    },
    handler: async () => 'whole',
  });
  server.post('/call', { config, handler: async () => 'whole' });
  server.post('/stuck', {
    config,
    preParsing: async (request, reply, payload) => {
      waitForUpload(request, reply);
      return payload;
    },
    handler: () => new Promise(() => {}),
  });
  await server.ready();
  gate.open();
  const listens = await listening(server.server);
  const [upload, call, stuck] = await Promise.all([
    sendSlowly(listens, '/upload', ...SLOW),
    sendSlowly(listens, '/call', ...SLOW),
    sendSlowly(listens, '/stuck', ...FAST),
  ]);
  expect(upload).toMatch(/^HTTP\/1.1 200 /);
  expect(call).toMatch(/^HTTP\/1.1 503 /);
  expect(stuck).toMatch(/^HTTP\/1.1 503 /);
});
