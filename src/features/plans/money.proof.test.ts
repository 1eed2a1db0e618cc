import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { DAY, FamilyModel, MINUTE, type ModelPayment, PRICES, worth } from '../../../test/support/money-model.ts';
import { openDatabase } from '../../server/db.ts';
import { createLog } from '../../server/log.ts';
import { chooseFree, chooseRenewal, restoreParked } from './choices.server.ts';
import { takeWord, type Word } from './completing.server.ts';
import { movePlan } from './lifecycle.server.ts';
import { type Money, openMoney } from './money.server.ts';
import { beginPayment, endOpen } from './payments.server.ts';
import { findPayment } from './payments.store.ts';
import { settled } from './period.rules.ts';
import { findHolder } from './standing.store.ts';

/** Histories in all; the long run asks for many thousands. */
const HISTORIES = Number(process.env['MONEY_HISTORIES'] ?? 1_000);
/** Families that live their histories side by side, all at the same database. */
const AT_ONCE = 20;

const app = await testApp();
const silent = createLog('silent');
const here = openMoney(app.config, app.db, silent);
// Another process: connections of its own, and nothing in common but the database.
const otherDb = openDatabase(app.url, { connections: 24 });
afterAll(() => otherDb.close());
const there = openMoney(app.config, otherDb, silent);

let families = 0;
async function aFamily(): Promise<number> {
  families += 1;
  const row = await app.db.row<{ id: number }>(
    `insert into users (username, username_key, password_hash, email, full_name, terms_version) values ($1, $1, 'x', $2, 'Família', '1') returning id`,
    [`historia${families}`, `historia${families}@familia.example`],
  );
  return (row as { id: number }).id;
}

/** So many friends have paid: for the family's next discount. */
const friendsPaid = (userId: number, many: number) =>
  app.db.count('insert into referrals (referrer_id, paid_at) select $1, now() from generate_series(1, $2)', [
    userId,
    many,
  ]);

