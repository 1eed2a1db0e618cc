import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  DAY,
  FamilyModel,
  MINUTE,
  type ModelPayment,
  PRICES,
  RESUMED,
  worth,
} from '../../../../test/support/money-model.ts';
import { openDatabase } from '../../../server/db/db.ts';
import { refusalFor } from '../../../server/http/errors.ts';
import { createLog } from '../../../server/watch/log.ts';
import { type PaidPlan, settled } from '../plans/period.rules.ts';
import { findSubscriber } from '../plans/standing.store.ts';
import { chooseFree, chooseRenewal, restoreParked } from '../subscriptions/choices.server.ts';
import { movePlan } from '../subscriptions/lifecycle.server.ts';
import { type Billing, openBilling } from './billing.server.ts';
import { type PaymentReport, recordConfirmation } from './completing.server.ts';
import { settleFlag } from './desk.server.ts';
import { beginPayment, closeOpenPayment } from './payments.server.ts';

/** Total number of histories; the long run uses many thousands. */
const HISTORIES = Number(process.env['MONEY_HISTORIES'] ?? 1_000);
/** Number of families whose histories run concurrently on the same database. */
const AT_ONCE = 20;

const app = await testApp();
const silent = createLog('silent');
const here = openBilling({ config: app.config, db: app.db, log: silent });
// Represents another process: it has its own connections and shares only the database.
const otherDb = openDatabase(app.url, { connections: 24 });
afterAll(() => otherDb.close());
const there = openBilling({ config: app.config, db: otherDb, log: silent });

let families = 0;
async function aFamily(): Promise<number> {
  families += 1;
  const row = await app.db.row<{ id: number }>(
    `insert into users (username, username_key, password_hash, email, full_name, terms_version) values ($1, $1, 'x', $2, 'Família', '1') returning id`,
    [`historia${families}`, `historia${families}@familia.example`],
  );
  return (row as { id: number }).id;
}

/** Lets this number of referred friends pay, which gives the family its next discount. */
const friendsPaid = (userId: number, many: number) =>
  app.db.count('insert into referrals (referrer_id, paid_at) select $1, now() from generate_series(1, $2)', [
    userId,
    many,
  ]);

