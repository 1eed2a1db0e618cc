import { longDate, MONTHS } from '../../shared/dates.ts';
import { formatKz } from '../../shared/money.ts';
import { PLAN_IDS } from '../../shared/words.ts';
import { reader } from '../../web/api.ts';
import { Failed } from '../../web/Failed.tsx';
import { useTyped } from '../../web/paged.ts';
import { Button } from '../../web/ui/Button.tsx';
import { DataTable } from '../../web/ui/DataTable.tsx';
import { SelectField, TextField } from '../../web/ui/Field.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { IconSearch } from '../../web/ui/StaffIcon.tsx';
import styles from './Admin.module.css';
import { Bars, Figures } from './Charts.tsx';
import { lister, Mail, PAGE_ROWS, Paging, useFilters } from './list.tsx';
import type { paymentsPanelContract } from './payments.contract.ts';
import { PLAN_WORDS } from './words.rules.ts';

const useList = lister<typeof paymentsPanelContract>();
const useRead = reader<typeof paymentsPanelContract>();

/** Families with a paid plan, those that end first first. */
export function Subscriptions() {
  const filters = useFilters('payments');
  const [typed, setTyped] = useTyped(filters.value('search'), (search) => filters.set({ search }));
  const found = useList('GET /api/admin/subscriptions', {
    query: {
      search: filters.value('search'),
      plan: filters.value('plan'),
      limit: String(PAGE_ROWS),
      page: String(filters.page),
    },
  });
  return (
    <>
      <form className={styles['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
        <TextField
          className={styles['search']}
          label="Procurar"
          name="search"
          type="search"
          icon={<IconSearch />}
          placeholder="Nome, utilizador ou e-mail"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label="Plano"
          name="plan"
          placeholder="todos"
          value={filters.value('plan')}
          options={PLAN_IDS.filter((id) => id !== 'free').map((value) => ({ value, label: PLAN_WORDS[value] }))}
          onChange={(event) => filters.set({ plan: event.target.value })}
        />
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
            caption="Assinaturas em vigor"
            rows={found.data.rows}
            rowKey={({ id }) => id}
            empty={
              <p className={styles['none']}>
                Nenhuma assinatura em vigor{filters.any ? ' com estes filtros.' : '.'}{' '}
                {filters.any && (
                  <Button variant="quiet" size="s" onClick={() => filters.set({ search: null, plan: null })}>
                    Limpar filtros
                  </Button>
                )}
              </p>
            }
            columns={[
              {
                key: 'who',
                header: 'Encarregado',
                card: 'title',
                cell: (row) => (
                  <>
                    <b className={styles['name']}>{row.fullName}</b>
                    <span className={styles['under']}>
                      <Mail address={row.email} />
                    </span>
                  </>
                ),
              },
              { key: 'plan', header: 'Plano', cell: (row) => PLAN_WORDS[row.planId] },
              { key: 'children', header: 'Filhos', align: 'end', cell: (row) => row.children },
              { key: 'start', header: 'Desde', cell: (row) => (row.start ? longDate(row.start) : '–') },
              { key: 'end', header: 'Até', cell: (row) => (row.end ? longDate(row.end) : '–') },
              { key: 'renewal', header: 'Renovação', cell: (row) => (row.renewal ? 'automática' : 'cancelada') },
            ]}
          />
          <Paging
            page={filters.page}
            total={found.data.total}
            words={['assinatura', 'assinaturas']}
            onPage={(page) => filters.set({ page })}
          />
        </>
      )}
    </>
  );
}

const named = (month: string) => `${MONTHS[Number(month.slice(5)) - 1]} de ${month.slice(0, 4)}`;

/** What was received, month by month. */
export function Months() {
  const found = useRead('GET /api/admin/payments/months', {});
  const months = found.data;
  if (!months)
    return found.error ? (
      <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
    ) : (
      <Skeleton lines={8} />
    );
  const last = months.length - 1;
  return (
    <>
      <p className={styles['say']}>
        {formatKz(months.reduce((all, { amount }) => all + amount, 0))} recebidos em 24 meses, por mês de pagamento. O
        gráfico conta em milhares de Kz.
      </p>
      <Bars
        label="Receita por mês, em milhares de Kz"
        bars={months.map(({ month, amount }) => ({
          name: named(month),
          value: Math.round(amount / 1000),
          tone: 'full',
        }))}
        marks={[0, Math.round(last / 2), last].map((at) => ({
          at,
          text: `${months[at]?.month.slice(5)}.${months[at]?.month.slice(0, 4)}`,
        }))}
        columns={['Mês', 'Milhares de Kz']}
      />
      <h2 className={styles['title']}>Por mês</h2>
      <Figures
        caption="Receita por mês"
        columns={['Mês', 'Pagamentos', 'Recebido']}
        rows={[...months]
          .reverse()
          .map(({ month, payments, amount }) => [named(month), String(payments), formatKz(amount)])}
      />
    </>
  );
}
