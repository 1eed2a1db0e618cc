import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { RunningApp } from '../../test/support/running-app.ts';
import type { Load } from './load.ts';
import { type Cluster, NAMES, pause } from './machines.ts';

const CONFIGURATION = path.join(import.meta.dirname, '..', '..', 'deploy', 'ha', 'haproxy.cfg');

/** haproxy beside an app process, restarted when it dies, as its systemd unit would. */
export class DatabaseProxy {
  #child: ChildProcess | undefined;
  #going = true;
  #configuration = CONFIGURATION;
  #write: number;
  #read: number;

  #authority: string;

  /** @param authority file with the certificate that the checks of the machines trust. */
  constructor(write: number, read: number, authority: string) {
    this.#write = write;
    this.#read = read;
    this.#authority = authority;
    this.#start();
  }
  #start(): void {
    this.#child = spawn('haproxy', ['-db', '-f', this.#configuration], {
      stdio: 'ignore',
      env: {
        PATH: '/usr/sbin:/usr/bin',
        DATABASE_WRITE_BIND: `127.0.0.1:${this.#write}`,
        DATABASE_READ_BIND: `127.0.0.1:${this.#read}`,
        DATABASE_CA: this.#authority,
      },
    });
    this.#child.on('exit', () => this.#going && setTimeout(() => this.#start(), 1_000));
  }
  kill(): void {
    this.#child?.kill('SIGKILL');
  }
  end(): void {
    this.#going = false;
    this.#child?.kill('SIGKILL');
  }
  /** Starts haproxy again after `end`, with this configuration file or with that of deploy/ha. */
  follow(configuration = CONFIGURATION): void {
    this.#configuration = configuration;
    this.#going = true;
    this.#start();
  }
}

export interface Scene {
  cluster: Cluster;
  load: Load;
  apps: readonly RunningApp[];
  proxies: readonly DatabaseProxy[];
}

export interface Proof {
  name: string;
  what: string;
  times: (quick: boolean) => number;
  bound: number | undefined;
  /** Runs the scene once and returns the seconds without writes. */
  once(scene: Scene): Promise<number>;
}

/** Fills the disk of a file. `fallocate` does almost all of it at once, because the load in this process must not wait. */
function fill(file: string): void {
  const { bavail, bsize } = fs.statfsSync(path.dirname(file));
  execFileSync('fallocate', ['-l', String(bavail * bsize - (1 << 20)), file]);
  const rest = fs.openSync(`${file}-rest`, 'w');
  try {
    for (;;) fs.writeSync(rest, Buffer.alloc(4096));
  } catch {
    // The disk is full, as intended.
  }
  fs.closeSync(rest);
}

let twoLost = 0;
const few = (quick: boolean) => (quick ? 1 : 3);

