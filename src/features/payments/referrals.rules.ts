import type { PlanId } from '../../shared/words.ts';

/** So many referrals that paid give so many percent once. Never more than the last. */
export const REFERRAL_STEPS = [
  { paid: 5, percent: 30 },
  { paid: 10, percent: 100 },
] as const;

/** The discount for a number of paid, unused referrals, and how many of them it uses up. */
export function discountFor(paid: number): { percent: number; uses: number } {
  const reached = REFERRAL_STEPS.filter((step) => paid >= step.paid).at(-1);
  return reached ? { percent: reached.percent, uses: reached.paid } : { percent: 0, uses: 0 };
}

/** How many referrals a discount of so many percent uses up. */
export function usesOf(percent: number): number {
  return REFERRAL_STEPS.find((step) => step.percent === percent)?.paid ?? 0;
}

/** What a discount goes to: while a plan runs, or waits laid aside, to its next year; else to the next purchase. */
export function discountFrom(standing: { planId: PlanId; parked: readonly unknown[] }): 'renewal' | 'purchase' {
  return standing.planId === 'free' && standing.parked.length === 0 ? 'purchase' : 'renewal';
}

/** Whole Kz to be paid for a price less a discount in percent. Never below 0. */
export function amountDue(price: number, percent: number): number {
  return price - Math.floor((price * Math.min(Math.max(percent, 0), 100)) / 100);
}

/**
 * An e-mail as one person's: without case, without what follows a plus, and without the dots that gmail ignores, so that
 * the same letter box is not taken for two people.
 */
export function emailOfOnePerson(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  let name = email.slice(0, at).trim().normalize('NFKC').toLowerCase().replace(/\+.*$/, '');
  const google = domain === 'gmail.com' || domain === 'googlemail.com';
  if (google) name = name.replaceAll('.', '');
  return `${name}@${google ? 'gmail.com' : domain}`;
}

/** A telephone number by its last nine digits, as Angola writes it with or without the country; nothing when it is shorter. */
export function phoneOfOnePerson(phone: string | null): string | null {
  const digits = (phone ?? '').replace(/\D/g, '');
  return digits.length >= 9 ? digits.slice(-9) : null;
}
