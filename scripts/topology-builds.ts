// Two real builds on one database, as during an upgrade that restarts one process after the other: every file that a page of one version
// names is served by the process of the other. Builds a copy of the sources with one changed line.
//   node scripts/topology-builds.ts
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ownServer } from '../test/support/faults.ts';
import { freePort, temporaryFolder } from '../test/support/running-app.ts';

const root = path.dirname(import.meta.dirname);
const PARTS = ['src', 'db', 'content', 'package.json', 'vite.config.ts', 'tsconfig.base.json', 'tsconfig.web.json'];

/** Copies the sources, changes what every page loads, and builds them. */
function otherBuild(): string {
  const folder = temporaryFolder();
  for (const part of PARTS) fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  fs.appendFileSync(path.join(folder, 'src', 'main.web.tsx'), `\nObject.assign(globalThis, { otherBuild: true });\n`);
  for (const script of ['build-web.ts', 'build-server.ts'])
    execFileSync(process.execPath, [path.join(folder, 'src', 'delivery', 'build', script)], {
      cwd: folder,
      stdio: 'inherit',
    });
  return folder;
}

const running: ChildProcess[] = [];
async function start(folder: string, database: string): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/server/main.server.js'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: database,
      DATA_DIR: temporaryFolder(),
      SECRET_KEY: 'a-secret-only-for-this-run-a-secret-only-for-this-run',
      LOG_LEVEL: 'silent',
      DEMO: '0',
    },
  });
  running.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 2_400; tries += 1) {
    if ((await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200) return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${folder} did not get ready`);
}

const filesOf = (folder: string) =>
  fs.readdirSync(path.join(folder, 'dist', 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name));

/** Counts files that a process does not serve with the bytes of the build that made them. */
async function missing(url: string, folder: string): Promise<number> {
  let count = 0;
  for (const name of filesOf(folder)) {
    const reply = await fetch(`${url}/assets/${name}`);
    const bytes = Buffer.from(await reply.arrayBuffer());
    if (reply.status !== 200 || !bytes.equals(fs.readFileSync(path.join(folder, 'dist', 'assets', name)))) count += 1;
  }
  return count;
}

const other = otherBuild();
const server = await ownServer();
let failed = false;
const expect = (what: string, holds: boolean) => {
  console.log(`${holds ? '✓' : '✗'} ${what}`);
  failed ||= !holds;
};
try {
  await server.run('create database builds');
  const [mine, theirs] = [filesOf(root), filesOf(other)];
  const changed = theirs.filter((name) => !mine.includes(name)).length;
  expect(`two builds of ${mine.length} and ${theirs.length} files, ${changed} of them with other names`, changed > 0);
  const [old, next] = [await start(root, server.url('builds')), await start(other, server.url('builds'))];
  for (const [name, url] of [
    ['old', old],
    ['new', next],
  ] as const) {
    const files = [await missing(url, root), await missing(url, other)];
    expect(
      `the ${name} version serves all files of both (missing: ${files.join(' and ')})`,
      files[0] === 0 && files[1] === 0,
    );
  }
  const page = await (await fetch(`${next}/auth`)).text();
  const named = [...page.matchAll(/\/assets\/[\w.-]+/g)].map(([address]) => address);
  const replies = await Promise.all(named.map(async (address) => (await fetch(old + address)).status));
  expect(
    `a page of the new version finds its ${named.length} files at the old one`,
    named.length > 0 && replies.every((status) => status === 200),
  );
  await server.run('delete from built_files', [], 'builds');
  const without = await missing(old, other);
  expect(
    `without the files in the database ${without} are missing, so that the checks above can fail`,
    without === changed,
  );
} finally {
  for (const child of running) child.kill('SIGKILL');
  await server.dispose();
  fs.rmSync(other, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
