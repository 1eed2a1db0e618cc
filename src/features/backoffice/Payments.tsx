import { useState } from 'react';
import { relativeTime } from '../../shared/dates.ts';
import { formatKz } from '../../shared/money.ts';
import { PAYMENT_STATUSES, PLAN_IDS } from '../../shared/words.ts';
import { reader, refresh } from '../../web/api.ts';
import { CallError } from '../../web/call.ts';
import { Failed } from '../../web/Failed.tsx';
import { fileCaller, keep } from '../../web/files.ts';
import { useTyped } from '../../web/paged.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { DataTable } from '../../web/ui/DataTable.tsx';
import { SelectField } from '../../web/ui/Field.tsx';
import { IconCheck, IconClock, IconDownload } from '../../web/ui/Icon.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { IconFlag } from '../../web/ui/StaffIcon.tsx';
import { Tabs } from '../../web/ui/Tabs.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from './Admin.module.css';
import { FlagDialog, useFlagged, whoseFlag } from './Flags.tsx';
import { flagNews } from './flags.rules.ts';
import { DayFields, lister, Mail, NoRows, PAGE_ROWS, Paging, SearchField, useFilters } from './list.tsx';
import { Months, Subscriptions } from './PaymentReports.tsx';
import type { paymentsPanelContract, Transaction } from './payments.contract.ts';
import { PartHead } from './Shell.tsx';
import { TransferDialog } from './TransferDialog.tsx';
import { METHOD_WORDS, PLAN_WORDS, STATUS_WORDS } from './words.rules.ts';

const useList = lister<typeof paymentsPanelContract>();
const useRead = reader<typeof paymentsPanelContract>();
const fetchFile = fileCaller<typeof paymentsPanelContract>();

const PARTS = [
  { id: 'transactions', label: 'Transacções' },
  { id: 'subscriptions', label: 'Assinaturas' },
  { id: 'reports', label: 'Relatórios' },
] as const;
type PartId = (typeof PARTS)[number]['id'];

/** Money: what came in, what waits, and what needs a decision. */
export default function PaymentsPart() {
  const filters = useFilters('payments');
  const part = PARTS.find(({ id }) => id === filters.value('part'))?.id ?? 'transactions';
  const query = {
    search: filters.value('search'),
    status: filters.value('status'),
    plan: filters.value('plan'),
    method: filters.value('method'),
    from: filters.value('from'),
    to: filters.value('to'),
  };
  const exportFile = () => {
    const fetched =
      part === 'reports'
        ? fetchFile('GET /api/admin/payments/months/file')
        : fetchFile('GET /api/admin/payments/file', { query });
    fetched.then(
      (file) => keep(file, 'pagamentos.csv'),
      (error: unknown) =>
        toast({ kind: 'error', title: 'Erro', text: error instanceof CallError ? error.said : String(error) }),
    );
  };
  return (
    <>
      <PartHead
        title="Pagamentos"
        aside={
          part !== 'subscriptions' && (
            <Button variant="secondary" icon={<IconDownload />} onClick={exportFile}>
              Exportar CSV
            </Button>
          )
        }
      />
      <Tabs<PartId>
        label="Partes dos pagamentos"
        tabs={PARTS.map((tab) => ({
          ...tab,
          href: tab.id === 'transactions' ? '/admin?tab=payments' : `/admin?tab=payments&part=${tab.id}`,
        }))}
        value={part}
        onChange={(id) => {
          filters.clear();
          if (id !== 'transactions') filters.set({ part: id });
        }}
      >
        {part === 'transactions' ? (
          <Transactions query={query} />
        ) : part === 'subscriptions' ? (
          <Subscriptions />
        ) : (
          <Months />
        )}
      </Tabs>
    </>
  );
}

