import { IconCheck, IconClock } from '../../../web/ui/base/Icon.tsx';
import { IconMinus } from '../../../web/ui/icons/ParentIcon.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import type { Payment } from '../payments/payments.contract.ts';

/** The state of a payment, in words and as a shape. A payment is shown as paid only if the server says that it is completed. */
export function PaymentStatus({
  payment: { status, reversedAt },
}: {
  payment: Pick<Payment, 'status' | 'reversedAt'>;
}) {
  if (status === 'completed')
    return (
      <Badge tone="ok" icon={<IconCheck size={16} />}>
        Pago
      </Badge>
    );
  if (status === 'pending')
    return (
      <Badge tone="flag" icon={<IconClock size={16} />}>
        Aguardando pagamento
      </Badge>
    );
  return (
    <Badge tone="off" icon={<IconMinus size={16} />}>
      {reversedAt ? 'Anulado' : CLOSED_WORDS[status]}
    </Badge>
  );
}

const CLOSED_WORDS = { expired: 'Prazo terminado', cancelled: 'Cancelado', failed: 'Não pago' } as const;
