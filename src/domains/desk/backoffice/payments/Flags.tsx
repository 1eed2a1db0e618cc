import type { ReactNode } from 'react';
import { longDate, relativeTime } from '../../../../shared/dates.ts';
import { formatKz } from '../../../../shared/money.ts';
import { caller } from '../../../../web/call/call.ts';
import { pager } from '../../../../web/call/pager.ts';
import { Failed } from '../../../../web/parts/Failed.tsx';
import { FormDialog } from '../../../../web/parts/FormDialog.tsx';
import { plural } from '../../../../web/parts/text.ts';
import { cx } from '../../../../web/ui/base/cx.ts';
import { toast } from '../../../../web/ui/base/Toast.tsx';
import { RadioGroup, TextArea } from '../../../../web/ui/forms/Field.tsx';
import { IconFlag } from '../../../../web/ui/icons/StaffIcon.tsx';
import { Badge } from '../../../../web/ui/lists/Badge.tsx';
import { Card } from '../../../../web/ui/lists/Card.tsx';
import type { Column } from '../../../../web/ui/lists/DataTable.tsx';
import type { moneyDeskContract } from '../../../money/payments/payments.contract.ts';
import styles from '../../operations/Admin.module.css';
import {
  cameInWords,
  differenceInWords,
  flagMeaning,
  flagNews,
  flagTitle,
  moneyOf,
} from '../../operations/flags.rules.ts';
import { List, Mail, pageOf, useFilters } from '../../operations/list.tsx';
import { DECISION_WORDS, PLAN_WORDS, STATUS_WORDS, whoDid } from '../../operations/words.rules.ts';
import { AmountField, typedKz } from './AmountField.tsx';

const useList = pager<typeof moneyDeskContract>();
const call = caller<typeof moneyDeskContract>();

/** Payment events that wait for a decision, the newest first. */
export const useFlagged = () => useList('GET /api/admin/payments/flagged', { query: { limit: '50' } });
export type Flag = NonNullable<ReturnType<typeof useFlagged>['data']>['rows'][number];

/** Returns the name of the family concerned, or that no family is known. */
export const whoseFlag = (flag: Flag): string =>
  flag.fullName ?? (flag.paymentId === null ? 'Família por encontrar' : 'Conta apagada');

