import { dateInLuanda } from '../../../shared/calendar.ts';
import { longDate } from '../../../shared/dates.ts';
import { daysBetween } from '../../../shared/days.ts';
import { formatKz } from '../../../shared/money.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { PlanId } from '../../../shared/words.ts';
import { GRACE_DAYS, PLANS } from '../../money/plans/plans.rules.ts';
import { type Notice, noticeOf } from './kinds.rules.ts';

// Notifications about plans and payments. The source identifies the event, so that each event is notified once.

const nameOf = (planId: PlanId) => PLANS[planId].name;

/** Maximum age in days of a payment to notify: older ones were entered afterwards. */
const MAX_PAYMENT_AGE_DAYS = 7;

/** Returns a completed payment. */
export function paymentConfirmed(
  payment: { paymentId: number; planId: PlanId; amount: number; runs: PlanId; until: Date | null; completedAt: Date },
  now: Date,
): Notice | undefined {
  if (now.getTime() - payment.completedAt.getTime() > MAX_PAYMENT_AGE_DAYS * DAY_MS) return undefined;
  const { planId, runs } = payment;
  const until = payment.until ? longDate(payment.until) : '';
  // A cheaper plan begins when the current one ends.
  const then =
    until === ''
      ? ''
      : runs === planId
        ? ` O seu plano está pago até ${until}.`
        : ` O plano ${nameOf(runs)} continua até ${until}; depois começa este.`;
  return noticeOf('payment_confirmed', now, {
    source: `payment:${payment.paymentId}`,
    title: 'Pagamento confirmado',
    message: `Recebemos ${formatKz(payment.amount)} pelo plano ${nameOf(planId)}.${then} O comprovativo está na página «Assinatura».`,
    actionLink: '/subscription',
  });
}

/** Returns a plan that ends in 30, 7 or 1 days, or in fewer if the reminder could not be sent on its day. */
export function planEnding(
  plan: { planId: PlanId; reminder: number; until: Date; renewal: boolean },
  now: Date,
): Notice {
  const days = daysBetween(dateInLuanda(now), dateInLuanda(plan.until));
  const when = days <= 0 ? 'hoje' : days === 1 ? 'amanhã' : `daqui a ${days} dias`;
  return noticeOf('plan_ending', now, {
    source: `plan-ending:${plan.until.toISOString()}:${plan.reminder}`,
    title: `O plano ${nameOf(plan.planId)} acaba ${when}`,
    message: plan.renewal
      ? `Acaba a ${longDate(plan.until)}. Pode renovar já: o novo ano conta a partir dessa data.`
      : `Acaba a ${longDate(plan.until)} e não se renova, como escolheu. Depois dessa data nada se apaga.`,
    actionLink: plan.renewal ? `/subscription?plan=${plan.planId}` : '/subscription',
  });
}

/** Returns the payment for the next year, created before the plan's end. */
export function renewalReady(
  renewal: { transactionId: string; planId: PlanId; amount: number; until: Date },
  now: Date,
): Notice {
  return noticeOf('renewal_ready', now, {
    source: `renewal:${renewal.transactionId}`,
    title: 'O pagamento da renovação está pronto',
    message: `O plano ${nameOf(renewal.planId)} acaba a ${longDate(renewal.until)}. Para mais um ano são ${formatKz(renewal.amount)}. Pode pagar até ${GRACE_DAYS} dias depois dessa data.`,
    actionLink: `/payment-gateway?transaction=${renewal.transactionId}`,
  });
}

/** Returns a year paid for by a discount of 100 %. */
export function renewalRedeemed(renewal: { planId: PlanId; until: Date }, now: Date): Notice {
  return noticeOf('payment_confirmed', now, {
    source: `redeemed:${renewal.until.toISOString()}`,
    title: 'Mais um ano, graças às famílias que convidou',
    message: `O plano ${nameOf(renewal.planId)} continua, sem pagar nada, e vale até ${longDate(renewal.until)}.`,
    actionLink: '/subscription',
  });
}

/** Returns a plan that has ended. */
export function planEnded(plan: { planId: PlanId; until: Date | null }, now: Date): Notice {
  return noticeOf('plan_ended', now, {
    source: `plan-ended:${plan.until?.toISOString() ?? ''}`,
    title: `O plano ${nameOf(plan.planId)} acabou`,
    message:
      'A sua conta está agora no plano Essencial. As crianças, os testes e os resultados continuam todos guardados.',
    actionLink: '/subscription',
  });
}

