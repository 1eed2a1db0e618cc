import { lazy, Suspense, useEffect, useState } from 'react';
import { longDate } from '../../shared/dates.ts';
import { formatKz } from '../../shared/money.ts';
import { reader } from '../../web/api.ts';
import { brand } from '../../web/boot.ts';
import { goTo, usePage } from '../../web/navigation.ts';
import { Button } from '../../web/ui/Button.tsx';
import { CopyButton } from '../../web/ui/CopyButton.tsx';
import { IconOffline } from '../../web/ui/Icon.tsx';
import { useOnline } from '../../web/ui/OfflineStrip.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from './Payment.module.css';
import { Howto } from './PaymentHowto.tsx';
import { PaidStamp, PaymentStatus } from './PaymentStatus.tsx';
import { PaymentPage, refreshPlan, useNow } from './payment.tsx';
import { clockTime, grouped, timeLeft } from './payment-words.rules.ts';
import type { Payment } from './payments.contract.ts';
import type { plansContract } from './plans.contract.ts';
import { PLANS } from './plans.rules.ts';
import { Slip } from './Slip.tsx';

// What can be done besides paying comes after what is needed to pay.
const PaymentTools = lazy(() => import('./PaymentTools.tsx'));

const useRead = reader<typeof plansContract>();

/** Milliseconds until the way back to the subscription. */
const BACK = 2000;

/** What to pay, where and until when, and whether it has arrived. */
export default function PaymentGateway() {
  usePage('Pagamento', brand.productName);
  return (
    <PaymentPage title="Pagamento">
      {(payment, look, ahead) =>
        payment.status === 'completed' ? (
          <Paid payment={payment} ahead={ahead} />
        ) : payment.status === 'pending' ? (
          <Awaited payment={payment} look={look} ahead={ahead} />
        ) : (
          <Closed payment={payment} />
        )
      }
    </PaymentPage>
  );
}

interface AwaitedProps {
  payment: Payment;
  look: () => Promise<unknown>;
  ahead: number;
}

function Awaited({ payment, look, ahead }: AwaitedProps) {
  const online = useOnline();
  const now = useNow() + ahead;
  const left = new Date(payment.expiresAt).getTime() - now;
  const isOver = left <= 0;
  // The server says when it is over; here the time only says when to ask.
  useEffect(() => {
    if (isOver) void look();
  }, [isOver, look]);
  const { entity, iban, beneficiary } = payment.paymentDetails;
  const { data: subscription } = useRead('GET /api/subscription', {});
  const reference = payment.referenceNumber;
  return (
    <Slip
      id="slip"
      title={`Plano ${PLANS[payment.planId].name}`}
      torn={
        <>
          <p className={styles['until']}>
            <b className="num">{isOver ? 'O prazo terminou.' : `Faltam ${timeLeft(left)}`}</b>{' '}
            {!isOver && (
              <span className="muted">
                Pague até às {clockTime(payment.expiresAt)} de {longDate(payment.expiresAt)}.
              </span>
            )}
          </p>
          {!online && (
            <p className={styles['offline']}>
              <IconOffline />
              Sem rede. Pode pagar com estes dados; o estado é actualizado quando a rede voltar.
            </p>
          )}
          <Howto payment={payment} />
          {iban && payment.paymentMethod === 'multicaixa' && (
            <section className={styles['howto']}>
              <h3>Ou por transferência (IBAN)</h3>
              <dl className={styles['facts']}>
                <Fact name="IBAN" shown={iban.replace(/(.{4})(?=.)/g, '$1 ')} copied={iban} long />
              </dl>
              <p className="muted">
                {beneficiary && `Em nome de ${beneficiary}. `}Escreva a referência na descrição. A transferência é
                confirmada por nós quando chega ao banco; o plano abre nessa altura.
              </p>
            </section>
          )}
          <Suspense fallback={null}>
            <PaymentTools payment={payment} look={look} simulated={subscription?.simulated ?? false} />
          </Suspense>
        </>
      }
    >
      <p className={styles['state']} role="status">
        <PaymentStatus status={payment.status} />
      </p>
      <dl className={styles['facts']}>
        {entity && <Fact name="Entidade" shown={entity} copied={entity} />}
        {reference ? (
          <Fact name="Referência" shown={grouped(reference)} copied={reference} />
        ) : (
          <div>
            <dt>Referência</dt>
            <dd>A pedir…</dd>
          </div>
        )}
        <Fact name="Montante" shown={formatKz(payment.amount)} copied={String(payment.amount)} />
      </dl>
    </Slip>
  );
}

function Fact({ name, shown, copied, long }: { name: string; shown: string; copied: string; long?: boolean }) {
  return (
    <div className={long ? styles['long'] : undefined}>
      <dt>{name}</dt>
      <dd className="num">{shown}</dd>
      <dd>
        <CopyButton text={copied} what={name} />
      </dd>
    </div>
  );
}

/** It has arrived: the plan is asked for anew, and after two seconds the subscription is shown. */
function Paid({ payment, ahead }: { payment: Payment; ahead: number }) {
  const [here] = useState(() => Date.now() + ahead);
  const fresh = payment.completedAt !== null && here - new Date(payment.completedAt).getTime() < 10 * 60_000;
  useEffect(() => {
    if (!fresh) return;
    toast({ kind: 'success', title: 'Sucesso', text: 'Pagamento concluído' });
    void refreshPlan();
    const timer = setTimeout(() => goTo('/subscription'), BACK);
    return () => clearTimeout(timer);
  }, [fresh]);
  return (
    <Slip id="slip" title="Pagamento concluído" stamp={<PaidStamp lands />}>
      <p role="status">
        <PaymentStatus status={payment.status} />
      </p>
      <p>
        Plano {PLANS[payment.planId].name} · <span className="num">{formatKz(payment.amount)}</span>
      </p>
      <p className="muted">{fresh ? 'A voltar à assinatura…' : 'O plano já está activo.'}</p>
      <div className={styles['buttons']}>
        <Button href="/subscription">Ver assinatura</Button>
      </div>
    </Slip>
  );
}

/** Too late, cancelled or failed: nothing more can be paid here. */
function Closed({ payment }: { payment: Payment }) {
  const { title, text } = CLOSED[payment.status as keyof typeof CLOSED] ?? CLOSED.failed;
  return (
    <Slip id="slip" title={title}>
      <p role="status">
        <PaymentStatus status={payment.status} />
      </p>
      <p>
        Plano {PLANS[payment.planId].name} · <span className="num">{formatKz(payment.amount)}</span>
      </p>
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
  failed: { title: 'O pagamento falhou', text: 'Nada mudou no seu plano. Pode tentar outra vez.' },
} as const;
