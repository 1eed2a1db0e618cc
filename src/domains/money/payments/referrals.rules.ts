import type { PlanId } from '../../../shared/words.ts';

/** Discounts in percent by number of paid referrals, each used once. The last is the maximum. */
export const REFERRAL_STEPS = [
  { paid: 5, percent: 30 },
  { paid: 10, percent: 100 },
] as const;

/** Returns the discount for a number of paid, unused referrals, and how many of them it uses up. */
export function discountFor(paid: number): { percent: number; uses: number } {
  const reached = REFERRAL_STEPS.filter((step) => paid >= step.paid).at(-1);
  return reached ? { percent: reached.percent, uses: reached.paid } : { percent: 0, uses: 0 };
}

/** Returns the number of referrals that a discount of this percentage uses up. */
export function usesOf(percent: number): number {
  return REFERRAL_STEPS.find((step) => step.percent === percent)?.paid ?? 0;
}

/** Returns what a discount applies to: the next year of a running or parked plan, otherwise the next purchase. */
export function discountFrom(standing: { planId: PlanId; parked: readonly unknown[] }): 'renewal' | 'purchase' {
  return standing.planId === 'free' && standing.parked.length === 0 ? 'purchase' : 'renewal';
}

/** Returns the whole Kz to pay for a price after a discount in percent, at least 0. */
export function amountDue(price: number, percent: number): number {
  return price - Math.floor((price * Math.min(Math.max(percent, 0), 100)) / 100);
}

/** Returns the last nine digits of a telephone number, with or without Angola's country code, or null if it has fewer. */
export function phoneOfOnePerson(phone: string | null): string | null {
  const digits = (phone ?? '').replace(/\D/g, '');
  return digits.length >= 9 ? digits.slice(-9) : null;
}
