// Simulates three database machines on this one. Each is a network namespace with its own address, disk, etcd, Patroni and PostgreSQL, run
// with the files of deploy/ha.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import type tls from 'node:tls';
import pg from 'pg';

export const deploy = path.join(import.meta.dirname, '..', '..', 'deploy');
const BRIDGE = 'caderneta0';
const PASSWORD = 'only-for-this-run';
export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Repeats a step of the preparation: on a busy machine, registering a family may be refused. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 30; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await pause(1_000);
    }
  }
}

/** The address of this program on the network of the machines, and that of a machine that runs an app and nothing else. */
const OWN_ADDRESS = '10.77.0.1';
export const APP_ADDRESS = '10.77.0.2';

const run = (program: string, ...given: string[]) =>
  execFileSync(program, given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Installs the Debian packages whose programs are missing, without starting their services. */
export function install(): void {
  const packages: [string, string[]][] = [
    ['/usr/bin/patroni', ['patroni', 'python3-etcd']],
    // Patroni needs it for TLS to addresses, and does not depend on it.
    ['/usr/lib/python3/dist-packages/idna', ['python3-idna']],
    ['/usr/bin/etcd', ['etcd-server']],
    ['/usr/bin/etcdctl', ['etcd-client']],
    ['/usr/sbin/haproxy', ['haproxy']],
    ['/usr/bin/pgbackrest', ['pgbackrest']],
    ['/usr/lib/postgresql/15/bin/postgres', ['postgresql-15']],
    ['/usr/sbin/ip', ['iproute2']],
  ];
  const missing = packages.flatMap(([file, names]) => (fs.existsSync(file) ? [] : names));
  if (missing.length === 0) return;
  console.log(`A instalar ${missing.join(', ')}…`);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
}

export type Name = 'one' | 'two' | 'three';
export const NAMES: readonly Name[] = ['one', 'two', 'three'];
export const addressOf = (name: Name) => `10.77.0.1${NAMES.indexOf(name) + 1}`;
const space = (name: Name) => `caderneta-${name}`;

/** A PostgreSQL server on a machine; a name alone stands for the server under Patroni. */
export interface Server {
  name: Name;
  port: number;
}
const serverOf = (given: Name | Server): Server => (typeof given === 'string' ? { name: given, port: 5432 } : given);

export interface Member {
  name: Name;
  role: string;
  state: string;
  timeline?: number;
}

type Part = 'etcd' | 'patroni';

export class Cluster {
  readonly folder: string;
  readonly backups: string;
  #children = new Map<string, ChildProcess>();
  /** Password of the superuser, of replication and of Patroni. */
  #secret = PASSWORD;
  /** The password with which Patroni was started on each machine. */
  #given = new Map<Name, string>();
  #log: number;

  constructor(folder: string) {
    this.folder = folder;
    this.backups = path.join(folder, 'backups');
    this.#log = fs.openSync(path.join(folder, 'machines.log'), 'a');
  }

  disk = (name: Name) => path.join(this.folder, name);
  /** Stands for /etc/caderneta of a machine. */
  certificatesOf = (name: Name) => path.join(this.folder, 'certificates', name);
  /** The authority that apps and haproxy trust. */
  get authority(): string {
    return path.join(this.folder, 'authority.crt');
  }

  /** Returns the environment of the programs on a machine: its file of deploy/ha with this run's folders and passwords. */
  environment(name: Name): Record<string, string> {
    const text = fs
      .readFileSync(path.join(deploy, 'ha', `${name}.env`), 'utf8')
      .replaceAll('/etc/caderneta', this.certificatesOf(name));
    const given = Object.fromEntries(
      text
        .split('\n')
        .filter((line) => /^[A-Z]/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    return {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      LANG: 'C.UTF-8',
      ...given,
      PATRONI_POSTGRESQL_DATA_DIR: path.join(this.disk(name), 'postgres'),
      ETCD_DATA_DIR: path.join(this.disk(name), 'etcd'),
      PATRONI_SUPERUSER_PASSWORD: this.#secret,
      PATRONI_REPLICATION_PASSWORD: this.#secret,
      PATRONI_RESTAPI_PASSWORD: this.#secret,
      PGPASSFILE: path.join(this.disk(name), 'pgpass'),
      PGBACKREST_CONFIG: path.join(this.folder, 'pgbackrest.conf'),
      PGBACKREST_REPO1_PATH: this.backups,
      PGBACKREST_REPO1_CIPHER_PASS: PASSWORD,
      PGBACKREST_PG1_PATH: path.join(this.disk(name), 'postgres'),
      PGBACKREST_PG1_SOCKET_PATH: this.disk(name),
      PGBACKREST_SPOOL_PATH: this.disk(name),
      PGBACKREST_LOCK_PATH: this.disk(name),
    };
  }

  /** Creates a network of three machines, each with its own disk, which can be filled. */
  build(): void {
    if (run('ip', 'netns', 'list').includes('caderneta-'))
      throw new Error('machines of another run are still there: `ip netns list`');
    run('ip', 'link', 'add', 'name', BRIDGE, 'type', 'bridge');
    for (const address of [OWN_ADDRESS, APP_ADDRESS]) run('ip', 'addr', 'add', `${address}/24`, 'dev', BRIDGE);
    run('ip', 'link', 'set', BRIDGE, 'up');
    fs.mkdirSync(this.backups, { mode: 0o700 });
    run('chown', 'postgres:postgres', this.backups);
    for (const name of NAMES) {
      run('ip', 'netns', 'add', space(name));
      run('ip', 'link', 'add', `cad-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space(name));
      run('ip', 'link', 'set', `cad-${name}`, 'master', BRIDGE, 'up');
      run('ip', '-n', space(name), 'addr', 'add', `${addressOf(name)}/24`, 'dev', 'eth0');
      run('ip', '-n', space(name), 'link', 'set', 'eth0', 'up');
      run('ip', '-n', space(name), 'link', 'set', 'lo', 'up');
      const image = `${this.disk(name)}.img`;
      // The image is sparse: it takes only the space that is written.
      run('truncate', '-s', '24G', image);
      run('mkfs.ext4', '-q', '-m', '0', image);
      fs.mkdirSync(this.disk(name));
      run('mount', '-o', 'loop', image, this.disk(name));
      run('chown', 'postgres:postgres', this.disk(name));
      fs.chmodSync(this.disk(name), 0o755);
    }
    const certificates = path.join(this.folder, 'certificates');
    const machines = NAMES.map((name) => `${name}=${addressOf(name)}`);
    run('sh', path.join(deploy, 'ha', 'certificates.sh'), certificates, ...machines);
    fs.copyFileSync(path.join(certificates, 'ca.crt'), this.authority);
    fs.chmodSync(this.authority, 0o644);
    fs.chmodSync(certificates, 0o755);
    for (const name of NAMES) {
      fs.copyFileSync(
        path.join(deploy, 'ha', 'pgbackrest-archive.sh'),
        path.join(this.certificatesOf(name), 'pgbackrest-archive.sh'),
      );
      run('chown', '-R', 'postgres:postgres', this.certificatesOf(name));
    }
    for (const file of ['pgbackrest.conf', 'restore-to.sh', 'table-hashes.sql'])
      fs.copyFileSync(path.join(deploy, 'ha', file), path.join(this.folder, file));
    const configuration = fs.readFileSync(path.join(deploy, 'ha', 'patroni.yml'), 'utf8');
    // Each machine has its own folder for sockets, because network namespaces share the file system. This program looks into the
    // databases as the superuser, from an address that is no app's.
    for (const name of NAMES)
      fs.writeFileSync(
        path.join(this.folder, `${name}.yml`),
        configuration
          .replaceAll('/etc/caderneta', this.certificatesOf(name))
          .replace(/^ {2}parameters:$/m, `  parameters:\n    unix_socket_directories: "${this.disk(name)}"`)
          .replace(/^ {2}pg_hba:$/m, `  pg_hba:\n    - hostssl all postgres ${OWN_ADDRESS}/32 scram-sha-256`),
      );
  }

  /** @param also settings beside those of the machine's file. */
  start(name: Name, part: Part, also: Record<string, string> = {}): void {
    const program = part === 'etcd' ? ['/usr/bin/etcd'] : ['/usr/bin/patroni', path.join(this.folder, `${name}.yml`)];
    const child = spawn(
      'ip',
      [...`netns exec ${space(name)} setpriv --reuid postgres --regid postgres --init-groups`.split(' '), ...program],
      {
        cwd: '/',
        env: { ...this.environment(name), ...also },
        stdio: ['ignore', this.#log, this.#log],
        detached: true,
      },
    );
    if (part === 'patroni') this.#given.set(name, this.#secret);
    this.#children.set(`${name} ${part}`, child);
  }

  /** Stops Patroni, and its PostgreSQL with it, as systemd does. */
  async stop(name: Name): Promise<void> {
    const child = this.#children.get(`${name} patroni`);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  /** Empties the folder of a part on a machine, whose process must have ended. */
  clear(name: Name, part: 'etcd' | 'postgres'): void {
    fs.rmSync(path.join(this.disk(name), part), { recursive: true, force: true });
  }

  #pidsOf(name: Name, wanted: (command: string) => boolean): number[] {
    return run('ip', 'netns', 'pids', space(name))
      .split('\n')
      .filter(Boolean)
      .map(Number)
      .filter((pid) => {
        try {
          return wanted(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
        } catch {
          return false;
        }
      });
  }

  /** Sends a signal to programs on a machine: the database with its Patroni, etcd, or all of them. */
  signal(name: Name, what: 'database' | 'etcd' | 'all', signal: NodeJS.Signals): void {
    const isEtcd = (command: string) => command.startsWith('/usr/bin/etcd');
    for (const pid of this.#pidsOf(name, (command) => what === 'all' || isEtcd(command) === (what === 'etcd'))) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended meanwhile.
      }
    }
  }

  /** Disconnects a machine from the network, or reconnects it. */
  cable(name: Name, way: 'down' | 'up'): void {
    run('ip', 'link', 'set', `cad-${name}`, way);
  }

  /**
   * Calls Patroni's REST API on a machine.
   *
   * @param shows what the caller shows: the certificate of the machine, and the password.
   */
  askPatroni(
    name: Name,
    method: 'GET' | 'POST' | 'PATCH',
    address: string,
    { body, shows = [] }: { body?: unknown; shows?: ('certificate' | 'password')[] } = {},
  ): Promise<{ status: number; text: string }> {
    const file = (part: string) => fs.readFileSync(path.join(this.certificatesOf(name), part));
    return new Promise((resolve, reject) => {
      const request = https.request({
        host: addressOf(name),
        port: 8008,
        path: address,
        method,
        ca: fs.readFileSync(this.authority),
        timeout: method === 'GET' ? 1_000 : 30_000,
        ...(shows.includes('certificate') ? { cert: file('machine.crt'), key: file('machine.key') } : {}),
        ...(shows.includes('password') ? { auth: `patroni:${this.#given.get(name)}` } : {}),
      });
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      request.on('timeout', () => request.destroy(new Error('timeout')));
      request.on('error', reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** Changes the passwords in the environment of the machines and in the database; what runs has the old ones until it is started again. */
  async changePasswords(primary: Name, secret: string): Promise<void> {
    for (const role of ['replicator', 'postgres']) {
      await this.statement(primary, `alter role ${role} password '${secret}'`, 'postgres');
    }
    this.#secret = secret;
  }

  /** Makes the synchronous standby the primary. */
  async switchover(leader: Name, candidate: Name): Promise<void> {
    const { status, text } = await this.askPatroni(leader, 'POST', '/switchover', {
      body: { leader, candidate },
      shows: ['certificate', 'password'],
    });
    if (status !== 200) throw new Error(`switchover: ${status} ${text}`);
  }

  /** Changes the configuration of the cluster, as `patronictl edit-config` does. */
  async configure(on: Name, body: unknown): Promise<void> {
    const { status, text } = await this.askPatroni(on, 'PATCH', '/config', {
      body,
      shows: ['certificate', 'password'],
    });
    if (status !== 200) throw new Error(`configuration: ${status} ${text}`);
  }

  async members(): Promise<Member[]> {
    for (const name of NAMES) {
      try {
        const { text } = await this.askPatroni(name, 'GET', '/cluster');
        return (JSON.parse(text) as { members: Member[] }).members;
      } catch {
        // This machine is not reachable: ask the next one.
      }
    }
    return [];
  }

  /**
   * Returns whether a machine is the primary. It asks the machine itself, because one that has just come back may still name an old
   * primary.
   */
  async #isPrimary(name: Name): Promise<boolean> {
    const reply = await this.askPatroni(name, 'GET', '/primary').catch(() => null);
    return reply?.status === 200;
  }

  /** Waits until there is a primary that both standbys follow, and returns the machines by role. Throws after five minutes. */
  async whole(): Promise<{ primary: Name; synchronous: Name; other: Name }> {
    const deadline = Date.now() + 300_000;
    while (Date.now() < deadline) {
      const members = await this.members();
      const is = (role: string) => members.find((member) => member.role === role);
      const [primary, synchronous, other] = [is('leader'), is('sync_standby'), is('replica')];
      const ready = [synchronous, other].every(
        (member) => /running|streaming/.test(member?.state ?? '') && member?.timeline === primary?.timeline,
      );
      if (primary?.state === 'running' && synchronous && other && ready && (await this.#isPrimary(primary.name)))
        return { primary: primary.name, synchronous: synchronous.name, other: other.name };
      await pause(250);
    }
    throw new Error(`the cluster did not get whole again: ${JSON.stringify(await this.members())}`);
  }

  async statement<Row>(
    on: Name | Server,
    text: string,
    database = 'caderneta',
    values: unknown[] = [],
  ): Promise<Row[]> {
    const { name, port } = serverOf(on);
    const client = new pg.Client({
      host: addressOf(name),
      port,
      user: 'postgres',
      password: this.#secret,
      database,
      ssl: { ca: fs.readFileSync(this.authority), host: addressOf(name) } as tls.ConnectionOptions,
      connectionTimeoutMillis: 10_000,
      query_timeout: 3_600_000,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Runs a program on a machine as the user postgres. */
  on(name: Name, ...command: string[]): string {
    return execFileSync(
      'ip',
      [...`netns exec ${space(name)} setpriv --reuid postgres --regid postgres --init-groups`.split(' '), ...command],
      { cwd: '/', env: this.environment(name), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
  }

  createRole(on: Name | Server): void {
    const { name, port } = serverOf(on);
    execFileSync(
      'psql',
      [
        '-q',
        '-v',
        'ON_ERROR_STOP=1',
        '-h',
        addressOf(name),
        '-p',
        String(port),
        '-U',
        'postgres',
        '-f',
        path.join(deploy, 'create-role.sql'),
      ],
      {
        env: { ...process.env, PGPASSWORD: PASSWORD, APP_PASSWORD: PASSWORD },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
  }

  readonly password = PASSWORD;

  /** Stops and removes everything that `build` and `start` created. */
  async remove(): Promise<void> {
    const tried = (...command: [string, ...string[]]) => {
      try {
        run(...command);
      } catch {
        // It was not created.
      }
    };
    for (const name of NAMES) {
      try {
        this.signal(name, 'all', 'SIGKILL');
      } catch {
        // This machine was not created.
      }
    }
    await pause(1_000);
    for (const name of NAMES) {
      tried('ip', 'netns', 'del', space(name));
      tried('ip', 'link', 'del', `cad-${name}`);
      tried('umount', this.disk(name));
    }
    tried('ip', 'link', 'del', BRIDGE);
    fs.closeSync(this.#log);
    if (!process.env['TOPOLOGY_KEEP']) fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
