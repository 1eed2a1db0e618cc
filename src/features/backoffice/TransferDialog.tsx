import { type FormEvent, useState } from 'react';
import { formatKz } from '../../shared/money.ts';
import { CallError, caller } from '../../web/call.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { TextField } from '../../web/ui/Field.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import type { moneyDeskContract } from '../plans/payments.contract.ts';
import styles from './Admin.module.css';
import type { Transaction } from './payments.contract.ts';
import { PLAN_WORDS } from './words.rules.ts';

const call = caller<typeof moneyDeskContract>();

/** A transfer to our IBAN, confirmed once it was seen on the account. */
export function TransferDialog({
  payment,
  onClose,
  onDone,
}: {
  payment: Transaction | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const close = () => {
    setProblem('');
    onClose();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!payment) return;
    const bankReference = String(new FormData(event.currentTarget).get('bankReference') ?? '');
    setBusy(true);
    setProblem('');
    try {
      await call('POST /api/admin/payments/:transactionId/confirm', {
        params: { transactionId: payment.transactionId },
        body: { bankReference },
      });
      toast({ kind: 'success', title: 'Pago', text: 'O plano já está activo.' });
      onDone();
    } catch (error) {
      setProblem(error instanceof CallError ? error.said : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={payment !== undefined}
      onClose={close}
      busy={busy}
      size="s"
      title="Confirmar a transferência"
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" form="transfer" busy={busy} busyText="A confirmar…">
            Confirmar
          </Button>
        </>
      }
    >
      {payment && (
        <form id="transfer" className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
          <p>
            {payment.fullName}: {PLAN_WORDS[payment.planId]}, <b>{formatKz(payment.amount)}</b>. Confirme só depois de
            ver este montante no extracto do banco; não se pode desfazer.
          </p>
          <TextField
            label="Referência do extracto bancário"
            name="bankReference"
            id="transfer-reference"
            maxLength={80}
            autoComplete="off"
            error={problem || undefined}
          />
        </form>
      )}
    </Dialog>
  );
}