const plan = fc.constantFrom<PaidPlan[]>('individual', 'family', 'family-plus');
const which = fc.constantFrom(0, 0, 0, 0, 0, 1, 2);
const once = fc.constant<number>(1);
const twice = fc.constant<number>(2);
const weighed = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
/** An action that concerns money, by the family, the gateway, an administrator or the program. */
const act = fc.oneof(
  weighed(4, fc.record({ do: fc.constant('begin' as const), plan, times: fc.integer({ min: 1, max: 2 }) })),
  weighed(
    9,
    fc.record({
      do: fc.constant('word' as const),
      which,
      event: fc.nat(2),
      times: fc.integer({ min: 1, max: 3 }),
      wrong: fc.constantFrom(0, 0, 0, 0, 1),
      from: fc.constantFrom('browser' as const, 'callback' as const, 'reconciliation' as const),
    }),
  ),
  weighed(1, fc.record({ do: fc.constant('transfer' as const), which, times: twice })),
  weighed(1, fc.record({ do: fc.constant('accept' as const), times: twice })),
  weighed(1, fc.record({ do: fc.constant('cancel' as const), which, times: once })),
  weighed(1, fc.record({ do: fc.constant('fail' as const), which, times: twice })),
  weighed(2, fc.record({ do: fc.constant('expire' as const), times: twice })),
  weighed(4, fc.record({ do: fc.constant('move' as const), times: twice })),
  weighed(1, fc.record({ do: fc.constant('free' as const), times: twice })),
  weighed(1, fc.record({ do: fc.constant('restore' as const), times: twice })),
  weighed(1, fc.record({ do: fc.constant('renewal' as const), on: fc.boolean(), times: once })),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
const step = fc.oneof(
  weighed(6, fc.record({ acts: fc.tuple(act) })),
  // Two actions at the same time, by different processes.
  weighed(2, fc.record({ acts: fc.tuple(act, act) })),
  weighed(
    1,
    fc.record({
      wait: fc.oneof(
        fc.integer({ min: 1, max: 100 }).map((minutes) => minutes * MINUTE),
        fc.integer({ min: 1, max: 150 }).map((minutes) => minutes * MINUTE),
        fc.integer({ min: 1, max: 30 * 24 }).map((hours) => hours * 60 * MINUTE),
        fc.integer({ min: 300, max: 380 }).map((days) => days * DAY),
      ),
    }),
  ),
  weighed(1, fc.record({ friends: fc.constantFrom(5, 5, 10) })),
);
type Step = { acts?: [Act] | [Act, Act]; wait?: number; friends?: number };

const paid = (what: PaidPlan): Step[] => [
  { acts: [{ do: 'begin', plan: what, times: 1 }] },
  { acts: [{ do: 'word', which: 0, event: 0, times: 1, wrong: 0, from: 'callback' }] },
];
/** A payment that is reported after it has expired, and therefore flagged. */
const paidLate = (what: PaidPlan): Step[] => {
  const [begin, word] = paid(what) as [Step, Step];
  return [begin, { wait: 3 * DAY }, word];
};
/**
 * The beginning of a history: random actions alone rarely lead to a waiting renewal, to a discount on a payment that has ended, or to two
 * administrators who accept the same of several flagged reports.
 */
const scene = fc.tuple(plan, fc.nat(6)).map(([what, kind]): Step[] => {
  switch (kind) {
    case 1:
      return paid(what);
    case 2:
      return [...paid(what), { wait: 355 * DAY }, { acts: [{ do: 'move', times: 1 }] }];
    case 3:
      return [...paid(what), { friends: 5 }, { acts: [{ do: 'free', times: 1 }] }];
    case 4:
      return [
        { friends: 5 },
        { acts: [{ do: 'begin', plan: what, times: 1 }] },
        { acts: [{ do: 'cancel', which: 0, times: 1 }] },
      ];
    case 5:
      return [...paid(what), ...paid('individual')];
    case 6:
      return [
        ...paidLate(what),
        ...paidLate('individual'),
        {
          acts: [
            { do: 'accept', times: 1 },
            { do: 'accept', times: 1 },
          ],
        },
      ];
    default:
      return [];
  }
});

/** Refusals because the object of the action does not exist or is no longer in the right state. */
const NOTHING = ['nothing-parked', 'already-resolved', 'payment-completed', 'discount-used'];

/** Repeats an action that fails because the database is busy: on a loaded machine, waiting for a lock may exceed four seconds. */
async function done<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried >= 5 || refusalFor(error)?.status !== 503) throw error;
    }
  }
}

interface KeptPayment {
  id: number;
  userId: number;
  transactionId: string;
  plan: string;
  amount: number;
  status: string;
  expires: number;
  /** The end of the period that a renewal continues; null for a purchase. */
  renews: number | null;
  givenUp: boolean;
}
/** Returns all data about a family's money in the database, except the plan. */
const kept = async (userId: number) => {
  const [row] = await app.db.rows<{
    payments: KeptPayment[];
    flags: { id: number; paymentId: number; why: string }[];
    friends: number;
    paid: number;
    redeemed: number;
    receipts: number;
  }>(
    `select
       (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'userId', p.user_id, 'transactionId', p.transaction_id, 'plan', p.plan_id,
          'amount', p.amount, 'status', p.status, 'expires', floor(extract(epoch from p.expires_at) * 1000),
          'renews', floor(extract(epoch from p.period_end) * 1000), 'givenUp', p.status = 'cancelled' and p.closed_by = 'parent') order by p.id), '[]')
        from emis_payments p where p.user_id = $1) as payments,
       (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'paymentId', p.id, 'why', n.notification_type) order by n.id), '[]')
        from emis_payments p join emis_notifications n on n.payment_id = p.id and n.status = 'flagged' where p.user_id = $1) as flags,
       (select count(*) from referrals where referrer_id = $1 and used_by is null) as friends,
       (select count(*) from plan_changes where user_id = $1 and kind = 'paid') as paid,
       (select count(*) from plan_changes where user_id = $1 and kind = 'redeemed') as redeemed,
       (select count(*) from receipts where user_id = $1) as receipts`,
    [userId],
  );
  if (!row) throw new Error('no answer');
  return row;
};

