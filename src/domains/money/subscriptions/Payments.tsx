import { type FormEvent, useState } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { formatKz } from '../../../shared/money.ts';
import { reader, refresh } from '../../../web/call/api.ts';
import { failureOf, messageOf } from '../../../web/call/call.ts';
import { fileCaller, saveFile } from '../../../web/call/files.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { TextField } from '../../../web/ui/forms/Field.tsx';
import { IconDownload } from '../../../web/ui/icons/ActionIcon.tsx';
import { FoldCard } from '../../../web/ui/lists/Card.tsx';
import type { paymentsContract } from '../payments/payments.contract.ts';
import type { Receipt, receiptsContract } from '../payments/receipts.contract.ts';
import { PLANS } from '../plans/plans.rules.ts';
import styles from './Extras.module.css';
import { PaymentStatus } from './PaymentStatus.tsx';
import { callPlans } from './payment.tsx';

const useRead = reader<typeof paymentsContract & typeof receiptsContract>();
const fetchFile = fileCaller<typeof receiptsContract>();

/** Rows shown until the parent asks for more. */
const FIRST = 5;

/** All payments, newest first, each with its receipt if it has one. */
export function Payments({ nif }: { nif: string | null | undefined }) {
  const payments = useRead('GET /api/payments', {});
  const receipts = useRead('GET /api/receipts', {});
  const [all, setAll] = useState(false);
  const error = payments.error ?? receipts.error;
  const rows = payments.data;
  return (
    <FoldCard title="Pagamentos e comprovativos">
      {rows && receipts.data ? (
        rows.length === 0 ? (
          <p className="muted">Ainda não há pagamentos. Aparecem aqui, com o comprovativo em PDF.</p>
        ) : (
          <>
            <ul className={styles['rows']}>
              {rows.slice(0, all ? rows.length : FIRST).map((payment) => (
                <li key={payment.id}>
                  <div>
                    <b>
                      {PLANS[payment.planId].name} ·{' '}
                      <span className="num nowrap">{formatKz(payment.received ?? payment.amount)}</span>
                    </b>
                    <span className="meta">{longDate(payment.completedAt ?? payment.createdAt)}</span>
                  </div>
                  <PaymentStatus payment={payment} />
                  {payment.status === 'pending' && (
                    <div className={styles['actions']}>
                      <a href={`/payment-gateway?transaction=${payment.transactionId}`}>Ver dados para pagar</a>
                    </div>
                  )}
                  <ReceiptLink receipt={receipts.data.find(({ paymentId }) => paymentId === payment.id)} />
                </li>
              ))}
            </ul>
            {rows.length > FIRST && !all && (
              <Button variant="quiet" full onClick={() => setAll(true)}>
                Ver todos ({rows.length})
              </Button>
            )}
            <p className={`meta ${styles['foot'] ?? ''}`}>Comprovativo — não serve de factura</p>
            {nif !== undefined && <Nif nif={nif} />}
          </>
        )
      ) : error ? (
        <Failed
          error={error}
          onRetry={() => Promise.all([payments.refetch(), receipts.refetch()])}
          busy={payments.isFetching || receipts.isFetching}
        />
      ) : (
        <Skeleton lines={4} />
      )}
    </FoldCard>
  );
}

function ReceiptLink({ receipt }: { receipt: Receipt | undefined }) {
  const [busy, setBusy] = useState(false);
  if (!receipt) return null;
  const download = async () => {
    if (busy) return;
    setBusy(true);
    try {
      saveFile(
        await fetchFile('GET /api/receipts/:id/pdf', { params: { id: String(receipt.id) } }),
        `comprovativo-${receipt.number.replace('/', '-')}.pdf`,
      );
    } catch (error) {
      const said = messageOf(error);
      toast({ kind: 'error', title: 'Erro', text: `O comprovativo não chegou. ${said}` });
    }
    setBusy(false);
  };
  return (
    <div className={styles['actions']}>
      <button type="button" className="as-link" aria-busy={busy} onClick={() => void download()}>
        <IconDownload />
        {busy ? 'A preparar…' : 'PDF'}
        <span className="sr"> do comprovativo {receipt.number}</span>
      </button>
      <span className="meta num">n.º {receipt.number}</span>
    </div>
  );
}

/** The taxpayer number for receipts, which is optional. */
function Nif({ nif }: { nif: string | null }) {
  const [open, setOpen] = useState(false);
  const { busy, problem, save } = useSavedNif(() => setOpen(false));
  if (!open) {
    return (
      <div className={styles['actions']}>
        <span>
          {nif ? (
            <>
              NIF nos comprovativos: <b className="num">{nif}</b>
            </>
          ) : (
            'Comprovativos sem NIF.'
          )}
        </span>
        <button type="button" className="as-link" onClick={() => setOpen(true)}>
          {nif ? 'Mudar o NIF' : 'Adicionar NIF'}
        </button>
      </div>
    );
  }
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void save(event)}>
      <TextField
        label="NIF"
        name="nif"
        optional
        hint="10 números, ou o número do bilhete de identidade."
        defaultValue={nif ?? ''}
        autoComplete="off"
        autoFocus
        maxLength={20}
        error={problem}
      />
      <div className={styles['ways']}>
        <Button type="submit" busy={busy} busyText="A guardar…">
          Guardar
        </Button>
        <Button variant="secondary" disabled={busy} onClick={() => setOpen(false)}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

/** Saves the number in the form as that of the family's receipts, and then calls `onSaved`. */
function useSavedNif(onSaved: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const value = String(new FormData(event.currentTarget).get('nif') ?? '').trim();
    setBusy(true);
    setProblem('');
    try {
      await callPlans('PUT /api/subscription/nif', { body: { nif: value || null } });
      toast({
        kind: 'success',
        title: 'Sucesso',
        text: value ? 'O NIF passa a aparecer nos comprovativos.' : 'O NIF foi retirado.',
      });
      await refresh('/api/subscription', '/api/receipts');
      onSaved();
    } catch (error) {
      const failure = failureOf(error);
      setProblem(failure.fields['nif'] ?? failure.said);
    }
    setBusy(false);
  };
  return { busy, problem, save };
}
