import { formatKz } from '../../../../shared/money.ts';
import { caller } from '../../../../web/call/call.ts';
import { FormDialog } from '../../../../web/parts/FormDialog.tsx';
import { toast } from '../../../../web/ui/base/Toast.tsx';
import { RadioGroup } from '../../../../web/ui/forms/Field.tsx';
import type { moneyDeskContract } from '../../../money/payments/payments.contract.ts';
import { PLAN_WORDS } from '../../operations/words.rules.ts';
import { ReasonField } from '../account-actions.tsx';
import type { Transaction } from './payments.contract.ts';

const call = caller<typeof moneyDeskContract>();

/** What reverting a confirmation does. */
export const reversalMeaning = ({
  planId,
  amount,
  received,
}: Pick<Transaction, 'planId' | 'amount' | 'received'>): string =>
  `${PLAN_WORDS[planId]}, ${formatKz(received ?? amount)}: o plano volta ao que era e o comprovativo deixa de valer.`;

/** Asks whether the money never came or was paid back, of which the family is notified, and why. */
export const ReversalFields = ({ id, problems = {} }: { id?: string; problems?: Record<string, string> }) => (
  <>
    <RadioGroup
      legend="O que aconteceu"
      name="what"
      defaultValue="mistake"
      error={problems['what']}
      options={[
        { value: 'mistake', label: 'Foi engano', hint: 'O dinheiro não chegou, e dizemos isso à família.' },
        { value: 'refunded', label: 'Devolvemos o dinheiro', hint: 'A família lê que devolvemos o que pagou.' },
      ]}
    />
    <ReasonField {...(id ? { id } : {})} error={problems['reason']} />
  </>
);

interface ReverseDialogProps {
  payment: Transaction | undefined;
  onClose: () => void;
  /** Reads the payments again. */
  onDone: () => Promise<unknown>;
}

/** Reverts the confirmation of a payment, with the reason. */
export function ReverseDialog({ payment, onClose, onDone }: ReverseDialogProps) {
  return (
    <FormDialog
      open={payment !== undefined}
      title="Anular ou devolver o pagamento"
      size="s"
      action="Anular o pagamento"
      busyText="A anular…"
      danger
      onClose={onClose}
      reread={onDone}
      send={async (form) => {
        if (!payment) return;
        await call('POST /api/admin/payments/:transactionId/reverse', {
          params: { transactionId: payment.transactionId },
          body: { what: form.get('what') as 'mistake' | 'refunded', reason: String(form.get('reason') ?? '') },
        });
        toast({ kind: 'success', title: 'Sucesso', text: 'Pagamento anulado.' });
      }}
    >
      {(problems) => (
        <>
          {payment && (
            <p>
              {payment.fullName}: {reversalMeaning(payment)}
            </p>
          )}
          <ReversalFields id="reason" problems={problems} />
        </>
      )}
    </FormDialog>
  );
}
