import { type FormEvent, type ReactNode, useState } from 'react';
import { relativeTime } from '../../shared/dates.ts';
import { formatKz } from '../../shared/money.ts';
import { CallError, caller } from '../../web/call.ts';
import { plural } from '../../web/text.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { RadioGroup, TextArea } from '../../web/ui/Field.tsx';
import { IconFlag } from '../../web/ui/StaffIcon.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import type { moneyDeskContract } from '../plans/payments.contract.ts';
import styles from './Admin.module.css';
import { cameInWords, flagMeaning, flagNews, flagTitle } from './flags.rules.ts';
import { lister } from './list.tsx';
import { PLAN_WORDS, STATUS_WORDS } from './words.rules.ts';

const useList = lister<typeof moneyDeskContract>();
const call = caller<typeof moneyDeskContract>();

/** What waits for a decision, the newest first. */
export const useFlagged = () => useList('GET /api/admin/payments/flagged', { query: { limit: '50' } });
type Flag = NonNullable<ReturnType<typeof useFlagged>['data']>['rows'][number];

/** Whose it is: the family's name, or that it is nobody's that we know. */
export const whoseFlag = (flag: Flag): string =>
  flag.fullName ?? (flag.paymentId === null ? 'Família por encontrar' : 'Conta apagada');

/** What waits for a decision on the first page of the panel; nothing where nothing waits. */
export function FlaggedCard(): ReactNode {
  const found = useFlagged();
  if (!found.data || found.data.total === 0) return null;
  const { rows, total } = found.data;
  return (
    <Card
      title="Pagamentos sinalizados"
      aside={
        <a href="/admin?tab=payments">
          Ver {total === 1 ? 'pagamento' : `todos (${total})`}
          <span className="sr">, {plural(total, 'sinalizado', 'sinalizados')}</span>
        </a>
      }
    >
      <ul className={styles['flagged']}>
        {rows.slice(0, 3).map((flag) => (
          <li key={flag.id}>
            <b>
              {whoseFlag(flag)}
              {flag.planId && ` · ${PLAN_WORDS[flag.planId]}`}
            </b>
            <span className={styles['sum']}>{flag.amount !== null && formatKz(flag.amount)}</span>
            <Badge tone="flag" icon={<IconFlag size={16} />}>
              {flagNews(flag)}
            </Badge>
            <span className={styles['ago']}>{relativeTime(flag.createdAt, new Date())}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** One thing that needs a decision: what came, what we had, and what to do about it. */
export function FlagDialog({
  flag,
  onClose,
  onDone,
}: {
  flag: Flag | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState('');
  const close = () => {
    setProblems({});
    setRefused('');
    onClose();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!flag) return;
    const { decision = '', note = '' } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
      string,
      string
    >;
    setBusy(true);
    setProblems({});
    setRefused('');
    try {
      await call('POST /api/admin/payments/flagged/:id/resolve', {
        params: { id: String(flag.id) },
        body: { decision: decision as 'accepted' | 'returned' | 'dismissed', note },
      });
      toast({ kind: 'success', title: 'Resolvido', text: 'A decisão ficou no registo de auditoria.' });
      onDone();
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError(0, '', 'offline');
      setProblems(failure.fields);
      setRefused(Object.keys(failure.fields).length === 0 ? failure.said : '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={flag !== undefined}
      onClose={close}
      busy={busy}
      title={flag ? flagTitle(flag.notificationType) : ''}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" form="flag" busy={busy} busyText="A guardar…">
            Guardar a decisão
          </Button>
        </>
      }
    >
      {flag && (
        <form id="flag" className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
          <p>{flagMeaning(flag.notificationType)}</p>
          <dl className={styles['facts']}>
            {flag.username && (
              <div>
                <dt>Conta</dt>
                <dd>
                  {flag.fullName} ({flag.username})
                </dd>
              </div>
            )}
            {flag.planId && flag.amount !== null && (
              <div>
                <dt>O que se pediu</dt>
                <dd>
                  {PLAN_WORDS[flag.planId]}, {formatKz(flag.amount)}
                  {flag.paymentStatus && `, ${STATUS_WORDS[flag.paymentStatus].toLowerCase()}`}
                </dd>
              </div>
            )}
            {cameInWords(flag.rawData).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <RadioGroup
            legend="O que fazer"
            name="decision"
            id="flag-decision"
            error={problems['decision']}
            options={[
              ...(flag.paymentId !== null && flag.paymentStatus !== 'completed'
                ? [{ value: 'accepted', label: 'Aceitar como pagamento', hint: 'O plano começa ou continua agora.' }]
                : []),
              { value: 'returned', label: 'Foi devolvido', hint: 'O dinheiro voltou a quem pagou.' },
              { value: 'dismissed', label: 'Não é preciso nada' },
            ]}
          />
          <TextArea label="Porquê" name="note" id="flag-note" rows={2} maxLength={500} error={problems['note']} />
          <p className={styles['refused']} role="alert">
            {refused}
          </p>
        </form>
      )}
    </Dialog>
  );
}
