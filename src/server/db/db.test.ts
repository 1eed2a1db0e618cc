import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { testDatabase } from '../../../test/support/app.ts';
import { named, openDatabase, type Transaction } from './db.ts';

const { db, url } = await testDatabase();
await db.script('create table counted (id integer primary key, note text)');

const put = (transaction: Pick<Transaction, 'count'>, id: number) =>
  transaction.count('insert into counted (id) values ($1)', [id]);
const ids = async () => (await db.rows<{ id: number }>('select id from counted order by id')).map(({ id }) => id);
const emptied = () => db.script('truncate counted');

test('statements sent together are answered in order, and later ones see the effects of earlier ones', async () => {
  await emptied();
  const seen = await db.transaction(async (transaction) => {
    const [, first, , second] = await Promise.all([
      put(transaction, 1),
      transaction.rows('select id from counted'),
      put(transaction, 2),
      transaction.rows('select id from counted order by id'),
    ]);
    return [first, second];
  });
  expect(seen).toEqual([[{ id: 1 }], [{ id: 1 }, { id: 2 }]]);
  expect(await ids()).toEqual([1, 2]);
});

test('a failing statement rolls back those sent with it, and the connection stays usable', async () => {
  await emptied();
  await put(db, 7);
  const failing = db.transaction((transaction) =>
    Promise.all([put(transaction, 1), put(transaction, 7), put(transaction, 2)]),
  );
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await ids()).toEqual([7]);
  const refused = db.transaction(async (transaction) => {
    await Promise.all([put(transaction, 1), transaction.rows('select id from counted')]);
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  expect(await ids()).toEqual([7]);
  expect(await db.transaction((transaction) => put(transaction, 8))).toBe(1);
  expect(await ids()).toEqual([7, 8]);
});

test('the last statement is committed once it is answered, or nothing is', async () => {
  await emptied();
  const done = await db.transaction(async (transaction) => {
    await put(transaction, 1);
    const touched = await put(transaction.last, 2);
    // The result arrives before the callback returns: the transaction is already committed.
    expect(await ids()).toEqual([1, 2]);
    return touched;
  });
  expect(done).toBe(1);
  const failing = db.transaction(async (transaction) => {
    await put(transaction, 3);
    return put(transaction.last, 1);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await ids()).toEqual([1, 2]);
  expect(db.load().idle).toBe(db.load().open);
});

test('a lost connection rejects all its statements, and the next transaction gets another', async () => {
  await emptied();
  const cut = db.transaction(async (transaction) => {
    const [{ pid }] = (await transaction.rows<{ pid: number }>('select pg_backend_pid() as pid')) as [{ pid: number }];
    await Promise.all([
      put(transaction, 1),
      transaction.rows('select pg_sleep(5)'),
      db.rows('select pg_terminate_backend($1)', [pid]),
      put(transaction, 2),
    ]);
  });
  await expect(cut).rejects.toThrow();
  expect(await ids()).toEqual([]);
  expect(await db.transaction((transaction) => put(transaction.last, 3))).toBe(1);
});

test('a transaction can set its own statement timeout, which does not apply to the next', async () => {
  const hurried = openDatabase(url, { connections: 1, statementTimeout: 200 });
  const sleep = (transaction: Pick<Transaction, 'rows'>) => transaction.rows('select pg_sleep(1.2)');
  await expect(hurried.transaction(sleep)).rejects.toMatchObject({ code: '57014' });
  await expect(hurried.transaction(sleep, 20_000)).resolves.toHaveLength(1);
  await expect(hurried.transaction(sleep)).rejects.toMatchObject({ code: '57014' });
  await hurried.close();
});

test('the columns of a statement are described once on a connection, and later rows read the same', async () => {
  await emptied();
  const one = openDatabase(url, { connections: 1 });
  const read = (id: number) =>
    one.row('select $1::int as id, null::text as nothing, $2::jsonb as list, $3::timestamptz as at', [
      id,
      JSON.stringify([id]),
      new Date(id),
    ]);
  const described = vi.spyOn(pg.Connection.prototype, 'describe');
  for (const id of [1, 2, 3]) {
    expect(await read(id)).toEqual({ id, nothing: null, list: [id], at: new Date(id) });
    expect(await put(one, id)).toBe(1);
    expect(await one.rows('select id from counted where id > $1', [9])).toEqual([]);
  }
  expect(described).toHaveBeenCalledTimes(3);
  // Another connection does not see the listener.
  const other = openDatabase(url, { connections: 1 });
  expect(await other.count('delete from counted')).toBe(3);
  expect(await put(other, 4)).toBe(1);
  expect(described).toHaveBeenCalledTimes(5);
  described.mockRestore();
  await one.close();
  await other.close();
});

test('arrays are sent unchanged', async () => {
  const given = [[1, -2, 0], [3, null], [null], [], ['a"b', 'c,d', null], [1.5, 2], [4_294_967_296]];
  const types = ['int[]', 'int[]', 'int[]', 'int[]', 'text[]', 'float8[]', 'bigint[]'];
  const row = await db.row<Record<string, unknown>>(
    `select ${types.map((type, place) => `to_json($${place + 1}::${type}) as "${place}"`).join()}`,
    given,
  );
  expect(Object.values(row ?? {})).toEqual(given);
});

test('the stack of an error includes the caller of the statement', async () => {
  const failing = async () => await db.rows('select 1 / $1::int', [0]);
  await expect(failing()).rejects.toMatchObject({ code: '22012', stack: expect.stringMatching(/failing/) });
});

test.each([
  ['select :one::int', 'select $1::int', ['one']],
  ['select :two, :one, :two', 'select $1, $2, $1', ['two', 'one']],
  ["select ':one', 'it''s :one', :one", "select ':one', 'it''s :one', $1", ['one']],
  ["select to_char(at, 'HH24:MI'), (list)[1:last], list[first:last] from t", null, []],
])('the named parameters of %s get numbers', (text, expected, names) => {
  expect(named(text)).toEqual({ text: expected ?? text, names });
});

test('a value without a name is refused, and named values reach the statement in a transaction too', async () => {
  await expect(db.rows('select :one', { two: 2 })).rejects.toThrow('Missing the value of :one');
  await expect(db.rows('select :one, $1', { one: 1 })).rejects.toThrow('Both $1 and :name');
  const row = await db.transaction((transaction) =>
    transaction.last.row('select :b::text || :a::text as text', { a: 'x', b: 'y' }),
  );
  expect(row).toEqual({ text: 'yx' });
});