/** Returns a plan that an administrator gave, or whose end they changed. */
export function planGranted(
  plan: { changeId: number; planId: PlanId; before: PlanId; until: Date },
  now: Date,
): Notice {
  const name = nameOf(plan.planId);
  const until = longDate(plan.until);
  const adjusted = plan.before === plan.planId;
  return noticeOf('plan_granted', now, {
    source: `plan-granted:${plan.changeId}`,
    title: adjusted ? 'A data do seu plano mudou' : `Tem agora o plano ${name}`,
    message: adjusted
      ? `O plano ${name} vale agora até ${until}. Se tem dúvidas, fale connosco.`
      : `A nossa equipa deu-lhe o plano ${name}, até ${until}. Não tem de pagar nada por ele.`,
    actionLink: '/subscription',
  });
}

/** Returns a payment that was taken back, because it was confirmed by mistake or the money was paid back. */
export function paymentReversed(
  payment: {
    paymentId: number;
    planId: PlanId;
    amount: number;
    what?: 'mistake' | 'refunded';
    runs: PlanId;
    until: Date | null;
  },
  now: Date,
): Notice {
  const money = `${formatKz(payment.amount)} pelo plano ${nameOf(payment.planId)}`;
  const what =
    payment.what === 'refunded'
      ? `Devolvemos o que pagou: ${money}. O comprovativo ficou sem efeito.`
      : `Tínhamos confirmado por engano ${money}. A confirmação e o comprovativo ficaram sem efeito.`;
  const runs =
    payment.until === null
      ? 'A sua conta está no plano Essencial. As crianças, os testes e os resultados continuam todos guardados.'
      : `Tem o plano ${nameOf(payment.runs)}, até ${longDate(payment.until)}.`;
  return noticeOf('payment_reversed', now, {
    source: `payment-reversed:${payment.paymentId}`,
    title: 'Um pagamento foi anulado',
    message: `${what} ${runs} Se tem dúvidas, fale connosco.`,
    actionLink: '/subscription',
  });
}

/** Returns money that arrived and does not fit its payment, so that somebody has to look at it; `received` is null if it is not known. */
export function paymentFlagged(
  flag: { key: string; why: string; planId: PlanId; amount: number; received: number | null },
  now: Date,
): Notice {
  const { why, amount, received } = flag;
  const came = received === null ? 'Recebemos um pagamento' : `Recebemos ${formatKz(received)}`;
  const what =
    why === 'paid_twice'
      ? `${came} pelo plano ${nameOf(flag.planId)}, que já estava pago.`
      : why === 'late'
        ? `${came}, mas o prazo desse pagamento já tinha terminado.`
        : why === 'discount_used'
          ? `${came}, mas o desconto desse pagamento já tinha sido usado noutro ano.`
          : received !== null && received !== amount
            ? `${came}, mas o pedido era de ${formatKz(amount)}.`
            : `${came} que não bate certo com o seu pedido de ${formatKz(amount)}.`;
  return noticeOf('payment_flagged', now, {
    source: `payment-flagged:${flag.key}`,
    title: 'Estamos a ver o seu pagamento',
    message: `${what} Estamos a ver e dizemos-lhe.`,
    actionLink: '/subscription',
  });
}

/**
 * Returns what was decided about such money, unless it was accepted: then the payment is confirmed.
 *
 * @param settled `staysPaid`: the plan was paid before this money came.
 */
export function paymentSettled(
  settled: {
    flag: number;
    planId: PlanId;
    decision: 'returned' | 'dismissed';
    received: number | null;
    staysPaid?: boolean;
  },
  now: Date,
): Notice {
  const money = settled.received === null ? 'o dinheiro' : `os ${formatKz(settled.received)}`;
  return noticeOf('payment_flagged', now, {
    source: `payment-settled:${settled.flag}`,
    title: settled.decision === 'returned' ? 'Devolvemos o seu dinheiro' : 'Já vimos o seu pagamento',
    message:
      settled.decision === 'returned'
        ? `Devolvemos ${money} que pagou ${settled.staysPaid ? 'a mais ' : ''}pelo plano ${nameOf(settled.planId)}.${settled.staysPaid ? ' O plano continua pago.' : ''} Pode demorar alguns dias a chegar à sua conta. Se tem dúvidas, fale connosco.`
        : `Já vimos o pagamento do plano ${nameOf(settled.planId)}: não precisa de fazer nada. Se tem dúvidas, fale connosco.`,
    actionLink: '/subscription',
  });
}

/** Referrals that have paid and earn a discount, which a family with a paid plan gets on its renewal only (`discountFrom`). */
export function discountEarned(earned: { paymentId: number; paid: number; percent: number }, now: Date): Notice {
  return noticeOf('discount_earned', now, {
    source: `discount:${earned.paymentId}`,
    title: `Ganhou ${earned.percent}% de desconto`,
    message: `${earned.paid} famílias que convidou já pagaram. Com plano pago, o desconto conta na renovação. Sem ele, no próximo pagamento.`,
    actionLink: '/subscription',
  });
}
