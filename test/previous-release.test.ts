import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from './support/app.ts';
import { ELSEWHERE, RELEASES } from './support/statements.ts';

// Two releases share one database during an upgrade: the statements of the last release must still work in today's schema.

interface Recorded {
  place: string;
  text: string;
}

const root = path.join(import.meta.dirname, '..');
const version = /^## (\d+\.\d+\.\d+) /m.exec(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'))?.[1];

/**
 * Statements of the last release that today's schema refuses, because of a migration that requires all processes to be stopped
 * (docs/operations.md, *Upgrading*). Emptied when the next release is recorded.
 */
const STOPPED_FIRST: Record<string, RegExp> = {
  // 0061
  'features/tests/tests.store.ts insertVersion': /^version_questions: no value for content$/,
};

let client: pg.Client;
/** Columns without a default, by table, to which an insert must give a value. */
let required: Map<string, string[]>;

beforeAll(async () => {
  const { url } = await testDatabase();
  client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and a.attnotnull and not a.atthasdef and a.attidentity = '' group by c.relname`,
  );
  required = new Map(rows.map(({ name, columns }) => [name, columns]));
});
afterAll(() => client.end());

/** Returns why the schema would refuse a statement, or undefined if it is valid. */
async function refusalOf(text: string): Promise<string | undefined> {
  for (const [, table = '', columns = ''] of text.matchAll(/\binsert\s+into\s+(\w+)(?:\s+as\s+\w+)?\s*\(([^)]*)\)/gi)) {
    const given = columns.split(',').map((column) => column.trim());
    const missing = (required.get(table) ?? []).filter((column) => !given.includes(column));
    if (missing.length > 0) return `${table}: no value for ${missing.join(', ')}`;
  }
  try {
    await client.query(`prepare recorded as ${text}`);
    await client.query('deallocate recorded');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test('a dropped column and a new required one are detected', async () => {
  expect(await refusalOf('select id, nothing from users')).toMatch(/does not exist/);
  expect(await refusalOf('insert into users (username) values ($1)')).toMatch(/^users: no value for .*full_name/);
  expect(await refusalOf('select id from users where id = $1')).toBeUndefined();
});

test('every statement of the last release is valid in today’s schema', async () => {
  const file = path.join(RELEASES, `${version}.statements.json.gz`);
  expect(fs.existsSync(file), `record release ${version}: node scripts/record-statements.ts`).toBe(true);
  const recorded = (JSON.parse(gunzipSync(fs.readFileSync(file)).toString()) as Recorded[]).filter(
    ({ place }) => !ELSEWHERE.test(place),
  );
  expect(recorded.length).toBeGreaterThan(300);
  const refused = new Set<string>();
  for (const { place, text } of recorded) {
    const why = await refusalOf(text);
    if (why) refused.add(`${place}: ${why}`);
  }
  const isKnown = (refusal: string) =>
    Object.entries(STOPPED_FIRST).some(
      ([place, why]) => refusal.startsWith(`${place}: `) && why.test(refusal.slice(place.length + 2)),
    );
  expect([...refused].filter((refusal) => !isKnown(refusal))).toEqual([]);
  const outdated = Object.keys(STOPPED_FIRST).filter(
    (place) => ![...refused].some((refusal) => refusal.startsWith(`${place}: `)),
  );
  expect(outdated, 'take these out of STOPPED_FIRST').toEqual([]);
});
