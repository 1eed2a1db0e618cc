import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbedded } from '../../src/server/db/embedded.ts';
import { freePort, temporaryFolder } from './running-app.ts';

/** One of the two servers, reached over TCP. */
interface Node {
  port: number;
  /** Address with this host only. */
  url: string;
  run<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  restart(): Promise<void>;
}

/** A primary that acknowledges a commit only once its streaming replica has it, and that replica. */
export interface Pair {
  primary: Node;
  replica: Node;
  /** Address with both hosts, the replica first. */
  url: string;
  dispose(): Promise<void>;
}

/** Starts both with the embedded binaries: the replica begins as a copy of the primary's folder while the primary is stopped. */
export async function replicatedPair(): Promise<Pair> {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const ports = [await freePort(), await freePort()] as const;
  const rules = path.join(folders[0], 'pg_hba.conf');
  const trusted = ['local all all', 'host all all 127.0.0.1/32', 'host replication all 127.0.0.1/32'];
  fs.writeFileSync(rules, trusted.map((line) => `${line} trust\n`).join(''), { mode: 0o644 });
  const start = (which: 0 | 1, settings: Record<string, string> = {}): Promise<EmbeddedDatabase> =>
    startEmbedded(path.join(folders[which], 'postgres'), {
      listen_addresses: '127.0.0.1',
      port: String(ports[which]),
      hba_file: rules,
      ...settings,
    });
  const seed = await start(0);
  await seed.stop();
  const home = path.join(folders[1], 'postgres');
  execFileSync('cp', ['-a', seed.folder, home]);
  fs.writeFileSync(path.join(home, 'standby.signal'), '', { mode: 0o644 });
  const settings = [
    { synchronous_standby_names: 'replica' },
    { primary_conninfo: `host=127.0.0.1 port=${ports[0]} user=app application_name=replica` },
  ] as const;
  const servers: [EmbeddedDatabase, EmbeddedDatabase] = [await start(0, settings[0]), await start(1, settings[1])];
  const nodeOf = (which: 0 | 1): Node => {
    const url = `postgres://app@127.0.0.1:${ports[which]}/postgres`;
    return {
      port: ports[which],
      url,
      async run(text, values) {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        try {
          return (await client.query(text, values)).rows;
        } finally {
          await client.end();
        }
      },
      async kill() {
        process.kill(servers[which].pid() as number, 'SIGKILL');
        await servers[which].ended;
      },
      async restart() {
        servers[which] = await start(which, settings[which]);
      },
    };
  };
  return {
    primary: nodeOf(0),
    replica: nodeOf(1),
    url: `postgres://app@127.0.0.1:${ports[1]},127.0.0.1:${ports[0]}/postgres?target_session_attrs=read-write`,
    async dispose() {
      // The replica stops first, because the primary waits for it when it stops.
      await servers[1].stop();
      await servers[0].stop();
      for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
