import { useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate } from '../../../shared/dates.ts';
import { CallError } from '../../../web/call/call.ts';
import { RunDialog } from '../../../web/parts/RunDialog.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import type { Payment } from '../payments/payments.contract.ts';
import styles from './Payment.module.css';
import { callPayments, refreshPlan } from './payment.tsx';
import { referenceText } from './payment-words.rules.ts';

/** Milliseconds of each step of the simulation. */
const STEP_MS = 2000;

interface ToolProps {
  payment: Payment;
  look: () => Promise<unknown>;
}

/** Actions for a pending payment, other than paying it. */
export default function PaymentTools({ simulated, ...tool }: ToolProps & { simulated: boolean }) {
  return (
    <>
      <SendReference payment={tool.payment} />
      <GiveUp {...tool} />
      {simulated && <Simulation {...tool} />}
    </>
  );
}

/** A message for another person who pays: often somebody else in the family goes to the cash machine. */
function SendReference({ payment }: { payment: Payment }) {
  const text = referenceText({
    entity: payment.paymentDetails.entity,
    reference: payment.referenceNumber,
    amount: payment.amount,
    until: `${clockInLuanda(payment.expiresAt)} de ${longDate(payment.expiresAt)}`,
    productName: brand.productName,
  });
  return (
    text && (
      <Button
        variant="secondary"
        full
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noreferrer"
      >
        Enviar referência por WhatsApp
      </Button>
    )
  );
}

/** Cancels the payment after a confirmation, so that the user can choose again before it expires. */
function GiveUp({ payment, look }: ToolProps) {
  const [asked, setAsked] = useState(false);
  const online = useOnline();
  const cancel = async () => {
    try {
      await callPayments('POST /api/emis/cancel-payment/:transactionId', {
        params: { transactionId: payment.transactionId },
      });
      await refreshPlan();
    } finally {
      // A refusal means that the payment has ended in another way, which is shown.
      await look();
    }
  };
  return (
    <>
      <Button variant="quiet" full disabled={!online} onClick={() => setAsked(true)}>
        Cancelar este pagamento
      </Button>
      {asked && (
        <RunDialog
          onClose={() => setAsked(false)}
          size="s"
          title="Cancelar este pagamento?"
          action="Cancelar pagamento"
          busyText="A cancelar…"
          danger
          act={cancel}
          cancel="Não cancelar"
        >
          <div className={styles['words']}>
            <p>{CANCELLING[payment.paymentDetails.kind]}</p>
            <p>Já pagou? Então não cancele: o pagamento pode demorar a chegar-nos.</p>
          </div>
        </RunDialog>
      )}
    </>
  );
}

/** The consequences of cancelling a payment, by its kind. */
const CANCELLING = {
  purchase: 'A referência deixa de servir. O seu plano fica como está. Pode escolher de novo quando quiser.',
  renewal:
    'A referência deixa de servir. No fim do ano o plano acaba. Se mudar de ideias, pode renová-lo na página «Assinatura».',
} as const;

/** Completes the payment without money when the gateway is simulated. It looks like a test tool, not like part of the payment. */
function Simulation({ payment, look }: ToolProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const online = useOnline();
  const pay = async () => {
    setBusy(true);
    setFailed(false);
    await wait(STEP_MS);
    toast({ kind: 'info', title: 'Simulação', text: 'A confirmar o pagamento…' });
    await wait(STEP_MS);
    try {
      await callPayments('POST /api/emis/complete-payment/:transactionId', {
        params: { transactionId: payment.transactionId },
        body: {
          status: 'completed',
          callbackData: {
            reference: payment.referenceNumber ?? undefined,
            paymentId: payment.id,
            timestamp: new Date().toISOString(),
          },
        },
      });
    } catch (error) {
      toast({
        kind: 'error',
        title: 'Erro',
        text: 'Erro no pagamento: Ocorreu um erro ao processar seu pagamento. Por favor, tente novamente.',
      });
      setFailed(true);
      if (error instanceof CallError && error.status === 0) return setBusy(false);
    }
    // Whatever the reply is, the payment's state is read from the server again.
    await look();
    setBusy(false);
  };
  return (
    <section className={styles['simulation']}>
      <div>
        <b>Simulação</b>
        <span className="meta">Esta instalação não cobra dinheiro. O botão faz de conta que pagou.</span>
      </div>
      <Button variant="secondary" full busy={busy} busyText="A simular…" disabled={!online} onClick={() => void pay()}>
        Simular pagamento
      </Button>
      {failed && (
        // Not an alert: the toast says it aloud.
        <p className={styles['refused']}>Ocorreu um erro ao processar seu pagamento. Por favor, tente novamente.</p>
      )}
    </section>
  );
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
