import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { hasEmbedded, startEmbedded } from './embedded.ts';

/** Returns a folder that the database's user can read as well. */
function openFolder(...parts: string[]): string {
  const folder = path.join(...parts);
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o755);
  return folder;
}

test('a server that logs a lot before it is ready is recognised as started', async () => {
  const folder = openFolder(fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-embedded-')));
  // As after a crash under load: the server logs a line for each connection that it refuses until it has recovered.
  const server = path.join(openFolder(folder, 'installed', 'bin'), 'postgres');
  const refused = 'FATAL:  the database system is not yet accepting connections';
  fs.writeFileSync(
    server,
    `#!/bin/sh\nfor each in $(seq 1000); do echo "${refused}" >&2; done\necho "LOG:  database system is ready to accept connections" >&2\nexec sleep 1\n`,
    { mode: 0o755 },
  );
  openFolder(folder, 'installed');
  fs.writeFileSync(path.join(openFolder(folder, 'data'), 'PG_VERSION'), '18');
  const started = await startEmbedded(path.join(folder, 'data'), {}, path.join(folder, 'installed'));
  onTestFinished(async () => {
    await started.stop();
    fs.rmSync(folder, { recursive: true });
  });
}, 30_000);

/** Returns the path of a data folder that does not exist yet; it is deleted after the test. */
function aDataFolder(): string {
  const folder = openFolder(fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-embedded-')));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  return path.join(folder, 'data');
}

test('a server that was killed while a statement runs starts again when the statement is done', async () => {
  const data = aDataFolder();
  let server = await startEmbedded(data);
  onTestFinished(() => server.stop());
  const client = new pg.Client({ connectionString: server.url() });
  client.on('error', () => {});
  await client.connect();
  const begun = new Promise((resolve) => client.once('notice', resolve));
  // A statement that only calculates does not notice that the server is gone. This one takes longer than the short wait.
  const calculated = client.query(
    `do $$ declare begun timestamptz := clock_timestamp(); begin
      raise notice 'begun';
      while clock_timestamp() < begun + interval '4 s' loop end loop;
    end $$`,
  );
  await begun;
  process.kill(server.pid() as number, 'SIGKILL');
  await server.ended;
  server = await startEmbedded(data);
  await calculated;
}, 60_000);

test('a server starts again after a power cut that left its lock file empty', async () => {
  const data = aDataFolder();
  let server = await startEmbedded(data);
  onTestFinished(() => server.stop());
  await server.stop();
  fs.writeFileSync(path.join(data, 'postmaster.pid'), '');
  server = await startEmbedded(data);
  expect(server.pid()).toBeGreaterThan(1);
}, 60_000);

test('data that the database user cannot reach in their folder are where nothing deletes them, also those of an earlier version', async () => {
  const isRoot = process.getuid?.() === 0;
  const closed = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-embedded-'));
  const data = path.join(closed, 'postgres');
  let server = await startEmbedded(data);
  const { folder } = server;
  onTestFinished(async () => {
    await server.stop();
    fs.rmSync(closed, { recursive: true });
    if (isRoot) fs.rmSync(path.dirname(folder), { recursive: true });
  });
  expect(folder).toMatch(isRoot ? /^\/var\/lib\/caderneta-\w{10}\/postgres$/ : data);
  await server.stop();
  // As an earlier version would have left them: the server is stopped, and the data are in the former folder.
  const former = folder.replace('/var/lib/', '/var/tmp/');
  if (former !== folder) fs.renameSync(path.dirname(folder), path.dirname(former));
  expect(hasEmbedded(data)).toBe(true);
  server = await startEmbedded(data);
  expect(server.folder).toBe(folder);
  expect(fs.existsSync(former)).toBe(former === folder);
}, 60_000);
