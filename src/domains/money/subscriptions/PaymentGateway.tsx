import { lazy, Suspense, useEffect } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate } from '../../../shared/dates.ts';
import { formatKz, groupedReference } from '../../../shared/money.ts';
import { reader } from '../../../web/call/api.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { IconOffline } from '../../../web/ui/base/Icon.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { CopyButton } from '../../../web/ui/forms/CopyButton.tsx';
import type { Payment } from '../payments/payments.contract.ts';
import { PLANS } from '../plans/plans.rules.ts';
import styles from './Payment.module.css';
import { Howto } from './PaymentHowto.tsx';
import { PaymentStatus } from './PaymentStatus.tsx';
import { PaymentPage, useNow } from './payment.tsx';
import { missing, timeLeft } from './payment-words.rules.ts';
import { Slip } from './Slip.tsx';
import type { plansContract } from './subscriptions.contract.ts';

// Actions other than paying, and the final states. They are loaded after the code that is needed to pay.
const PaymentOver = lazy(() => import('./PaymentOver.tsx'));
const PaymentTools = lazy(() => import('./PaymentTools.tsx'));

const useRead = reader<typeof plansContract>();

/** Shows what to pay, where and until when, and whether the payment has arrived. */
export default function PaymentGateway() {
  usePage('Pagamento', brand.productName);
  return (
    <PaymentPage title="Pagamento">
      {(payment, look, ahead) =>
        payment.status === 'pending' ? (
          <Awaited payment={payment} look={look} ahead={ahead} />
        ) : (
          <Suspense fallback={<Skeleton lines={5} />}>
            <PaymentOver payment={payment} ahead={ahead} />
          </Suspense>
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
  // The server decides when a payment expires; the local time only determines when to ask.
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
            <b className="num">{isOver ? 'O prazo terminou.' : missing(timeLeft(left))}</b>{' '}
            {!isOver && (
              <span className="muted">
                Pague até às {clockInLuanda(payment.expiresAt)} de {longDate(payment.expiresAt)}.
              </span>
            )}
          </p>
          {!online && (
            <p className={styles['offline']}>
              <IconOffline />
              Sem internet. Pode pagar com estes dados. Quando a internet voltar, dizemos se o dinheiro chegou.
            </p>
          )}
          <Howto payment={payment} />
          {iban && payment.paymentMethod === 'multicaixa' && <ByTransfer iban={iban} beneficiary={beneficiary} />}
          <Suspense fallback={null}>
            <PaymentTools payment={payment} look={look} simulated={subscription?.simulated ?? false} />
          </Suspense>
        </>
      }
    >
      <p className={styles['state']} role="status">
        <PaymentStatus payment={payment} />
      </p>
      <dl className={styles['facts']}>
        {entity && <Fact name="Entidade" shown={entity} copied={entity} />}
        {reference ? (
          <Fact name="Referência" shown={groupedReference(reference)} copied={reference} />
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

/** Explains how the same payment is made by bank transfer. */
function ByTransfer({ iban, beneficiary }: { iban: string; beneficiary: Payment['paymentDetails']['beneficiary'] }) {
  return (
    <section className={styles['howto']}>
      <h3>Ou por transferência (IBAN)</h3>
      <dl className={styles['facts']}>
        <Fact name="IBAN" shown={iban.replace(/(.{4})(?=.)/g, '$1 ')} copied={iban} long />
      </dl>
      <p className="muted">
        {beneficiary && `Em nome de ${beneficiary}. `}Escreva a referência na descrição. Confirmamos a transferência
        quando chega ao banco.
      </p>
    </section>
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
