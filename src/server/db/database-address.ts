import pg from 'pg';

/** A PostgreSQL server named in an address. */
interface Host {
  host: string;
  port: number;
}

/** The parsed `DATABASE_URL`. */
export interface DatabaseAddress {
  /** Address of the first host alone, without `target_session_attrs`, as the driver understands it. */
  first: string;
  /** All hosts, in the order given. */
  hosts: readonly Host[];
  /** Whether a connection must accept writes. One that does not is closed, and another host is tried. */
  writable: boolean;
}

const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]+)([^#]*)$/;
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i;
/** Values of `target_session_attrs` that mean a server that accepts writes. */
const WRITABLE = ['read-write', 'primary'];

/** Thrown for an invalid address; the message is one line in Portuguese, without the password. */
export class BadAddress extends Error {}

/** An address whose password has characters that end the credentials, as generated passwords do. No host and no path contains `@`. */
const UNENCODED = /^(postgres(?:ql)?:\/\/[^:@/?#]*:)(.+)@([^@/?#]+(?:[/?#][^@]*)?)$/;

/** Returns the address with `/`, `?`, `#`, `@`, `[`, `]` and spaces of its password percent-encoded; `%` is left as it is. */
export function encodePassword(url: string): string {
  const [, start, password, rest] = UNENCODED.exec(url) ?? [];
  if (start === undefined || password === undefined) return url;
  return `${start}${password.replace(/[/?#@[\]\s]/g, encodeURIComponent)}@${rest}`;
}

/**
 * Reads an address with one or several hosts, as libpq does: `postgres://user:password@one:5432,two:5432/name?…`.
 *
 * @throws BadAddress.
 */
export function readDatabaseAddress(url: string): DatabaseAddress {
  const [, start, list, rest = ''] = SHAPE.exec(url) ?? [];
  // The embedded database has an address without a host, on a socket.
  if (start === undefined || list === undefined) return { first: url, hosts: [], writable: false };
  const hosts = list.split(',').map(readHost);
  const [path = '', query = ''] = rest.split('?');
  const search = new URLSearchParams(query);
  const wanted = search.get('target_session_attrs');
  if (wanted !== null && !WRITABLE.includes(wanted))
    throw new BadAddress('target_session_attrs tem de ser read-write, porque a aplicação escreve');
  if (hosts.length > 1 && wanted === null)
    throw new BadAddress('com vários servidores falta ?target_session_attrs=read-write');
  if (hosts.length > 1 && (search.has('host') || search.has('port')))
    throw new BadAddress('os servidores estão na lista e outra vez em host ou port');
  const names = hosts.map(({ host, port }) => `${host}:${port}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new BadAddress(`o servidor ${twice} está duas vezes`);
  search.delete('target_session_attrs');
  const left = search.toString();
  const [firstHost] = list.split(',');
  return { first: `${start}${firstHost}${path}${left ? `?${left}` : ''}`, hosts, writable: wanted !== null };
}

function readHost(text: string): Host {
  const [, host, port = '5432'] = HOST.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65535)
    throw new BadAddress('a lista de servidores não se consegue ler (servidor:porta,servidor:porta)');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** Thrown when no connection could be made. Nothing was sent, so the failed work may be repeated. */
class NotConnected extends Error {
  /** "The server cannot accept connections now", for which callers get a 503. */
  readonly code = '57P03';
}

/** Returns whether `error` happened before a statement could be sent. */
export const wasNotSent = (error: unknown): boolean =>
  error instanceof NotConnected || (error instanceof Error && error.cause instanceof NotConnected);

/** Milliseconds in which a host must say whether it accepts writes, and between two rounds of asking. */
const PROBE_MS = 1_000;
const BETWEEN_MS = 200;
/** Milliseconds for finding a host that accepts writes; less than the pool waits for a connection. */
const LOOK_FOR_MS = 2_000;

/** Remembers which of the hosts accepts writes, and searches again when that host no longer does. */
class Hosts {
  readonly #address: DatabaseAddress;
  #found: Promise<Host> | undefined;

  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  /**
   * Returns the host that accepts writes. All concurrent callers share one search.
   *
   * @throws NotConnected, or the error with which all hosts deny access.
   */
  find(): Promise<Host> {
    if (!this.#found) {
      const found = this.#look();
      this.#found = found;
      found.catch(() => this.forget(found));
    }
    return this.#found;
  }

  forget(known = this.#found): void {
    if (this.#found === known) this.#found = undefined;
  }

  async #look(): Promise<Host> {
    const until = Date.now() + LOOK_FOR_MS;
    for (;;) {
      try {
        return await Promise.any(this.#address.hosts.map((host) => this.#probe(host)));
      } catch (error) {
        const reasons = (error as AggregateError).errors as { code?: string; message: string }[];
        // A retry cannot help: wrong credentials, or a database that does not exist.
        const denied = reasons.find(({ code }) => /^28|^3D000$/.test(code ?? ''));
        if (denied) throw denied;
        if (Date.now() + BETWEEN_MS + PROBE_MS > until)
          throw new NotConnected(`no host accepts writes: ${reasons.map(({ message }) => message).join('; ')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
  }

  async #probe(host: Host): Promise<Host> {
    const client = new pg.Client({
      connectionString: this.#address.first,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
      application_name: 'caderneta-probe',
    });
    client.on('error', () => {});
    Object.assign(client, host);
    try {
      await client.connect();
      await mustAcceptWrites(client);
      return host;
    } finally {
      void client.end().catch(() => {});
    }
  }
}

async function mustAcceptWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new NotConnected(`${client.host}:${client.port} is read-only`);
}

/** All pools of this process share the known state of an address. */
const known = new Map<string, Hosts>();

/**
 * Forgets which host accepts writes. Call it when a connection was lost or refused a write: all hosts are asked again before the next
 * connection.
 */
export const forgetHost = (url: string): void => known.get(url)?.forget();

type Connected = (error: Error | null, client?: pg.Client) => void;

/**
 * Options with which the driver connects to an address. node-postgres supports neither several hosts nor `target_session_attrs`
 * (brianc/node-postgres#1470, #2781): for such an address a client is returned that connects to the host that accepts writes.
 */
export function connectionOptions(url: string): { connectionString: string; Client?: typeof pg.Client } {
  const address = readDatabaseAddress(url);
  if (!address.writable) return { connectionString: address.first };
  const hosts = known.get(url) ?? new Hosts(address);
  known.set(url, hosts);

  class WritableClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connected = this.#connectToWritable();
      if (!callback) return connected;
      connected.then(
        () => callback(null, this),
        (error: Error) => callback(error),
      );
      return undefined;
    }

    async #connectToWritable(): Promise<pg.Client> {
      Object.assign(this, await hosts.find());
      const { stream } = (this as unknown as { connection: pg.Connection }).connection;
      // The pool gave up waiting during the search.
      if (stream.destroyed) throw new NotConnected('timeout expired');
      try {
        await super.connect();
        await mustAcceptWrites(this);
      } catch (error) {
        hosts.forget();
        stream.destroy();
        throw error instanceof NotConnected ? error : new NotConnected((error as Error).message, { cause: error });
      }
      return this;
    }
  }
  return { connectionString: address.first, Client: WritableClient };
}

/** Returns a separate connection that is not open yet, for work that does not use a pool. */
export function clientFor(url: string, applicationName: string): pg.Client {
  const { connectionString, Client = pg.Client } = connectionOptions(url);
  return new Client({ connectionString, application_name: applicationName });
}
