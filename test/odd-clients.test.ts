import net, { type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { testApp } from './support/app.ts';
import { aParent, PASSWORD } from './support/builders.ts';

const app = await testApp();
await app.frame.server.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.frame.server.server.address() as AddressInfo;

/** Sends these bytes and returns the reply, until the program closes the connection. */
function sent(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    let reply = '';
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      reply += data;
    });
    socket.on('close', () => resolve(reply));
    socket.on('error', reject);
  });
}

test.each([
  ['a method that does not exist', 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  [
    'two lengths',
    'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['an address of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
])('a malformed request is refused with our own message: %s', async (_name, bytes, status) => {
  const reply = await sent(bytes);
  expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const [head = '', body = ''] = reply.split('\r\n\r\n');
  expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/^O pedido /), code: expect.any(String) });
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
});

test('a client that disconnects before the reply: its address is recorded, and the request is carried out', async () => {
  const parent = await aParent(app);
  const body = JSON.stringify({ username: parent.username, password: PASSWORD });
  const sessions = () =>
    app.db.rows<{ address: string }>(
      'select s.address from sessions s join users u on u.id = s.user_id where u.username = $1 order by s.created_at',
      [parent.username],
    );
  const before = (await sessions()).length;
  // An invalid byte after the request ends the connection while the password is being checked.
  await sent(
    `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}\u0001\r\n\r\n`,
  );
  await expect.poll(async () => (await sessions()).length).toBe(before + 1);
  expect((await sessions()).at(-1)?.address).toBe('127.0.0.1');
});
