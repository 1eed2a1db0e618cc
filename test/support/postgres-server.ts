import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/server/db/embedded.ts';
import { freePort, temporaryFolder } from './running-app.ts';

/** The folder of Debian's PostgreSQL servers, with a folder for each version. */
const DEBIAN = '/usr/lib/postgresql';
/** The oldest version that the app supports. */
const OLDEST = 15;

/** Settings for a server that is deleted with its data: it never waits for the disk. */
export const THROWN_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  checkpoint_flush_after: '0',
  max_wal_size: '4GB',
  autovacuum: 'off',
  max_connections: '200',
} as const;

export interface PostgresServer {
  /** For `TEST_DATABASE_URL`: over the network, with a password, as a role that is not a superuser. */
  url: string;
  version: string;
  stop(): Promise<void>;
}

/** Returns the folder of the machine's oldest supported server, or undefined. */
function debianServer(): string | undefined {
  if (!fs.existsSync(DEBIAN)) return undefined;
  const versions = fs
    .readdirSync(DEBIAN)
    .map(Number)
    .filter((version) => version >= OLDEST && fs.existsSync(path.join(DEBIAN, String(version), 'bin', 'initdb')));
  return versions.length > 0 ? path.join(DEBIAN, String(Math.min(...versions))) : undefined;
}

/**
 * Starts a PostgreSQL server like an operator's: reached over TCP with a password, by a role that may only create databases. It is of the
 * machine's own version if there is one, else of the app's.
 */
export async function postgresServer(): Promise<PostgresServer> {
  const folder = temporaryFolder();
  const port = await freePort();
  const rules = path.join(folder, 'pg_hba.conf');
  fs.writeFileSync(rules, 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n', { mode: 0o644 });
  const server = await startEmbedded(
    path.join(folder, 'postgres'),
    { listen_addresses: '127.0.0.1', port: String(port), hba_file: rules, ...THROWN_AWAY },
    debianServer(),
  );
  const admin = new pg.Client({ connectionString: `${server.url()}&port=${port}` });
  await admin.connect();
  await admin.query("create role caderneta login createdb password 'only-for-tests'");
  const { rows } = await admin.query<{ server_version: string }>('show server_version');
  await admin.end();
  return {
    url: `postgres://caderneta:only-for-tests@127.0.0.1:${port}/postgres`,
    version: rows[0]?.server_version ?? '',
    stop: async () => {
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
