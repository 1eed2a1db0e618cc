import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pause } from '../support/faults.ts';
import { aFamily, loadedApp, type RunningApp } from '../support/running-app.ts';

/** Number of slow callers: more than the requests that may be processed at a time. */
const STRANGERS = 700;

let app: RunningApp;
beforeAll(async () => {
  app = await loadedApp();
  await app.start();
});
afterAll(() => app.dispose());

test(`${STRANGERS} bodies that arrive byte by byte do not block other callers`, async () => {
  const family = await aFamily(app.url);
  const { hostname, port, host } = new URL(app.url);
  const sockets = Array.from({ length: STRANGERS }, () => {
    const socket = net.connect(Number(port), hostname);
    socket.on('error', () => {}).resume();
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    );
    return socket;
  });
  try {
    await pause(1_000);
    for (let call = 0; call < 20; call += 1) {
      const since = performance.now();
      expect((await family.call('GET', '/api/children')).status).toBe(200);
      expect((await family.call('POST', '/api/answers', {})).status).toBe(400);
      expect(performance.now() - since).toBeLessThan(2_000);
      for (const socket of sockets) if (!socket.destroyed) socket.write(' ');
      await pause(100);
    }
    expect(sockets.filter((socket) => !socket.destroyed).length).toBeGreaterThan(STRANGERS / 2);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});