const plan = fc.constantFrom('individual', 'family', 'family-plus');
const which = fc.constantFrom(0, 0, 0, 0, 0, 1, 2);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('begin' as const), plan, taps: fc.integer({ min: 1, max: 2 }) }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('word' as const),
      which,
      event: fc.nat(2),
      times: fc.integer({ min: 1, max: 3 }),
      wrong: fc.constantFrom(0, 0, 0, 0, 1),
      from: fc.constantFrom('browser' as const, 'callback' as const, 'reconciliation' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('transfer' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.oneof(
        fc.integer({ min: 1, max: 100 }).map((minutes) => minutes * MINUTE),
        fc.integer({ min: 1, max: 150 }).map((minutes) => minutes * MINUTE),
        fc.integer({ min: 1, max: 30 * 24 }).map((hours) => hours * 60 * MINUTE),
        fc.integer({ min: 300, max: 380 }).map((days) => days * DAY),
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('jobs' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('free' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('renewal' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('friends' as const), many: fc.constantFrom(5, 10) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One family's life: each step is done to the database, by two processes in turn or at once, and to the model. */
async function live(steps: readonly Step[]): Promise<void> {
  const userId = await aFamily();
  let now = Date.parse('2026-02-27T10:30:00Z') + (userId % 40) * 7 * DAY;
  const clock = async () => new Date(now);
  const both: Money[] = [
    { ...here, now: clock },
    { ...there, now: clock },
  ];
  const model = new FamilyModel();
  const known: { transactionId: string; model: ModelPayment }[] = [];
  let transfers = 0;

  /** The payment that the program has made and the model has not been told the name of yet. */
  const meet = async () => {
    const rows = await app.db.rows<{ transactionId: string }>(
      'select transaction_id as "transactionId" from emis_payments where user_id = $1 order by id',
      [userId],
    );
    expect(rows).toHaveLength(model.payments.length);
    for (const [index, { transactionId }] of rows.entries())
      known[index] = { transactionId, model: model.payments[index] as ModelPayment };
  };
  const standing = async () => {
    const holder = await findHolder(app.db, userId, false);
    if (!holder) throw new Error('the family is gone');
    return settled(holder, new Date(now));
  };
  const worthNow = async () => {
    const { planId, until, next, parked } = await standing();
    return worth(planId, until?.getTime() ?? 0, [...next, ...parked], now);
  };

  for (const one of steps) {
    const before = await worthNow();
    const bought = model.completed + model.redeemed.length + model.renewed.length;
    const modelBefore = { plan: model.plan };
    const seen = known.length > 0 ? known[known.length - 1 - ((one as { which?: number }).which ?? 0)] : undefined;
    switch (one.do) {
      case 'wait':
        now += one.milliseconds;
        continue;
      case 'begin': {
        const expected = model.begin(one.plan, now);
        const amount = PRICES[one.plan] as number;
        const wanted = { planId: one.plan as 'family', amount, paymentMethod: 'reference' as const };
        const begun = await Promise.all(
          Array.from({ length: one.taps }, (_, tap) => beginPayment(both[tap % 2] as Money, userId, wanted)),
        );
        for (const { payment, redemption } of begun) {
          if (expected === 'redeemed') expect(redemption?.planId).toBe(one.plan);
          else expect(payment).toMatchObject({ planId: one.plan, amount: expected.amount, status: 'pending' });
        }
        break;
      }
      case 'word': {
        if (!seen) continue;
        // A browser says nothing of an amount.
        const amount = seen.model.amount + (one.from === 'browser' ? 0 : one.wrong);
        model.word(seen.model, now, amount, false);
        const { from, event } = one;
        const key =
          from === 'browser' ? `browser:${seen.transactionId}` : `g:${seen.transactionId}:${event}:${one.wrong}`;
        const word: Word = { from, key, amount, currency: 'AOA', raw: {} };
        const found = await findPayment(app.db, seen.transactionId);
        await Promise.all(
          Array.from({ length: one.times }, (_, time) => takeWord(both[time % 2] as Money, found, word)),
        );
        break;
      }
      case 'transfer': {
        if (!seen) continue;
        transfers += 1;
        model.word(seen.model, now, seen.model.amount, true);
        const found = await findPayment(app.db, seen.transactionId);
        const word: Word = { from: 'transfer', key: `transfer:${userId}:${transfers}`, raw: {} };
        await Promise.all(both.map((money) => takeWord(money, found, word)));
        break;
      }
      case 'cancel': {
        if (!seen) continue;
        model.cancel(seen.model, now);
        const found = await findPayment(app.db, seen.transactionId);
        await endOpen(both[0] as Money, found as { id: number; userId: number }, 'cancelled', 'parent');
        break;
      }
      case 'jobs': {
        model.settle(now);
        model.expire(now);
        const open = known.find(({ model: { status } }) => status === 'pending' || status === 'expired');
        for (const { transactionId } of open ? known : []) {
          const found = await findPayment(app.db, transactionId);
          if (found?.status === 'pending')
            await Promise.all(both.map((money) => endOpen(money, found, 'expired', 'program')));
        }
        model.move(now);
        await Promise.all(both.map((money) => movePlan(money, userId)));
        break;
      }
      case 'free':
        model.free(now);
        await Promise.all(both.map((money) => chooseFree(money, userId)));
        break;
      case 'restore':
        model.restore(now);
        await restoreParked(both[1] as Money, userId).catch((error: { code?: string }) =>
          expect(error.code).toBe('nothing-parked'),
        );
        break;
      case 'renewal':
        model.renew(one.on, now);
        await chooseRenewal(both[0] as Money, userId, one.on);
        break;
      case 'friends':
        model.friends += one.many;
        await friendsPaid(userId, one.many);
        break;
    }
    await meet();

    // The program and the model believe the same.
    model.settle(now);
    const { planId, until, next, parked } = await standing();
    const times = (credits: typeof next) =>
      Object.fromEntries(credits.map((credit) => [credit.planId, credit.milliseconds]));
    expect({
      plan: planId,
      until: until?.toISOString() ?? null,
      next: times(next),
      parked: times(parked),
    }).toEqual({
      plan: model.plan,
      until: model.plan === 'free' ? null : new Date(model.end).toISOString(),
      next: model.next,
      parked: model.parked,
    });

    // And, whatever the model believes: a year that was bought adds its worth, and nothing else adds or takes any.
    const years = model.completed + model.redeemed.length + model.renewed.length - bought;
    const gained = (await worthNow()) - before;
    if (years === 0) expect(Math.abs(gained)).toBeLessThan(1);
    else {
      const price = PRICES[boughtPlan(one, seen?.model, modelBefore.plan)] as number;
      // An upgrade rounds by a day of the new plan at most, and of the old one in the family's favour; a year begun in the
      // days of grace has those behind it.
      expect(years).toBe(1);
      expect(gained).toBeGreaterThan(price * 365 * DAY - price * 7 * DAY - 1);
      expect(gained).toBeLessThan(price * 366 * DAY + 30_000 * DAY + 1);
    }
  }

  const counts = await app.db.row(
    `select (select count(*) from emis_payments where user_id = $1 and status = 'completed') as completed,
       (select count(*) from plan_changes where user_id = $1 and kind = 'paid') as changes,
       (select count(*) from plan_changes where user_id = $1 and kind = 'redeemed') as redeemed,
       (select count(*) from receipts where user_id = $1) as receipts,
       (select count(*) from emis_payments where user_id = $1 and status = 'pending') as open,
       (select count(*) from referrals where referrer_id = $1 and used_by is null) as friends`,
    [userId],
  );
  expect(counts).toEqual({
    completed: model.completed,
    changes: model.completed,
    redeemed: model.redeemed.length + model.renewed.length,
    receipts: model.completed,
    open: model.open() ? 1 : 0,
    friends: model.friends,
  });
  const last = await standing();
  if (last.planId !== 'free' || last.parked.length > 0)
    expect(model.completed + model.redeemed.length + model.renewed.length).toBeGreaterThan(0);
}

/** Which plan a step bought a year of. */
function boughtPlan(one: Step, payment: ModelPayment | undefined, running: string): string {
  if (one.do === 'begin') return one.plan;
  return one.do === 'jobs' ? running : (payment?.plan ?? '');
}

test(
  'whatever families do, pay, repeat and leave, in whatever order and from two processes, their money is right',
  async () => {
    const history = fc.array(step, { minLength: 6, maxLength: 22 });
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (histories) => {
        const ends = await Promise.allSettled(histories.map(live));
        const failed = ends.find((end) => end.status === 'rejected');
        if (failed) throw failed.reason;
      }),
      { numRuns: Math.ceil(HISTORIES / AT_ONCE), endOnFailure: true },
    );
    const gaps = await app.db.rows(
      `select r.series from receipts r group by r.series having count(*) <> max(r.number) or min(r.number) <> 1`,
    );
    expect(gaps).toEqual([]);
    const [{ receipts } = { receipts: 0 }] = await app.db.rows<{ receipts: number }>(
      'select count(*) as receipts from receipts',
    );
    expect(receipts).toBeGreaterThan(HISTORIES / 4);
  },
  HISTORIES * 100 + 120_000,
);

test('200 completions of 20 payments at once, from two processes, are 20 years', async () => {
  const begun = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const userId = await aFamily();
      const { payment } = await beginPayment(here, userId, {
        planId: 'family',
        amount: 18_000,
        paymentMethod: 'reference',
      });
      if (!payment) throw new Error('no payment');
      return payment;
    }),
  );
  // In turn of the payments, so that words on all of them are under way at every moment.
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, time) =>
      begun.map((payment) => {
        const from = (['browser', 'callback', 'reconciliation'] as const)[time % 3] as Word['from'];
        const word: Word = { from, key: `load:${payment.transactionId}`, amount: 18_000, raw: {} };
        return takeWord(time % 2 ? here : there, payment, word);
      }),
    ).flat(),
  );
  expect(outcomes.filter(({ outcome }) => outcome === 'completed')).toHaveLength(20);
  expect(outcomes.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(180);
  const ids = begun.map(({ userId }) => userId);
  const row = await app.db.row(
    `select count(*) as plans, (select count(*) from plan_changes where user_id = any($1)) as changes,
       (select count(*) from receipts where user_id = any($1)) as receipts
     from users where id = any($1) and subscription_type = 'family' and subscription_end between now() + interval '364 days' and now() + interval '367 days'`,
    [ids],
  );
  expect(row).toEqual({ plans: 20, changes: 20, receipts: 20 });
});
