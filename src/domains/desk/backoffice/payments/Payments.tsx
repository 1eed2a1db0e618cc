import { type ReactNode, useState } from 'react';
import { relativeTime } from '../../../../shared/dates.ts';
import type { Answered } from '../../../../shared/endpoint.ts';
import { formatKz } from '../../../../shared/money.ts';
import { reader, refresh } from '../../../../web/call/api.ts';
import { fileCaller } from '../../../../web/call/files.ts';
import { goTo } from '../../../../web/call/navigation.ts';
import { pager } from '../../../../web/call/pager.ts';
import { FilterChips, FilterDays, FilterSelect } from '../../../../web/parts/filters.tsx';
import panel from '../../../../web/parts/panel.module.css';
import { Button } from '../../../../web/ui/base/Button.tsx';
import { IconCheck, IconClock } from '../../../../web/ui/base/Icon.tsx';
import { IconFlag } from '../../../../web/ui/icons/StaffIcon.tsx';
import { Badge } from '../../../../web/ui/lists/Badge.tsx';
import type { Column } from '../../../../web/ui/lists/DataTable.tsx';
import { Tabs } from '../../../../web/ui/lists/Tabs.tsx';
import styles from '../../operations/Admin.module.css';
import { differenceInWords, flagNews, moneyOf } from '../../operations/flags.rules.ts';
import { ExportButton, Filters, List, Mail, pageOf, useFilters, When } from '../../operations/list.tsx';
import { PartHead } from '../../operations/Shell.tsx';
import { METHOD_WORDS, PAID_PLAN_OPTIONS, PLAN_WORDS, STATUS_WORDS, statusOf } from '../../operations/words.rules.ts';
import { Decisions, type Flag, FlagDialog, useFlagged, whoseFlag } from './Flags.tsx';
import { Months, Subscriptions } from './PaymentReports.tsx';
import type { paymentsPanelContract, ShownStatus, Transaction } from './payments.contract.ts';
import { ReverseDialog } from './ReverseDialog.tsx';
import { TransferDialog } from './TransferDialog.tsx';

const useList = pager<typeof paymentsPanelContract>();
const useRead = reader<typeof paymentsPanelContract>();
const fetchFile = fileCaller<typeof paymentsPanelContract>();

const PARTS = [
  { id: 'transactions', label: 'Transacções' },
  { id: 'subscriptions', label: 'Assinaturas' },
  { id: 'reports', label: 'Relatórios' },
  { id: 'decisions', label: 'Decisões' },
] as const;
type PartId = (typeof PARTS)[number]['id'];

const addressOfPart = (id: PartId) => `/admin?tab=payments${id === 'transactions' ? '' : `&part=${id}`}`;

const asked = (filters: ReturnType<typeof useFilters>) =>
  filters.values('search', 'status', 'plan', 'method', 'from', 'to');

/** Payments: what was received, what is awaited, and what needs a decision. */
export default function PaymentsPart() {
  const filters = useFilters('payments');
  const part = PARTS.find(({ id }) => id === filters.value('part'))?.id ?? 'transactions';
  const Shown = SHOWN[part];
  return (
    <>
      <PartHead
        title="Pagamentos"
        aside={
          part !== 'decisions' && (
            <ExportButton
              name="pagamentos.csv"
              fetchFile={() =>
                part === 'transactions'
                  ? fetchFile('GET /api/admin/payments/file', { query: asked(filters) })
                  : part === 'subscriptions'
                    ? fetchFile('GET /api/admin/subscriptions/file', { query: filters.values('search', 'plan') })
                    : fetchFile('GET /api/admin/payments/months/file')
              }
            />
          )
        }
      />
      <Tabs<PartId>
        label="Partes dos pagamentos"
        tabs={PARTS.map((tab) => ({
          ...tab,
          href: addressOfPart(tab.id),
        }))}
        value={part}
        onChange={(id) => goTo(addressOfPart(id))}
      >
        <Shown />
      </Tabs>
    </>
  );
}

const SHOWN: Record<PartId, () => ReactNode> = {
  transactions: Transactions,
  subscriptions: Subscriptions,
  reports: Months,
  decisions: Decisions,
};

