import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { messageWithoutRow, withoutRow } from './database-errors.ts';

/** Returns the error of a statement on the test server. */
async function errorOf(text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: inject('databaseServer').replace('DATABASE', 'postgres') });
  await client.connect();
  try {
    await client.query(text);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await client.end();
  }
}

const TABLE = `create temp table person (id int, name text primary key check (length(name) < 20), age int not null);`;

test.each([
  ['a value of another type', `select 'Rosa Segredo'::int`],
  ['a row that cannot be read', `${TABLE} select '(1,Rosa Segredo'::person`],
  [
    'a row twice',
    `${TABLE} insert into person values (1, 'Rosa Segredo', 3); insert into person values (1, 'Rosa Segredo', 3)`,
  ],
  ['a missing value', `${TABLE} insert into person values (1, 'Rosa Segredo', null)`],
  ['a value out of bounds', `${TABLE} insert into person values (1, 'Rosa Segredo Rosa Segredo', 3)`],
])('%s is described without the row', async (_, text) => {
  const error = await errorOf(text);
  expect(JSON.stringify(error) + String(error)).toContain('Rosa Segredo');
  const said = withoutRow(error);
  expect(JSON.stringify(said)).not.toContain('Rosa');
  expect(said['code']).toMatch(/^2[23]/);
  expect(messageWithoutRow(error)).not.toContain('Rosa');
});

test('other errors keep their message and where they come from', () => {
  const error = Object.assign(new TypeError('this is no function'), { code: 'ERR_X' });
  expect(withoutRow(error)).toMatchObject({ type: 'TypeError', message: 'this is no function', code: 'ERR_X' });
  expect(withoutRow(error)['stack']).toMatch(/^\s+at .*database-errors\.test/);
});
