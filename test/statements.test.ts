import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowKey } from '../src/server/db/statement.ts';
import { testDatabase } from './support/app.ts';
import { ELSEWHERE, type ExpectedColumn, findStatements } from './support/statements.ts';

/** A column of a statement as PostgreSQL describes it. */
interface DescribedColumn {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
}

/** Parses a statement on the server without running it. pg's own `query` always binds values and executes. */
class Description {
  #columns: DescribedColumn[] = [];
  readonly #text: string;
  readonly #done: (error: Error | undefined, columns: DescribedColumn[]) => void;

  constructor(text: string, done: (error: Error | undefined, columns: DescribedColumn[]) => void) {
    this.#text = text;
    this.#done = done;
  }
  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Record<'parse' | 'describe', (message: object) => void> & { sync(): void };
    wire.parse({ text: this.#text });
    wire.describe({ type: 'S' });
    wire.sync();
  }
  handleRowDescription({ fields }: { fields: DescribedColumn[] }): void {
    this.#columns = fields;
  }
  handleError(error: Error): void {
    this.#done(error, []);
  }
  handleReadyForQuery(): void {
    this.#done(undefined, this.#columns);
  }
}

/** The type to which `src/server/db/db.ts` converts each PostgreSQL type; all others are objects and arrays. */
const KINDS: Record<string, ExpectedColumn['kind']> = {
  bool: 'boolean',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  interval: 'other',
  numeric: 'number',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  varchar: 'string',
  name: 'string',
  bpchar: 'string',
};

/**
 * Columns that are nullable in their table but never null in these rows, with the condition that ensures it. PostgreSQL describes only a
 * column's own constraint.
 */
const NEVER_NULL: Record<string, string> = {
  'domains/telling/notifications/notifications.store.ts findEndedOpinion: endedAt': 'where ended_at is not null',
  'server/mail/mail-sending.ts takeMails: subject': 'a waiting mail has its text',
  'server/mail/mail-sending.ts takeMails: content': 'a waiting mail has its text',
  'server/mail/mail-sending.ts takeOthers: subject': 'a waiting mail has its text',
  'server/mail/mail-sending.ts takeOthers: content': 'a waiting mail has its text',
  'domains/bank/test-bank/content.store.ts upsertContentTests: contentKey': 'written by the same statement',
  'domains/bank/test-bank/tests.store.ts findPictures: svg': 'where figure_svg is not null',
  'domains/bank/test-bank/content.store.ts clearUnknownObjectives: objective': 'where objective is not null',
  'domains/knowing/statistics/statistics.store.ts findPoints: points': 'valid attempts are graded',
  'domains/knowing/statistics/statistics.store.ts findChosen: points': 'valid attempts are graded',
  'domains/knowing/progress/child-now.store.ts findCountedTests: score': 'attempts that count are graded',
  'domains/knowing/progress/child-now.store.ts findCountedTests: right': 'attempts that count are graded',
  'domains/knowing/trial/analysis.store.ts findMeasured: firstRight': 'measured weeks have their sums',
  'domains/knowing/trial/analysis.store.ts findMeasured: firstAsked': 'measured weeks have their sums',
  'domains/knowing/trial/analysis.store.ts findMeasured: secondRight': 'measured weeks have their sums',
  'domains/knowing/trial/analysis.store.ts findMeasured: secondAsked': 'measured weeks have their sums',
  'domains/knowing/reports/shares.store.ts findShares: value': 'only completed attempts are shared',
  'domains/knowing/reports/shares.store.ts findShares: percentage': 'only completed attempts are shared',
  'domains/knowing/reports/shares.store.ts findShared: value': 'only completed attempts are shared',
  'domains/knowing/reports/shares.store.ts findShared: percentage': 'only completed attempts are shared',
  'domains/money/plans/standing.store.ts findRecentRedemption: planId': 'where plan_id = $2',
  'domains/money/plans/standing.store.ts findRecentRedemption: until': 'a redeemed year has an end',
  'domains/money/payments/referrals.store.ts findFirstPayment: completedAt': "where status = 'completed'",
  'domains/knowing/knowledge/knowledge.store.ts findMappedAttempt: finishedAt': "where state = 'completed'",
  'domains/telling/notifications/notifications.store.ts findGraded: score': 'where completed',
  'domains/telling/notifications/notifications.store.ts findGraded: correct': 'where completed',
  'domains/telling/notifications/notifications.store.ts findGraded: finishedAt': 'where completed',
  'domains/people/children/children.store.ts markChildForDeletion: askedAt': 'written by the same statement',
  'domains/people/accounts/account.store.ts markForDeletion: askedAt': 'written by the same statement',
  'domains/people/accounts/child-mode.store.ts countPinTry: pinHash': 'where pin_hash is not null',
};

describe('every SQL statement', () => {
  const found = findStatements(path.join(import.meta.dirname, '..'));
  const statements = found.statements.filter(({ place }) => !ELSEWHERE.test(place));
  const unread = found.unread.filter((place) => !ELSEWHERE.test(place));
  let client: pg.Client;
  let types: Map<number, string>;
  /** Columns that cannot be null, as "table.column" numbers. */
  let notNull: Set<string>;

  const describeStatement = (text: string) =>
    new Promise<DescribedColumn[]>((resolve, reject) => {
      client.query(new Description(text, (error, columns) => (error ? reject(error) : resolve(columns))) as never);
    });

  beforeAll(async () => {
    const { url } = await testDatabase();
    client = new pg.Client({ connectionString: url });
    await client.connect();
    const named = await client.query<{ oid: number; typname: string }>('select oid::int, typname from pg_type');
    types = new Map(named.rows.map(({ oid, typname }) => [oid, typname]));
    const columns = await client.query<{ place: string }>(
      `select attrelid || '.' || attnum as place from pg_attribute where attnotnull`,
    );
    notNull = new Set(columns.rows.map(({ place }) => place));
  });
  afterAll(() => client.end());

  /** Returns the differences between the declared row and the described columns, as "column: what". */
  function disagreements(expected: readonly ExpectedColumn[], described: readonly DescribedColumn[]): string[] {
    const columns = new Map(described.map((column) => [rowKey(column.name), column]));
    const names = new Set(expected.map(({ name }) => name));
    const extra = described
      .map(({ name }) => rowKey(name))
      .filter((name) => !names.has(name))
      .map((name) => `${name}: is not declared`);
    return extra.concat(
      expected.flatMap(({ name, optional, nullable, kind }) => {
        const column = columns.get(name);
        if (!column) return optional ? [] : [`${name}: is declared and not selected`];
        const type = types.get(column.dataTypeID) ?? '';
        const isKind = KINDS[type] ?? 'other';
        const mayBeNull = column.tableID > 0 && !notNull.has(`${column.tableID}.${column.columnID}`);
        return [
          ...(isKind === kind || type.startsWith('json') ? [] : [`${name}: is ${type}, declared as ${kind}`]),
          ...(mayBeNull && !nullable && !optional ? [`${name}: may be null`] : []),
        ];
      }),
    );
  }

  test('consists of constants', () => {
    expect(unread).toEqual([]);
    expect(statements.length).toBeGreaterThan(350);
  });

  test('a missing, a surplus, a mistyped and a nullable column are detected', async () => {
    const column = (name: string, kind: ExpectedColumn['kind']) => ({ name, kind, optional: false, nullable: false });
    const expected = [column('id', 'string'), column('phone', 'string'), column('gone', 'string')];
    expect(disagreements(expected, await describeStatement('select id, phone, username from users'))).toEqual([
      'username: is not declared',
      'id: is int4, declared as string',
      'phone: may be null',
      'gone: is declared and not selected',
    ]);
    await expect(describeStatement('select nothing from users')).rejects.toThrow('does not exist');
  });

  test('is valid in the migrated schema and returns the declared rows', async () => {
    const problems: string[] = [];
    for (const { place, text, columns } of statements) {
      try {
        const described = await describeStatement(text);
        if (columns) problems.push(...disagreements(columns, described).map((what) => `${place}: ${what}`));
      } catch (error) {
        problems.push(`${place}: ${(error as Error).message}`);
      }
    }
    const isKnown = (problem: string) => problem.replace(/: may be null$/, '') in NEVER_NULL;
    expect([...new Set(problems)].filter((problem) => !isKnown(problem))).toEqual([]);
    const outdated = Object.keys(NEVER_NULL).filter((known) => !problems.includes(`${known}: may be null`));
    expect(outdated, 'take these out of NEVER_NULL').toEqual([]);
  });
});
