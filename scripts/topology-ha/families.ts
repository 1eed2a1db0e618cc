// Families that repeatedly buy a year of a plan and read a child's report while machines fail.

import { send } from '../../test/support/faults.ts';
import { aFamily, type RunningApp } from '../../test/support/running-app.ts';
import { type Cluster, insist, type Name, pause } from './machines.ts';

const FAMILIES = 3;
type Family = Awaited<ReturnType<typeof aFamily>>;

export class Families {
  /** Transactions of payments that were reported to a family as completed. */
  readonly told = new Set<string>();
  /** Number of replies to a report, by status. */
  readonly reports: Record<string, number> = {};
  /** Refusals without `Retry-After`, and replies other than success and 503. */
  readonly wrong: string[] = [];
  #going = true;
  #loops: Promise<void>[] = [];
  #apps: readonly RunningApp[];

  constructor(apps: readonly RunningApp[]) {
    this.#apps = apps;
  }

  async begin(): Promise<void> {
    for (let made = 0; made < FAMILIES; made += 1) {
      const family = await insist(() => aFamily((this.#apps[0] as RunningApp).url));
      this.#loops.push(this.#buy(family, made), this.#read(family, made));
    }
  }

  /** Sends one call to one app after another, as a proxy does; undefined when it was refused or lost. */
  async #call(family: Family, turn: number, method: string, path: string, body?: unknown) {
    const app = this.#apps[turn % this.#apps.length] as RunningApp;
    const reply = await send(app.url, method, path, { cookie: family.cookie(), body }).catch(() => undefined);
    if (!reply) return undefined;
    if (reply.status >= 400 && !(reply.status === 503 && reply.headers['retry-after']))
      this.wrong.push(`${method} ${path}: ${reply.status}`);
    return reply;
  }

  async #buy(family: Family, first: number): Promise<void> {
    for (let turn = first; this.#going; turn += 1) {
      const order = { planId: 'individual', amount: 9_000, paymentMethod: 'reference' };
      const begun = await this.#call(family, turn, 'POST', '/api/emis/initiate-payment', order);
      const transaction = begun?.body?.payment?.transactionId as string | undefined;
      if (begun?.status === 200 && transaction) {
        const done = await this.#call(family, turn, 'POST', `/api/emis/complete-payment/${transaction}`, {});
        if (done?.status === 200) this.told.add(transaction);
      }
      await pause(2_000);
    }
  }

  async #read(family: Family, first: number): Promise<void> {
    for (let turn = first; this.#going; turn += 1) {
      const reply = await this.#call(family, turn, 'GET', `/api/children/${family.childId}/report`);
      const status = String(reply?.status ?? 'lost');
      this.reports[status] = (this.reports[status] ?? 0) + 1;
      await pause(500);
    }
  }

  async stop(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#loops);
  }

  /** Counts completed payments that are missing, and checks that each payment has one receipt and that the numbers have no gaps. */
  async lost(cluster: Cluster, primary: Name): Promise<{ lost: number; receiptsFit: boolean }> {
    const rows = await cluster.statement<{ transaction: string; receipts: number }>(
      primary,
      `select p.transaction_id::text as transaction, (select count(*)::int from receipts r where r.payment_id = p.id) as receipts
       from emis_payments p where p.status = 'completed'`,
    );
    const paid = new Set(rows.map(({ transaction }) => transaction));
    const [books] = await cluster.statement<{ receipts: number; last: number }>(
      primary,
      'select count(*)::int as receipts, coalesce(max(number), 0)::int as last from receipts',
    );
    return {
      lost: [...this.told].filter((transaction) => !paid.has(transaction)).length,
      receiptsFit:
        rows.every(({ receipts }) => receipts === 1) && books?.receipts === rows.length && books.last === rows.length,
    };
  }
}
