import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate } from '../../../shared/dates.ts';
import { formatKz } from '../../../shared/money.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import { PLANS } from '../plans/plans.rules.ts';
import type { Asked } from './PlanDialog.tsx';
import styles from './Subscription.module.css';
import type { Subscription } from './subscriptions.contract.ts';

/** What the parent should know or do: an open payment, the days of grace, the next plan, parked days, a discount. */
export default function PlanNews({
  subscription,
  onAsk,
  onRenew,
}: {
  subscription: Subscription;
  onAsk: (what: Asked) => void;
  onRenew: () => void;
}) {
  const { openPayment, graceUntil, parked, next, discount } = subscription;
  return (
    <div className={styles['news']}>
      {graceUntil && (
        <Notice
          title="O ano do plano acabou"
          action={
            !openPayment && (
              <Button variant="brass" onClick={onRenew}>
                Renovar
              </Button>
            )
          }
        >
          O plano ainda vale até {longDate(graceUntil)}. Se não o renovar, passa ao Essencial. Nada se apaga.
        </Notice>
      )}
      {openPayment && (
        <Notice
          title="Aguardando pagamento"
          action={
            <Button variant="brass" href={`/payment-gateway?transaction=${openPayment.transactionId}`}>
              Ver dados para pagar
            </Button>
          }
        >
          {openPayment.paymentDetails.kind === 'renewal' ? 'Renovação do plano ' : 'Plano '}
          {PLANS[openPayment.planId].name}: {formatKz(openPayment.amount)}
          {openPayment.paymentDetails.discountPercent > 0 &&
            `, com ${openPayment.paymentDetails.discountPercent}% de desconto`}
          , até às {clockInLuanda(openPayment.expiresAt)} de {longDate(openPayment.expiresAt)}.
        </Notice>
      )}
      {next.map(({ planId, days }) => (
        <Notice key={planId} title="A seguir">
          Quando o plano actual acabar, começa o {PLANS[planId].name}: {plural(days, 'dia, já pago', 'dias, já pagos')}.
        </Notice>
      ))}
      {parked.length > 0 && (
        <Notice
          title="Tem dias guardados"
          action={
            <Button variant="brass" onClick={() => onAsk('restore')}>
              Voltar ao plano pago
            </Button>
          }
        >
          {parked.map(({ planId, days }) => `${PLANS[planId].name}: ${plural(days, 'dia', 'dias')}`).join(', ')}. Já
          estão pagos; pode voltar a eles quando quiser.
        </Notice>
      )}
      {discount.percent > 0 && openPayment?.paymentDetails.discountPercent !== discount.percent && (
        <Notice title={`Tem ${discount.percent}% de desconto`}>
          {discount.appliesTo === 'renewal'
            ? 'Conta na próxima renovação do seu plano.'
            : 'Conta no próximo plano que pagar.'}
        </Notice>
      )}
    </div>
  );
}
