// Tests a major upgrade of PostgreSQL with deploy/ha/major-upgrade.sh while answers arrive: from the cluster to a server of the embedded
// database's version, and back again. The new server is a single machine without Patroni.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { nativeFolder } from '../../src/server/db/embedded.ts';
import { addressOf, type Cluster, deploy, type Name, pause, type Server } from './machines.ts';
import type { Proof } from './proofs.ts';

const NEW_PORT = 5418;
/** Number of answers that each server must have acknowledged before the apps are moved to the other one. */
const ENOUGH = 200;

export const UPGRADE: Proof = {
  name: 'upgrade',
  what: 'major upgrade of PostgreSQL by logical replication, and the way back',
  times: () => 1,
  bound: 30,
  async once({ cluster, load, proxies }) {
    const { primary, other } = await cluster.whole();
    const before: Server = { name: primary, port: 5432 };
    const after: Server = { name: other, port: NEW_PORT };
    const configurations = new Map([[after, configurationFor(cluster, after)]]);
    startNew(cluster, after);
    await upgrade(cluster, 'copy', before, after, () => {});
    const outages: number[] = [];
    const move = async (from: Server, to: Server) => {
      const since = Date.now();
      for (const proxy of proxies) proxy.end();
      let enough = Number.POSITIVE_INFINITY;
      await upgrade(cluster, 'move', from, to, (line) => {
        if (!line.includes('start haproxy')) return;
        for (const proxy of proxies) proxy.follow(configurations.get(to));
        enough = load.acknowledged + ENOUGH;
      });
      outages.push(await load.backSince(since, 10_000));
      while (load.acknowledged < enough) await pause(100);
      const [there] = await cluster.statement<{ version: string; size: string; answers: string }>(
        to,
        `select current_setting('server_version') as version, pg_size_pretty(pg_database_size('caderneta')) as size,
           (select count(*) from answers)::text as answers`,
      );
      console.log(
        `  ${outages.at(-1)?.toFixed(1)} s without writes, now on ${there?.version}: ${there?.answers} answers, ${there?.size}`,
      );
    };
    await move(before, after);
    await move(after, before);
    await upgrade(cluster, 'end', before, after, () => {});
    cluster.on(other, 'sh', '-c', `${bin(cluster)}/pg_ctl -D ${data(cluster, other)} -m fast stop >/dev/null`);
    return Math.max(...outages);
  },
};

const bin = (cluster: Cluster) => path.join(cluster.folder, 'new-version', 'bin');
const data = (cluster: Cluster, name: Name) => path.join(cluster.disk(name), 'new-version');

/** Creates an empty server of the new version, with the app's role and database. */
function startNew(cluster: Cluster, server: Server): void {
  const { name, port } = server;
  fs.cpSync(nativeFolder(), path.join(cluster.folder, 'new-version'), { recursive: true, verbatimSymlinks: true });
  const folder = data(cluster, name);
  const password = path.join(cluster.folder, 'password');
  fs.writeFileSync(password, cluster.password);
  cluster.on(
    name,
    ...[`${bin(cluster)}/initdb`, '-D', folder, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${password}`],
    ...['-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions'],
  );
  fs.appendFileSync(path.join(folder, 'pg_hba.conf'), 'hostssl all all 10.77.0.0/24 scram-sha-256\n');
  const certificates = cluster.certificatesOf(name);
  const settings = [
    ...[`port=${port}`, `listen_addresses=${addressOf(name)}`, `unix_socket_directories=${cluster.disk(name)}`],
    ...['ssl=on', `ssl_cert_file=${certificates}/machine.crt`, `ssl_key_file=${certificates}/machine.key`],
    ...['max_connections=200', 'wal_level=logical', 'max_sync_workers_per_subscription=4'],
    ...['max_logical_replication_workers=6', 'max_worker_processes=16', 'wal_retrieve_retry_interval=200ms'],
  ];
  const options = settings.map((setting) => `-c ${setting}`).join(' ');
  cluster.on(
    name,
    ...['sh', '-c', `${bin(cluster)}/pg_ctl -D ${folder} -l ${folder}.log -w -o '${options}' start >/dev/null`],
  );
  cluster.createRole(server);
}

/** Runs the upgrade script and prints its output with the time. */
async function upgrade(
  cluster: Cluster,
  task: 'copy' | 'move' | 'end',
  from: Server,
  to: Server,
  heard: (line: string) => void,
): Promise<void> {
  const since = Date.now();
  const at = ({ name, port }: Server) => `host=${addressOf(name)} port=${port} user=postgres`;
  const script = spawn('sh', [path.join(deploy, 'ha', 'major-upgrade.sh'), task, at(from), at(to)], {
    env: { ...process.env, PGPASSWORD: cluster.password },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(script, 'exit');
  for await (const line of createInterface({ input: script.stdout })) {
    console.log(`  ${task}, ${((Date.now() - since) / 1_000).toFixed(1)} s: ${line}`);
    heard(line);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`major-upgrade.sh ${task} ended with ${code}`);
}

/** Returns the configuration of haproxy for a server without Patroni. */
function configurationFor(cluster: Cluster, { name, port }: Server): string {
  const file = path.join(cluster.folder, 'new-version.cfg');
  const listen = (what: string) =>
    `listen ${what}\n    bind "\${DATABASE_${what.toUpperCase()}_BIND}"\n    server new ${addressOf(name)}:${port}\n`;
  fs.writeFileSync(
    file,
    `defaults\n    mode tcp\n    timeout connect 2s\n    timeout client 1h\n    timeout server 1h\n\n${listen('write')}\n${listen('read')}`,
  );
  return file;
}
