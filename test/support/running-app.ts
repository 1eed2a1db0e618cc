import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { PROGRAM, PROGRAM_ENVIRONMENT, SOURCES } from '../../scripts/program.mjs';

const root = path.join(import.meta.dirname, '..', '..');

/** Running child processes. They are stopped when this process ends, also after an exception. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The program as in production: a separate process, with its own database and port. */
export interface RunningApp {
  url: string;
  dataDir: string;
  /** Starts the program (again) on the same data; resolves when it is ready. */
  start(): Promise<void>;
  /** Kills the program with SIGKILL, and on request its database too; resolves when the program is gone. */
  kill(also?: 'database'): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code once the program has ended. */
  ended(): Promise<number | null>;
  /** Returns the id of the serving process: the program itself, or the launcher's child. */
  pid(): number;
  /** Returns the process id of the embedded database. */
  databasePid(): number;
  /** Returns what the program has printed since its last start. */
  output(): string;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Creates a folder for data that the database's own user can access, wherever temporary folders are. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-run-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}

/**
 * Returns the program. @param program `built` is the last build; `launcher` starts it as `npm start` does, and restarts it when it ends.
 * @param folder a checkout of another version, with its packages and build.
 */
export async function runningApp(
  environment: Record<string, string> = {},
  program: 'sources' | 'built' | 'launcher' = 'sources',
  folder = root,
): Promise<RunningApp> {
  const port = Number(environment['PORT'] ?? (await freePort()));
  const dataDir = environment['DATA_DIR'] ?? temporaryFolder();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let printed = '';
  let exit: Promise<number | null> = Promise.resolve(null);
  const databasePid = () =>
    Number(fs.readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const app: RunningApp = {
    url,
    dataDir,
    async start() {
      printed = '';
      const started = spawn(
        process.execPath,
        { sources: [...SOURCES], built: [...PROGRAM], launcher: ['scripts/run.mjs', 'start'] }[program],
        {
          cwd: folder,
          stdio: ['ignore', 'pipe', 'pipe'],
          env: {
            ...PROGRAM_ENVIRONMENT,
            PATH: process.env['PATH'],
            HOME: process.env['HOME'],
            // The compile cache of the launcher is used: without it every start compiles everything, which takes time and memory.
            NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
            PORT: String(port),
            DATA_DIR: dataDir,
            LOG_LEVEL: 'warn',
            DEMO: '0',
            BACKUP_EVERY: '0',
            ...environment,
          },
        },
      );
      child = started;
      running.add(started);
      started.on('exit', () => running.delete(started));
      exit = new Promise((resolve) => started.on('exit', (code) => resolve(code)));
      let gone = false;
      void exit.then(() => {
        gone = true;
      });
      for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk));
      const deadline = Date.now() + 240_000;
      while (Date.now() < deadline && !gone) {
        const ready = await fetch(`${url}/readyz`).catch(() => undefined);
        await ready?.arrayBuffer();
        if (ready?.status === 200) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`the program did not get ready:\n${printed.slice(-2000)}`);
    },
    async kill(also) {
      const database = also ? databasePid() : undefined;
      child?.kill('SIGKILL');
      if (database) {
        try {
          process.kill(database, 'SIGKILL');
        } catch {
          // The database may already have noticed the program's end.
        }
      }
      await exit;
    },
    signal: (name) => void child?.kill(name),
    ended: () => exit,
    pid() {
      const own = child?.pid as number;
      return program === 'launcher' ? childOf(own) : own;
    },
    databasePid,
    output: () => printed,
    async dispose() {
      child?.kill('SIGTERM');
      await exit;
      if (!environment['DATA_DIR']) fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return app;
}

/** Name of the environment variable with the folder of a stopped database that is migrated and has the question bank. */
export const LOADED_DATABASE = 'LOADED_DATABASE';

/**
 * Copies a migrated and seeded database, which the test run has prepared once, into a data folder. A program that starts there skips these
 * steps. @returns the folder.
 */
export function withLoadedDatabase(folder: string): string {
  execFileSync('cp', ['-a', process.env[LOADED_DATABASE] as string, path.join(folder, 'postgres')]);
  return folder;
}

/** Returns the program with a migrated database and the question bank, for tests that are not about a first start. */
export async function loadedApp(
  environment: Record<string, string> = {},
  program: 'sources' | 'launcher' = 'sources',
): Promise<RunningApp> {
  const app = await runningApp(environment, program);
  withLoadedDatabase(app.dataDir);
  return app;
}

function childOf(pid: number): number {
  const listed = `/proc/${pid}/task/${pid}/children`;
  const children = fs.existsSync(listed)
    ? fs.readFileSync(listed, 'utf8')
    : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return Number(children.trim().split(/\s+/)[0]);
}

/** A client with a cookie, over the network. */
export interface Caller {
  cookie(): string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape they are about to check
  ): Promise<{ status: number; body: any; headers: Headers }>;
}

export function callerOf(url: string): Caller {
  let cookie = '';
  return {
    cookie: () => cookie,
    async call(method, path_, body, headers) {
      const response = await fetch(url + path_, {
        method,
        headers: {
          ...(cookie ? { cookie } : {}),
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'manual',
      });
      const given = response.headers.getSetCookie()[0]?.split(';')[0];
      if (given) cookie = given;
      const text = await response.text();
      let parsed: unknown;
      try {
        parsed = text ? JSON.parse(text) : undefined;
      } catch {
        parsed = text;
      }
      return { status: response.status, body: parsed, headers: response.headers };
    },
  };
}

let families = 0;
/** Returns a family with one child, registered over the network. */
export async function aFamily(url: string): Promise<Caller & { childId: number }> {
  const caller = callerOf(url);
  families += 1;
  const username = `familia${process.pid}x${families}`;
  const registered = await caller.call('POST', '/api/register', {
    username,
    fullName: 'Teresa Domingos',
    email: `${username}@familia.example`,
    password: 'segredo1',
    confirmPassword: 'segredo1',
  });
  if (registered.status !== 201)
    throw new Error(`registration: ${registered.status} ${JSON.stringify(registered.body)}`);
  const child = await caller.call('POST', '/api/children', { fullName: 'Maria', schoolClass: '4º Ano' });
  if (child.status !== 201) throw new Error(`child: ${child.status} ${JSON.stringify(child.body)}`);
  return { ...caller, childId: child.body.id };
}
