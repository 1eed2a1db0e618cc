import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { reader, refresh } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { ErrorState } from '../../../web/ui/base/ErrorState.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import { callAccounts, setUser } from '../../people/accounts/session.tsx';
import type { Payment, paymentsContract } from '../payments/payments.contract.ts';
import styles from './Payment.module.css';
import { nextLook } from './payment-words.rules.ts';
import type { plansContract } from './subscriptions.contract.ts';

export const callPayments = caller<typeof paymentsContract>();
export const callPlans = caller<typeof plansContract>();
const useRead = reader<typeof paymentsContract>();

/** Endpoints whose data is read again after a payment was completed. */
const ABOUT_PLAN = [
  '/api/subscription',
  '/api/covered-children',
  '/api/children',
  '/api/tests',
  '/api/webinars',
  '/api/receipts',
  '/api/payments',
  '/api/referrals',
  '/api/notifications',
];

/** The plan may have changed: reads the user and everything that depends on the plan again. */
export async function refreshPlan(): Promise<void> {
  await Promise.all([callAccounts('GET /api/user').then(setUser, () => {}), refresh(...ABOUT_PLAN)]);
}

/** Returns the payment in the address, read repeatedly while it is pending and the page is visible. */
function usePayment() {
  const id = new URLSearchParams(useSearch()).get('transaction')?.trim() ?? '';
  const online = useOnline();
  const { data, dataUpdatedAt, error, isFetching, refetch } = useRead(
    'GET /api/emis/payment-status/:transactionId',
    { params: { transactionId: id } },
    { enabled: id !== '' },
  );
  const payment = data?.payment;
  const awaited = payment?.status === 'pending';

  const since = useRef(0);
  useEffect(() => {
    if (!awaited || !online) return;
    since.current ||= Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      // While the page is hidden the payment is not read; reading resumes as soon as the page is shown.
      if (document.visibilityState === 'hidden') return;
      void refetch().finally(wait);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(look, nextLook(Date.now() - since.current));
    };
    document.addEventListener('visibilitychange', look);
    wait();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [awaited, online, refetch]);

  const isPaid = payment?.status === 'completed';
  useEffect(() => {
    if (isPaid) void refreshPlan();
  }, [isPaid]);

  // Offset of the server's clock from this phone's.
  const ahead = data ? new Date(data.now).getTime() - dataUpdatedAt : 0;
  return { id, payment, ahead, error: payment ? null : error, busy: isFetching, look: refetch };
}

/** Returns the current time by this phone's clock, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface PaymentPageProps {
  title: string;
  /** `ahead` is how many milliseconds the server's clock is ahead of this phone's. */
  children: (payment: Payment, look: () => Promise<unknown>, ahead: number) => ReactNode;
}

/** A page about one payment, which must be in the address and belong to this user. */
export function PaymentPage({ title, children }: PaymentPageProps) {
  const { id, payment, ahead, error, busy, look } = usePayment();
  return (
    <Page width="form">
      <BackLink href="/subscription">Assinatura</BackLink>
      <h1 className={styles['title']}>{title}</h1>
      {payment ? (
        children(payment, look, ahead)
      ) : !id ? (
        <NoPayment
          title="ID da transação não encontrado na URL"
          text="Escolha o plano outra vez na página «Assinatura»."
        />
      ) : error?.status === 404 || error?.status === 400 ? (
        <NoPayment title="Pagamento não encontrado" text="Veja os seus pagamentos na página «Assinatura»." />
      ) : error ? (
        <NoPayment
          title="Erro ao carregar detalhes do pagamento"
          text={
            <>
              Não foi possível carregar os detalhes do pagamento.{' '}
              {error.status === 0 ? 'Ligue os dados ou o Wi-Fi e tente de novo.' : error.said} Se já pagou, o pagamento
              não se perde.
            </>
          }
          onRetry={() => void look()}
          busy={busy}
        />
      ) : (
        <Skeleton lines={9} />
      )}
    </Page>
  );
}

function NoPayment({
  title,
  text,
  onRetry,
  busy,
}: {
  title: string;
  text: ReactNode;
  onRetry?: () => void;
  busy?: boolean;
}) {
  return (
    <ErrorState title={title} text={text} onRetry={onRetry} busy={busy}>
      <Button variant="secondary" href="/subscription">
        Voltar às assinaturas
      </Button>
    </ErrorState>
  );
}
