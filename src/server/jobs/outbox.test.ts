import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/support/app.ts';
import { createLog } from '../watch/log.ts';
import { deliver, type Event, emit, forgetDelivered, listen, listenToMany } from './outbox.ts';

const { db } = await testDatabase();
const log = createLog('silent');

/** The events that the listeners received, one entry for each call. A payload with `fails` makes the listener fail. */
let calls: string[] = [];
const taken = (events: readonly Event[]) => {
  calls.push(events.map(({ payload }) => String(payload['name'])).join('+'));
  if (events.some(({ payload }) => payload['fails'])) throw new Error('no');
};
listenToMany('frequent', async (_transaction, events) => taken(events));
listen('rare', async (_transaction, event) => taken([event]));
listenToMany('half', async () => {});
listen('half', async (_transaction, event) => taken([event]));

const put = async (kind: string, ...names: string[]) => {
  for (const name of names) await emit(db, kind, { name, ...(name.endsWith('!') ? { fails: true } : {}) });
};
const waiting = async () =>
  (
    await db.rows<{ name: string }>(
      `select payload ->> 'name' as name from outbox where delivered_at is null order by id`,
    )
  ).map(({ name }) => name);

beforeEach(async () => {
  calls = [];
  await db.script('truncate outbox');
});

test('consecutive events of a frequent kind are delivered together, all others one by one, in order', async () => {
  await put('frequent', 'a', 'b');
  await put('rare', 'c', 'd');
  await put('frequent', 'e');
  await put('half', 'f', 'g');
  expect(await deliver(db, log)).toBe(7);
  expect(calls).toEqual(['a+b', 'c', 'd', 'e', 'f', 'g']);
  expect(await waiting()).toEqual([]);
});

test('a failing event does not delay others, stays in the outbox, and is retried', async () => {
  await put('frequent', 'a', 'b!', 'c');
  await put('rare', 'd!', 'e');
  expect(await deliver(db, log)).toBe(3);
  expect(calls.slice(0, 4)).toEqual(['a+b!+c', 'a', 'b!', 'c']);
  expect(calls.slice(4).filter((name) => name === 'e')).toEqual(['e']);
  expect(await waiting()).toEqual(['b!', 'd!']);
  await db.count(`update outbox set payload = payload - 'fails'`);
  expect(await deliver(db, log)).toBe(2);
  expect(await waiting()).toEqual([]);
});

test('at most the requested number is delivered at once', async () => {
  await put('frequent', 'a', 'b', 'c');
  expect(await deliver(db, log, 2)).toBe(2);
  expect(await waiting()).toEqual(['c']);
});

test('delivered events are deleted after a month, a few at a time, and others are not', async () => {
  await db.count(
    `insert into outbox (kind, payload, delivered_at)
     select 'rare', '{}', case when n <> 2 then now() - n * interval '10 days' end from generate_series(1, 7) as n order by n = 2 desc, n desc`,
  );
  expect(await forgetDelivered(db, 3)).toBe(5);
  expect(await db.rows(`select delivered_at is null as waits from outbox order by id`)).toEqual([
    { waits: true },
    { waits: false },
  ]);
});
