import pg from 'pg';
import { isDatabaseLost } from '../http/errors.ts';
import { tracedStatement } from '../watch/tracing.ts';
import { connectionOptions, forgetHost, wasNotSent } from './database-address.ts';
import { execute, type StatementResult } from './statement.ts';

// Counts are bigint and money is integer; neither exceeds the safe range of a double here. Dates stay text, because a
// birthday has no time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * The values of a statement: a list for `$1`, `$2`…, or an object for `:name`, which may have more members than the statement names. A
 * statement with more than four parameters names them.
 */
export type Values = readonly unknown[] | object;

/** Runs SQL: the pool or one of its transactions. */
export interface Queryable {
  /** Returns the rows of a statement. The text must be constant: each text becomes a named prepared statement per connection. */
  rows<Row>(text: string, values?: Values): Promise<Row[]>;
  /** Returns the first row, or undefined if there is none. */
  row<Row>(text: string, values?: Values): Promise<Row | undefined>;
  /** Returns the number of affected rows. */
  count(text: string, values?: Values): Promise<number>;
}

/**
 * One transaction. Statements issued without awaiting the previous one are pipelined and answered in order, because a round trip takes
 * longer than most statements.
 */
export interface Transaction extends Queryable {
  /** Sends the last statement of the transaction together with its commit. No statement may follow. */
  readonly last: Queryable;
}

export interface Database extends Queryable {
  /** Connection URL, for threads that open their own connections. */
  readonly url: string;
  /**
   * Runs `work` in one transaction.
   *
   * @param patience statement timeout in milliseconds, when the default is too short.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, patience?: number): Promise<T>;
  /** Runs several statements without parameters, as in migrations. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
  /** Numbers of open and idle connections and of waiting calls. */
  load(): { open: number; idle: number; waiting: number };
}

export interface DatabaseOptions {
  /** Maximum number of connections. */
  connections?: number;
  /** Statement timeout on the server, in milliseconds. */
  statementTimeout?: number;
  /** Milliseconds to wait for a free connection. */
  connectTimeout?: number;
  /** Called when an idle connection breaks; this must never end the process. */
  onIdleError?: (error: Error) => void;
}

// One statement name per text, the same on all connections, so that PostgreSQL parses and plans each text once per
// connection.
const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

type Run = (text: string, values: readonly unknown[]) => Promise<StatementResult>;

/** `limit` is a client-side timeout for a server that does not respond; defaults to the connection's own. */
const send = (
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
  limit?: number,
): Promise<StatementResult> => tracedStatement(text, () => execute(client, nameOf(text), text, values, limit));

function queryable(runNumbered: Run): Queryable {
  const run = (text: string, values: Values) =>
    isList(values) ? runNumbered(text, values) : runNumbered(...numbered(text, values));
  return {
    rows: async <Row>(text: string, values: Values = []) => (await run(text, values)).rows as Row[],
    row: async <Row>(text: string, values: Values = []) => (await run(text, values)).rows[0] as Row,
    count: async (text, values = []) => (await run(text, values)).count,
  };
}

const isList = (values: Values): values is readonly unknown[] => Array.isArray(values);

/** A quoted text, a cast, or a named parameter. The bounds of a slice (`[1:last]`) are none of them. */
const NAMED = /'(?:[^']|'')*'|::|(?<!\w):([a-z]\w*)/gi;

const known = new Map<string, { text: string; names: readonly string[] }>();

/** Returns a statement with `$1`, `$2`… in place of its named parameters, and the names in that order. */
export function named(text: string): { text: string; names: readonly string[] } {
  let found = known.get(text);
  if (!found) {
    const names: string[] = [];
    const numberOf = (name: string) => (names.includes(name) ? names.indexOf(name) + 1 : names.push(name));
    const plain = text.replace(NAMED, (all, name?: string) => (name ? `$${numberOf(name)}` : all));
    if (names.length > 0 && /\$\d/.test(text)) throw new Error(`Both $1 and :name in ${text}`);
    found = { text: plain, names };
    known.set(text, found);
  }
  return found;
}

/** @throws Error if a value is missing. */
function numbered(text: string, values: object): [text: string, values: readonly unknown[]] {
  const { text: plain, names } = named(text);
  const pick = (name: string) => {
    if (name in values) return values[name as never];
    throw new Error(`Missing the value of :${name} in ${text}`);
  };
  return [plain, names.map(pick)];
}