/** An assertion's error; the values are those compared, if they are objects. */
interface Failure {
  message: string;
  actual?: Readonly<Record<string, unknown>>;
  expected?: Readonly<Record<string, unknown>>;
}

interface Prepared {
  inModel(of: FamilyModel): unknown;
  run(billing: Billing): Promise<unknown>;
  /** The plan of which this action buys a year, if it buys one. */
  buys?: string | undefined;
}

/**
 * Returns the orders in which two concurrent actions may have taken effect. A payment begins in two transactions; when the second one fails
 * and the action is run again, it has taken effect before the other action and after it.
 */
function ordersOf(one: Prepared, other: Prepared, runs: ReadonlyMap<Prepared, number>): Prepared[][] {
  const most = (action: Prepared) => runs.get(action) ?? 1;
  const startingWith = (first: Prepared, second: Prepared) =>
    Array.from({ length: most(one) + most(other) - 1 }, (_, longer) =>
      Array.from({ length: 2 + longer }, (_, place) => (place % 2 === 0 ? first : second)),
    );
  return [...startingWith(one, other), ...startingWith(other, one)].filter((order) =>
    [one, other].every((action) => order.filter((each) => each === action).length <= most(action)),
  );
}

/** Lives the history of one family: each step is applied to the database, by two processes alternately or at once, and to the model. */
async function live(steps: readonly Step[]): Promise<void> {
  const userId = await aFamily();
  let now = Date.parse('2026-02-27T10:30:00Z') + (userId % 40) * 7 * DAY;
  const clock = async () => new Date(now);
  const both = [
    { ...here, now: clock },
    { ...there, now: clock },
  ] as const satisfies Billing[];
  let model = new FamilyModel();
  let transfers = 0;
  let facts = await kept(userId);
  let subscriber = await findSubscriber(app.db, userId, false);
  const standing = () => settled(subscriber as NonNullable<typeof subscriber>, new Date(now));
  const worthNow = () => {
    const { planId, until, next, parked } = standing();
    return worth(planId, until?.getTime() ?? 0, [...next, ...parked], now);
  };

  /**
   * Returns an action as the program and as the model perform it, with the plan that it buys, if any, or undefined if there is nothing to
   * apply it to.
   */
  const prepared = (one: Act): Prepared | undefined => {
    const index = facts.payments.length - 1 - ('which' in one ? one.which : 0);
    const payment = facts.payments[index];
    const owed = (of: FamilyModel) => of.payments[index] as ModelPayment;
    switch (one.do) {
      case 'begin': {
        const wanted = {
          planId: one.plan,
          amount: PRICES[one.plan] ?? 0,
          paymentMethod: 'reference' as const,
        };
        return {
          inModel: (of) => of.begin(one.plan, now),
          buys: one.plan,
          run: (billing) => beginPayment(billing, userId, wanted),
        };
      }
      case 'word': {
        if (!payment) return undefined;
        // A browser does not state an amount.
        const amount = payment.amount + (one.from === 'browser' ? 0 : one.wrong);
        const { from, event } = one;
        const key =
          from === 'browser' ? `browser:${payment.transactionId}` : `g:${payment.transactionId}:${event}:${one.wrong}`;
        const report: PaymentReport = { from, key, amount, currency: 'AOA', raw: {} };
        return {
          inModel: (of) => of.word(index, key, now, amount, from),
          buys: payment.plan,
          run: (billing) => recordConfirmation(billing, payment as never, report),
        };
      }
      case 'transfer': {
        if (!payment) return undefined;
        transfers += 1;
        const key = `transfer:${userId}:${transfers}`;
        return {
          inModel: (of) => of.word(index, key, now, payment.amount, 'transfer'),
          buys: payment.plan,
          run: (billing) => recordConfirmation(billing, payment as never, { from: 'transfer', key, raw: {} }),
        };
      }
      case 'accept': {
        const [flag] = facts.flags;
        const [reported] = model.flags;
        if (!flag || !reported) return undefined;
        const decision = { decision: 'accepted', note: 'O dinheiro está na conta.' } as const;
        return {
          inModel: (of) => of.accept(now, reported.event),
          buys: facts.payments.find(({ id }) => id === flag.paymentId)?.plan,
          run: (billing) => settleFlag(billing, flag.id, decision, { userId, address: null }),
        };
      }
      case 'cancel':
        return (
          payment && {
            inModel: (of) => of.cancel(owed(of), now),
            run: (billing) => closeOpenPayment(billing, payment, 'cancelled', 'parent'),
          }
        );
      case 'fail':
        return (
          payment && {
            inModel: (of) => of.fail(owed(of), now),
            run: (billing) => closeOpenPayment(billing, payment, 'failed', 'gateway'),
          }
        );
      case 'expire': {
        const open = facts.payments.find(({ status }) => status === 'pending');
        if (!open) return undefined;
        const place = facts.payments.indexOf(open);
        return {
          inModel: (of) => of.expire(now, place),
          run: (billing) => closeOpenPayment(billing, open, 'expired', 'program'),
        };
      }
      case 'move':
        return { inModel: (of) => of.move(now), run: (billing) => movePlan(billing, userId), buys: standing().planId };
      case 'free':
        return { inModel: (of) => of.free(now), run: (billing) => chooseFree(billing, userId) };
      case 'restore':
        return { inModel: (of) => of.restore(now), run: (billing) => restoreParked(billing, userId) };
      case 'renewal':
        return { inModel: (of) => of.renew(one.on, now), run: (billing) => chooseRenewal(billing, userId, one.on) };
    }
  };

  const asProgram = () => {
    const { planId, until, renewal, next, parked } = standing();
    const times = (credits: typeof next) =>
      Object.fromEntries(credits.map((credit) => [credit.planId, credit.milliseconds]));
    const { payments, flags, friends, paid, redeemed, receipts } = facts;
    return {
      plan: planId,
      until: until?.toISOString() ?? null,
      renewal,
      next: times(next),
      parked: times(parked),
      payments: payments.map(({ id: _, userId: __, transactionId: ___, ...payment }) => payment),
      flags: flags.map(({ paymentId, why }) => ({ payment: payments.findIndex(({ id }) => id === paymentId), why })),
      friends,
      paid,
      redeemed,
      receipts,
    };
  };
  const asModel = (of: FamilyModel) => {
    of.settle(now);
    return {
      plan: of.plan,
      until: of.plan === 'free' ? null : new Date(of.end).toISOString(),
      renewal: of.renewal,
      next: of.next,
      parked: of.parked,
      payments: of.payments.map(({ percent: _, ...payment }) => ({
        ...payment,
        givenUp: payment.givenUp && payment.status === 'cancelled',
      })),
      flags: of.flags.map(({ payment, why }) => ({ payment, why })),
      friends: of.friends,
      paid: of.completed,
      redeemed: of.redeemed.length + of.renewed.length,
      receipts: of.completed,
    };
  };

  for (const { acts = [], wait = 0, friends = 0 } of steps) {
    now += wait;
    if (friends > 0) {
      model.friends += friends;
      await friendsPaid(userId, friends);
    }
    const before = worthNow();
    const bought = model.years();
    const doable = acts.map(prepared).filter((one) => one !== undefined);
    if (doable.length === 0) continue;
    const runs = new Map(doable.map((one) => [one, 0]));
    const quietly = (billing: Billing, one: Prepared) =>
      done(() => {
        runs.set(one, (runs.get(one) ?? 0) + 1);
        return one.run(billing);
      }).catch((error: { code?: string }) => expect(NOTHING).toContain(error.code ?? error));

    // A single action is performed once, or several times at once.
    const [first, second] = doable as [Prepared, Prepared?];
    if (second) {
      await Promise.all([quietly(both[0], first), quietly(both[1], second)]);
    } else {
      const times = acts.length === 1 ? acts[0].times : 1;
      const expected = first.inModel(model.copy());
      const said = await Promise.all(
        Array.from({ length: times }, (_, time) => quietly(both[time % 2] as Billing, first)),
      );
      if (acts[0]?.do === 'begin' && acts.length === 1) {
        for (const begun of said as Awaited<ReturnType<typeof beginPayment>>[]) {
          if (expected === 'redeemed') expect(begun.redemption?.planId).toBe(acts[0].plan);
          else {
            const { amount } = expected as ModelPayment;
            expect(begun.payment).toMatchObject({ planId: acts[0].plan, amount, status: 'pending' });
          }
        }
      }
    }

    // The program and the model must have the same state.
    [facts, subscriber] = await Promise.all([kept(userId), findSubscriber(app.db, userId, false)]);
    const seen = asProgram();
    const outcomes = (second ? ordersOf(first, second, runs) : [[first]]).map((order) => {
      const outcome = model.copy();
      for (const one of order) one.inModel(outcome);
      return outcome;
    });
    model = outcomes.find((outcome) => isDeepStrictEqual(seen, asModel(outcome))) ?? (outcomes[0] as FamilyModel);
    expect(seen).toEqual(asModel(model));

    // Independently of the model: a bought year adds its value, and nothing else adds any. Pausing a plan that was just resumed takes some.
    const years = model.years() - bought;
    const gained = worthNow() - before;
    const lost = acts.some((one) => one.do === 'free') ? RESUMED * (PRICES['family-plus'] as number) : 0;
    if (years === 0) {
      expect(gained).toBeLessThan(1);
      expect(gained).toBeGreaterThan(-lost - 1);
    } else if (!second) {
      const price = PRICES[first.buys ?? ''] as number;
      // An upgrade rounds by at most a day of the new plan, and of the old one in the family's favour; a year begun in the days of grace
      // includes the days that have passed.
      expect(years).toBe(1);
      expect(gained).toBeGreaterThan(price * 365 * DAY - price * 7 * DAY - 1);
      expect(gained).toBeLessThan(price * 366 * DAY + 30_000 * DAY + 1);
    } else expect(gained).toBeGreaterThan(years * 9_000 * 358 * DAY - lost - 1);
  }
  const last = standing();
  if (last.planId !== 'free' || last.parked.length > 0) expect(model.years()).toBeGreaterThan(0);
}