function Transactions() {
  const filters = useFilters('payments');
  const query = asked(filters);
  const found = useList('GET /api/admin/payments', { query: { ...query, ...pageOf(filters) } });
  const sums = useRead('GET /api/admin/payments/summary', { query: { ...query, status: '' } });
  const flagged = useFlagged();
  const [flag, setFlag] = useState<Flag>();
  const [transfer, setTransfer] = useState<Transaction>();
  const [reversed, setReversed] = useState<Transaction>();
  const changed = () =>
    refresh('/api/admin/payments', '/api/admin/audit', '/api/admin/subscriptions', '/api/admin/overview');
  const flags = flagged.data?.rows ?? [];
  const actionOf = (row: Transaction) => {
    const waiting = flags.find(({ paymentId }) => paymentId === row.id);
    if (waiting)
      return (
        <Button variant="quiet" size="s" onClick={() => setFlag(waiting)}>
          Resolver<span className="sr"> o pagamento {row.referenceNumber ?? row.id}</span>
        </Button>
      );
    // Its flag is not among those read: the newest ones have to be resolved first.
    if (row.flags > 0) return null;
    if (row.fullName === null || row.reversedAt !== null) return null;
    return row.status === 'completed' ? (
      <Button variant="quiet" size="s" onClick={() => setReversed(row)}>
        Anular<span className="sr"> ou devolver o pagamento de {row.fullName}</span>
      </Button>
    ) : (
      <Button variant="quiet" size="s" onClick={() => setTransfer(row)}>
        Confirmar<span className="sr"> a transferência de {row.fullName}</span>
      </Button>
    );
  };
  const actions = (row: Transaction) => <span className={panel['acts']}>{actionOf(row)}</span>;
  return (
    <>
      <Sums sums={sums.data} />
      {/* Who searches for a payment, or follows a link to it, finds it first. */}
      {flags.length > 0 && query.search === '' && (
        <Flags flags={flags} total={flagged.data?.total ?? 0} onResolve={setFlag} />
      )}
      {sums.data && (
        <FilterChips filters={filters} name="status" label="Estado" chips={chipsOf(sums.data, query.status)} />
      )}
      <Filters filters={filters} search="Referência ou nome">
        <FilterSelect filters={filters} name="plan" label="Plano" options={PAID_PLAN_OPTIONS} />
        <FilterSelect
          filters={filters}
          name="method"
          label="Método"
          options={Object.entries(METHOD_WORDS).map(([value, label]) => ({ value, label }))}
        />
        <FilterDays filters={filters} />
      </Filters>
      <List
        filters={filters}
        found={found}
        words={['transacção', 'transacções']}
        none="Nenhuma transacção ainda."
        noneFiltered="Nenhuma transacção"
        caption="Transacções, a mais recente primeiro"
        rowTone={({ flags }) => (flags > 0 ? 'flagged' : undefined)}
        columns={[...COLUMNS, { key: 'actions', header: 'Ações', align: 'end', card: 'wide', cell: actions }]}
      />
      <FlagDialog flag={flag} onClose={() => setFlag(undefined)} onDone={changed} />
      <TransferDialog payment={transfer} onClose={() => setTransfer(undefined)} onDone={changed} />
      <ReverseDialog payment={reversed} onClose={() => setReversed(undefined)} onDone={changed} />
    </>
  );
}

