import { useEffect, useState } from 'react';
import { formatKz } from '../../../shared/money.ts';
import { reader } from '../../../web/call/api.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import type { Payment } from '../payments/payments.contract.ts';
import { PLANS } from '../plans/plans.rules.ts';
import { PaidStamp } from './PaidStamp.tsx';
import styles from './Payment.module.css';
import { PaymentStatus } from './PaymentStatus.tsx';
import { startOf } from './payment-words.rules.ts';
import { Slip } from './Slip.tsx';
import type { plansContract } from './subscriptions.contract.ts';

const useRead = reader<typeof plansContract>();

interface PaymentOverProps {
  payment: Payment;
  /** Milliseconds by which the server's clock is ahead of this phone's. */
  ahead: number;
}

/** A payment that is no longer pending: completed, or ended without payment. */
export default function PaymentOver({ payment, ahead }: PaymentOverProps) {
  return payment.status === 'completed' ? <Paid payment={payment} ahead={ahead} /> : <Closed payment={payment} />;
}

function StatusAndAmount({ payment }: { payment: Payment }) {
  return (
    <>
      <p role="status">
        <PaymentStatus payment={payment} />
      </p>
      <p>
        Plano {PLANS[payment.planId].name} · <span className="num">{formatKz(payment.amount)}</span>
      </p>
    </>
  );
}

/** Renders a completed payment; shown until the user leaves the page. */
function Paid({ payment, ahead }: PaymentOverProps) {
  const { data: subscription } = useRead('GET /api/subscription', {});
  const [here] = useState(() => Date.now() + ahead);
  const fresh = payment.completedAt !== null && here - new Date(payment.completedAt).getTime() < 10 * 60_000;
  useEffect(() => {
    if (!fresh) return;
    toast({ kind: 'success', title: 'Sucesso', text: 'Pagamento concluído' });
  }, [fresh]);
  return (
    <Slip id="slip" title="Pagamento concluído" stamp={<PaidStamp lands />}>
      <StatusAndAmount payment={payment} />
      <p className="muted">{subscription && startOf(payment.planId, subscription)}</p>
      <div className={styles['buttons']}>
        <Button href={`/payment-confirmation?transaction=${payment.transactionId}`}>Ver confirmação</Button>
        <Button variant="secondary" href="/subscription">
          Ver assinatura
        </Button>
      </div>
    </Slip>
  );
}

/** An expired, cancelled, failed or reversed payment, which can no longer be paid. */
function Closed({ payment }: { payment: Payment }) {
  const { title, text } = payment.reversedAt
    ? REVERSED
    : (CLOSED[payment.status as keyof typeof CLOSED] ?? CLOSED.failed);
  return (
    <Slip id="slip" title={title}>
      <StatusAndAmount payment={payment} />
      <p>{text}</p>
      <div className={styles['buttons']}>
        <Button href={`/subscription?plan=${payment.planId}`}>Escolher de novo</Button>
        <Button variant="secondary" href="/subscription">
          Voltar às assinaturas
        </Button>
      </div>
    </Slip>
  );
}

const LATE = 'Se pagou, o dinheiro não se perde: o pagamento chega-nos e tratamos dele.';
const CLOSED = {
  expired: { title: 'O prazo terminou', text: `Já não pague com esta referência. ${LATE}` },
  cancelled: { title: 'Pagamento cancelado', text: `Esta referência já não serve. ${LATE}` },
  failed: { title: 'O pagamento não foi feito', text: 'Nada mudou no seu plano. Tente de novo.' },
} as const;
/** Which of the two it was stands in the notification. */
const REVERSED = {
  title: 'Pagamento anulado',
  text: 'O dinheiro não chegou, ou foi devolvido: o aviso nas suas notificações diz qual.',
} as const;
