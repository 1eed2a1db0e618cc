import { randomUUID } from 'node:crypto';
import net, { type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { recordReviews } from '../../src/domains/knowing/practice/reviews.server.ts';
import type { Database } from '../../src/server/db/db.ts';
import { testApp } from '../support/app.ts';
import { aChild, aParent, type Parent } from '../support/builders.ts';

const app = await testApp();
await app.frame.server.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.frame.server.server.address() as AddressInfo;
app.frame.admission.open();

/** Sends practice by a real HTTP request, so that it passes admission control. */
const practise = (parent: Parent, childId: number) =>
  fetch(`http://127.0.0.1:${port}/api/children/${childId}/practice`, {
    method: 'POST',
    headers: { cookie: `${parent.cookie}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reviews: [] }),
  });

test('T25 one account’s calls that fill the buffer and never end are refused, and another family’s work is taken meanwhile', async () => {
  const [flooding, other] = [await aParent(app), await aParent(app)];
  const [{ id: own }, { id }] = [await aChild(flooding), await aChild(other)];
  const refused = Array.from({ length: 20 }, () => {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(
      `POST /api/children/${own}/practice HTTP/1.1\r\nHost: x\r\nCookie: ${flooding.cookie}\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    socket.write(`10000\r\n${' '.repeat(65_536)}\r\n`);
    return new Promise<string>((resolve) => {
      socket.once('data', (reply) => {
        socket.destroy();
        resolve(String(reply));
      });
      socket.on('error', () => resolve('closed'));
    });
  });
  expect((await practise(other, id)).status).toBe(200);
  for (const reply of await Promise.all(refused)) expect(reply).toMatch(/^HTTP\/1.1 413 /);
});

test('a call of the lane prolongs its session, and one without a session is refused', async () => {
  const parent = await aParent(app);
  const { id } = await aChild(parent);
  await app.db.count(`update sessions set last_seen_at = last_seen_at - interval '2 hours' where user_id = $1`, [
    parent.id,
  ]);
  const reply = await practise(parent, id);
  expect([reply.status, reply.headers.getSetCookie().length]).toEqual([200, 1]);
  expect((await practise({ ...parent, cookie: undefined }, id)).status).toBe(401);
});

test('T25 three hundred answers to the questions of a check take as few statements as one', async () => {
  const parent = await aParent(app);
  const { id } = await aChild(parent);
  const statementsFor = async (answers: number) => {
    let statements = 0;
    const counting = new Proxy(app.db, {
      get: (db, name: keyof Database) => {
        if (name === 'row' || name === 'rows' || name === 'count' || name === 'transaction') statements += 1;
        return db[name];
      },
    });
    const reviews = Array.from({ length: answers }, (_, place) => ({
      id: `check:${place + 1}:1`,
      selectedAnswer: 'A',
      at: new Date().toISOString(),
      clientId: randomUUID(),
    }));
    const { refused } = await recordReviews(counting, parent.id, id, reviews);
    expect(refused.map(({ code }) => code)).toEqual(reviews.map(() => 'unknown-card'));
    return statements;
  };
  expect(await statementsFor(300)).toBe(await statementsFor(1));
});
