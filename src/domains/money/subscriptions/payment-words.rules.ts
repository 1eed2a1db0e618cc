import { longDate } from '../../../shared/dates.ts';
import { formatKz, groupedReference } from '../../../shared/money.ts';
import type { PlanId } from '../../../shared/words.ts';
import { PLANS } from '../plans/plans.rules.ts';

/** Returns what to pay, as a message to the person who pays; null while there is no reference. It contains no name. */
export function referenceText(what: {
  entity: string | null;
  reference: string | null;
  amount: number;
  /** In words. */
  until: string;
  productName: string;
}): string | null {
  if (!what.reference) return null;
  return [
    `Pagamento ${what.productName}`,
    ...(what.entity ? [`Entidade: ${what.entity}`] : []),
    `Referência: ${groupedReference(what.reference)}`,
    `Montante: ${formatKz(what.amount)}`,
    `Pagar até às ${what.until}.`,
  ].join('\n');
}

/**
 * Returns a sentence that says when a plan that was paid is in force: now, or after the current one if that costs more. Empty if the
 * family no longer has the plan, or if its subscription was read before the payment.
 */
export function startOf(
  planId: PlanId,
  { planId: current, until, next }: { planId: PlanId; until: string | null; next: readonly { planId: PlanId }[] },
): string {
  if (current === planId) return 'O plano já está activo.';
  if (!next.some((one) => one.planId === planId)) return '';
  if (next[0]?.planId !== planId || !until) return 'Começa quando acabarem os planos que já pagou.';
  return `Começa a ${longDate(until)}, quando acabar o plano ${PLANS[current].name}, que tem agora.`;
}

/** Returns when a plan begins that is paid now: as soon as the money arrives, or when the current plan ends. */
export const beginsWhen = (offer: { effect: string; startsAt: string } | undefined): string =>
  offer?.effect === 'after'
    ? `O plano começa a ${longDate(offer.startsAt)}, quando acabar o actual.`
    : 'O plano começa logo que recebermos o pagamento.';

/** "1 h 52 min", "4 min", "35 s": the remaining time. @returns '' if none. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds <= 0) return '';
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) {
    const rest = minutes % 60;
    return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
  }
  return `${Math.floor(minutes / (24 * 60))} dias`;
}

/** Returns how much time is missing: "Faltam 5 min", "Falta 1 h". */
export const missing = (time: string): string => `${/^1 \w+$/.test(time) ? 'Falta' : 'Faltam'} ${time}`;

/**
 * Milliseconds until a payment's state is read again: often while somebody is likely to be paying, later rarely, so that a page left open
 * costs almost nothing.
 *
 * @param watched milliseconds since this page began to watch.
 */
export function nextLook(watched: number): number {
  if (watched < 2 * 60_000) return 5_000;
  return watched < 15 * 60_000 ? 15_000 : 60_000;
}