export const FAULTS: readonly Proof[] = [
  {
    name: 'primary',
    what: 'kill -9 of the primary with its Patroni',
    times: (quick) => (quick ? 3 : 20),
    bound: 12,
    async once({ cluster, load }) {
      const { primary } = await cluster.whole();
      const since = Date.now();
      cluster.signal(primary, 'database', 'SIGKILL');
      const seconds = await load.backSince(since, 3_000);
      cluster.start(primary, 'patroni');
      await cluster.whole();
      return seconds;
    },
  },
  {
    name: 'switchover',
    what: 'switchover on purpose',
    times: (quick) => (quick ? 2 : 5),
    bound: 5,
    async once({ cluster, load }) {
      const { primary, synchronous } = await cluster.whole();
      const since = Date.now();
      await cluster.switchover(primary, synchronous);
      const seconds = await load.backSince(since, 8_000);
      await cluster.whole();
      return seconds;
    },
  },
  {
    name: 'standby',
    what: 'kill -9 of the synchronous standby with its Patroni',
    times: few,
    bound: 15,
    async once({ cluster, load }) {
      const { synchronous } = await cluster.whole();
      const since = Date.now();
      cluster.signal(synchronous, 'database', 'SIGKILL');
      const seconds = await load.backSince(since, 6_000);
      cluster.start(synchronous, 'patroni');
      await cluster.whole();
      return seconds;
    },
  },
  {
    name: 'etcd',
    what: 'kill -9 of one etcd, then of all three for 20 s',
    times: few,
    bound: 15,
    async once({ cluster, load }) {
      const { primary } = await cluster.whole();
      const since = Date.now();
      cluster.signal(primary, 'etcd', 'SIGKILL');
      await pause(8_000);
      for (const name of NAMES) cluster.signal(name, 'etcd', 'SIGKILL');
      await pause(20_000);
      const seconds = await load.backSince(since);
      for (const name of NAMES) cluster.start(name, 'etcd');
      await cluster.whole();
      return seconds;
    },
  },
  {
    name: 'haproxy',
    what: 'kill -9 of haproxy beside one app, started again after 1 s',
    times: few,
    bound: 15,
    async once({ load, proxies }) {
      const since = Date.now();
      proxies[0]?.kill();
      return load.backSince(since);
    },
  },
  {
    name: 'app',
    what: 'kill -9 of one app, started again',
    times: few,
    bound: 15,
    async once({ load, apps }) {
      const since = Date.now();
      await apps[0]?.kill();
      const seconds = await load.backSince(since);
      await apps[0]?.start();
      return seconds;
    },
  },
  {
    name: 'frozen',
    what: "primary's machine frozen (SIGSTOP) for 30 s, then awake again",
    times: few,
    bound: 15,
    async once({ cluster, load }) {
      const { primary } = await cluster.whole();
      const since = Date.now();
      cluster.signal(primary, 'all', 'SIGSTOP');
      await pause(30_000);
      const seconds = await load.backSince(since);
      cluster.signal(primary, 'all', 'SIGCONT');
      await cluster.whole();
      return seconds;
    },
  },
  {
    name: 'cable',
    what: "primary's machine cut off the network (its namespace) for 30 s",
    times: few,
    bound: 13,
    async once({ cluster, load }) {
      const { primary } = await cluster.whole();
      const since = Date.now();
      cluster.cable(primary, 'down');
      await pause(30_000);
      const seconds = await load.backSince(since);
      cluster.cable(primary, 'up');
      await cluster.whole();
      return seconds;
    },
  },
  {
    name: 'two',
    what: 'two of three machines lost for 20 s: seconds until writes after their return',
    times: few,
    bound: 60,
    async once({ cluster, load }) {
      const { primary, synchronous, other } = await cluster.whole();
      // Once the primary is left, which nobody may follow any more, and once the standby that may lack the last writes.
      twoLost += 1;
      const lost = twoLost % 2 === 1 ? [synchronous, other] : [primary, synchronous];
      for (const name of lost) cluster.signal(name, 'all', 'SIGKILL');
      // Replies on their way still arrive.
      await pause(1_000);
      const before = load.acknowledged;
      await pause(20_000);
      const accepted = load.acknowledged - before;
      if (accepted > 0) throw new Error(`${accepted} answers acknowledged without ${lost.join(' and ')}`);
      const since = Date.now();
      for (const name of lost) {
        cluster.start(name, 'etcd');
        cluster.start(name, 'patroni');
      }
      const seconds = await load.backSince(since);
      await cluster.whole();
      return seconds;
    },
  },
  {
    name: 'disk',
    what: 'disk of the synchronous standby full for 30 s',
    times: () => 1,
    bound: 15,
    async once({ cluster, load }) {
      const { primary, synchronous } = await cluster.whole();
      const filler = path.join(cluster.disk(synchronous), 'filler');
      fill(filler);
      const since = Date.now();
      // PostgreSQL recycles old WAL segments: enough must be written to make it allocate new ones.
      const end = Date.now() + 30_000;
      while (Date.now() < end) {
        await cluster.statement(primary, 'select pg_switch_wal()').catch(() => []);
        await pause(1_000);
      }
      const seconds = await load.backSince(since);
      for (const file of [filler, `${filler}-rest`]) fs.rmSync(file);
      await cluster.whole();
      return seconds;
    },
  },
];
