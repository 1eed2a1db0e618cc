import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '../../src/server/db/embedded.ts';
import { freePort, temporaryFolder } from '../support/running-app.ts';

// deploy/ha/pgbackrest-archive.sh on three real servers, with a pgBackRest that only files segments and refuses a second, different copy.

const SCRIPT = path.join(import.meta.dirname, '..', '..', 'deploy', 'ha', 'pgbackrest-archive.sh');
const STORE = `#!/bin/sh
for last; do :; done
kept="$ARCHIVE/\${last##*/}"
[ -e "$kept" ] || { cp "$last" "$kept.new" && mv "$kept.new" "$kept"; exit; }
cmp -s "$last" "$kept" || exit 45
`;
const running: EmbeddedDatabase[] = [];
const folders: string[] = [];
afterAll(async () => {
  for (const server of running.reverse()) await server.stop();
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

/** Makes an empty archive, and returns its folder and how a machine's environment names it. */
function anArchive() {
  const home = temporaryFolder();
  folders.push(home);
  const archive = path.join(home, 'archive');
  fs.mkdirSync(archive);
  fs.chmodSync(home, 0o755);
  fs.chmodSync(archive, 0o777);
  fs.writeFileSync(path.join(home, 'pgbackrest'), STORE, { mode: 0o755 });
  fs.copyFileSync(SCRIPT, path.join(home, 'pgbackrest-archive.sh'));
  fs.chmodSync(path.join(home, 'pgbackrest-archive.sh'), 0o755);
  return { home, archive, environment: { ARCHIVE: archive, PATH: `${home}:/usr/bin:/bin` } };
}

test.each([
  ['a new segment is archived', '000000030000000000000009', 'new', undefined, 0, 'new'],
  ['a segment that is already there counts as archived', '000000030000000000000009', 'same', 'same', 0, 'same'],
  ['another copy on the running timeline is refused', '000000030000000000000009', 'new', 'other', 45, 'other'],
  ['a whole segment of an old timeline is archived', '000000010000000000000004', 'new', undefined, 0, 'new'],
  ['another copy of a whole segment is refused', '000000010000000000000004', 'new', 'other', 45, 'other'],
  ['the end of an old timeline is left out', '000000010000000000000005', 'new', undefined, 0, undefined],
  ['also where there is another copy', '000000010000000000000005', 'new', 'other', 0, 'other'],
  ['what an old timeline wrote after its end too', '000000010000000000000006', 'new', undefined, 0, undefined],
  ['every timeline has an end of its own', '000000020000000000000006', 'new', undefined, 0, 'new'],
  ['… the middle one a later one', '0000000200000001000000FE', 'new', undefined, 0, undefined],
  ['a partial segment is archived', '000000010000000000000005.partial', 'new', undefined, 0, 'new'],
  ['a second partial segment does not stop the archive', '000000010000000000000005.partial', 'new', 'old', 0, 'old'],
  ['a history is archived', '00000003.history', undefined, undefined, 0, undefined],
])('%s', (_, name, content, kept, status, expected) => {
  const { home, archive, environment } = anArchive();
  const log = path.join(home, 'pg_wal');
  fs.mkdirSync(log);
  const size = 1 << 24;
  // Timeline 1 ended in its fifth segment, timeline 2 at the first byte of segment FE of the second 4 GB.
  fs.writeFileSync(path.join(log, '00000002.history'), '1\t0/5000148\tno recovery target specified\n');
  fs.writeFileSync(
    path.join(log, '00000003.history'),
    '1\t0/5000148\tno recovery target specified\n\n2\t1/FE000000\tno recovery target specified\n',
  );
  const file = path.join(log, name);
  if (content) {
    fs.writeFileSync(file, content);
    if (/^\w{24}$/.test(name)) fs.truncateSync(file, size);
  }
  const there = path.join(archive, name);
  if (kept) {
    fs.writeFileSync(there, kept);
    if (/^\w{24}$/.test(name)) fs.truncateSync(there, size);
  }
  expect(spawnSync('sh', [SCRIPT, file], { env: environment }).status).toBe(status);
  if (name.endsWith('.history')) expect(fs.readFileSync(there)).toEqual(fs.readFileSync(file));
  else expect(fs.existsSync(there) ? fs.readFileSync(there, 'utf8').replaceAll('\0', '') : undefined).toBe(expected);
});

interface Machine {
  start(): Promise<void>;
  /** Makes a standby follow this machine, by a start or while it runs. */
  follow(primary: Machine): Promise<void>;
  /** Lets a running standby follow nobody; ends when it no longer receives. */
  detach(): Promise<void>;
  run<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  port: number;
  folder: string;
}

async function aMachine(home: string, name: string, command: string): Promise<Machine> {
  const port = await freePort();
  const rules = path.join(home, 'pg_hba.conf');
  fs.writeFileSync(rules, 'local all all trust\nhost all,replication all 127.0.0.1/32 trust\n', { mode: 0o644 });
  fs.mkdirSync(path.join(home, name));
  let server: EmbeddedDatabase | undefined;
  const machine: Machine = {
    port,
    folder: path.join(home, name, 'postgres'),
    async start() {
      server = await startEmbedded(machine.folder, {
        listen_addresses: '127.0.0.1',
        port: String(port),
        hba_file: rules,
        archive_mode: 'on',
        archive_command: command,
      });
      running.push(server);
    },
    async follow(primary) {
      const address = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=app'`;
      if (fs.existsSync(path.join(machine.folder, 'postmaster.pid'))) {
        await machine.run(`alter system set ${address}`);
        await machine.run('select pg_reload_conf()');
        return;
      }
      fs.appendFileSync(path.join(machine.folder, 'postgresql.auto.conf'), `${address}\n`);
      fs.writeFileSync(path.join(machine.folder, 'standby.signal'), '', { mode: 0o644 });
      await machine.start();
    },
    async detach() {
      await machine.run(`alter system set primary_conninfo = ''`);
      await machine.run('select pg_reload_conf()');
      await expect.poll(() => machine.run('select pid from pg_stat_wal_receiver')).toEqual([]);
    },
    async run(text) {
      const client = new pg.Client(`postgres://app@127.0.0.1:${port}/postgres`);
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    },
    async stop() {
      await server?.stop();
    },
    async kill() {
      process.kill(server?.pid() as number, 'SIGKILL');
      await server?.ended;
      fs.rmSync(path.join(machine.folder, 'postmaster.pid'), { force: true });
    },
  };
  return machine;
}

/** Writes a row and waits until a standby has it. */
async function replicated(primary: Machine, standby: Machine): Promise<void> {
  await primary.run('insert into written select 1');
  const [at] = await primary.run<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
  await expect
    .poll(() => standby.run(`select pg_last_wal_replay_lsn() >= '${at?.lsn}' as there`))
    .toEqual([{ there: true }]);
}

/** Fills some segments and makes a checkpoint, which looks for older segments that were not archived. */
async function pastTheEnd(primary: Machine): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await primary.run('insert into written select 1');
    await primary.run('select pg_switch_wal()');
  }
  await primary.run('checkpoint');
}

