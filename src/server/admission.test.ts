import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

const admission = createAdmission({});
const held: http.ServerResponse[] = [];
const server = admission.serve((_request, response) => void held.push(response), { keepAlive: 1_000, request: 5_000 });
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('what a balancer and an operator ask takes nobody’s place', async () => {
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) => http.get({ port, path, agent: false }).on('error', () => {});
  for (const path of ['/readyz', '/healthz', '/metrics', '/api/user']) ask(path);
  await expect.poll(() => held.length).toBe(4);
  expect(admission.load().inHand).toBe(1);
  for (const response of held) response.end('ok');
  await expect.poll(() => admission.load().inHand).toBe(0);
});
