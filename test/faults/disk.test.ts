import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answering,
  BACK_WITHIN,
  expectKept,
  FAULT_SECONDS,
  note,
  type OwnServer,
  ownServer,
  pause,
  send,
  someTakers,
  type Taker,
  timeUntil,
} from '../support/faults.ts';
import { type RunningApp, runningApp, temporaryFolder } from '../support/running-app.ts';

/** A disk that can be filled and emptied. */
interface Disk {
  folder: string;
  fill(server: OwnServer): Promise<void>;
  free(server: OwnServer): Promise<void>;
  dispose(): void;
}

/**
 * Returns a small file system where one can be mounted (as root), which then really gets full. Elsewhere triggers make PostgreSQL refuse
 * every row with the error of a full disk: the app cannot tell the difference.
 */
function smallDisk(): Disk {
  const folder = temporaryFolder();
  const filler = path.join(folder, 'filler');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=755', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return refusingDisk(folder);
  }
  return {
    folder,
    async fill() {
      const file = fs.openSync(filler, 'a');
      // Fills the disk completely: first with large pieces, then with small ones.
      for (const piece of [1 << 20, 1 << 12]) {
        const zeros = Buffer.alloc(piece);
        try {
          while (fs.writeSync(file, zeros) === piece);
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
        }
      }
      fs.closeSync(file);
    },
    free: async () => fs.rmSync(filler),
    dispose: () => execFileSync('umount', ['-l', folder]),
  };
}

function refusingDisk(folder: string): Disk {
  const tables = ['answers', 'attempts', 'users', 'children', 'sessions'];
  return {
    folder,
    async fill(server) {
      await server.run(`create function full_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
      for (const table of tables)
        await server.run(
          `create trigger full_disk before insert or update on ${table} for each row execute function full_disk()`,
        );
    },
    free: async (server) => void (await server.run('drop function full_disk() cascade')),
    dispose: () => {},
  };
}

let disk: Disk;
let server: OwnServer;
let app: RunningApp;
beforeAll(async () => {
  disk = smallDisk();
  // WAL segments are recycled, as after some days of running; a new segment would need space.
  const settings = { min_wal_size: '64MB', max_wal_size: '80MB' };
  server = await ownServer(settings, disk.folder);
  app = await runningApp({ DATABASE_URL: server.url() });
  await app.start();
});
afterAll(async () => {
  await app.dispose();
  await server.dispose().catch(() => {});
  disk.dispose();
});

test(
  'the disk is full: writes get 503, reads are answered, nothing acknowledged is lost, and the app recovers by itself',
  async () => {
    const pid = app.pid();
    const takers = await someTakers(app.url, 8);
    const [{ cookie }] = takers as [Taker];
    for (let segment = 0; segment < 4; segment += 1) await server.run('select pg_switch_wal()');
    await server.run('checkpoint');
    const before = answering(takers);
    await pause(500);
    expect((await before.stop()).acknowledged).toBeGreaterThan(0);

    await disk.fill(server);
    const load = answering(takers, { between: 20 });
    const writes: number[] = [];
    const until = performance.now() + FAULT_SECONDS * 1_000;
    while (performance.now() < until) {
      for (const address of ['/api/user', '/api/children', '/api/tests'])
        expect((await send(app.url, 'GET', address, { cookie })).status, address).toBe(200);
      // The name is too long for the free space of half-empty pages.
      const body = { fullName: `Maria ${'Domingos '.repeat(8)}`, schoolClass: '4º Ano', school: 'Escola '.repeat(10) };
      const added = await send(app.url, 'POST', '/api/children', { cookie, body });
      writes.push(added.status);
      if (added.status === 503) expect(Number(added.headers['retry-after'])).toBeGreaterThan(0);
      await pause(100);
    }
    await disk.free(server);
    const freed = load.met.acknowledged;
    const healed = await timeUntil(
      async () => load.met.acknowledged > freed + takers.length,
      BACK_WITHIN,
      'answers are taken again',
    );
    const met = await load.stop();
    note('disk full', { healed, writes: [...new Set(writes)], ...met });
    expect(Object.keys(met.replies).filter((what) => what !== '200' && what !== '503')).toEqual([]);
    expect(met.withoutRetryAfter).toBe(0);
    // Some space is left inside half-filled pages; the other writes must have failed.
    expect((met.replies['503'] ?? 0) + writes.filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(writes.filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(await expectKept(takers)).toBeGreaterThan(0);
    expect(app.pid()).toBe(pid);
  },
  300_000 + FAULT_SECONDS * 2_000,
);