function Transactions({ query }: { query: Record<'search' | 'status' | 'plan' | 'method' | 'from' | 'to', string> }) {
  const filters = useFilters('payments');
  const [typed, setTyped] = useTyped(query.search, (search) => filters.set({ search }));
  const found = useList('GET /api/admin/payments', {
    query: { ...query, limit: String(PAGE_ROWS), page: String(filters.page) },
  });
  const sums = useRead('GET /api/admin/payments/summary', { query });
  const flagged = useFlagged();
  const [flagId, setFlagId] = useState<number>();
  const [transfer, setTransfer] = useState<Transaction>();
  const changed = () => {
    setFlagId(undefined);
    setTransfer(undefined);
    void refresh('/api/admin/payments', '/api/admin/audit', '/api/admin/subscriptions', '/api/admin/overview');
  };
  const flags = flagged.data?.rows ?? [];
  return (
    <>
      {sums.data && (
        <dl className={styles['sums']}>
          <div>
            <dt>Recebido</dt>
            <dd>{formatKz(sums.data.received)}</dd>
          </div>
          <div>
            <dt>À espera</dt>
            <dd>{formatKz(sums.data.awaited)}</dd>
          </div>
          <div>
            <dt>Transacções</dt>
            <dd>{sums.data.states.reduce((all, { count }) => all + count, 0)}</dd>
          </div>
          <div>
            <dt>Sinalizadas</dt>
            <dd>{sums.data.flagged}</dd>
          </div>
        </dl>
      )}
      {flags.length > 0 && (
        <section className={styles['flags']} aria-label="Precisam de uma decisão">
          <h2>Precisam de uma decisão</h2>
          <ul className={styles['lines']}>
            {flags.map((flag) => (
              <li key={flag.id}>
                <div>
                  <b className={styles['name']}>
                    {whoseFlag(flag)}
                    {flag.planId && ` · ${PLAN_WORDS[flag.planId]}`}
                    {flag.amount !== null && ` · ${formatKz(flag.amount)}`}
                  </b>
                  <span className={styles['under']}>
                    {flagNews(flag)} · {relativeTime(flag.createdAt, new Date())}
                  </span>
                </div>
                <Button variant="quiet" size="s" onClick={() => setFlagId(flag.id)}>
                  Resolver<span className="sr"> {whoseFlag(flag)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <form className={styles['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
        <SearchField placeholder="Referência ou nome" value={typed} onType={setTyped} />
        <SelectField
          label="Estado"
          name="status"
          placeholder="todos"
          value={query.status}
          options={PAYMENT_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
          onChange={(event) => filters.set({ status: event.target.value })}
        />
        <SelectField
          label="Plano"
          name="plan"
          placeholder="todos"
          value={query.plan}
          options={PLAN_IDS.filter((id) => id !== 'free').map((value) => ({ value, label: PLAN_WORDS[value] }))}
          onChange={(event) => filters.set({ plan: event.target.value })}
        />
        <SelectField
          label="Método"
          name="method"
          placeholder="todos"
          value={query.method}
          options={Object.entries(METHOD_WORDS).map(([value, label]) => ({ value, label }))}
          onChange={(event) => filters.set({ method: event.target.value })}
        />
        <DayFields query={query} onChange={filters.set} />
      </form>
      {!found.data ? (
        found.error ? (
          <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
        ) : (
          <Skeleton lines={8} />
        )
      ) : (
        <>
          <DataTable
            dense
            caption="Transacções"
            rows={found.data.rows}
            rowKey={({ id }) => id}
            rowTone={({ flags }) => (flags > 0 ? 'flagged' : undefined)}
            empty={<NoRows filters={filters} what="Nenhuma transacção" yet="ainda." />}
            columns={[
              {
                key: 'who',
                header: 'Encarregado',
                card: 'title',
                cell: (row) => (
                  <>
                    <b className={styles['name']}>{row.fullName ?? 'Conta apagada'}</b>
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
                cell: (row) => <b className="num nowrap">{formatKz(row.amount)}</b>,
              },
              { key: 'created', header: 'Iniciado', cell: (row) => relativeTime(row.createdAt, new Date()) },
              { key: 'status', header: 'Estado', cell: (row) => <Status row={row} /> },
              {
                key: 'actions',
                header: 'Ações',
                align: 'end',
                card: 'wide',
                cell: (row) =>
                  row.status !== 'completed' &&
                  row.fullName !== null && (
                    <Button variant="quiet" size="s" onClick={() => setTransfer(row)}>
                      Confirmar<span className="sr"> a transferência de {row.fullName}</span>
                    </Button>
                  ),
              },
            ]}
          />
          <Paging
            page={filters.page}
            total={found.data.total}
            words={['transacção', 'transacções']}
            onPage={(page) => filters.set({ page })}
          />
        </>
      )}
      <FlagDialog flag={flags.find(({ id }) => id === flagId)} onClose={() => setFlagId(undefined)} onDone={changed} />
      <TransferDialog payment={transfer} onClose={() => setTransfer(undefined)} onDone={changed} />
    </>
  );
}

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
        {STATUS_WORDS[row.status]}
      </Badge>{' '}
      {row.flags > 0 && (
        <Badge tone="flag" icon={<IconFlag size={16} />}>
          Sinalizado
        </Badge>
      )}
    </>
  );
}
