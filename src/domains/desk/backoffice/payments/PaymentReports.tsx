import { longDate, monthAndYear } from '../../../../shared/dates.ts';
import { formatKz } from '../../../../shared/money.ts';
import { reader } from '../../../../web/call/api.ts';
import { pager } from '../../../../web/call/pager.ts';
import { FilterSelect, Read } from '../../../../web/parts/filters.tsx';
import { Skeleton } from '../../../../web/ui/base/Skeleton.tsx';
import styles from '../../operations/Admin.module.css';
import { Bars } from '../../operations/Charts.tsx';
import { Filters, List, Mail, pageOf, useFilters } from '../../operations/list.tsx';
import { PAID_PLAN_OPTIONS, PLAN_WORDS } from '../../operations/words.rules.ts';
import type { paymentsPanelContract } from './payments.contract.ts';

const useList = pager<typeof paymentsPanelContract>();
const useRead = reader<typeof paymentsPanelContract>();

/** Families with a paid plan, in the order in which their plans end. */
export function Subscriptions() {
  const filters = useFilters('payments', 'subscriptions');
  const query = filters.values('search', 'plan');
  const found = useList('GET /api/admin/subscriptions', { query: { ...query, ...pageOf(filters) } });
  return (
    <>
      <Filters filters={filters} search="Nome ou e-mail">
        <FilterSelect filters={filters} name="plan" label="Plano" options={PAID_PLAN_OPTIONS} />
      </Filters>
      <List
        filters={filters}
        found={found}
        words={['assinatura', 'assinaturas']}
        none="Nenhuma assinatura em vigor."
        noneFiltered="Nenhuma assinatura em vigor"
        caption="Assinaturas em vigor"
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
          { key: 'renewal', header: 'Renovação', cell: (row) => (row.renewal ? 'com aviso' : 'cancelada') },
        ]}
      />
    </>
  );
}

const named = (month: string) => monthAndYear(`${month}-01`);

/** Amounts received in each month. */
export function Months() {
  const found = useRead('GET /api/admin/payments/months', {});
  return (
    <Read found={found} loading={<Skeleton lines={8} />}>
      {(months) => {
        const last = months.length - 1;
        return (
          <>
            <p className={styles['say']}>
              {formatKz(months.reduce((all, { amount }) => all + amount, 0))} recebidos em 24 meses, por mês de
              pagamento. O gráfico conta em milhares de Kz.
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
              columns={['Mês', 'Pagamentos', 'Recebido']}
              rows={[...months]
                .reverse()
                .map(({ month, payments, amount }) => [named(month), String(payments), formatKz(amount)])}
            />
          </>
        );
      }}
    </Read>
  );
}
