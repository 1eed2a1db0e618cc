import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/server/embedded.ts';
import { freePort, temporaryFolder } from './running-app.ts';

/** Where Debian keeps its PostgreSQL servers, a folder for each version. */
const DEBIAN = '/usr/lib/postgresql';
/** The oldest version that the app promises to run on. */
const OLDEST = 15;

/** For a server that is thrown away with its data: nothing it does waits for the disk. */
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
  /** For `TEST_DATABASE_URL`: over the network, with a password, as a role that is no superuser. */
  url: string;
  version: string;
  stop(): Promise<void>;
}

/** Returns the machine's oldest server that the app must run on, if it has one. */
function debianServer(): string | undefined {
  if (!fs.existsSync(DEBIAN)) return undefined;
  const versions = fs
    .readdirSync(DEBIAN)
    .map(Number)
    .filter((version) => version >= OLDEST && fs.existsSync(path.join(DEBIAN, String(version), 'bin', 'initdb')));
  return versions.length > 0 ? path.join(DEBIAN, String(Math.min(...versions))) : undefined;
}

/**
 * Returns a PostgreSQL server as an operator has one: reached over TCP with a password, by a role that may make databases and nothing else.
 * The machine's own version where it has one, else the one that comes with the app.
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