/** Returns on one line how the program and the model differ, and the history that led to it. */
function describeFailure(steps: readonly Step[], { message, actual, expected }: Failure): string {
  const differing = Object.keys({ ...actual, ...expected })
    .filter((name) => !isDeepStrictEqual(actual?.[name], expected?.[name]))
    .map((name) => ({ [name]: { program: actual?.[name], model: expected?.[name] } }));
  return JSON.stringify({ message, differing, steps });
}

test(
  'whatever families choose, pay, repeat and abandon, in any order and in two processes, plans and payments are right',
  async () => {
    const history = fc
      .tuple(scene, fc.array(step, { minLength: 4, maxLength: 18 }))
      .map(([opening, steps]) => [...opening, ...steps]);
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (histories) => {
        const ends = await Promise.allSettled(histories.map(live));
        for (const [index, end] of ends.entries())
          if (end.status === 'rejected')
            throw new Error(describeFailure(histories[index] ?? [], end.reason), { cause: end.reason });
      }),
      {
        numRuns: Math.ceil(HISTORIES / AT_ONCE),
        endOnFailure: true,
        // The failed history says more than the twenty that ran beside it.
        asyncReporter: async ({ errorInstance }) => {
          if (errorInstance) throw errorInstance;
        },
      },
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
  HISTORIES * 300 + 120_000,
);

test('200 completions of 20 payments at once, in two processes, give 20 years', async () => {
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
  // Ordered by payment, so that reports about all of them are under way at every moment.
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, time) =>
      begun.map((payment) => {
        const from = (['browser', 'callback', 'reconciliation'] as const)[time % 3] as PaymentReport['from'];
        const report: PaymentReport = { from, key: `load:${payment.transactionId}`, amount: 18_000, raw: {} };
        return recordConfirmation(time % 2 ? here : there, payment, report);
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
