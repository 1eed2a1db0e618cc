import { brand } from '../../../delivery/browser/boot.ts';
import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate } from '../../../shared/dates.ts';
import { formatKz, groupedReference } from '../../../shared/money.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { SquareStamp } from '../../../web/ui/paper/Stamp.tsx';
import type { User } from '../../people/accounts/accounts.contract.ts';
import { homeOf } from '../../people/accounts/session.tsx';
import type { Payment } from '../payments/payments.contract.ts';
import { PLANS } from '../plans/plans.rules.ts';
import { PaidStamp } from './PaidStamp.tsx';
import styles from './Payment.module.css';
import { PaymentStatus } from './PaymentStatus.tsx';
import { PaymentPage } from './payment.tsx';
import { Slip, SlipLines } from './Slip.tsx';

/** Says whether a payment has arrived, and links to the next pages. */
export default function PaymentConfirmation({ user }: { user: User }) {
  usePage('Confirmação do pagamento', brand.productName);
  return (
    <PaymentPage title="Confirmação do pagamento">
      {(payment) => <Confirmation payment={payment} user={user} />}
    </PaymentPage>
  );
}

function Confirmation({ payment, user }: { payment: Payment; user: User }) {
  const paid = payment.status === 'completed';
  const awaited = payment.status === 'pending';
  return (
    <Slip
      id="slip"
      title={paid ? 'Pagamento concluído' : awaited ? 'Aguardando pagamento' : 'Pagamento não concluído'}
      stamp={
        paid ? (
          <PaidStamp />
        ) : (
          <SquareStamp
            pending
            top={brand.productName.toUpperCase()}
            big="–"
            bottom={awaited ? 'À ESPERA' : 'NÃO PAGO'}
            label={awaited ? 'À espera do pagamento' : 'Não pago'}
          />
        )
      }
    >
      <p role="status">
        <PaymentStatus payment={payment} />
      </p>
      <Facts payment={payment} />
      <div className={styles['buttons']}>
        {awaited && (
          <Button href={`/payment-gateway?transaction=${payment.transactionId}`}>Ver os dados para pagar</Button>
        )}
        <Button variant={awaited ? 'secondary' : 'primary'} href={homeOf(user)}>
          Ir para o início
        </Button>
        <Button variant="secondary" href="/subscription">
          Assinatura
        </Button>
      </div>
    </Slip>
  );
}

/** Lists what was or is to be paid, and when. */
function Facts({ payment }: { payment: Payment }) {
  return (
    <SlipLines>
      <div>
        <dt>Plano</dt>
        <dd>{PLANS[payment.planId].name}</dd>
      </div>
      <div>
        <dt>Montante</dt>
        <dd className="num">{formatKz(payment.received ?? payment.amount)}</dd>
      </div>
      {payment.referenceNumber && (
        <div>
          <dt>Referência</dt>
          <dd className="num">{groupedReference(payment.referenceNumber)}</dd>
        </div>
      )}
      {payment.completedAt && (
        <div>
          <dt>Pago em</dt>
          <dd>{longDate(payment.completedAt)}</dd>
        </div>
      )}
      {payment.status === 'pending' && (
        <div>
          <dt>Pague até</dt>
          <dd>
            {longDate(payment.expiresAt)}, {clockInLuanda(payment.expiresAt)}
          </dd>
        </div>
      )}
    </SlipLines>
  );
}
