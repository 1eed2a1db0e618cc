import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

/** Requests that were handed on, in order; the test answers them. */
const held: { url: string; body: string; response: http.ServerResponse }[] = [];
const MAX_WAITING = 40;
/** In these tests the number in the path is the account; 0 means no session. */
const accountOf = async ({ url }: http.IncomingMessage) => Number(/\d+/.exec(url ?? '')) || undefined;
const admission = createAdmission({}, accountOf, {
  atOnce: 2,
  maxWaiting: MAX_WAITING,
  maxWaitingOfOne: 20,
  longestWaitMs: 60_000,
});
const server = admission.serve(
  (request, response) => {
    const one = { url: `${request.url}`, body: '', response };
    held.push(one);
    request.on('data', (chunk) => (one.body += chunk));
  },
  { keepAlive: 1_000, request: 60_000, upload: 60_000 },
);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(async () => {
  await answerAll();
  held.length = 0;
});

/** Answers the requests that are held, and those that take their places, until none is left. */
async function answerAll(): Promise<void> {
  await expect
    .poll(() => {
      for (const { response } of held) if (!response.writableEnded) response.end('ok');
      return admission.load();
    })
    .toMatchObject({ inHand: 0, waiting: 0 });
}

interface Got {
  status: number | undefined;
  retryAfter: string | undefined;
}
function ask(path: string, body?: string): { got: Promise<Got>; request: http.ClientRequest } {
  const request = http.request({ port, path, agent: false, method: body === undefined ? 'GET' : 'POST' });
  const got = new Promise<Got>((resolve) => {
    request.on('error', () => resolve({ status: undefined, retryAfter: undefined }));
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'] }));
    });
  });
  request.end(body);
  return { got, request };
}

const sitting = (id: number) => ask(`/api/prepared/${id}/sitting`, `{"sitting":${id}}`);

test('health checks and metrics are not limited', async () => {
  for (const path of ['/readyz', '/healthz', '/metrics', '/api/user']) ask(path);
  await expect.poll(() => held.length).toBe(4);
  expect(admission.load().inHand).toBe(1);
});

test('of the sittings of many accounts two are processed at a time, in order of arrival; every one once, completely', async () => {
  const all = Array.from({ length: 20 }, (_, place) => place + 1);
  const replies: Promise<Got>[] = [];
  for (const id of all) {
    replies.push(sitting(id).got);
    await expect.poll(() => held.length + admission.load().waiting).toBe(id);
  }
  expect(admission.load()).toMatchObject({ inHand: 2, waiting: 18 });
  // Meanwhile a child who answers online is served at once.
  const online = ask('/api/answers', '{}');
  await expect.poll(() => held.at(-1)?.url).toBe('/api/answers');
  held.pop()?.response.end('ok');
  expect((await online.got).status).toBe(200);
  for (const [place] of all.entries()) {
    await expect.poll(() => held.length).toBe(Math.min(place + 2, all.length));
    held[place]?.response.end('ok');
  }
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(all.map(() => 200));
  expect(held.map(({ url }) => url)).toEqual(all.map((id) => `/api/prepared/${id}/sitting`));
  expect(held.map(({ body }) => body)).toEqual(all.map((id) => `{"sitting":${id}}`));
});

test.each([
  '/api/children/7/practice?x',
  '/api/children/7/practice?',
  '/api/children/7/practic%65',
  '/api/prepared/7/sitting#x',
])('%s shares the lane, however the address is written', async (address) => {
  for (const id of [1, 2]) sitting(id);
  await expect.poll(() => held.length).toBe(2);
  ask(address, '[]');
  await expect.poll(() => admission.load().waiting).toBe(1);
  expect(held).toHaveLength(2);
});

test('health checks with a query are not limited either', async () => {
  for (const path of ['/readyz?x', '/healthz?x', '/metrics?x']) ask(path);
  await expect.poll(() => held.length).toBe(3);
  expect(admission.load().inHand).toBe(0);
});

test('reviews of cards share the lane; other endpoints do not', async () => {
  for (const id of [1, 2]) sitting(id);
  await expect.poll(() => held.length).toBe(2);
  ask('/api/children/7/practice', '[]');
  ask('/api/children/7/practice');
  ask('/api/prepared', '{}');
  await expect
    .poll(() =>
      held
        .map(({ url }) => url)
        .slice(2)
        .sort(),
    )
    .toEqual(['/api/children/7/practice', '/api/prepared']);
  expect(admission.load().waiting).toBe(1);
});

test('a phone that disconnects while waiting leaves its place to the next', async () => {
  const [, , third] = [1, 2, 3, 4].map(sitting);
  await expect.poll(() => admission.load()).toMatchObject({ inHand: 2, waiting: 2 });
  third?.request.destroy();
  await expect.poll(() => admission.load().waiting).toBe(1);
  held[0]?.response.end('ok');
  await expect.poll(() => held.length).toBe(3);
  expect(new Set(held.map(({ url }) => url)).size).toBe(3);
});

