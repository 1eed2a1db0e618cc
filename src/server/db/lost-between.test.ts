import net from 'node:net';
import { expect, test } from 'vitest';
import { openDatabase } from './db.ts';

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Buffer | string = ''): Buffer {
  const content = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const READY = message('Z', 'I');
const FAREWELL = message('E', 'SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0');

/** Completes the first statement and dies: both arrive in one piece, as at a program that has been too busy to read. */
async function dyingServer(): Promise<{ url: string; close(): void }> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]));
      socket.once('data', () => {
        const done = [message('1'), message('2'), message('n'), message('C', 'SELECT 0\0'), READY];
        socket.end(Buffer.concat([...done, FAREWELL]));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return { url: `postgres://app@127.0.0.1:${port}/postgres`, close: () => server.close() };
}

test('a connection that dies as a transaction gets it fails that transaction, not the process', async () => {
  const server = await dyingServer();
  const db = openDatabase(server.url, { connections: 1 });
  const first = db.rows('select 1');
  const next = db.transaction((transaction) => transaction.rows('select 2'));
  await expect(next).rejects.toThrow(/not queryable|terminat/i);
  expect(await first).toEqual([]);
  await db.close();
  server.close();
});
