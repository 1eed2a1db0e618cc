import { type ChangeEvent, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { dayInLuanda, monthAndYear } from '../../../shared/dates.ts';
import { type Loaded, reader } from '../../../web/call/api.ts';
import { goTo, usePage, usePathname, useSearch } from '../../../web/call/navigation.ts';
import { pager } from '../../../web/call/pager.ts';
import { useNow } from '../../../web/device/now.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { SelectField } from '../../../web/ui/forms/SelectField.tsx';
import type { ChildWithStats } from '../../people/children/family.contract.ts';
import { AttemptTable } from './AttemptTable.tsx';
import styles from './History.module.css';
import type { historyContract, RecentTest } from './history.contract.ts';
import { choicesOf, PERIODS } from './history.rules.ts';

const useRead = reader<typeof historyContract>();
const useList = pager<typeof historyContract>();

interface Filter {
  childId: string;
  discipline: string;
  period: (typeof PERIODS)[number]['value'] | '';
}

/** Number of rows loaded at a time. */
const ROWS = 10;

/** Renders all attempts of a family by month, the newest first. */
export default function History({ family }: { family: Loaded<ChildWithStats[]> }) {
  usePage('Resultados', brand.productName);
  // The page has two addresses. A change between them would recreate it, and the field that was changed would lose the focus.
  const path = usePathname();
  const search = new URLSearchParams(useSearch());
  const filter: Filter = {
    childId: search.get('childId') ?? '',
    discipline: search.get('discipline') ?? '',
    period: PERIODS.find(({ value }) => value === search.get('period'))?.value ?? '',
  };
  const archived = useRead('GET /api/children', { query: { archived: 'true' } });
  const children = [...(family.data ?? []), ...(archived.data ?? [])];
  const { disciplines, childIds } = choicesOf(children, filter);
  const change = (name: keyof Filter) => (event: ChangeEvent<HTMLSelectElement>) => {
    const next = new URLSearchParams(
      Object.entries({ ...filter, [name]: event.target.value }).filter(([, value]) => value),
    );
    const query = next.toString();
    goTo(query ? `${path}?${query}` : path, { replace: true });
  };
  return (
    <Page>
      <div className={styles['top']}>
        <h1>Resultados</h1>
        <form className={styles['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
          {(childIds.size > 1 || filter.childId) && (
            <SelectField
              label="Filho"
              name="childId"
              value={filter.childId}
              placeholder="Todos"
              options={children
                .filter(({ id }) => childIds.has(String(id)))
                .map(({ id, fullName, active }) => ({
                  value: String(id),
                  label: active ? fullName : `${fullName} (arquivado)`,
                }))}
              onChange={change('childId')}
            />
          )}
          <SelectField
            label="Disciplina"
            name="discipline"
            value={filter.discipline}
            placeholder="Todas"
            options={disciplines.map((value) => ({ value, label: value }))}
            onChange={change('discipline')}
          />
          <SelectField
            label="Período"
            name="period"
            value={filter.period}
            placeholder="Sempre"
            options={PERIODS}
            onChange={change('period')}
          />
        </form>
      </div>
      <Rows key={JSON.stringify(filter)} filter={filter} page={1} above={null} />
    </Page>
  );
}

interface RowsProps {
  filter: Filter;
  page: number;
  /** The last month of the rows above, which is not printed twice. */
  above: string | null;
}

/** Renders one page of the list; the next page follows after its last row. */
function Rows({ filter, page, above }: RowsProps) {
  const [more, setMore] = useState(false);
  const now = useNow();
  const found = useList('GET /api/recent-tests', {
    query: {
      childId: filter.childId || undefined,
      discipline: filter.discipline || undefined,
      period: filter.period || undefined,
      limit: String(ROWS),
      ...(page > 1 ? { page: String(page) } : {}),
    },
  });
  if (!found.data) {
    return found.error ? (
      <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
    ) : (
      <Skeleton lines={8} />
    );
  }
  const { rows, total } = found.data;
  if (rows.length === 0) return page === 1 ? <Nothing filter={filter} /> : null;
  const months = inMonths(rows);
  return (
    <>
      {months.map(({ name, items }) => (
        <section key={name} className={styles['month']} aria-label={name}>
          {name !== above && <h2>{name}</h2>}
          <AttemptTable caption={`Testes de ${name}`} rows={items} now={now} />
        </section>
      ))}
      {page * ROWS < total &&
        (more ? (
          <Rows filter={filter} page={page + 1} above={months[months.length - 1]?.name ?? null} />
        ) : (
          <Button variant="secondary" onClick={() => setMore(true)} className={styles['more']}>
            Mostrar mais
          </Button>
        ))}
    </>
  );
}

function Nothing({ filter }: { filter: Filter }) {
  return filter.childId || filter.discipline || filter.period ? (
    <Empty title="Nenhum teste com estes filtros.">
      <Button variant="secondary" href="/tests/history">
        Limpar filtros
      </Button>
    </Empty>
  ) : (
    <Empty title="Nenhum teste realizado ainda.">
      <a href="/tests">Aplique um teste agora</a>
    </Empty>
  );
}

/** Groups consecutive attempts of one month, by Luanda's calendar. */
function inMonths(list: readonly RecentTest[]): { name: string; items: RecentTest[] }[] {
  const months: { key: string; name: string; items: RecentTest[] }[] = [];
  for (const item of list) {
    const { year, month } = dayInLuanda(item.attempt.attemptDate);
    const key = `${year}-${month}`;
    const last = months[months.length - 1];
    if (last?.key === key) last.items.push(item);
    else months.push({ key, name: monthAndYear(item.attempt.attemptDate), items: [item] });
  }
  return months;
}
