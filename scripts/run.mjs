// The launcher behind `npm start`, `npm test` and the other commands. It runs on any Node from version 20 on, with built-ins only. It
// installs what is missing and continues with the project's own Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './installed.mjs';
import { PROGRAM, PROGRAM_ENVIRONMENT } from './program.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = path.join(root, 'node_modules', '.bin');
const startedAt = Date.now();
const command = process.argv[2] ?? 'start';
const extra = process.argv.slice(3);

/** Exit code of the app when restarting would not help (wrong setting, folder in use, port taken). */
const DO_NOT_RESTART = 3;

function say(text) {
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1)}s] ${text}`);
}

function fail(text) {
  console.error(text);
  process.exit(1);
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(path.relative(root, file)).update(fs.readFileSync(file));
  return hash.digest('hex');
}

function filesUnder(folder, wanted) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function install() {
  const stamp = path.join(root, 'node_modules', '.caderneta-stamp');
  const lock = hashOf([path.join(root, 'package-lock.json')]);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lock) return;
  // Skips the installation after an explicit `npm ci`, as in the image's build.
  if (isInstalled(root)) return fs.writeFileSync(stamp, lock);
  say('A instalar as dependências…');
  const npm = process.env.npm_execpath;
  const arguments_ = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm runs with the system's Node, because the project's own Node is about to be installed or replaced.
  const env = { ...process.env, PATH: path.dirname(process.execPath) + path.delimiter + process.env.PATH };
  // Development packages are always needed: the web app is built on the machine that serves it.
  delete env.NODE_ENV;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...arguments_], { cwd: root, stdio: 'inherit', env })
    : spawnSync('npm', arguments_, { cwd: root, stdio: 'inherit', env });
  if (result.status !== 0) process.exit(result.status ?? 1);
  fs.writeFileSync(stamp, lock);
}

/** Returns the Node to continue with: the one that npm installed, unless it cannot run here (musl, other processors). */
function projectNode() {
  const local = path.join(bin, 'node');
  if (fs.existsSync(local) && spawnSync(local, ['-v'], { stdio: 'ignore' }).status === 0) return local;
  fs.rmSync(local, { force: true });
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail('O Node incluído não arranca neste sistema: instale o Node 24 ou mais recente e tente de novo.');
}

install();
const node = projectNode();
const env = {
  ...process.env,
  PATH: bin + path.delimiter + process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, '.cache', 'node'),
};

function run(arguments_, options = {}) {
  return spawnSync(node, arguments_, { cwd: root, stdio: 'inherit', env: { ...env, ...options.env } }).status ?? 1;
}

/** Builds the browser app and the server, unless their sources are unchanged since the last build. */
function build() {
  const sources = [
    ...filesUnder(path.join(root, 'src'), /\.(ts|tsx|css|html|woff2)$/),
    ...['package-lock.json', 'vite.config.ts'].map((file) => path.join(root, file)),
  ].filter((file) => !/\.test\.tsx?$/.test(file));
  const stamp = path.join(root, 'dist', '.stamp');
  const hash = hashOf(sources);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return;
  say('A preparar as páginas…');
  // If it stayed while this build is interrupted, and the sources were changed back, the next start would use the incomplete files.
  fs.rmSync(stamp, { force: true });
  for (const script of ['src/delivery/build/build-web.ts', 'src/delivery/build/build-server.ts']) {
    const status = run([script]);
    if (status !== 0) process.exit(status);
  }
  fs.writeFileSync(stamp, hash);
}

/** Runs the app and restarts it after crashes that a restart can fix. */
function serve() {
  let child;
  let stopping = false;
  let quickDeaths = 0;
  let everRan = false;
  const start = () => {
    if (stopping) process.exit(0);
    const bornAt = Date.now();
    child = spawn(node, [...PROGRAM, ...extra], {
      cwd: root,
      stdio: 'inherit',
      env: { ...PROGRAM_ENVIRONMENT, ...env },
    });
    child.on('exit', (code, signal) => {
      if (stopping || code === 0 || code === DO_NOT_RESTART) process.exit(code ?? 0);
      const ran = Date.now() - bornAt > 10_000;
      everRan ||= ran;
      quickDeaths = ran ? 0 : quickDeaths + 1;
      // A process that has run before is always restarted, because disk or memory may become free; only a first start that keeps failing is
      // given up.
      if (quickDeaths > 5 && !everRan) fail('A aplicação parou várias vezes seguidas. Veja as mensagens acima.');
      console.error(`A aplicação parou (${signal ?? code}); a começar de novo…`);
      setTimeout(start, Math.min(200 * quickDeaths, 2_000));
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      stopping = true;
      child?.kill(signal);
    });
  }
  // npm puts a shell between itself and this process, and a shell does not forward signals. When the shell is gone, npm has ended as well.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (stopping || process.ppid === parent) return;
      stopping = true;
      child?.kill('SIGTERM');
    }, 500).unref();
  }
  start();
}

if (command === 'start') {
  build();
  serve();
} else if (command === 'dev') {
  // The documents and the app's page come from the last build; everything else comes from the sources.
  if (!fs.existsSync(path.join(root, 'dist', 'app.html'))) build();
  process.exit(run(['scripts/dev.ts']));
} else if (command === 'build') {
  build();
} else if (['bench', 'topology', 'topology:ha'].includes(command)) {
  build();
  process.exit(run([`scripts/${command.replaceAll(':', '-')}.ts`, ...extra]));
} else if (command === 'content:check') {
  process.exit(run(['scripts/content-check.ts', ...extra]));
} else if (['check', 'test', 'test:rest', 'test:long'].includes(command)) {
  // The checks read sources alone.
  if (command !== 'check') build();
  process.exit(run(['scripts/test.ts', command, ...extra]));
} else {
  // Operator commands live in scripts/<name>.ts and are reached as `npm run <name> -- …`.
  const script = path.join('scripts', `${command.replaceAll(':', '-')}.ts`);
  if (!fs.existsSync(path.join(root, script))) fail(`Comando desconhecido: ${command}`);
  process.exit(run([script, ...extra]));
}