test('a slow upload takes no place in the lane until it has arrived', async () => {
  const slow = Array.from({ length: 5 }, () => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write('POST /api/prepared/9/sitting HTTP/1.1\r\nHost: x\r\nContent-Length: 13\r\n\r\n{"slow":');
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  sitting(1);
  await expect.poll(() => held.length).toBe(1);
  expect(admission.load()).toMatchObject({ inHand: 1, waiting: 0 });
  for (const socket of slow) socket.write('true}');
  await expect.poll(() => held.length + admission.load().waiting).toBe(6);
  expect(held[1]?.body).toBe('{"slow":true}');
  for (const socket of slow) socket.destroy();
});

test('T25 bodies that fill the buffer and never end take no place in the lane', async () => {
  const sockets = Array.from({ length: 20 }, () => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write('POST /api/children/7/practice HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`);
    return socket;
  });
  // They bypass the lane and reach the handler, which rejects them: such a body is larger than the limit.
  await expect.poll(() => held.length).toBe(20);
  sitting(1);
  await expect.poll(() => held.at(-1)?.url).toBe('/api/prepared/1/sitting');
  for (const socket of sockets) socket.destroy();
});

test('T25 one account has one call in hand at a time, and the others have their turns before the rest of its flood', async () => {
  for (let number = 0; number < 15; number += 1) ask('/api/children/7/practice', `${number}`);
  await expect.poll(() => admission.load()).toMatchObject({ inHand: 1, waiting: 14 });
  sitting(1);
  await expect.poll(() => held.length).toBe(2);
  sitting(2);
  await expect.poll(() => admission.load().waiting).toBe(15);
  held[0]?.response.end('ok');
  await expect.poll(() => held.length).toBe(3);
  expect(held.map(({ url }) => url.split('/')[3])).toEqual(['7', '1', '2']);
});

test('T58 a call of a parcel waits for the turn of its account where the phone’s would, and others do not', async () => {
  for (const id of [1, 2]) sitting(id);
  await expect.poll(() => held.length).toBe(2);
  const begun: string[] = [];
  const handIn = (url: string) => admission.handedIn({ method: 'POST', url }, 3, async () => begun.push(url));
  const practice = handIn('/api/children/7/practice');
  await handIn('/api/answers');
  expect(begun).toEqual(['/api/answers']);
  held[0]?.response.end('ok');
  await practice;
  expect(begun).toEqual(['/api/answers', '/api/children/7/practice']);
});

test('a call without a session takes no place in the lane', async () => {
  for (const id of [1, 2, 3]) sitting(id);
  await expect.poll(() => admission.load()).toMatchObject({ inHand: 2, waiting: 1 });
  ask('/api/children/0/practice', '{}');
  await expect.poll(() => held.at(-1)?.url).toBe('/api/children/0/practice');
});

test('a body larger than the buffer is passed on', async () => {
  const body = 'x'.repeat(500_000);
  ask('/api/prepared/1/sitting', body);
  await expect.poll(() => held[0]?.body.length).toBe(body.length);
});

test('when the queue is full, a sitting is refused with a Retry-After, and other calls are not', async () => {
  for (let id = 1; id <= MAX_WAITING + 2; id += 1) sitting(id);
  await expect.poll(() => admission.load()).toMatchObject({ inHand: 2, waiting: MAX_WAITING });
  const refused = await Promise.all([1, 2, 3].map(() => sitting(99).got));
  for (const { status, retryAfter } of refused) {
    expect(status).toBe(503);
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(5);
    expect(Number(retryAfter)).toBeLessThanOrEqual(20);
  }
  expect(admission.load().refused).toBe(3);
  ask('/api/answers', '{}');
  await expect.poll(() => held.some(({ url }) => url === '/api/answers')).toBe(true);
});

test('while the service is shut, a browser that opens a page gets a page, and a call gets JSON', async () => {
  admission.shut();
  try {
    const url = `http://127.0.0.1:${port}`;
    const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const [path, headers, type] of [
      ['/', asPage, 'text/html'],
      ['/api/file', { ...asPage, 'sec-fetch-dest': 'document' }, 'text/html'],
      ['/api/children', {}, 'application/json'],
      ['/api/children', asPage, 'application/json'],
    ] as const) {
      const reply = await fetch(url + path, { headers });
      expect([path, reply.status, reply.headers.get('retry-after')]).toEqual([path, 503, '1']);
      expect(reply.headers.get('content-type')).toContain(type);
      const text = await reply.text();
      if (type === 'text/html') {
        expect(text).toContain('<h1>A página não abriu</h1><p>O serviço está ocupado.');
        // A style that the policy does not name would not be applied.
        const [, style = ''] = /<style>(.+)<\/style>/.exec(text) ?? [];
        expect(style).toContain('main{');
        const hash = createHash('sha256').update(style).digest('base64');
        expect(reply.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
        expect(text).toContain('http-equiv="refresh" content="5"');
        expect(text).toContain('<a href="">Tentar agora</a>');
      } else expect(JSON.parse(text)).toMatchObject({ code: 'unavailable' });
    }
  } finally {
    admission.open();
  }
});
