import pg from 'pg';

// pg's own class asks for the description of the rows at every execution and creates their parsers again. This class keeps both for as long
// as the connection lives. That is safe because PostgreSQL refuses a prepared statement whose result type has changed.

/** The members of pg that its types omit. */
type Connection = pg.Connection & { describe(what: object): void };
interface Field {
  name: string;
  dataTypeID: number;
}
const { prepare } = pg.Query.prototype as unknown as { prepare(connection: Connection): void };

type Row = Record<string, unknown>;

/** Returns the key of a column in a row: `full_name` is read as `fullName`. */
export const rowKey = (column: string): string =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** How the rows of a statement are read. */
interface RowReader {
  /** A row with empty values, which is copied for each row: that is faster than adding the columns one by one. */
  blank: Row;
  columns: { name: string; parse: (text: string) => unknown }[];
}

/** What is known about the prepared statements of a connection, by name. */
interface Known {
  readers: Map<string, RowReader>;
  /** The connection, without sending the message that asks for the description of the rows. */
  undescribed: Connection;
}
const knownOf = new WeakMap<Connection, Known>();

function known(connection: Connection): Known {
  let found = knownOf.get(connection);
  if (!found) {
    found = { readers: new Map(), undescribed: Object.create(connection, { describe: { value: () => {} } }) };
    knownOf.set(connection, found);
  }
  return found;
}

/** The rows of a statement, and the number of rows that it read or wrote. */
export interface StatementResult<R = Row> {
  rows: R[];
  count: number;
}

/**
 * Returns a list of integers in PostgreSQL's notation, and any other value unchanged. The driver would quote each integer and look for
 * characters to escape in it.
 */
const textOfNumbers = (value: unknown): unknown =>
  Array.isArray(value) && value.length > 0 && value.every((item) => item === null || Number.isSafeInteger(item))
    ? `{${value.map((item) => item ?? 'null').join(',')}}`
    : value;

/** One execution of a prepared statement. */
class Statement extends pg.Query {
  readonly name: string;
  /**
   * Milliseconds after which the driver gives up; undefined for the connection's own limit. The driver reads the property under this name.
   */
  readonly query_timeout: number | undefined;
  readonly #result: StatementResult = { rows: [], count: 0 };
  #readers: Known['readers'] | undefined;
  #reader: RowReader = { blank: {}, columns: [] };

  constructor(name: string, text: string, values: readonly unknown[], limit?: number) {
    super(text, values.map(textOfNumbers));
    this.name = name;
    this.query_timeout = limit;
  }

  prepare(connection: Connection): void {
    const { readers, undescribed } = known(connection);
    const reader = readers.get(this.name);
    this.#readers = readers;
    if (reader) this.#reader = reader;
    prepare.call(this, reader ? undescribed : connection);
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#reader = {
      blank: Object.fromEntries(fields.map(({ name }) => [rowKey(name), null])),
      columns: fields.map(({ name, dataTypeID }) => ({
        name: rowKey(name),
        parse: pg.types.getTypeParser(dataTypeID, 'text'),
      })),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row = { ...this.#reader.blank };
    const { columns } = this.#reader;
    for (let place = 0; place < columns.length; place += 1) {
      const text = fields[place] as string | null;
      const column = columns[place] as RowReader['columns'][number];
      if (text !== null) row[column.name] = column.parse(text);
    }
    this.#result.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#readers?.set(this.name, this.#reader);
    this.#result.count = Number(/\d+$/.exec(text)?.[0] ?? 0);
  }

  handleReadyForQuery(): void {
    (this as unknown as { callback(error: null, result: StatementResult): void }).callback(null, this.#result);
  }
}

/**
 * Sends a statement on one of the pool's connections, or on the given one.
 *
 * @param name name of the prepared statement; it must be the same for the same text.
 * @param limit milliseconds after which the driver gives up.
 */
export async function execute(
  client: pg.Pool | pg.PoolClient,
  name: string,
  text: string,
  values: readonly unknown[],
  limit?: number,
): Promise<StatementResult> {
  const statement = new Statement(name, text, values, limit);
  try {
    return await new Promise((resolve, reject) => {
      const done = (error: Error | null | undefined, result: StatementResult) =>
        error ? reject(error) : resolve(result);
      // The pool and its connections accept statements of pg's class. They call back with the result that `Statement` passes on.
      client.query(statement as unknown as pg.QueryConfig, done as never);
    });
  } catch (error) {
    // Replaces the error's stack, which ends in the driver's parser, with one that leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
