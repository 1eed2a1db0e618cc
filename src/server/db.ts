import pg from 'pg';
import { tracedStatement } from './tracing.ts';

// Counts come as bigint and money as integer; neither outgrows a double here. Dates without a time stay text,
// because a birthday has no time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Something that runs SQL: the pool, or one transaction of it. */
export interface Queryable {
  /** Rows of a statement. Its text must be a constant: each text is prepared once per connection, under a name. */
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, if there is one. */
  row<Row>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** How many rows a statement touched. */
  count(text: string, values?: readonly unknown[]): Promise<number>;
}

/**
 * One transaction. Statements that are asked for without waiting in between go out together, and the server answers them
 * in order: each journey there and back wakes two processes, which costs more than most statements do.
 */
export interface Transaction extends Queryable {
  /** For the last statement: the commit goes out right behind it. Nothing may be asked after it. */
  readonly last: Queryable;
}

export interface Database extends Queryable {
  /** Where it is, for a thread that opens connections of its own. */
  readonly url: string;
  /**
   * Runs `work` in one transaction: all of it or nothing.
   *
   * @param patience milliseconds that each of its statements may take, where the usual limit is too short.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, patience?: number): Promise<T>;
  /** Runs several statements without values, as migrations are. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
  /** Connections open, idle and calls waiting for one. */
  load(): { open: number; idle: number; waiting: number };
}

export interface DatabaseOptions {
  /** Most connections at a time. */
  connections?: number;
  /** Milliseconds after which the server gives a statement up. */
  statementTimeout?: number;
  /** Told of a connection that broke while idle, which must never end the process. */
  onIdleError?: (error: Error) => void;
}

// One name a text, the same in all connections: PostgreSQL parses and plans it once for each of them.
const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

type Run = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

/** `limit` is for a server that no longer answers at all; the connection's own unless it is given. */
const send = (
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
  limit?: number,
): Promise<pg.QueryResult> =>
  tracedStatement(text, () =>
    client.query({
      name: nameOf(text),
      text,
      values: values as unknown[],
      ...(limit === undefined ? {} : { query_timeout: limit }),
    } as pg.QueryConfig),
  );

function queryable(run: Run): Queryable {
  return {
    rows: async (text, values = []) => (await run(text, values)).rows,
    row: async (text, values = []) => (await run(text, values)).rows[0],
    count: async (text, values = []) => (await run(text, values)).rowCount ?? 0,
  };
}

/** Holds back what is written to this connection until everything that is asked for in one go has been. */
function together(client: pg.PoolClient): void {
  const { stream } = (client as unknown as pg.Client).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Milliseconds in which statements and connections under way end before the pool is closed all the same. */
const SETTLES = 2_000;

/**
 * Connections of one process. More of them do not answer more: on two cores shared with the database 32 callers were served
 * 15 % dearer by 16 connections than by 8, and dearer again by 32 (docs/performance.md).
 */
const CONNECTIONS = 8;

/** Milliseconds after the server's own limit in which its answer must have come. */
const GRACE = 500;

/** Opens a pool of connections. Nothing is connected until the first statement. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? CONNECTIONS,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeout ?? 5_000,
    // The server's own limit first; this one is for a server that no longer answers at all.
    query_timeout: (options.statementTimeout ?? 5_000) + GRACE,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'caderneta',
    // Statements of a transaction need not wait for each other's answers.
    pipeline: true,
    keepAlive: true,
  });
  // Without a listener node-postgres ends the process when an idle connection breaks.
  pool.on('error', (error) => options.onIdleError?.(error));
  return {
    ...queryable((text, values) => send(pool, text, values)),
    url,
    async transaction(work, patience) {
      const client = await pool.connect();
      let broken: Error | undefined;
      // A connection that dies between two statements reports it on the client, not on the pool.
      const onError = (error: Error) => {
        broken = error;
      };
      client.on('error', onError);
      let committed = false;
      const inOrder = <T>(ask: () => T): T => {
        together(client);
        return ask();
      };
      const begun = inOrder(() =>
        client.query(patience === undefined ? 'begin' : `begin; set local statement_timeout = ${Math.round(patience)}`),
      );
      const limit = patience === undefined ? undefined : patience + GRACE;
      // Known to whoever waits for the first statement.
      begun.catch(() => {});
      const run: Run = async (text, values) => {
        const asked = inOrder(() => send(client, text, values, limit));
        await Promise.all([begun, asked]);
        return asked;
      };
      const runLast: Run = async (text, values) => {
        committed = true;
        const asked = inOrder(() => send(client, text, values, limit));
        // After a statement that failed this undoes instead, as the server does by itself.
        const ended = inOrder(() => client.query('commit'));
        await Promise.all([begun, asked, ended]);
        return asked;
      };
      try {
        const result = await work({ ...queryable(run), last: queryable(runLast) });
        if (!committed) await client.query('commit');
        return result;
      } catch (error) {
        // A connection that no longer answers is not asked to undo: closing it does that.
        if (isSilent(error)) broken = error as Error;
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
    },
    async script(text) {
      await pool.query(text);
    },
    async close() {
      // The pool overlooks a connection that is still being made when it is told to end, and then waits for its idle time
      // to pass (pg-pool 3): so what is under way is waited for first.
      const until = Date.now() + SETTLES;
      while (pool.totalCount > pool.idleCount && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 5));
      await pool.end();
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** Whether the driver gave up waiting, with the statement still under way on that connection. */
const isSilent = (error: unknown): boolean => error instanceof Error && /query read timeout/i.test(error.message);