/** Buffers writes to this connection, so that statements issued in the same tick are sent together. */
function together(client: pg.PoolClient): void {
  const { stream } = (client as unknown as pg.Client).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const ACCESS: Record<string, string> = {
  '28P01': 'A base de dados recusa a senha que está em DATABASE_URL.',
  '28000': 'A base de dados recusa o utilizador que está em DATABASE_URL.',
  '3D000': 'A base de dados que DATABASE_URL nomeia não existe.',
};

/** Returns in one line why the database denies access, or undefined for other errors, which may be transient. */
export const accessProblem = (error: unknown): string | undefined =>
  ACCESS[String((error as { code?: unknown } | null)?.code)];

/** Milliseconds to wait for running statements before the pool is closed. */
const SETTLES_MS = 2_000;

/**
 * Database connections of one process. Measured with 32 callers, on two cores that the database uses too: 16 or 32 connections took more CPU
 * than 8 (bench/figures/split.md).
 */
const CONNECTIONS = 8;

/** Milliseconds by which the client's statement timeout exceeds the server's. */
const GRACE_MS = 500;

/**
 * Begins a transaction. BEGIN is sent together with the first statement.
 *
 * @param patience timeout of its statements in milliseconds, if not the default.
 * @returns `run` sends a statement, `runLast` sends one together with COMMIT, and `commit` ends a transaction whose last statement was sent
 * by `run`.
 */
function begin(client: pg.PoolClient, patience: number | undefined) {
  let committed = false;
  const inOrder = <T>(ask: () => T): T => {
    together(client);
    return ask();
  };
  const begun = inOrder(() =>
    client.query(patience === undefined ? 'begin' : `begin; set local statement_timeout = ${Math.round(patience)}`),
  );
  const limit = patience === undefined ? undefined : patience + GRACE_MS;
  // The first statement reports the error.
  begun.catch(() => {});
  const run: Run = async (text, values) => {
    const asked = inOrder(() => send(client, text, values, limit));
    await Promise.all([begun, asked]);
    return asked;
  };
  const runLast: Run = async (text, values) => {
    committed = true;
    const asked = inOrder(() => send(client, text, values, limit));
    // After a failed statement, COMMIT rolls back.
    const ended = inOrder(() => client.query('commit'));
    await Promise.all([begun, asked, ended]);
    return asked;
  };
  const commit = async () => {
    if (!committed) await client.query('commit');
  };
  return { run, runLast, commit };
}

/**
 * Runs work in a transaction of a client, and releases the client.
 *
 * @param patience as in `begin`.
 * @param onLost called when the server was lost, or did not respond.
 */
async function inTransaction<T>(
  client: pg.PoolClient,
  work: (transaction: Transaction) => Promise<T>,
  patience: number | undefined,
  onLost: () => void,
): Promise<T> {
  let broken: Error | undefined;
  // A connection lost between two statements emits the error on the client, not on the pool.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  const { run, runLast, commit } = begin(client, patience);
  try {
    const result = await work({ ...queryable(run), last: queryable(runLast) });
    await commit();
    return result;
  } catch (error) {
    // No ROLLBACK on an unresponsive connection: closing it has the same effect.
    if (isSilent(error) || isDatabaseLost(error)) {
      broken = error as Error;
      onLost();
    }
    if (!broken) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
    }
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** Opens a connection pool. Connections are made on the first statement. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: options.connections ?? CONNECTIONS,
    connectionTimeoutMillis: options.connectTimeout ?? 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeout ?? 5_000,
    // The server's timeout fires first; this one covers a server that does not respond.
    query_timeout: (options.statementTimeout ?? 5_000) + GRACE_MS,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'caderneta',
    // Allows pipelining within a transaction.
    pipeline: true,
    keepAlive: true,
  });
  // Without a listener, node-postgres ends the process when an idle connection breaks.
  pool.on('error', (error) => options.onIdleError?.(error));
  // Nor has a connection a listener between the statement that ends on it and the transaction that waits for it.
  pool.on('connect', (client) => void client.on('error', () => {}));
  /** Repeats work once if it failed before anything was sent; another host may have taken over meanwhile. */
  const connecting = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!wasNotSent(error)) {
        if (isDatabaseLost(error) || isSilent(error)) forgetHost(url);
        throw error;
      }
      return work();
    }
  };
  return {
    ...queryable((text, values) => connecting(() => send(pool, text, values))),
    url,
    async transaction(work, patience) {
      const client = await connecting(() => pool.connect());
      return inTransaction(client, work, patience, () => forgetHost(url));
    },
    async script(text) {
      await pool.query(text);
    },
    async close() {
      // pg-pool 3 ignores connections still being opened when it is closed and then waits for their idle timeout, so
      // they are awaited first.
      const until = Date.now() + SETTLES_MS;
      while (pool.totalCount > pool.idleCount && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 5));
      await pool.end();
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** Returns whether the driver timed out while the statement was still running on that connection. */
const isSilent = (error: unknown): boolean => error instanceof Error && /query read timeout/i.test(error.message);
