import { formatKz } from '../../../../shared/money.ts';
import { caller } from '../../../../web/call/call.ts';
import { FormDialog } from '../../../../web/parts/FormDialog.tsx';
import { toast } from '../../../../web/ui/base/Toast.tsx';
import { TextField } from '../../../../web/ui/forms/Field.tsx';
import type { moneyDeskContract } from '../../../money/payments/payments.contract.ts';
import { PLAN_WORDS } from '../../operations/words.rules.ts';
import { AmountField, typedKz } from './AmountField.tsx';
import type { Transaction } from './payments.contract.ts';

const call = caller<typeof moneyDeskContract>();

interface TransferDialogProps {
  payment: Transaction | undefined;
  onClose: () => void;
  /** Reads the payments again. */
  onDone: () => Promise<unknown>;
}

/** Confirms a transfer to our IBAN after it was seen in the bank account. */
export function TransferDialog({ payment, onClose, onDone }: TransferDialogProps) {
  return (
    <FormDialog
      open={payment !== undefined}
      title="Confirmar a transferência"
      size="s"
      action="Confirmar"
      busyText="A confirmar…"
      onClose={onClose}
      reread={onDone}
      send={async (form) => {
        if (!payment) return;
        await call('POST /api/admin/payments/:transactionId/confirm', {
          params: { transactionId: payment.transactionId },
          body: { bankReference: String(form.get('bankReference') ?? ''), amount: typedKz(form.get('amount')) },
        });
        toast({ kind: 'success', title: 'Pago', text: 'Pagamento confirmado.' });
      }}
    >
      {(problems) => (
        <>
          {payment && (
            <p>
              {payment.fullName}: {PLAN_WORDS[payment.planId]}, <b>{formatKz(payment.amount)}</b>. Confirme só depois de
              ver o dinheiro no extracto do banco.
            </p>
          )}
          <AmountField key={payment?.id} asked={payment?.amount} error={problems['amount']} />
          <TextField
            label="Referência do extracto bancário"
            name="bankReference"
            maxLength={80}
            autoComplete="off"
            error={problems['bankReference']}
          />
        </>
      )}
    </FormDialog>
  );
}
