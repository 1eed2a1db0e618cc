// What a family's money should be, written as plainly as can be, without looking at how the program does it. Time is a
// number of milliseconds; a plan's remaining time is worth its price for each millisecond.

export const PRICES: Record<string, number> = { free: 0, individual: 9_000, family: 18_000, 'family-plus': 30_000 };
export const MINUTE = 60_000;
export const DAY = 1_440 * MINUTE;
const GRACE = 7 * DAY;
const price = (plan: string) => PRICES[plan] as number;

export interface ModelPayment {
  plan: string;
  amount: number;
  percent: number;
  status: string;
  expires: number;
  /** Of a renewal: the end of the period that it renews. */
  renews: number | null;
  givenUp: boolean;
}

/** Returns the same day and hour in Luanda a year later. */
function plusYear(from: number): number {
  const there = new Date(from + 3_600_000);
  const [year, month, day] = [there.getUTCFullYear() + 1, there.getUTCMonth(), there.getUTCDate()];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(day, last));
  return midnight + ((from + 3_600_000) % DAY) - 3_600_000;
}

export class FamilyModel {
  plan = 'free';
  end = 0;
  renewal = true;
  next: Record<string, number> = {};
  parked: Record<string, number> = {};
  payments: ModelPayment[] = [];
  friends = 0;
  redeemed: { plan: string; at: number }[] = [];
  completed = 0;
  /** Renewals that a discount paid for. */
  renewed: { plan: string; at: number }[] = [];
  /** Events that were processed or flagged: each is so once. */
  events: string[] = [];
  /** What waits for an administrator, oldest first: of which payment (its place in the list), and why. */
  flags: { payment: number; why: string }[] = [];

  /** Returns the same family at the same moment, to try out what else might have happened. */
  copy(): FamilyModel {
    return Object.assign(new FamilyModel(), structuredClone({ ...this }));
  }

  /** Years that were bought, by whatever means. */
  years(): number {
    return this.completed + this.redeemed.length + this.renewed.length;
  }

  /** Time passes: what follows begins, what is not renewed ends. */
  settle(now: number): void {
    for (;;) {
      const follows = dearest(this.next);
      if (this.plan === 'free' || now < this.end || !follows) break;
      this.plan = follows;
      this.end += this.next[follows] as number;
      delete this.next[follows];
    }
    if (this.plan !== 'free' && now > this.end + (this.renewal ? GRACE : 0)) this.plan = 'free';
  }

  open(): ModelPayment | undefined {
    return this.payments.find(({ status }) => status === 'pending');
  }

  percentFor(plan: string): number {
    // Not for the way to a dearer plan, be it from one that runs or from one laid aside.
    const has = this.plan === 'free' ? dearest(this.parked) : this.plan;
    if (has && price(plan) > price(has)) return 0;
    return this.friends >= 10 ? 100 : this.friends >= 5 ? 30 : 0;
  }

  year(plan: string, percent: number, now: number): void {
    this.friends = Math.max(0, this.friends - (percent === 100 ? 10 : percent === 30 ? 5 : 0));
    if (this.plan === 'free') {
      this.end = plusYear(now);
      this.plan = plan;
      this.renewal = true;
    } else if (plan === this.plan) this.end = plusYear(this.end);
    else if (price(plan) > price(this.plan)) {
      const unused = Math.max(0, Math.ceil((this.end - now) / DAY));
      this.end = plusYear(now) + Math.floor((unused * price(this.plan)) / price(plan)) * DAY;
      this.plan = plan;
    } else if (this.end <= now) {
      this.plan = plan;
      this.end = plusYear(this.end);
    } else this.next[plan] = (this.next[plan] ?? 0) + plusYear(this.end) - this.end;
  }

  /** Ends what has run out. */
  expire(now: number, index?: number): void {
    this.settle(now);
    const open = index === undefined ? this.open() : this.payments[index];
    if (open?.status === 'pending' && open.expires <= now) open.status = 'expired';
  }

  close(status: string): void {
    const open = this.open();
    if (open) open.status = status;
  }

  begin(plan: string, now: number): ModelPayment | 'redeemed' {
    this.settle(now);
    const percent = this.percentFor(plan);
    const amount = price(plan) - (price(plan) * percent) / 100;
    // Also when the program redeemed it by itself while the family was about to.
    const lately = [...this.redeemed, ...this.renewed];
    if (lately.some((one) => one.plan === plan && one.at >= now - 2 * MINUTE)) return 'redeemed';
    this.expire(now);
    const open = this.open();
    if (open && amount > 0 && open.plan === plan && open.amount === amount) return open;
    this.close('cancelled');
    if (percent === 100) {
      this.year(plan, percent, now);
      this.redeemed.push({ plan, at: now });
      return 'redeemed';
    }
    const payment = {
      plan,
      amount,
      percent,
      status: 'pending',
      expires: now + 48 * 60 * MINUTE,
      renews: null,
      givenUp: false,
    };
    this.payments.push(payment);
    return payment;
  }

