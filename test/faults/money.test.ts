import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnServer, ownServer, pause } from '../support/faults.ts';
import { aFamily, type RunningApp, runningApp, temporaryFolder, withLoadedDatabase } from '../support/running-app.ts';

const FAMILIES = 12;
const KILLS = Math.min(Number(process.env['KILL_ROUNDS'] ?? 4), 30);

let server: OwnServer;
let app: RunningApp;
beforeAll(async () => {
  server = await ownServer({}, withLoadedDatabase(temporaryFolder()));
  await server.run('create database money template postgres');
  app = await runningApp({
    DATABASE_URL: server.url('money'),
    SECRET_KEY: 'a-secret-only-for-tests-a-secret-only-for-tests',
    DEMO: '0',
  });
  await app.start();
});
afterAll(async () => {
  await app.dispose();
  await server.dispose();
});

type Family = Awaited<ReturnType<typeof aFamily>>;

/** Buys years until the program is gone, and collects the payments that were acknowledged as completed. */
async function buy(family: Family, told: Set<string>, running: () => boolean): Promise<void> {
  while (running()) {
    try {
      const begun = await family.call('POST', '/api/emis/initiate-payment', {
        planId: 'individual',
        amount: 9_000,
        paymentMethod: 'reference',
      });
      const transactionId = begun.body?.payment?.transactionId;
      if (begun.status !== 200 || !transactionId) continue;
      // The request is sent twice, like a double tap on a slow connection.
      const path = `/api/emis/complete-payment/${transactionId}`;
      const replies = await Promise.allSettled([family.call('POST', path, {}), family.call('POST', path, {})]);
      for (const reply of replies)
        if (reply.status === 'fulfilled' && reply.value.status === 200) told.add(transactionId);
    } catch {
      // The connection was cut.
    }
  }
}

test(
  `T33 ${KILLS} times kill -9 during payments: acknowledged payments count once, and receipts have no gaps`,
  async () => {
    const families: Family[] = [];
    for (let made = 0; made < FAMILIES; made += 1) families.push(await aFamily(app.url));
    const told = new Set<string>();
    for (let round = 0; round < KILLS; round += 1) {
      let alive = true;
      const before = told.size;
      const buying = families.map((family) => buy(family, told, () => alive));
      await expect.poll(() => told.size, { timeout: 30_000 }).toBeGreaterThan(before + FAMILIES / 2);
      await pause(37 * (1 + (round % 5)));
      await app.kill();
      alive = false;
      await Promise.all(buying);
      await app.start();
    }
    const rows = await server.run<{ transaction: string; changes: number; receipts: number }>(
      `select p.transaction_id::text as transaction, (select count(*)::int from plan_changes c where c.payment_id = p.id) as changes,
       (select count(*)::int from receipts r where r.payment_id = p.id) as receipts
     from emis_payments p where p.status = 'completed'`,
      [],
      'money',
    );
    const paid = new Set(rows.map(({ transaction }) => transaction));
    expect([...told].filter((transaction) => !paid.has(transaction))).toEqual([]);
    expect(rows.filter(({ changes, receipts }) => changes !== 1 || receipts !== 1)).toEqual([]);
    // A payment is complete or absent: nobody has a plan, a receipt or a change without the others.
    const [odd] = await server.run<Record<string, number>>(
      `select (select count(*)::int from receipts) as receipts, (select max(number) from receipts) as last,
       (select count(*)::int from plan_changes where kind = 'paid') as changes,
       (select count(*)::int from users u where u.subscription_end is not null and abs(extract(epoch from u.subscription_end - (
          select min(c.at) + make_interval(years => count(*)::int) from plan_changes c where c.user_id = u.id and c.kind = 'paid'))) > 2 * 86400) as wrong`,
      [],
      'money',
    );
    expect(odd).toEqual({ receipts: rows.length, last: rows.length, changes: rows.length, wrong: 0 });
  },
  300_000 + KILLS * 20_000,
);