/**
 * A is switched to B; B is killed and A takes over; A is switched to C, which until then only followed. A and C hold different bytes
 * behind the end of the first timeline, as recycled segments have.
 *
 * @param commandIn archive command of all machines, given the folder with the programs.
 */
async function threePrimaries(commandIn: (home: string) => string) {
  const { home, archive, environment } = anArchive();
  const command = `${Object.entries(environment)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')} ${commandIn(home)}`;
  const a = await aMachine(home, 'a', command);
  const b = await aMachine(home, 'b', command);
  const c = await aMachine(home, 'c', command);
  await a.start();
  await a.run('create table written (id int)');
  await a.stop();
  for (const copy of [b, c]) execFileSync('cp', ['-a', a.folder, copy.folder]);
  await a.start();
  for (const standby of [b, c]) {
    await standby.follow(a);
    await replicated(a, standby);
  }

  await a.stop();
  await b.run('select pg_promote()');
  const history = fs.readFileSync(path.join(b.folder, 'pg_wal', '00000002.history'), 'utf8');
  const number = Number.parseInt(/\/(\w+)/.exec(history)?.[1] as string, 16) >> 24;
  const last = `0000000100000000000000${number.toString(16).padStart(2, '0').toUpperCase()}`;
  const segment = fs.openSync(path.join(a.folder, 'pg_wal', last), 'r+');
  fs.writeSync(segment, Buffer.alloc(8_192, 7), 0, 8_192, (1 << 24) - 8_192);
  fs.closeSync(segment);
  for (const standby of [a, c]) {
    await standby.follow(b);
    await replicated(b, standby);
    // Lost in a crash, or by Patroni, which deletes these files before it rewinds a machine.
    fs.rmSync(path.join(standby.folder, 'pg_wal', 'archive_status', `${last}.done`));
  }

  // A takes over, so it must have all that C has: a standby cannot follow a timeline that began before what it has replayed.
  await c.detach();
  await replicated(b, a);
  await b.kill();
  await a.run('select pg_promote()');
  await c.follow(a);
  await replicated(a, c);
  await pastTheEnd(a);
  await replicated(a, c);

  await a.stop();
  await c.run('select pg_promote()');
  await pastTheEnd(c);
  return { c, archive, last };
}

/** Segments that the archiver of a machine still has to archive. */
const waiting = ({ folder }: Machine) =>
  fs.readdirSync(path.join(folder, 'pg_wal', 'archive_status')).filter((name) => name.endsWith('.ready'));

test('after a kill and two switchovers the untouched standby goes on archiving, and the archive is whole', async () => {
  const { c, archive, last } = await threePrimaries((home) => `sh ${home}/pgbackrest-archive.sh %p`);
  await expect.poll(() => waiting(c)).toEqual([]);
  expect(await c.run('select failed_count::int as failed from pg_stat_archiver')).toEqual([{ failed: 0 }]);
  const kept = fs.readdirSync(archive).sort();
  expect(kept.filter((name) => name.endsWith('.history'))).toHaveLength(3);
  expect(kept).toContain(`${last}.partial`);
  expect(kept).not.toContain(last);
  // From the first timeline to the last there is no segment missing.
  const segments = kept.filter((name) => /^\w{24}$/.test(name));
  const numbers = new Set(segments.map((name) => Number.parseInt(name.slice(8), 16)));
  expect(Math.max(...numbers) - Math.min(...numbers) + 1).toBe(numbers.size);
});

test('the same with archive-push alone stops the archive, so that the test above can fail', async () => {
  const { c, last } = await threePrimaries(() => 'pgbackrest archive-push %p');
  await expect
    .poll(() => c.run('select failed_count > 0 as failed, last_failed_wal as wal from pg_stat_archiver'))
    .toEqual([{ failed: true, wal: last }]);
  expect(waiting(c)).toContain(`${last}.ready`);
});