  /** Somebody's word for a payment, by the name of an event. Only an administrator's counts for one that has ended. */
  word(index: number, event: string, now: number, amount: number, from: string): void {
    this.settle(now);
    const payment = this.payments[index] as ModelPayment;
    if (payment.status === 'pending' && payment.expires <= now) payment.status = 'expired';
    const byAdministrator = from === 'transfer';
    const why =
      payment.status === 'completed'
        ? 'paid_twice'
        : amount !== payment.amount
          ? 'mismatch'
          : payment.status !== 'pending' && !byAdministrator
            ? 'late'
            : // What had ended keeps its discount only as long as no other year has used it.
              payment.status !== 'pending' && payment.percent > 0 && this.friends < 5
              ? 'discount_used'
              : undefined;
    // A browser has no second sum to bring.
    if ((why === 'paid_twice' && from === 'browser') || this.events.includes(event)) return;
    this.events.push(event);
    if (why) this.flags.push({ payment: index, why });
    else this.pay(payment, now);
  }

  private pay(payment: ModelPayment, now: number): void {
    payment.status = 'completed';
    this.completed += 1;
    this.year(payment.plan, payment.percent, now);
    this.close('cancelled');
  }

  /** An administrator accepts what was flagged first, unless its payment was made meanwhile. */
  accept(now: number): void {
    this.settle(now);
    const [flag] = this.flags;
    const payment = flag && (this.payments[flag.payment] as ModelPayment);
    if (!payment || payment.status === 'completed') return;
    this.flags.shift();
    this.pay(payment, now);
  }

  /** The gateway, or the parent's own browser, says that nothing came of it. */
  fail(payment: ModelPayment, now: number): void {
    this.settle(now);
    if (payment.status === 'pending') payment.status = payment.expires <= now ? 'expired' : 'failed';
  }

  cancel(payment: ModelPayment, now: number): void {
    this.settle(now);
    if (payment.status !== 'pending') return;
    payment.status = payment.expires <= now ? 'expired' : 'cancelled';
    payment.givenUp = payment.status === 'cancelled';
  }

  free(now: number): void {
    this.settle(now);
    if (this.plan === 'free') return;
    this.close('cancelled');
    add(this.parked, this.plan, this.end - now);
    for (const [plan, time] of Object.entries(this.next)) add(this.parked, plan, time);
    this.next = {};
    this.plan = 'free';
  }

  restore(now: number): void {
    this.settle(now);
    if (Object.keys(this.parked).length === 0) return;
    this.close('cancelled');
    const all = { ...this.next };
    if (this.plan !== 'free') add(all, this.plan, this.end - now);
    for (const [plan, time] of Object.entries(this.parked)) add(all, plan, time);
    this.plan = dearest(all) as string;
    this.end = now + (all[this.plan] as number);
    delete all[this.plan];
    this.next = all;
    this.parked = {};
  }

  renew(wanted: boolean, now: number): void {
    this.settle(now);
    if (!wanted && this.open()?.renews) this.close('cancelled');
    this.renewal = wanted;
  }

  /** The job that moves plans on. */
  move(now: number): void {
    this.settle(now);
    if (this.plan === 'free' || Object.keys(this.next).length > 0 || !this.renewal) return;
    if (this.end - now > 14 * DAY) return;
    const percent = this.percentFor(this.plan);
    const open = this.open();
    if (open) {
      // Friends have paid since: the renewal is created again for less.
      if (open.renews === null || open.expires <= now || percent <= open.percent) return;
      open.status = 'cancelled';
    }
    if (percent === 100) {
      this.year(this.plan, percent, now);
      this.renewed.push({ plan: this.plan, at: now });
      return;
    }
    if (this.payments.some(({ renews, givenUp }) => givenUp && renews === this.end)) return;
    const amount = price(this.plan) - (price(this.plan) * percent) / 100;
    this.payments.push({
      plan: this.plan,
      amount,
      percent,
      status: 'pending',
      expires: this.end + GRACE,
      renews: this.end,
      givenUp: false,
    });
  }
}

/** Returns what all that a family has is worth at a moment, in Kz times milliseconds of a year's price. */
export function worth(
  plan: string,
  end: number,
  credits: { planId: string; milliseconds: number }[],
  now: number,
): number {
  const running = plan === 'free' ? 0 : Math.max(0, end - now) * price(plan);
  return credits.reduce((sum, { planId, milliseconds }) => sum + milliseconds * price(planId), running);
}

const dearest = (times: Record<string, number>) => Object.keys(times).sort((a, b) => price(b) - price(a))[0];

function add(times: Record<string, number>, plan: string, time: number): void {
  if (time > 0) times[plan] = (times[plan] ?? 0) + time;
}
