import { longDate } from '../../../../shared/dates.ts';
import { formatKz } from '../../../../shared/money.ts';
import { reader, refresh } from '../../../../web/call/api.ts';
import { caller } from '../../../../web/call/call.ts';
import { Button } from '../../../../web/ui/base/Button.tsx';
import type { moneyDeskContract } from '../../../money/payments/payments.contract.ts';
import styles from '../../operations/Admin.module.css';
import { PLAN_WORDS, statusOf } from '../../operations/words.rules.ts';
import type { AccountAction } from '../account-actions.tsx';
import type { usersContract } from '../users.contract.ts';
import type { Transaction } from './payments.contract.ts';
import { ReversalFields, reversalMeaning } from './ReverseDialog.tsx';

const call = caller<typeof usersContract>();
const useRead = reader<typeof usersContract>();
const payments = caller<typeof moneyDeskContract>();

interface UserPaymentsProps {
  /** Id of the account. */
  id: number;
  onReverse: (action: AccountAction) => void;
}

/** Payments and payment requests of this family, the newest first. */
export function UserPayments({ id, onReverse }: UserPaymentsProps) {
  const found = useRead('GET /api/admin/users/:id/payments', { params: { id: String(id) }, query: { limit: '10' } });
  if (!found.data || found.data.length === 0)
    return <p className="muted">{found.data ? 'Sem pagamentos.' : found.error ? found.error.said : 'A carregar…'}</p>;
  const reverse = (payment: Transaction): AccountAction => ({
    id: 'reverse',
    label: 'Anular ou devolver o pagamento',
    danger: true,
    text: reversalMeaning(payment),
    fields: <ReversalFields />,
    run: async ({ what = 'mistake', reason = '' }) => {
      await payments('POST /api/admin/payments/:transactionId/reverse', {
        params: { transactionId: payment.transactionId },
        body: { what: what as 'mistake' | 'refunded', reason },
      });
      await refresh('/api/admin/users', '/api/admin/payments', '/api/admin/subscriptions');
      return call('GET /api/admin/users/:id', { params: { id: String(id) } });
    },
    done: 'Pagamento anulado.',
  });
  return (
    <ul className={styles['paid']} aria-label="Pagamentos">
      {found.data.map((one) => (
        <li key={one.id}>
          <span>
            {PLAN_WORDS[one.planId]} · <b className="num">{formatKz(one.received ?? one.amount)}</b>
            <span className={styles['under']}>
              {statusOf(one)} · {longDate(one.completedAt ?? one.createdAt)}
              {one.flags > 0 && ' · sinalizado, à espera de decisão'}
            </span>
          </span>
          {one.status === 'completed' && (
            <Button variant="quiet" size="s" onClick={() => onReverse(reverse(one))}>
              Anular ou devolver<span className="sr"> o pagamento de {formatKz(one.received ?? one.amount)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