/** Renders the payment events that wait for a decision, on the first page of the panel; nothing if there are none. */
export function FlaggedCard(): ReactNode {
  const found = useFlagged();
  if (!found.data && found.error)
    return (
      <Card title="Pagamentos sinalizados">
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      </Card>
    );
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
            <span className={styles['sum']}>{moneyOf(flag)}</span>
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

/** Renders the decisions about flagged payments, with their reasons, the latest first. */
export function Decisions() {
  const filters = useFilters('payments', 'decisions');
  const found = useList('GET /api/admin/payments/decisions', { query: pageOf(filters) });
  return (
    <List
      filters={filters}
      found={found}
      words={['decisão', 'decisões']}
      none="Nenhuma decisão ainda. O que precisar de uma aparece em Transacções."
      noneFiltered="Nenhuma decisão"
      caption="Decisões, a mais recente primeiro"
      columns={DECISION_COLUMNS}
    />
  );
}

const DECISION_COLUMNS: readonly Column<Flag>[] = [
  {
    key: 'what',
    header: 'Pagamento',
    card: 'title',
    cell: (flag) => (
      <>
        <b className={styles['name']}>
          {whoseFlag(flag)}
          {flag.planId && ` · ${PLAN_WORDS[flag.planId]}`}
        </b>
        <span className={styles['under']}>
          {flagNews(flag)}
          {flag.paymentId !== null && (
            <>
              {' · '}
              <a href={`/admin?tab=payments&search=${encodeURIComponent(`n.º ${flag.paymentId}`)}`}>
                Ver<span className="sr"> o pagamento n.º {flag.paymentId}</span>
              </a>
            </>
          )}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Montante',
    align: 'end',
    cell: (flag) => <b className="num nowrap">{moneyOf(flag) ?? '–'}</b>,
  },
  {
    key: 'decision',
    header: 'Decisão',
    cell: (flag) => (
      <>
        {flag.decision && DECISION_WORDS[flag.decision]}
        {flag.note && <q className={cx(styles['under'], styles['why'])}>{flag.note}</q>}
      </>
    ),
  },
  {
    key: 'who',
    header: 'Quem decidiu',
    cell: (flag) => (
      <>
        {whoDid(flag.decidedBy, flag.decidedById)}
        <span className={styles['under']}>{flag.decidedAt && longDate(flag.decidedAt)}</span>
      </>
    ),
  },
];

interface FlagDialogProps {
  flag: Flag | undefined;
  onClose: () => void;
  /** Reads the payments again. */
  onDone: () => Promise<unknown>;
}

/** Renders one event that needs a decision: what was reported, what was expected, and the possible decisions. */
export function FlagDialog({ flag, onClose, onDone }: FlagDialogProps) {
  return (
    <FormDialog
      open={flag !== undefined}
      title={flag ? flagTitle(flag.notificationType) : ''}
      action="Guardar a decisão"
      busyText="A guardar…"
      onClose={onClose}
      reread={onDone}
      send={async (form) => {
        if (!flag) return;
        const { decision = '', note = '' } = Object.fromEntries(form) as Record<string, string>;
        await call('POST /api/admin/payments/flagged/:id/resolve', {
          params: { id: String(flag.id) },
          body: {
            decision: decision as 'accepted' | 'returned' | 'dismissed',
            note,
            ...(decision === 'accepted' && form.has('amount') ? { amount: typedKz(form.get('amount')) } : {}),
          },
        });
        toast({ kind: 'success', title: 'Resolvido', text: 'A decisão e o seu motivo ficam em Decisões.' });
      }}
    >
      {(problems) => flag && <Decision flag={flag} problems={problems} />}
    </FormDialog>
  );
}

/** What accepting does, with the amount that the family will read on its receipt. */
const acceptedMeaning = ({ received }: Flag): string =>
  `O plano começa ou continua agora.${received === null ? '' : ` O comprovativo diz ${formatKz(received)}.`}`;

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export function Decision({ flag, problems }: { flag: Flag; problems: Record<string, string> }) {
  const difference = differenceInWords(flag.amount, flag.received);
  return (
    <>
      <p>{flagMeaning(flag.notificationType, flag)}</p>
      <dl className={styles['facts']}>
        {flag.username && (
          <Fact name="Conta">
            {flag.fullName} ({flag.username})
          </Fact>
        )}
        {flag.phone && (
          <Fact name="Telefone">
            <a href={`tel:${flag.phone}`}>{flag.phone}</a>
          </Fact>
        )}
        {flag.email && (
          <Fact name="E-mail">
            <Mail address={flag.email} />
          </Fact>
        )}
        {flag.planId && flag.amount !== null && (
          <Fact name="O que se pediu">
            {PLAN_WORDS[flag.planId]}, {formatKz(flag.amount)}
            {flag.paymentStatus && `, ${STATUS_WORDS[flag.paymentStatus].toLowerCase()}`}
          </Fact>
        )}
        {flag.referenceNumber && <Fact name="Referência pedida">{flag.referenceNumber}</Fact>}
        {cameInWords(flag.rawData).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {difference && <Fact name="Diferença">{difference}</Fact>}
      </dl>
      <RadioGroup
        legend="O que fazer"
        name="decision"
        error={problems['decision']}
        options={[
          ...(flag.acceptable
            ? [{ value: 'accepted', label: 'Aceitar como pagamento', hint: acceptedMeaning(flag) }]
            : []),
          { value: 'returned', label: 'Foi devolvido', hint: 'O dinheiro voltou a quem pagou.' },
          { value: 'dismissed', label: 'Não é preciso nada' },
        ]}
      />
      {flag.acceptable && flag.received === null && (
        <AmountField asked={flag.amount ?? undefined} error={problems['amount']} />
      )}
      <TextArea
        label="Porquê"
        name="note"
        hint="Fica em Decisões e no registo de auditoria."
        rows={2}
        maxLength={500}
        error={problems['note']}
      />
    </>
  );
}
