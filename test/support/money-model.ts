// The expected state of a family's money, computed independently of the program. Time is a number of milliseconds; the remaining time of a
// plan is worth its price for each millisecond.

export const PRICES: Record<string, number> = { free: 0, individual: 9_000, family: 18_000, 'family-plus': 30_000 };
export const MINUTE = 60_000;
export const DAY = 1_440 * MINUTE;
const GRACE = 7 * DAY;
/** Minimum time that is used up each time a plan is resumed, in milliseconds. */
export const RESUMED = 7 * DAY;
const price = (plan: string) => PRICES[plan] as number;

export interface ModelPayment {
  plan: string;
  amount: number;
  percent: number;
  status: string;
  expires: number;
  /** For a renewal: the end of the period that it renews. */
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
  /** When parked plans were last resumed; -Infinity if never, or if they have been parked again since. */
  resumed = Number.NEGATIVE_INFINITY;
  payments: ModelPayment[] = [];
  friends = 0;
  redeemed: { plan: string; at: number }[] = [];
  completed = 0;
  /** Renewals paid completely by a discount. */
  renewed: { plan: string; at: number }[] = [];
  /** Events that were processed or flagged, each once. */
  events: string[] = [];
  /** Flagged reports, oldest first: the index of the payment, the reason, and the event that was reported. */
  flags: { payment: number; why: string; event: string }[] = [];

  /** Returns a copy of this state, to try alternatives. */
  copy(): FamilyModel {
    return Object.assign(new FamilyModel(), structuredClone({ ...this }));
  }

  /** Returns the number of years bought, in any way. */
  years(): number {
    return this.completed + this.redeemed.length + this.renewed.length;
  }

  /** Advances the time: the next plan begins, and a plan that is not renewed ends. */
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
    // A discount does not apply to an upgrade, neither of the current plan nor of a parked one.
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

  /** Closes payments that have expired. */
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
    // This also applies if the program redeemed the year itself at the same moment.
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

  /** Confirms a payment by an event of that name. Only an administrator's confirmation counts for a closed payment. */
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
            : this.isDiscountUsed(payment)
              ? 'discount_used'
              : undefined;
    // A browser cannot report another amount.
    if ((why === 'paid_twice' && from === 'browser') || this.events.includes(event)) return;
    this.events.push(event);
    if (why) this.flags.push({ payment: index, why, event });
    else this.pay(payment, now);
  }

  /** Returns whether another year has used the discount of a closed payment. */
  private isDiscountUsed(payment: ModelPayment): boolean {
    return payment.status !== 'pending' && payment.percent > 0 && this.friends < 5;
  }

  private pay(payment: ModelPayment, now: number): void {
    payment.status = 'completed';
    this.completed += 1;
    this.year(payment.plan, payment.percent, now);
    this.close('cancelled');
  }

  /**
   * Accepts the flagged report of an event as an administrator. Nothing changes if the report or its payment has been settled meanwhile, or if
   * another year has used the discount and the report was flagged for another reason.
   */
  accept(now: number, event: string): void {
    this.settle(now);
    const flag = this.flags.find((one) => one.event === event);
    const payment = flag && (this.payments[flag.payment] as ModelPayment);
    if (!payment || payment.status === 'completed') return;
    if (flag.why !== 'discount_used' && this.isDiscountUsed(payment)) return;
    this.flags = this.flags.filter((one) => one !== flag);
    this.pay(payment, now);
  }

  /** Marks a payment as failed, as reported by the gateway or the parent's browser. */
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
    const from = Math.max(now, this.resumed + RESUMED);
    this.settle(from);
    if (this.plan !== 'free') add(this.parked, this.plan, this.end - from);
    for (const [plan, time] of Object.entries(this.next)) add(this.parked, plan, time);
    this.next = {};
    this.plan = 'free';
    this.resumed = Number.NEGATIVE_INFINITY;
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
    this.resumed = now;
  }

  renew(wanted: boolean, now: number): void {
    this.settle(now);
    if (!wanted && this.open()?.renews) this.close('cancelled');
    this.renewal = wanted;
  }

  /** Runs the job that renews and ends plans. */
  move(now: number): void {
    this.settle(now);
    if (this.plan === 'free' || Object.keys(this.next).length > 0 || !this.renewal) return;
    if (this.end - now > 14 * DAY) return;
    const percent = this.percentFor(this.plan);
    const open = this.open();
    if (open) {
      // More referrals have paid since: the renewal is created again with a lower amount.
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

/** Returns the value of everything that a family has at a moment, in Kz times milliseconds of a year's price. */
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