const COLUMNS: readonly Column<Transaction>[] = [
  {
    key: 'who',
    header: 'Encarregado',
    card: 'title',
    cell: (row) =>
      row.fullName === null ? (
        <span className="muted">Conta apagada</span>
      ) : (
        <>
          <b className={styles['name']}>{row.fullName}</b>
          <span className={styles['under']}>
            <Mail address={row.email} />
          </span>
        </>
      ),
  },
  {
    key: 'reference',
    header: 'Referência',
    cell: (row) => <span className="num nowrap">{row.referenceNumber ?? '–'}</span>,
  },
  {
    key: 'plan',
    header: 'Plano',
    cell: (row) => (
      <>
        {PLAN_WORDS[row.planId]}
        <span className={styles['under']}>{METHOD_WORDS[row.paymentMethod]}</span>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Montante',
    align: 'end',
    cell: (row) => (
      <>
        <b className="num nowrap">{formatKz(row.received ?? row.amount)}</b>
        {differenceInWords(row.amount, row.received) && (
          <span className={styles['under']}>{differenceInWords(row.amount, row.received)}</span>
        )}
      </>
    ),
  },
  { key: 'created', header: 'Iniciado', cell: (row) => <When at={row.createdAt} /> },
  { key: 'status', header: 'Estado', cell: (row) => <Status row={row} /> },
];

type PaymentSums = Answered<(typeof paymentsPanelContract)['GET /api/admin/payments/summary']>;

/** The sums of what is listed; dashes until they have arrived, so that the list below does not move. */
function Sums({ sums }: { sums: PaymentSums | undefined }) {
  return (
    <dl className={styles['sums']}>
      <div>
        <dt>Recebido</dt>
        <dd>{sums ? formatKz(sums.received) : '–'}</dd>
      </div>
      <div>
        <dt>À espera</dt>
        <dd>{sums ? formatKz(sums.awaited) : '–'}</dd>
      </div>
      <div>
        <dt>Transacções</dt>
        <dd>{sums?.states.reduce((all, { count }) => all + count, 0) ?? '–'}</dd>
      </div>
      <div>
        <dt>Sinalizadas</dt>
        <dd>{sums?.flaggedPayments ?? '–'}</dd>
      </div>
    </dl>
  );
}

interface FlagsProps {
  flags: readonly Flag[];
  /** Number of all that wait, of which the newest are listed; some belong to no payment. */
  total: number;
  onResolve: (flag: Flag) => void;
}

function Flags({ flags, total, onResolve }: FlagsProps) {
  return (
    <section className={styles['flags']} aria-label="Precisam de uma decisão">
      <h2>Precisam de uma decisão ({total})</h2>
      <ul className={styles['lines']}>
        {flags.map((flag) => (
          <li key={flag.id}>
            <div>
              <b className={styles['name']}>
                {whoseFlag(flag)}
                {flag.planId && ` · ${PLAN_WORDS[flag.planId]}`}
                {moneyOf(flag) && ` · ${moneyOf(flag)}`}
              </b>
              <span className={styles['under']}>
                {flagNews(flag)} · {relativeTime(flag.createdAt, new Date())}
              </span>
            </div>
            <Button variant="quiet" size="s" onClick={() => onResolve(flag)}>
              Resolver<span className="sr"> {whoseFlag(flag)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the existing states, each with its number of payments. The selected state is shown even if it has none. */
function chipsOf(sums: PaymentSums, asked: string) {
  const countOf = (status: ShownStatus) => sums.states.find((state) => state.status === status)?.count ?? 0;
  return [
    { value: '', label: 'Todas', count: sums.states.reduce((all, { count }) => all + count, 0) },
    ...(['completed', 'pending', 'expired', 'cancelled', 'reversed', 'failed'] as const)
      .filter((status) => countOf(status) > 0 || status === asked)
      .map((status) => ({
        value: status,
        label: STATUS_WORDS[status],
        count: countOf(status),
        icon: STATUS_ICONS[status],
      })),
    ...(sums.flaggedPayments > 0 || asked === 'flagged'
      ? [
          {
            value: 'flagged',
            label: 'Sinalizado',
            count: sums.flaggedPayments,
            icon: <IconFlag size={18} />,
            flag: true,
          },
        ]
      : []),
  ];
}

const STATUS_ICONS: Partial<Record<ShownStatus, ReactNode>> = {
  completed: <IconCheck size={18} />,
  pending: <IconClock size={18} />,
};

function Status({ row }: { row: Transaction }) {
  const [tone, icon] =
    row.status === 'completed'
      ? (['ok', <IconCheck key="i" size={16} />] as const)
      : row.status === 'pending'
        ? (['info', <IconClock key="i" size={16} />] as const)
        : (['off', undefined] as const);
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {statusOf(row)}
      </Badge>{' '}
      {row.flags > 0 && (
        <Badge tone="flag" icon={<IconFlag size={16} />}>
          Sinalizado
        </Badge>
      )}
    </>
  );
}
